"""What shows on a sheet's pages where to cut and where to fold; drawn once for all sheets."""

from collections.abc import Sequence

from pnp.base.geometry import Point, Rect
from pnp.base.path import line
from pnp.base.units import Mm
from pnp.scene import Group, Item, Role, Shape, Style
from pnp.sheets.layout.duplex import Duplex, Place
from pnp.sheets.layout.grid import Grid
from pnp.sheets.layout.imposition import Imposition
from pnp.sheets.layout.margin import Side, mark_reaches
from pnp.sheets.layout.marks import MarkStyle, printable_area
from pnp.sheets.layout.scheme import Scheme
from pnp.sheets.pages.marks import Area, draw_marks, draw_numbers, marked_sides
from pnp.sheets.pages.places import onto

FOLD = Style(stroke="#000000", stroke_width=0.2, dash=(3, 2))


class Cutting:
    """Marks, numbers, round corners and the fold of a job's pages.

    ``places`` are those of all slots, as ``"front"`` and as ``"back"``. Numbers and round corners
    stand on one side: the one that lies up when the sheet is cut.
    """

    def __init__(
        self,
        imposition: Imposition,
        places: dict[str, Sequence[Place]],
        duplex: Duplex | None,
        bleed: Mm,
        scheme: Scheme,
        corner: tuple[Item, ...] = (),
    ) -> None:
        self._imposition = imposition
        self._bleed = bleed
        self._scheme = scheme
        self._marks = marks = scheme.marks
        self._places = places
        self._slots = {side: tuple(p.slot for p in places[side]) for side in places}
        if _same(self._slots["front"], self._slots["back"]):
            self._slots["back"] = self._slots["front"]  # then both pages share one drawing
        self._marked = marked_sides(duplex, marks.sides)
        self._upper = self._marked[0] if self._marked else None
        self._corner = corner
        self._lines: dict[str, tuple[Item, ...]] = {}
        self._corners: dict[int, tuple[Item, ...]] = {}

    def on_page(self, page: str, count: int) -> tuple[Item, ...]:
        """Draw what belongs on a ``"front"``, ``"back"`` or ``"fold"`` page of ``count`` pieces."""
        if page not in self._lines:
            self._lines[page] = _repeated(self._draw(page))
        here = self._upper is not None and page in (self._upper, "fold")
        return self._lines[page] + (self._round(count) if here else ())

    def _draw(self, page: str) -> list[Item]:
        marked = [side for side in self._marked if page in (side, "fold")]
        items: list[Item] = []
        if marked:
            items += draw_marks(self._area(marked), self._marks)
        if self._upper in marked and self._marks.numbered:
            items += draw_numbers(self._area([self._upper]), self._marks.thickness)
        if page == "fold":
            items.append(_fold_line(self._imposition.grid, self._reaches()))
        return items

    def _area(self, sides: list[str]) -> Area:
        """Return the slots of some sides of a page, and where their marks may go."""
        imposition, grid = self._imposition, self._imposition.grid
        scheme = self._scheme
        limits = printable_area(grid.page, scheme.keep, imposition.taken, scheme.printable)
        length = {"length": self._marks.length} if self._marks.style is MarkStyle.CROP else {}
        reaches = self._reaches(**length)
        slots = tuple(slot for side in sides for slot in self._slots[side])
        if grid.fold is None or len(sides) > 1:
            return Area(slots, grid.block, reaches, limits)
        block = slots[0]
        for slot in slots:
            block = block.union(slot)
        if block.right < grid.fold:
            del reaches[Side.RIGHT]
            half = limits._replace(width=grid.fold - limits.x)
        else:
            del reaches[Side.LEFT]
            half = Rect(grid.fold, limits.y, limits.right - grid.fold, limits.height)
        return Area(slots, block, reaches, half)

    def _reaches(self, **length: Mm) -> dict[Side, tuple[Mm, Mm]]:
        imposition, grid = self._imposition, self._imposition.grid
        keep, printable = self._scheme.keep, self._scheme.printable
        return mark_reaches(
            grid.block, grid.page, keep, self._bleed, imposition.taken, printable, **length
        )

    def _round(self, count: int) -> tuple[Item, ...]:
        """Draw the round corners of the first ``count`` pieces."""
        if not self._corner or self._upper is None:
            return ()
        if count not in self._corners:
            places = self._places[self._upper][:count]
            self._corners[count] = _repeated([Group(self._corner, onto(p)) for p in places])
        return self._corners[count]


def _fold_line(grid: Grid, reaches: dict[Side, tuple[Mm, Mm]]) -> Item:
    assert grid.fold is not None
    top = Point(grid.fold, grid.block.y - reaches[Side.TOP][1])
    bottom = Point(grid.fold, grid.block.bottom + reaches[Side.BOTTOM][1])
    return Shape((line(top, bottom),), FOLD, Role.SCORE)


def _same(slots: Sequence[Rect], others: Sequence[Rect]) -> bool:
    """Tell whether two lists hold the same slots, in whatever order and but for rounding."""
    one, other = ({tuple(round(v, 3) for v in slot) for slot in some} for some in (slots, others))
    return one == other


def _repeated(items: Sequence[Item]) -> tuple[Item, ...]:
    return (Group(tuple(items), repeats=True),) if items else ()
