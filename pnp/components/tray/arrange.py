"""Compartments: how equal pieces are stacked, and how the stacks are arranged in a box."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil, cos, fsum, radians, sin
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.geometry import Rect, Size
from pnp.base.units import EPSILON, Mm

BESIDE: Mm = 0.5  # room on each side of a piece: it drops in though wood swells and kerfs differ
# Above a stack, as a share of its height: sheets sold as 3 mm measure up to 3.3, in EN 315 and in
# makers' tables (plywood of 4 mm, sanded: +0.3, -0.5 mm; plyterra.com/tips/tools/size-and-koinos).
ABOVE = 0.1
HIGHEST: Mm = 45.0  # of a stack that a thumb still reaches into
FLAT = 0.5  # how high a box may be against its shorter side before that counts against it
SPARE: Mm = 12.0  # room left over is a compartment of its own from here on
FEW = 4  # large pieces up to this number lie over the others
MUCH_LARGER = 4.0  # as an area
LOWEST = 3.0  # of a compartment, in thicknesses: so that corners have three fingers
STACK_COSTS = 1200.0  # mm² of wood that one stack more may save before it is worth its divider
MOST_STACKS = 100  # in a tray

# Cards that stand, with dividers between them that a foot in the floor holds upright.
GROOVES = 4.0  # thicknesses from one groove in the floor to the next
TAB: Mm = 12.0  # of a divider above the cards: room for capitals of 6 mm
OPEN = 0.6  # of the height of cards: of the walls around them, if there is no lid


class PieceLot(NamedTuple):
    """Equal pieces: their bounds as they lie, and their number."""

    component: str
    size: Size
    high: Mm
    copies: int


class Compartment(NamedTuple):
    """A room of the box, seen from above with its front below, and its stack.

    ``room`` is measured from the inner front left corner, with y to the back. ``lot`` is None for a
    spare room.
    """

    room: Rect
    lot: PieceLot | None = None
    pieces: int = 0


class Arrangement(NamedTuple):
    """Rows of compartments from front to back, and the inner size of the box.

    ``stack`` is the height of the compartments, ``over`` the extra height for large pieces that lie
    over all of them. The floors of compartments rise to the back by a ``slope`` in degrees. Pieces
    that stand in the only one have a ``standing`` height, and ``dividers`` with words between them.
    """

    inner: Size
    stack: Mm
    over: Mm
    rows: tuple[tuple[Compartment, ...], ...]
    lying: tuple[PieceLot, ...] = ()
    slope: float = 0.0
    standing: Mm = 0.0
    dividers: tuple[str, ...] = ()

    @property
    def compartments(self) -> Iterator[Compartment]:
        """All compartments, row by row."""
        for row in self.rows:
            yield from row

    @property
    def is_grid(self) -> bool:
        """Whether all rows are divided at the same places."""
        first = [one.room.x for one in self.rows[0]]
        return all(
            len(row) == len(first)
            and all(abs(one.room.x - x) < EPSILON for one, x in zip(row, first, strict=True))
            for row in self.rows
        )


class _Stack(NamedTuple):
    """A stack of equal pieces and the size that it needs."""

    lot: PieceLot
    size: Size
    pieces: int


@lru_cache(maxsize=64)
def arrange(
    lots: tuple[PieceLot, ...], thickness: Mm, most: tuple[Size, Mm] | None = None
) -> Arrangement:
    """Return compartments for lots, with walls of a thickness.

    Chooses the lowest stacks and the squarest box that take little wood, or those that fill a box
    of at ``most`` an inner size and height; if none fits into that, those that exceed it least.

    Raises:
        LayoutError: If there are too many stacks.
    """
    over = _lying_over(lots)
    stacked = [lot for lot in lots if lot not in over]
    room = fsum(lot.copies * lot.high for lot in over) * (1 + ABOVE)
    widest = max((max(lot.size) for lot in over), default=0.0)
    narrowest = max((min(lot.size) for lot in over), default=0.0)
    least = Size(widest + 2 * BESIDE, narrowest + 2 * BESIDE) if over else Size(0, 0)
    if most is not None:
        least = Size(*map(max, least, most[0]))
    found = [
        Arrangement(inner, stack, room, rows, tuple(over))
        for inner, stack, rows in _candidates(stacked, thickness, least)
    ]
    if not found:
        raise LayoutError(f"its pieces make more than {MOST_STACKS} stacks; use several trays")
    return min(found, key=lambda one: (_beyond(one, most), _wood(one, thickness)))


def _beyond(one: Arrangement, most: tuple[Size, Mm] | None) -> Mm:
    """Return by how much an arrangement is too large, in all directions together."""
    if most is None:
        return 0.0
    sides = zip((*one.inner, one.stack + one.over), (*most[0], most[1]), strict=True)
    more = fsum(max(0.0, side - room) for side, room in sides)
    return more if more > EPSILON else 0.0


def grid(widths: Sequence[Mm], depths: Sequence[Mm], stack: Mm, wall: Mm) -> Arrangement:
    """Return compartments of given sizes, columns from the left and rows from the front."""
    rows: list[tuple[Compartment, ...]] = []
    y = 0.0
    for depth in depths:
        x, row = 0.0, []
        for width in widths:
            row.append(Compartment(Rect(x, y, width, depth)))
            x += width + wall
        rows.append(tuple(row))
        y += depth + wall
    return Arrangement(Size(x - wall, y - wall), stack, 0.0, tuple(rows))


def slope_length(depth: Mm, slope: float, thickness: Mm) -> Mm:
    """Return how long a slanted floor is that fills a depth at an angle in degrees."""
    return (depth - thickness * sin(radians(slope))) / cos(radians(slope))


def upright(
    lots: Sequence[PieceLot], high: Mm, dividers: tuple[str, ...], thickness: Mm, closed: bool
) -> Arrangement:
    """Return a room in which cards stand up to a height, one lot behind another, with dividers."""
    deep = fsum(lot.copies * lot.high for lot in lots) * (1 + ABOVE)
    deep = max(deep + len(dividers) * thickness, len(dividers) * GROOVES * thickness)
    room = Rect(0, 0, max(lot.size.width for lot in lots) + 2 * BESIDE, deep)
    stack = high + TAB + 2 * BESIDE if closed else OPEN * high
    (first, *_), count = lots, sum(lot.copies for lot in lots)
    held = Compartment(room, first, count)
    return Arrangement(
        room.size, max(stack, LOWEST * thickness), 0.0, ((held,),), (), 0.0, high, dividers
    )


def _lying_over(lots: Sequence[PieceLot]) -> list[PieceLot]:
    """Return the few large pieces, such as boards, that lie over all others."""
    most = max(lots, key=lambda lot: lot.copies)
    size = most.size.width * most.size.height
    return [
        lot
        for lot in lots
        if lot.copies <= FEW and lot.size.width * lot.size.height > MUCH_LARGER * size
    ]


def _candidates(
    lots: Sequence[PieceLot], thickness: Mm, least: Size
) -> Iterator[tuple[Size, Mm, tuple[tuple[Compartment, ...], ...]]]:
    highest = max(HIGHEST, *(lot.high for lot in lots))
    heights = {
        lot.high * ceil(lot.copies / stacks)
        for lot in lots
        for stacks in range(1, min(lot.copies, MOST_STACKS) + 1)
    }
    seen = set()
    for high in sorted(one for one in heights if one < highest + EPSILON):
        if sum(_count(lot, high) for lot in lots) > MOST_STACKS:
            continue
        for lying in (False, True):
            stacks = [one for lot in lots for one in _stacks(lot, high, lying)]
            key = tuple((one.size, one.pieces) for one in stacks)
            if key in seen:
                continue
            seen.add(key)
            stack = max(one.pieces * one.lot.high for one in stacks) * (1 + ABOVE)
            stack = max(stack, LOWEST * thickness)
            stacks.sort(key=lambda one: (-one.size.height, -one.size.width))
            for count in range(1, min(len(stacks), 8) + 1):
                inner, rows = _shelved(stacks, count, thickness, least)
                yield inner, stack, rows


def _stacks(lot: PieceLot, high: Mm, lying: bool) -> Iterator[_Stack]:
    count = _count(lot, high)
    short, long = sorted(lot.size)
    sides = (long, short) if lying else (short, long)
    size = Size(*(side + 2 * BESIDE for side in sides))
    for number in range(count):
        pieces = lot.copies // count + (number < lot.copies % count)
        yield _Stack(lot, size, pieces)


def _count(lot: PieceLot, high: Mm) -> int:
    return ceil(lot.copies / max(1, int((high + EPSILON) / lot.high)))


def _shelved(
    stacks: Sequence[_Stack], count: int, wall: Mm, least: Size
) -> tuple[Size, tuple[tuple[Compartment, ...], ...]]:
    """Return about ``count`` rows of stacks, as even as possible, and their inner size."""
    whole = fsum(one.size.width + wall for one in stacks)
    width = max(whole / count, least.width + wall, max(one.size.width + wall for one in stacks))
    rows: list[list[_Stack]] = [[]]
    taken = 0.0
    for one in stacks:
        if rows[-1] and taken + one.size.width + wall > width + one.size.width / 2 + EPSILON:
            rows.append([])
            taken = 0.0
        rows[-1].append(one)
        taken += one.size.width + wall
    inner = max(least.width, *(fsum(one.size.width + wall for one in row) - wall for row in rows))
    depths = [max(one.size.height for one in row) for row in rows]
    spare = least.height - (fsum(depths) + wall * (len(rows) - 1))
    if spare > wall + SPARE:
        rows.append([])
        depths.append(spare - wall)
    elif spare > 0:
        depths = [depth + spare / len(rows) for depth in depths]
    found, y = [], 0.0
    for row, depth in zip(rows, depths, strict=True):
        found.append(tuple(_row(row, inner, y, depth, wall)))
        y += depth + wall
    return Size(inner, y - wall), tuple(found)


def _row(row: Sequence[_Stack], inner: Mm, y: Mm, depth: Mm, wall: Mm) -> Iterator[Compartment]:
    """Yield the compartments of a row; leftover room becomes a spare one, or is distributed."""
    left = inner - (fsum(one.size.width + wall for one in row) - wall)
    spare = left - wall if left >= wall + SPARE else 0.0
    more = 0.0 if spare or not row else left / len(row)
    x = 0.0
    for one in row:
        width = one.size.width + more
        yield Compartment(Rect(x, y, width, depth), one.lot, one.pieces)
        x += width + wall
    if spare or not row:
        yield Compartment(Rect(x, y, inner - x, depth))


def _wood(one: Arrangement, thickness: Mm) -> float:
    """Return the wood that a box takes, with a penalty for a high or long one."""
    width, depth = one.inner
    high = one.stack + one.over
    walls = 2 * (width + depth) * (high + thickness)
    across = (len(one.rows) - 1) * width * one.stack
    along = fsum((len(row) - 1) * row[0].room.height * one.stack for row in one.rows)
    stacks = STACK_COSTS * fsum(map(len, one.rows))
    shorter, longer = sorted(one.inner)
    steep = max(1.0, high / (FLAT * shorter))
    shape = steep * (0.8 + 0.2 * longer / shorter) * (1.0 if width >= depth else 1.02)
    return (width * depth + walls + across + along + stacks) * shape
