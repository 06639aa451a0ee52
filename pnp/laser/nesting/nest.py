"""Nesting: lots of equal parts on as few beds as possible, with as little cut as possible."""

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product
from math import ceil, fsum, sqrt
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size
from pnp.base.messages import Message
from pnp.base.units import EPSILON, Mm, format_mm
from pnp.laser.nesting.blocks import LaidRow, LaserBlock, Lattice, Patch
from pnp.laser.nesting.free import area_of, without
from pnp.laser.nesting.layout import (
    Beds,
    BlockLayout,
    BlockPlace,
    LaserLot,
    LotOrder,
    lay_out,
    most_saved,
)

_FEW = 3  # lots, whose every order is tried


class NestPlace(NamedTuple):
    """The placement of a part: its index, its top left, whether it is turned, and its block."""

    part: int
    x: Mm
    y: Mm
    turned: bool = False
    block: int = 0


NestedBed = tuple[NestPlace, ...]  # one bed, in the order of the parts


def nest(lots: Sequence[LaserLot], beds: Beds) -> tuple[NestedBed, ...]:
    """Place lots in blocks, ``apart`` from one another, outside the used areas of the first bed.

    Of all layouts tried it returns one with the fewest beds; of these, one with the least cut, in
    the fewest blocks, with the largest free rectangle.
    """
    for lot in lots:
        if not any(all(lattice.fit(beds.room.size)) for lattice in lot.lattices):
            raise _too_large(lot.size, beds)
    if not lots:
        return ()
    spots = _best_layout(lots, beds).spots
    if all(spot.bed for spot in spots):
        raise LayoutError(Message("used_up"))
    return _dealt(lots, spots)


def _too_large(part: Size, beds: Beds) -> LayoutError:
    size, bed = (f"{format_mm(w)} x {format_mm(h)} mm" for w, h in (part, beds.size))
    return LayoutError(Message("bed", size=size, bed=bed, margin=format_mm(beds.margin)))


def _dealt(lots: Sequence[LaserLot], spots: Sequence[BlockPlace]) -> tuple[NestedBed, ...]:
    """Assign the places in blocks to the parts of each lot, bed by bed."""
    parts = [iter(lot.parts) for lot in lots]
    dealt: dict[int, list[NestPlace]] = {}
    for number, spot in enumerate(sorted(spots, key=lambda spot: spot[:2]), start=1):
        bed = dealt.setdefault(spot.bed, [])
        for patch in spot.block.patches:
            for x, y in patch.places():
                part = next(parts[spot.lot])
                place = spot.at.moved(x, y)
                bed.append(NestPlace(part, *place, patch.lattice.turned, number))
    return tuple(tuple(sorted(bed)) for bed in dealt.values())


def _best_layout(lots: Sequence[LaserLot], beds: Beds) -> BlockLayout:
    """Return the best layout tried, stopping early at one that cannot be beaten."""
    fewest, most = _fewest_beds(lots, beds), most_saved(lots, beds)
    ways = list(_ways(lots))
    best_way, best = ways[0], lay_out(lots, beds, ways[0])
    for way in ways[1:]:
        taken, unsaved, *_ = best.rank
        if taken <= fewest and (way.tight or -unsaved >= most):
            break
        found = lay_out(lots, beds, way)
        if found.rank < best.rank:
            best_way, best = way, found
    for lot in sorted(best_way.tight):
        way = best_way._replace(tight=best_way.tight - {lot})
        found = lay_out(lots, beds, way)
        if found.rank < best.rank:
            best_way, best = way, found
    if best.rank[0] > fewest:
        best = min([best, *(_packed(lots, beds, waste) for waste in _WASTES)], key=_rank)
    return best


