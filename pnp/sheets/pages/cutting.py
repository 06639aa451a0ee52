"""What is printed beside pieces: cutting marks, cut numbers, fold lines, registration, the slug."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, reduce
from typing import TYPE_CHECKING, NamedTuple

from pnp.base.color import WHITE
from pnp.base.fonts import Font, FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.languages import piece_words
from pnp.base.path import Arc, Path, circle, line, path_bounds, placed, polygon, rectangle, walk
from pnp.base.units import Mm
from pnp.components.piece import CASING, cased
from pnp.scene import Group, Item, Leaf, Role, Scene, Shape, Style, Text, changed, placed_leaves
from pnp.sheets.layout.crop_marks import (
    LINE,
    Marks,
    MarkSides,
    MarkStroke,
    MarkStyle,
    cut_lines,
    dots,
    number_places,
    printable_area,
)
from pnp.sheets.layout.imposition import Imposition
from pnp.sheets.layout.margin import (
    MARK_LENGTH,
    Registration,
    Side,
    Slug,
    Strip,
    StripPlace,
    edges,
    mark_reaches,
    marks_at,
)
from pnp.sheets.layout.scheme import Duplex, Scheme, SlotPlace, printed_sides

if TYPE_CHECKING:
    from pnp.scene.laser_bed import Bed

# The slug.
RULER: Mm = 50.0  # long enough to see 1 % with the naked eye against a ruler
DEPTH: Mm = 3.2  # of the ruler, of the strip, and of a label in letters of up to 2.4 mm
GAP: Mm = 6.0
SLUG_LINE = Style(stroke="#000000", stroke_width=0.2)
DIGITS: Mm = 2.0  # font size
LETTERS: Mm = 2.4  # font size
FONT: FontName = "serif-bold"  # also used on cards, which saves embedding another font
_UNIT = " mm"

# Marks.
INK = "#000000"
MARK = Style(stroke=INK, stroke_width=LINE)
CORNER = Style(stroke="#949494", stroke_width=0.1)  # visible, and gone once the corner is cut
NUMBER: Mm = 1.9  # font size
NUMBER_GAP: Mm = 0.45  # between a number and the line that it numbers
FOLD = Style(stroke="#000000", stroke_width=0.2, dash=(3, 2))


class CutPiece(NamedTuple):
    """A face, and its placement on the sheet."""

    face: Scene
    placement: Transform


def draw_registration(registration: Registration, page: Size) -> tuple[Item, ...]:
    """Draw the marks of a page; angles are filled, so that all formats show the same width."""
    paths = tuple(_mark_outlines(registration, page))
    return (Shape(paths, Style(fill=INK), Role.GUIDE),)


def cut_bed(registration: Registration, page: Size, pieces: Iterable[CutPiece], name: str) -> "Bed":
    """Return the bed of a sheet for the machine, in the coordinates of its page.

    The guides are the edge of the page and the marks.
    """
    from pnp.scene.laser_bed import Bed, Operation, Step

    steps: dict[Step, list[Path]] = {Step.SCORE: [], Step.INNER: [], Step.OUTER: []}
    for face, placement in pieces:
        cuts = list(_paths(face.items, Role.CUT, placement))
        for path in cuts:
            inside = any(_is_within(path, other) for other in cuts if other is not path)
            steps[Step.INNER if inside else Step.OUTER].append(path)
        steps[Step.SCORE] += _paths(face.items, Role.SCORE, placement)
    operations = [Operation(step, tuple(paths)) for step, paths in steps.items() if paths]
    edge = rectangle(Rect(0, 0, *page))
    guides = (edge, *_mark_outlines(registration, page))
    return Bed(page, (*operations, Operation(Step.GUIDE, guides)), name)


def _mark_outlines(registration: Registration, page: Size) -> Iterator[Path]:
    yield from map(rectangle, registration.squares(page))
    half = registration.thickness / 2
    for along, corner, down in registration.angles(page):
        inwards = 1 if along.x > corner.x else -1
        below = 1 if down.y > corner.y else -1
        outer = corner.moved(-inwards * half, -below * half)
        inner = corner.moved(inwards * half, below * half)
        yield polygon(
            [
                outer,
                along._replace(y=outer.y),
                along._replace(y=inner.y),
                inner,
                down._replace(x=inner.x),
                down._replace(x=outer.x),
            ]
        )


def _paths(items: Iterable[Item], role: Role, into: Transform) -> Iterator[Path]:
    """Yield the paths of a role, in the coordinates of the page."""
    for leaf, there in placed_leaves(items, into):
        if isinstance(leaf, Shape) and leaf.role is role:
            yield from (placed(path, there) for path in leaf.paths)


def _is_within(path: Path, other: Path) -> bool:
    inner, outer = path_bounds(path), path_bounds(other)
    return outer.contains(inner) and inner != outer


def sheet_label(title: str, number: int, sheets: int, side: str, lang: str) -> str:
    """Return the label of a sheet; ``side`` is a key in the table of words."""
    words = piece_words(lang).sheets
    return words["label"].format(title=title, number=number, sheets=sheets, side=words[side])


def measure_slug(label: str, font: Font = FONT) -> Slug:
    """Return the room that the ruler and a label need, in that order."""
    unit = text_width(f"{RULER:.0f}{_UNIT}", FONT, DIGITS)
    return Slug((RULER + unit, text_width(label, font, LETTERS)), DEPTH, GAP)


def draw_slug(label: str, places: Sequence[StripPlace | None], font: Font = FONT) -> Iterator[Item]:
    """Draw the ruler and the label, each only if it has a place."""
    ruler, name = places
    if ruler is not None:
        yield Group(_ruler(), _along(*ruler), is_symbol=True)
    if name is not None:
        baseline = Point(0, DEPTH / 2 + LETTERS * cap_height(font) / 2)
        yield Group((Text(baseline, label, font, LETTERS),), _along(*name))


@cache
def _ruler() -> tuple[Item, ...]:
    """Draw 50 mm along x, with a tick every millimetre and a number every centimetre."""
    ticks = [line(Point(0, 0.1), Point(RULER, 0.1))]
    figures: list[Item] = []
    for mm in range(int(RULER) + 1):
        length = 1.5 if mm % 10 == 0 else 1.1 if mm % 5 == 0 else 0.7
        ticks.append(line(Point(mm, 0.1), Point(mm, length)))
        if mm % 10 == 0:
            figure = str(mm)
            shift = 0.0 if mm == 0 else text_width(figure, FONT, DIGITS) / 2
            text = figure + _UNIT if mm == RULER else figure
            figures.append(Text(Point(mm - shift, DEPTH - 0.1), text, FONT, DIGITS))
    return (Shape(tuple(ticks), SLUG_LINE), *figures)


def _along(strip: Strip, start: Mm) -> Transform:
    """Return the transform that maps x along a strip and y towards the outside of the page."""
    place = strip.place
    match strip.side:
        case Side.BOTTOM | Side.TOP:
            return Transform.move(place.x + start, place.y)
        case Side.LEFT:
            turn = Transform.turn(270, Point(0, 0))
            return turn.then(Transform.move(place.x, place.bottom - start))
        case Side.RIGHT:
            turn = Transform.turn(90, Point(0, 0))
            return turn.then(Transform.move(place.right, place.y + start))


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
    corners are only on the side that faces up when the sheet is cut. ``on_dark`` says that pieces
    are dark where marks would lie on them.
    """

    def __init__(
        self,
        imposition: Imposition,
        places: dict[str, Sequence[SlotPlace]],
        duplex: Duplex | None,
        bleed: Mm,
        scheme: Scheme,
        corner: tuple[Item, ...] = (),
        *,
        on_dark: bool = False,
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
        self._on_dark = on_dark
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
            items += draw_marks(self._area(marked), self._marks, on_dark=self._on_dark)
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


def draw_marks(area: MarkArea, marks: Marks, *, on_dark: bool = False) -> list[Item]:
    """Draw the marks, one shape for each line width, with a casing where they lie on dark art."""
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
            return [
                Shape(
                    tuple(circle(dot.center, dot.diameter / 2 + more) for dot in found),
                    Style(fill=ink),
                    Role.GUIDE,
                )
                for more, ink in ([(CASING, WHITE)] if on_dark else []) + [(0.0, INK)]
            ]
        case MarkStyle.NONE:
            return []
    shapes = [
        Shape(
            tuple(line(s.start, s.end) for s in strokes if s.width == width),
            MARK._replace(stroke_width=width),
            Role.GUIDE,
        )
        for width in sorted({stroke.width for stroke in strokes})
    ]
    casings = [cased(shape)[0] for shape in shapes] if on_dark else []
    return [*casings, *shapes]  # so that no line is broken where others cross it


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
    return cased(Shape(arcs, CORNER, Role.GUIDE)) if arcs else ()
