"""Straight cuts through a sheet: how many it takes, and in which order they are best made."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from pnp.base.geometry import Point, Rect
from pnp.base.units import Mm
from pnp.sheets.layout.margin import Side, distinct

_NEAR: Mm = 1e-3


class Cuts(NamedTuple):
    """Lines that set pieces in ``columns`` and ``rows`` free: x of ``upright``, y of ``level``.

    Between pieces that touch there is one line, between others there are two.
    """

    columns: int
    rows: int
    upright: tuple[Mm, ...]
    level: tuple[Mm, ...]

    @property
    def total(self) -> int:
        """How many there are on a full sheet."""
        return len(self.upright) + len(self.level)


class Cut(NamedTuple):
    """One cut: its number, from 1 on, and the side of the block on which that is written."""

    number: int
    side: Side
    at: Mm


class Figure(NamedTuple):
    """A number beside a mark: where its box of a given size goes."""

    number: int
    corner: Point


def straight_cuts(slots: Sequence[Rect]) -> Cuts | None:
    """Return the cuts, from edge to edge of the paper, that set all slots free.

    None if one of them would go through a piece.
    """
    upright = distinct([x for slot in slots for x in (slot.x, slot.right)])
    level = distinct([y for slot in slots for y in (slot.y, slot.bottom)])
    for slot in slots:
        if any(slot.x + _NEAR < x < slot.right - _NEAR for x in upright):
            return None
        if any(slot.y + _NEAR < y < slot.bottom - _NEAR for y in level):
            return None
    columns, rows = distinct([s.x for s in slots]), distinct([s.y for s in slots])
    return Cuts(len(columns), len(rows), tuple(upright), tuple(level))


def cutting_order(cuts: Cuts, marked: Collection[Side] = tuple(Side)) -> tuple[Cut, ...]:
    """Return the cuts in the order that keeps pieces square and marks in sight.

    First one short edge. From then on it lies against the fence, so the long cuts that make
    strips need their marks at the other end alone, which are still there. Last the strips are
    cut across, side by side, each time a piece further from the first edge. So all cuts are
    taken from the same edges: "exact register and accurate trimming can be secured only by working
    from the same edges of the paper at every operation" (N. Gray, Paper-Cutting Machines,
    United Typothetae of America 1918). The long cuts first of all would cut off, with the margins
    left and right, every mark for the others.

    On a folded sheet no marks are on the side of the fold; ``marked`` says on which there are.
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
) -> list[Figure]:
    """Return where the numbers of the cuts go, beside the outer ends of their marks.

    Each stands ``clear`` of its line, towards the piece that begins there or else the one that
    ends. ``sizes`` is how high a number is, and how wide one of 1, 2, … digits.
    """
    cuts = straight_cuts(slots)
    if cuts is None:
        return []
    block = Rect(
        cuts.upright[0],
        cuts.level[0],
        cuts.upright[-1] - cuts.upright[0],
        cuts.level[-1] - cuts.level[0],
    )
    height, *widths = sizes
    figures = []
    marked = [side for side, (begin, end) in reaches.items() if end > begin]
    for number, side, at in cutting_order(cuts, marked):
        width = widths[len(str(number)) - 1]
        end = reaches[side][1]
        starts = distinct([slot.x if side in (Side.TOP, Side.BOTTOM) else slot.y for slot in slots])
        begins = any(abs(at - start) < _NEAR for start in starts)
        beside = at + clear if begins else at - clear
        match side:
            case Side.TOP | Side.BOTTOM:
                x = beside if begins else beside - width
                y = block.y - end if side is Side.TOP else block.bottom + end - height
            case Side.LEFT | Side.RIGHT:
                x = block.x - end if side is Side.LEFT else block.right + end - width
                y = beside if begins else beside - height
        figures.append(Figure(number, Point(x, y)))
    return figures