def _ways(lots: Sequence[LaserLot]) -> Iterator[LotOrder]:
    """Yield ways to lay lots out, the most promising first."""
    numbers = range(len(lots))
    area = [len(lot.parts) * lot.size.width * lot.size.height for lot in lots]
    orders = [
        tuple(sorted(numbers, key=lambda lot: -area[lot])),
        tuple(sorted(numbers, key=lambda lot: -max(lots[lot].size))),
        tuple(sorted(numbers, key=lambda lot: -area[lot] / len(lots[lot].parts))),
    ]
    if len(lots) <= _FEW:
        orders += permutations(numbers)
    for tight, order, breaks in product((False, True), dict.fromkeys(orders), (True, False)):
        yield LotOrder(order, frozenset(numbers if tight else ()), breaks)


def _fewest_beds(lots: Sequence[LaserLot], beds: Beds) -> int:
    """Return a lower bound for the number of beds, from the area of all parts."""
    parts = fsum(len(lot.parts) * min(map(_area, lot.lattices)) for lot in lots)
    first = area_of(beds.room) if not beds.used else fsum(map(area_of, beds.first))
    return 1 + max(0, ceil((parts - first) / area_of(beds.room) - EPSILON))


def _area(lattice: Lattice) -> float:
    """Return a lower bound for the area that a part takes."""
    width, height = lattice.cell
    return min(width, height) ** 2 * sqrt(3) / 2 if lattice.staggered else width * height


def _rank(layout: BlockLayout) -> tuple[int, Mm, int, float]:
    return layout.rank


def _short_side(room: Rect, part: Size) -> Mm:
    """Return the shorter of the sides by which a room is larger than a part."""
    return min(room.width - part.width, room.height - part.height)


def _area_left(room: Rect, part: Size) -> float:
    """Return the area by which a room is larger than a part."""
    return area_of(room) - part.width * part.height


_WASTES = (_short_side, _area_left)


def _packed(
    lots: Sequence[LaserLot], beds: Beds, waste: Callable[[Rect, Size], float]
) -> BlockLayout:
    """Pack every part as a block, the largest first, each where it wastes the least.

    This keeps all maximal free rectangles of each bed (Jylänki, A Thousand Ways to Pack the Bin,
    2010, MAXRECTS). A part includes the gap on its right and below, and so does a bed.
    """
    sizes = [_with_gap(lot.size, beds) for lot in lots]
    order = [number for number, lot in enumerate(lots) for _ in lot.parts]
    free = [[Rect(room.x, room.y, *_with_gap(room.size, beds)) for room in beds.first]]
    spots = []
    for lot in sorted(order, key=lambda lot: -sizes[lot].width * sizes[lot].height):
        best = _best_place(free, sizes[lot], waste)
        if best is None:
            free.append([Rect(beds.room.x, beds.room.y, *_with_gap(beds.room.size, beds))])
            best = _best_place(free, sizes[lot], waste)
        assert best is not None  # each fits an empty bed
        bed, turned, taken = best
        free[bed] = without(free[bed], taken)
        spots.append(BlockPlace(bed, Point(taken.x, taken.y), lot, _single(lots[lot], turned)))
    return BlockLayout(tuple(spots), 0.0)


def _best_place(
    free: Sequence[Sequence[Rect]], part: Size, waste: Callable[[Rect, Size], float]
) -> tuple[int, bool, Rect] | None:
    """Return the place where a part wastes the least: its bed, whether it is turned, its area."""
    fits = (
        (round(waste(room, size), 3), bed, turned, Rect(room.x, room.y, *size))
        for bed, rooms in enumerate(free)
        for turned, size in ((False, part), (True, part.turned()))
        for room in rooms
        if room.width > size.width - EPSILON and room.height > size.height - EPSILON
    )
    best = min(fits, key=lambda one: one[0], default=None)
    return best and best[1:]


def _with_gap(size: Size, beds: Beds) -> Size:
    return Size(size.width + beds.apart.width, size.height + beds.apart.height)


def _single(lot: LaserLot, turned: bool) -> LaserBlock:
    lying = lot.size.turned() if turned else lot.size
    straight = (one for one in lot.lattices if not one.staggered and one.cell == lying)
    return LaserBlock((Patch(next(straight), (LaidRow(0, 1),)),))
