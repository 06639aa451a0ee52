"""The cutting marks, cut numbers, round corners and fold lines of a job's pages."""

from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

from pnp.base.fonts import cap_height, text_width
from pnp.base.geometry import Point, Rect
from pnp.base.path import Arc, Path, circle, line, walk
from pnp.base.units import Mm
from pnp.scene import Group, Item, Leaf, Role, Shape, Style, Text, changed
from pnp.sheets.layout.crop_marks import (
    LINE,
    Marks,
    MarkSides,
    MarkStroke,
    MarkStyle,
    cut_lines,
    dots,
    printable_area,
)
from pnp.sheets.layout.duplex import Duplex, SlotPlace, printed_sides
from pnp.sheets.layout.guillotine import number_places
from pnp.sheets.layout.imposition import Imposition
from pnp.sheets.layout.margin import MARK_LENGTH, Side, edges, mark_reaches, marks_at
from pnp.sheets.layout.scheme import Scheme
from pnp.sheets.pages.slug import FONT

INK = "#000000"
MARK = Style(stroke=INK, stroke_width=LINE)
CORNER = Style(stroke="#999999", stroke_width=0.1)  # visible, and gone once the corner is cut
NUMBER: Mm = 1.9  # font size
NUMBER_GAP: Mm = 0.45  # between a number and the line that it numbers
FOLD = Style(stroke="#000000", stroke_width=0.2, dash=(3, 2))


class MarkArea(NamedTuple):
    """Slots to mark on one page: the ``block`` around them, and the extent of marks outside it.

    ``limits`` is the area for marks. A side without a reach has no marks.
    """

    slots: tuple[Rect, ...]
    block: Rect
    reaches: dict[Side, tuple[Mm, Mm]]
    limits: Rect


