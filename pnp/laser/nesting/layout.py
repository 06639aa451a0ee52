"""Layouts: blocks of several lots placed on one bed after another."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, product
from math import fsum, inf
from typing import NamedTuple

from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import EPSILON, Mm
from pnp.laser.nesting.blocks import LaserBlock, Lattice, crosswise, fullest, patches
from pnp.laser.nesting.free import area_of, free_rectangles, largest_without, without


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
