"""Guillotine cuts through a sheet: their number and order."""

from collections.abc import Collection, Mapping, Sequence
from functools import reduce
from typing import NamedTuple

from pnp.base.geometry import Point, Rect
from pnp.base.units import Mm
from pnp.sheets.layout.margin import Side, distinct, edges

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