class Cutting:
    """The marks, numbers, round corners and fold line of a job's pages, drawn once for all sheets.

    ``places`` are those of all slots, on the ``"front"`` and on the ``"back"``. Numbers and round
    corners are only on the side that faces up when the sheet is cut.
    """

    def __init__(
        self,
        imposition: Imposition,
        places: dict[str, Sequence[SlotPlace]],
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
            self._slots["back"] = self._slots["front"]  # so that both pages share one drawing
        printed = ("front", "back") if duplex is Duplex.FOLD else printed_sides(duplex)
        wanted = {MarkSides.FRONTS: "front", MarkSides.BACKS: "back"}.get(marks.sides)
        # Pieces without backs, whose duplex is None, have marks whatever was asked for.
        self._marked = [side for side in printed if duplex is None or wanted in (None, side)]
        self._upper = self._marked[0] if self._marked else None
        self._corner = corner
        self._lines: dict[str, tuple[Item, ...]] = {}
        self._corners: dict[int, tuple[Item, ...]] = {}

    def on_page(self, page: str, count: int) -> tuple[Item, ...]:
        """Return the marks of a ``"front"``, ``"back"`` or ``"fold"`` page of ``count`` pieces."""
        if page not in self._lines:
            self._lines[page] = _symbol(self._draw(page))
        if not self._corner or self._upper is None or page not in (self._upper, "fold"):
            return self._lines[page]
        if count not in self._corners:
            places = self._places[self._upper][:count]
            self._corners[count] = _symbol([Group(self._corner, p.placement) for p in places])
        return self._lines[page] + self._corners[count]

    def _draw(self, page: str) -> list[Item]:
        marked = [side for side in self._marked if page in (side, "fold")]
        items: list[Item] = []
        if marked:
            items += draw_marks(self._area(marked), self._marks)
        if self._upper in marked and self._marks.numbered:
            items += draw_numbers(self._area([self._upper]), self._marks.thickness)
        if (fold := self._imposition.grid.fold) is not None:
            block, reaches = self._imposition.grid.block, self._reaches()
            top = Point(fold, block.y - reaches[Side.TOP][1])
            bottom = Point(fold, block.bottom + reaches[Side.BOTTOM][1])
            items.append(Shape((line(top, bottom),), FOLD, Role.SCORE))
        return items

    def _area(self, sides: list[str]) -> MarkArea:
        """Return the slots on some sides of a page, and the area of their marks."""
        imposition, grid = self._imposition, self._imposition.grid
        scheme = self._scheme
        limits = printable_area(grid.page, scheme.clearance, imposition.taken, scheme.printable)
        cropped = self._marks.style is MarkStyle.CROP
        reaches = self._reaches(self._marks.length if cropped else MARK_LENGTH)
        slots = tuple(slot for side in sides for slot in self._slots[side])
        if grid.fold is None or len(sides) > 1:
            return MarkArea(slots, grid.block, reaches, limits)
        block = reduce(Rect.union, slots)
        if block.right < grid.fold:
            del reaches[Side.RIGHT]
            half = limits._replace(width=grid.fold - limits.x)
        else:
            del reaches[Side.LEFT]
            half = Rect(grid.fold, limits.y, limits.right - grid.fold, limits.height)
        return MarkArea(slots, block, reaches, half)

    def _reaches(self, length: Mm = MARK_LENGTH) -> dict[Side, tuple[Mm, Mm]]:
        grid, taken = self._imposition.grid, self._imposition.taken
        clearance, printable = self._scheme.clearance, self._scheme.printable
        return mark_reaches(grid.block, grid.page, clearance, self._bleed, taken, printable, length)


def _same(slots: Sequence[Rect], others: Sequence[Rect]) -> bool:
    """Return whether two lists hold the same slots in any order, apart from rounding."""
    one, other = ({tuple(round(v, 3) for v in slot) for slot in some} for some in (slots, others))
    return one == other


def _symbol(items: Sequence[Item]) -> tuple[Item, ...]:
    return (Group(tuple(items), is_symbol=True),) if items else ()


def draw_marks(area: MarkArea, marks: Marks) -> list[Item]:
    """Draw the marks, one shape for each line width."""
    match marks.style:
        case MarkStyle.CROP:
            ends = marks_at(*edges(area.slots), area.block, area.reaches)
            strokes = [MarkStroke(*both, marks.thickness) for both in ends]
        case MarkStyle.FULL:
            strokes = cut_lines(area.slots, area.limits, marks.thickness)
        case MarkStyle.CROSS:
            strokes = cut_lines(area.slots, area.limits, marks.thickness, marks.length / 2)
        case MarkStyle.DOTS:
            found = dots(area.slots, marks.thickness)
            paths = tuple(circle(dot.center, dot.diameter / 2) for dot in found)
            return [Shape(paths, Style(fill=INK), Role.GUIDE)]
        case MarkStyle.NONE:
            return []
    return [
        Shape(
            tuple(line(s.start, s.end) for s in strokes if s.width == width),
            MARK._replace(stroke_width=width),
            Role.GUIDE,
        )
        for width in sorted({stroke.width for stroke in strokes})
    ]


def draw_numbers(area: MarkArea, width: Mm) -> list[Item]:
    """Draw the order of cutting beside marks of a ``width``."""
    height = NUMBER * cap_height(FONT)
    sizes = (height, *(text_width("0" * digits, FONT, NUMBER) for digits in (1, 2, 3)))
    return [
        Text(corner.moved(0, height), str(number), FONT, NUMBER, INK, Role.GUIDE)
        for number, corner in number_places(area.slots, area.reaches, NUMBER_GAP + width / 2, sizes)
    ]


def round_corners(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return the arcs of all outlines among ``items`` as light lines."""
    return changed(items, _round_corners)


def _round_corners(leaf: Leaf) -> tuple[Item, ...]:
    if not (isinstance(leaf, Shape) and leaf.role is Role.CUT):
        return ()
    arcs = tuple(
        Path(here, (segment,), closed=False)
        for path in leaf.paths
        for here, segment in walk(path)
        if isinstance(segment, Arc)
    )
    return (Shape(arcs, CORNER, Role.GUIDE),) if arcs else ()
