"""Marks that show where to cut, and the guillotine cuts through a sheet in order."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import reduce
from itertools import pairwise, product
from math import sqrt
from typing import NamedTuple

from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import Mm
from pnp.sheets.layout.margin import MARK_LENGTH, UNPRINTABLE, Side, area_inside, distinct, edges

LINE: Mm = 0.25  # home printers cannot print 0.05 mm
DOT: Mm = 0.8  # across
HAIRLINE: Mm = 0.1  # a dot and a half at 400 dpi: visible, and less than a blade drifts
DOT_ON_PIECES: Mm = 0.3  # across, where pieces meet in a corner and the dot lies on all of them
_NEAR: Mm = 1e-3


class Cuts(NamedTuple):
    """Lines that separate ``columns`` and ``rows`` of pieces: x of ``upright``, y of ``level``.

    There is one line between pieces that touch, and two between pieces with a gap.
    """

    columns: int
    rows: int
    upright: tuple[Mm, ...]
    level: tuple[Mm, ...]

    @property
    def total(self) -> int:
        """The number of cuts on a full sheet."""
        return len(self.upright) + len(self.level)


class Cut(NamedTuple):
    """One cut: its number from 1, the side of the block that shows it, and its position."""

    number: int
    side: Side
    at: Mm


def straight_cuts(slots: Sequence[Rect]) -> Cuts | None:
    """Return the cuts, edge to edge across the paper, that separate all slots.

    Returns None if one of them would go through a piece.
    """
    upright, level = edges(slots)
    for slot in slots:
        if any(slot.x + _NEAR < x < slot.right - _NEAR for x in upright):
            return None
        if any(slot.y + _NEAR < y < slot.bottom - _NEAR for y in level):
            return None
    columns, rows = distinct([s.x for s in slots]), distinct([s.y for s in slots])
    return Cuts(len(columns), len(rows), tuple(upright), tuple(level))


def cutting_order(cuts: Cuts, marked: Collection[Side] = tuple(Side)) -> tuple[Cut, ...]:
    """Return the cuts in an order that keeps pieces square and every mark until it is needed.

    The first cut takes off one short edge. From then on that edge lies against the fence, so the
    long cuts, which make strips, need marks only at the other end, where they still exist. Last,
    the strips are cut across side by side, one piece further from the first edge each time. So
    every cut is made from the same edges: "exact register and accurate trimming can be secured only
    by working from the same edges of the paper at every operation" (N. Gray, Paper-Cutting
    Machines, United Typothetae of America 1918). Making the long cuts first would take off, with
    the margins left and right, every mark for the others.

    ``marked`` names the sides with marks: a folded sheet has none on the side of the fold.
    """
    width, height = cuts.upright[-1] - cuts.upright[0], cuts.level[-1] - cuts.level[0]
    strips, across = cuts.upright, cuts.level
    long_sides, short_sides = (Side.BOTTOM, Side.TOP), (Side.LEFT, Side.RIGHT)
    if width > height:
        strips, across = across, strips
        long_sides, short_sides = (Side.RIGHT, Side.LEFT), (Side.TOP, Side.BOTTOM)
    long_side = next((side for side in long_sides if side in marked), long_sides[0])
    short_side = next((side for side in short_sides if side in marked), short_sides[0])
    first, *others = across if long_side is long_sides[0] else across[::-1]
    ordered = [
        (short_side, first),
        *((long_side, at) for at in strips),
        *((short_side, at) for at in others),
    ]
    return tuple(Cut(number, *cut) for number, cut in enumerate(ordered, start=1))


def number_places(
    slots: Sequence[Rect], reaches: Mapping[Side, tuple[Mm, Mm]], clear: Mm, sizes: Sequence[Mm]
) -> list[tuple[int, Point]]:
    """Return the numbers of the cuts and their top left corners, beside the ends of the marks.

    Each is ``clear`` of its line, on the side of the piece that begins there, or else of the one
    that ends there. ``sizes`` are the height of a number and the widths of 1, 2, … digits.
    """
    cuts = straight_cuts(slots)
    if cuts is None:
        return []
    block = reduce(Rect.union, slots)
    height, *widths = sizes
    numbers = []
    marked = [side for side, (begin, end) in reaches.items() if end > begin]
    for number, side, at in cutting_order(cuts, marked):
        width, end = widths[len(str(number)) - 1], reaches[side][1]
        upright = side in (Side.TOP, Side.BOTTOM)
        begins = any(abs(at - (slot.x if upright else slot.y)) < _NEAR for slot in slots)
        beside = at + clear if begins else at - clear - (width if upright else height)
        corners = {
            Side.TOP: Point(beside, block.y - end),
            Side.BOTTOM: Point(beside, block.bottom + end - height),
            Side.LEFT: Point(block.x - end, beside),
            Side.RIGHT: Point(block.right + end - width, beside),
        }
        numbers.append((number, corners[side]))
    return numbers


class MarkStyle(StrEnum):
    """The style of the marks that show where to cut."""

    CROP = "crop"
    FULL = "full"
    CROSS = "cross"
    DOTS = "dots"
    NONE = "none"


class MarkSides(StrEnum):
    """The sides of a two-sided sheet that have marks."""

    BOTH = "both"
    FRONTS = "fronts"
    BACKS = "backs"


class Marks(NamedTuple):
    """The marks of a job.

    ``length`` is that of a crop mark, or of a cross from end to end; ``width`` that of a line or a
    dot, None for the style's default. ``numbered`` adds the order of cutting.
    """

    style: MarkStyle = MarkStyle.CROP
    length: Mm = MARK_LENGTH
    width: Mm | None = None
    sides: MarkSides = MarkSides.BOTH
    numbered: bool = False

    @property
    def thickness(self) -> Mm:
        """The width of lines, or the diameter of dots."""
        if self.width is not None:
            return self.width
        return DOT if self.style is MarkStyle.DOTS else LINE


class MarkStroke(NamedTuple):
    """A straight stroke of a mark."""

    start: Point
    end: Point
    width: Mm


class Dot(NamedTuple):
    """A round mark."""

    center: Point
    diameter: Mm


def printable_area(
    page: Size, margin: Mm, taken: Mapping[Side, Mm], printable: Mm = UNPRINTABLE
) -> Rect:
    """Return the area for marks: the printable area without the slug.

    ``taken`` is the depth of the slug on a side, ``printable`` how close to the paper's edge a mark
    may come.
    """
    return area_inside(
        page, {side: margin + taken[side] if side in taken else printable for side in Side}
    )


def cut_lines(
    slots: Sequence[Rect], area: Rect, width: Mm, reach: Mm | None = None
) -> list[MarkStroke]:
    """Return every line to cut along, from one edge of ``area`` to the other.

    With a ``reach`` only crosses remain, that far either way from the corners of slots.
    """
    upright = list(_strokes(slots, area, width, reach))
    level = _strokes([_turned(slot) for slot in slots], _turned(area), width, reach)
    return upright + [
        MarkStroke(Point(start.y, start.x), Point(end.y, end.x), thickness)
        for start, end, thickness in level
    ]


def dots(slots: Sequence[Rect], diameter: Mm) -> list[Dot]:
    """Return a dot at every corner of a slot, on the waste beside the pieces.

    A corner with pieces on all sides has no waste: the dot lies on it, and is small.
    """
    narrowest = min(b - a for values in edges(slots) for a, b in pairwise(values))
    radius = min(diameter, narrowest) / 2
    found: list[Dot] = []
    for x, touching in _lines(slots):
        own = [slot for slot in touching if min(abs(slot.x - x), abs(slot.right - x)) < _NEAR]
        for y in distinct([y for slot in own for y in (slot.y, slot.bottom)]):
            found.append(_dot(Point(x, y), touching, radius))
    return found


def _dot(at: Point, touching: Sequence[Rect], radius: Mm) -> Dot:
    """Return a dot that touches ``at`` on the waste, or a small one on the corner."""
    ways = [(dx, dy) for dx in (-1, 1) for dy in (-1, 1)]
    free = [
        (x, y) for x, y in ways if _slot_at(touching, at.x + x * _NEAR, at.y + y * _NEAR) is None
    ]
    away_x, away_y = _sign(sum(x for x, _ in free)), _sign(sum(y for _, y in free))
    if len(free) < 2 or not (away_x or away_y):
        return Dot(at, min(2 * radius, DOT_ON_PIECES))
    step = radius / sqrt(2) if away_x and away_y else radius
    return Dot(at.moved(step * away_x, step * away_y), 2 * radius)


def _strokes(
    slots: Sequence[Rect], area: Rect, width: Mm, reach: Mm | None
) -> Iterator[MarkStroke]:
    """Yield the strokes of the vertical lines; only near corners if there is a ``reach``."""
    for x, touching in _lines(slots):
        if not area.x <= x <= area.right:
            continue
        ends = distinct([y for slot in touching for y in (slot.y, slot.bottom)])
        wanted = [(area.y, area.bottom)]
        if reach is not None:
            wanted = _merged([(y - reach, y + reach) for y in ends], area.y, area.bottom)
        runs = _runs(x, touching, [area.y, *ends, area.bottom], width)
        for run, (low, high) in product(runs, wanted):
            top, bottom = max(run.start.y, low), min(run.end.y, high)
            if bottom - top > _NEAR:
                yield run._replace(start=run.start._replace(y=top), end=run.end._replace(y=bottom))


def _runs(x: Mm, touching: Sequence[Rect], ys: Sequence[Mm], width: Mm) -> list[MarkStroke]:
    """Return the longest stretches of the line at ``x`` that cross no piece."""
    runs: list[MarkStroke] = []
    for run in filter(None, (_run(x, touching, *ends, width) for ends in pairwise(ys))):
        if runs and runs[-1][1:] == (run.start, run.width):
            runs[-1] = runs[-1]._replace(end=run.end)
        else:
            runs.append(run)
    return runs


def _run(x: Mm, touching: Sequence[Rect], start: Mm, end: Mm, width: Mm) -> MarkStroke | None:
    """Return the stroke of the line at ``x`` between two corners; None if it crosses a piece."""
    middle = (start + end) / 2
    left = _slot_at(touching, x - _NEAR, middle)
    right = _slot_at(touching, x + _NEAR, middle)
    if end - start < _NEAR or (left is not None and left is right):
        return None
    if left is not None or right is not None:
        width = HAIRLINE
    if left is None and right is not None:
        x -= HAIRLINE / 2
    elif right is None and left is not None:
        x += HAIRLINE / 2
    return MarkStroke(Point(x, start), Point(x, end), width)


def _merged(spans: list[tuple[Mm, Mm]], low: Mm, high: Mm) -> list[tuple[Mm, Mm]]:
    """Join spans that overlap, in order, and clip them to ``low`` and ``high``."""
    found: list[tuple[Mm, Mm]] = []
    for start, end in spans:
        start, end = max(start, low), min(end, high)
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], end)
        elif start < end:
            found.append((start, end))
    return found


def _lines(slots: Sequence[Rect]) -> Iterator[tuple[Mm, list[Rect]]]:
    """Yield the x of every vertical line to cut along, with the slots that touch it."""
    for x in edges(slots)[0]:
        yield x, [slot for slot in slots if slot.x - _NEAR < x < slot.right + _NEAR]


def _slot_at(slots: Sequence[Rect], x: Mm, y: Mm) -> Rect | None:
    """Return the slot that contains a point."""
    inside = (s for s in slots if s.x < x < s.right and s.y < y < s.bottom)
    return next(inside, None)


def _turned(rect: Rect) -> Rect:
    """Return a rectangle with x and y exchanged."""
    return Rect(rect.y, rect.x, rect.height, rect.width)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
