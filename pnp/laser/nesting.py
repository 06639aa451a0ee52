"""Nesting: lots of equal parts on as few beds as possible, with as little waste."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, permutations, product
from math import ceil, fsum, inf, sqrt
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size
from pnp.base.messages import Message
from pnp.base.units import EPSILON, Mm, format_mm
from pnp.laser.lots import LaidRow, LaserBlock, Lattice, Patch, crosswise, fullest, patches

_FEW = 3  # lots, whose every order is tried


def free_rectangles(room: Rect, taken: Iterable[Rect]) -> list[Rect]:
    """Return all maximal rectangles of a room that touch no occupied area."""
    free = [room]
    for area in taken:
        free = without(free, area)
    return free


def without(free: Sequence[Rect], taken: Rect) -> list[Rect]:
    """Return the maximal free rectangles after an area is occupied."""
    found = [one for one in free if not one.overlaps(taken)]
    parts = {part for one in free if one.overlaps(taken) for part in _around(one, taken)}
    for part in sorted(parts, key=lambda one: (-area_of(one), one)):
        if not any(one.contains(part) for one in found):
            found.append(part)
    return found


def largest_without(free: Iterable[Rect], taken: Rect) -> float:
    """Return the area of the largest rectangle left after an area is occupied."""
    found, right, bottom = 0.0, taken.x + taken.width, taken.y + taken.height
    for x, y, width, height in free:
        above, before = taken.y - y, taken.x - x
        after, below = x + width - right, y + height - bottom
        apart = before >= width or above >= height or after >= width or below >= height
        whole = width * height
        around = max(before * height, above * width, after * height, below * width)
        found = max(found, whole if apart else around)
    return found


def area_of(rect: Rect) -> float:
    """Return the area of a rectangle in mm²."""
    return rect.width * rect.height


def _around(room: Rect, taken: Rect) -> Iterator[Rect]:
    """Yield the strips of a room on the four sides of an area."""
    left, above = taken.x - room.x, taken.y - room.y
    right, below = room.right - taken.right, room.bottom - taken.bottom
    if left > EPSILON:
        yield room._replace(width=left)
    if above > EPSILON:
        yield room._replace(height=above)
    if right > EPSILON:
        yield room._replace(x=taken.right, width=right)
    if below > EPSILON:
        yield room._replace(y=taken.bottom, height=below)


class LaserLot(NamedTuple):
    """Equal parts by index, the size of one, and the lattices that they may lie on."""

    parts: tuple[int, ...]
    size: Size
    lattices: tuple[Lattice, ...]


class Beds(NamedTuple):
    """Beds of one size, the ``used`` areas of the first, and the distance between blocks."""

    size: Size
    margin: Mm
    apart: Size
    used: tuple[Rect, ...] = ()

    @property
    def room(self) -> Rect:
        """The area for parts on a whole bed."""
        return Rect(0, 0, *self.size).inset(self.margin)

    @property
    def first(self) -> list[Rect]:
        """The areas for parts on the first bed: rectangles that may overlap."""
        return free_rectangles(self.room, (area.inset(-self.margin) for area in self.used))


class LotOrder(NamedTuple):
    """A way to lay out lots: their order, and which to pack ``tight`` rather than share cuts.

    A lot that fits nowhere as a whole is split to fill beds if ``breaks``, and begins another bed
    otherwise.
    """

    order: tuple[int, ...]
    tight: frozenset[int] = frozenset()
    breaks: bool = True


class BlockPlace(NamedTuple):
    """A block of a lot, and its place on a bed."""

    bed: int
    at: Point
    lot: int
    block: LaserBlock


class BlockLayout(NamedTuple):
    """Blocks on beds, and the largest free area on the last bed."""

    spots: tuple[BlockPlace, ...]
    left: float

    @property
    def rank(self) -> tuple[int, Mm, int, float]:
        """Its sort key: fewest beds, least cut, fewest blocks, the largest free rectangle."""
        saved = fsum(spot.block.saved for spot in self.spots)
        beds = len({spot.bed for spot in self.spots})
        return beds, -round(saved, 3), len(self.spots), -round(self.left, 3)


def lay_out(lots: Sequence[LaserLot], beds: Beds, way: LotOrder) -> BlockLayout:
    """Lay lots out in one way; each must fit an empty bed."""
    layer = _Layer(lots, beds, way)
    for lot in way.order:
        layer.lay(lot)
    return BlockLayout(tuple(layer.spots), max(map(area_of, layer.free[-1]), default=0.0))


def most_saved(lots: Sequence[LaserLot], beds: Beds) -> Mm:
    """Return the greatest saving if each lot lies in its best block; inf if one fits no bed."""
    found = (_shapes(lot.lattices, len(lot.parts), beds.room.size) for lot in lots)
    return fsum(shapes[0][0] if shapes else inf for shapes in found) - 0.01


class _Option(NamedTuple):
    """A block that fits into a free rectangle of a bed."""

    bed: int
    rect: Rect
    size: Size
    block: LaserBlock

    @property
    def slack(self) -> tuple[Mm, Mm]:
        """The room beside it, the shorter side first."""
        across, down = self.rect.width - self.size.width, self.rect.height - self.size.height
        return min(across, down), max(across, down)


class _Layer:
    """Places lots on beds, and tracks the free rectangles."""

    def __init__(self, lots: Sequence[LaserLot], beds: Beds, way: LotOrder) -> None:
        self.spots: list[BlockPlace] = []
        self.free: list[list[Rect]] = []
        self._open: dict[int, list[Rect]] = {}  # without those too narrow for any part
        self._lots, self._beds, self._way = lots, beds, way
        self._narrowest = min(min(lattice.cell) for lot in lots for lattice in lot.lattices)
        self._begin(beds.first)

    def lay(self, lot: int) -> None:
        """Place a lot on the beds, in as many blocks as it needs."""
        left = len(self._lots[lot].parts)
        while left:
            found = self._whole(lot, left)
            if found is None and (self._way.breaks or self._is_fresh):
                found = self._most(lot, left)
            if found is None:
                self._begin([self._beds.room])
                continue
            self._put(lot, found)
            left -= found.block.holds

    def _begin(self, free: list[Rect]) -> None:
        self.free.append([])
        self._is_fresh = True
        self._set_free(len(self.free) - 1, free)

    def _set_free(self, bed: int, free: list[Rect]) -> None:
        self.free[bed] = free
        self._open[bed] = [one for one in free if min(one.size) >= self._narrowest - EPSILON]
        if not self._open[bed]:
            del self._open[bed]

    def _put(self, lot: int, found: _Option) -> None:
        at = Point(found.rect.x, found.rect.y)
        self.spots.append(BlockPlace(found.bed, at, lot, found.block))
        self._is_fresh = self._is_fresh and found.bed < len(self.free) - 1
        free, apart = self.free[found.bed], self._beds.apart
        for area in found.block.areas():
            taken = Rect(
                found.rect.x + area.x - apart.width,
                found.rect.y + area.y - apart.height,
                area.width + 2 * apart.width,
                area.height + 2 * apart.height,
            )
            free = without(free, taken)
        self._set_free(found.bed, free)

    def _whole(self, lot: int, count: int) -> _Option | None:
        """Return the best block of all remaining parts; None if it fits nowhere."""
        lattices = self._lots[lot].lattices
        shapes = _shapes(lattices, count, self._beds.room.size)
        if lot in self._way.tight:
            options = [one for shape in shapes for one in self._options(*shape[1:])]
            return min(options, key=lambda one: one.slack, default=None)
        for _, group in groupby(shapes, key=lambda shape: shape[0]):
            options = [one for shape in group for one in self._options(*shape[1:])]
            if options:
                return self._leaves_most(options)
        crossed = [one for one in self._crosswise(lattices, count) if one.block.holds == count]
        return max(crossed, key=lambda one: one.block.saved, default=None)

    def _most(self, lot: int, count: int) -> _Option | None:
        """Return the block with the most parts that fits anywhere; None if not one does."""
        lattices = self._lots[lot].lattices
        full = (
            _Option(bed, rect, patch.size, LaserBlock((patch,)))
            for bed, rect in self._rectangles()
            for lattice in lattices
            if (patch := fullest(lattice, rect.size))
        )
        found = (*full, *self._crosswise(lattices, count))
        return max(
            found, key=lambda one: (one.block.holds, round(one.block.saved, 3)), default=None
        )

    def _rectangles(self) -> Iterator[tuple[int, Rect]]:
        for bed, free in self._open.items():
            for rect in free:
                yield bed, rect

    def _options(self, size: Size, block: LaserBlock) -> Iterator[_Option]:
        """Yield the places where a block fits."""
        for bed, rect in self._rectangles():
            if size.width <= rect.width + EPSILON and size.height <= rect.height + EPSILON:
                yield _Option(bed, rect, size, block)

    def _crosswise(self, lattices: Sequence[Lattice], count: int) -> Iterator[_Option]:
        straight = [lattice for lattice in lattices if not lattice.staggered]
        for (bed, rect), first, second in product(self._rectangles(), straight, straight):
            if first != second:
                for block in crosswise(first, second, count, rect.size):
                    yield _Option(bed, rect, block.size, block)

    def _leaves_most(self, options: Sequence[_Option]) -> _Option:
        """Return the option that leaves the largest free rectangle, or else the tightest."""
        across, down = self._beds.apart

        def left(one: _Option) -> float:
            width, height = one.size.width + 2 * across, one.size.height + 2 * down
            taken = Rect(one.rect.x - across, one.rect.y - down, width, height)
            return largest_without(self.free[one.bed], taken)

        return max(options, key=lambda one: (round(left(one)), -one.slack[0]))


@lru_cache(maxsize=256)
def _shapes(
    lattices: tuple[Lattice, ...], count: int, room: Size
) -> tuple[tuple[Mm, Size, LaserBlock], ...]:
    """Return the blocks of ``count`` parts in a room with their savings, the greatest first."""
    found = [
        (round(patch.saved, 3), patch.size, LaserBlock((patch,)))
        for lattice in lattices
        for patch in patches(lattice, count, room)
    ]
    return tuple(sorted(found, key=lambda shape: -shape[0]))


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
        best = min(
            [best, *(_packed(lots, beds, waste) for waste in _WASTES)], key=lambda one: one.rank
        )
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
