"""Lots of equal parts, and the blocks in which they are placed side by side."""

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from math import dist, fsum, hypot, sqrt
from typing import NamedTuple

from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Line, Path, circle_of, flattened, path_bounds
from pnp.base.units import EPSILON, Mm
from pnp.laser.cuts import edges_of
from pnp.laser.kerf import outward
from pnp.laser.scheme import Kerf

MOST_TRIED = 100  # lengths of rows, and numbers of rows, of which every one is tried

_ENOUGH = 0.25  # of a side: parts with a shorter cut in common lie a gap apart
_FINE: Mm = 0.01
_NEAR: Mm = 1e-6


class Lattice(NamedTuple):
    """The steps from one part to the next, in rows.

    A part takes a ``cell``. Neighbours in a row share a cut of the length ``beside``, neighbours in
    adjoining rows one of ``below``; 0 if they share none. Every second row is shifted by half a
    step if ``staggered``. Rows run down the bed, with x and y swapped, if ``upended``. The parts
    lie on their sides if ``turned``.
    """

    cell: Size
    across: Mm
    down: Mm
    beside: Mm = 0.0
    below: Mm = 0.0
    staggered: bool = False
    upended: bool = False
    turned: bool = False

    def fit(self, room: Size) -> tuple[int, int]:
        """Return how many columns and rows fit into a room."""
        width, height = room.turned() if self.upended else room
        return (
            how_many(width, self.cell.width, self.across),
            how_many(height, self.cell.height, self.down),
        )


class LaidRow(NamedTuple):
    """Parts of one row: their offset from the left in half steps, and their number."""

    start: int
    length: int


class Patch(NamedTuple):
    """Rows of parts on one lattice."""

    lattice: Lattice
    rows: tuple[LaidRow, ...]
    at: Point = Point(0, 0)

    @property
    def holds(self) -> int:
        """The number of parts."""
        return sum(row.length for row in self.rows)

    @property
    def size(self) -> Size:
        """Its width and height on the bed."""
        lattice = self.lattice
        wide = max(row.start + 2 * row.length for row in self.rows) / 2 - 1
        size = Size(
            wide * lattice.across + lattice.cell.width,
            (len(self.rows) - 1) * lattice.down + lattice.cell.height,
        )
        return size.turned() if lattice.upended else size

    @property
    def saved(self) -> Mm:
        """The length of cut that its parts share."""
        lattice = self.lattice
        beside = self.holds - len(self.rows)
        below = sum(map(self._meetings, self.rows, self.rows[1:])) if lattice.below else 0
        return beside * lattice.beside + below * lattice.below

    def areas(self) -> Iterator[Rect]:
        """Yield the areas of the patch: one for equal rows, two if the last rows are shorter."""
        if self.lattice.staggered:
            yield Rect(*self.at, *self.size)
            return
        full = sum(row == self.rows[0] for row in self.rows)
        for first, rows in ((0, self.rows[:full]), (full, self.rows[full:])):
            if rows:
                part = self._replace(rows=rows)
                x, y = self._place(0, first)
                yield Rect(x, y, *part.size)

    def places(self) -> Iterator[Point]:
        """Yield the top left of each part, row by row."""
        for number, row in enumerate(self.rows):
            for column in range(row.length):
                yield self._place(row.start / 2 + column, number)

    def _place(self, column: float, row: int) -> Point:
        x, y = column * self.lattice.across, row * self.lattice.down
        return self.at.moved(y, x) if self.lattice.upended else self.at.moved(x, y)

    def _meetings(self, row: LaidRow, below: LaidRow) -> int:
        """Count the pairs of neighbours in adjoining rows."""
        if not self.lattice.staggered:
            return min(row.length, below.length)
        return _common(row.start + 1, row.length, below) + _common(row.start - 1, row.length, below)


class LaserBlock(NamedTuple):
    """Parts as near to one another as possible: one patch, or two placed crosswise.

    ``joint`` is the length of the cut that the two patches share.
    """

    patches: tuple[Patch, ...]
    joint: Mm = 0.0

    @property
    def holds(self) -> int:
        """The number of parts."""
        return sum(patch.holds for patch in self.patches)

    @property
    def saved(self) -> Mm:
        """The length of cut that its parts share."""
        return self.joint + fsum(patch.saved for patch in self.patches)

    @property
    def size(self) -> Size:
        """Its width and height."""
        return Rect.around_all(Rect(*patch.at, *patch.size) for patch in self.patches).size

    def areas(self) -> Iterator[Rect]:
        """Yield the areas that its parts take."""
        for patch in self.patches:
            yield from patch.areas()


def how_many(room: Mm, cell: Mm, step: Mm) -> int:
    """Return how many cells, one step apart, fit into a room."""
    return max(0, int((room - cell + step + EPSILON) / step))


def patches(lattice: Lattice, count: int, room: Size) -> Iterator[Patch]:
    """Yield the patches of ``count`` parts that fit into a room and may be the best.

    In straight rows these are all rectangles, possibly without some parts of the last row: no other
    shape has a shorter outline. In staggered rows the corners of rectangles may be missing as well,
    which makes them hexagons.
    """
    if lattice.staggered:
        yield from _staggered(lattice, count, room)
        return
    columns, rows = lattice.fit(room)
    for wide in _thinned(range(-(-count // rows) if rows else count + 1, min(columns, count) + 1)):
        full, rest = divmod(count, wide)
        yield Patch(lattice, (LaidRow(0, wide),) * full + (LaidRow(0, rest),) * (rest > 0))


def fullest(lattice: Lattice, room: Size) -> Patch | None:
    """Return the patch with the most parts in a room; None if not one fits."""
    columns, rows = lattice.fit(room)
    if not (columns and rows):
        return None
    if lattice.staggered:
        return Patch(lattice, _zigzag(lattice, columns, rows, room))
    return Patch(lattice, (LaidRow(0, columns),) * rows)


def crosswise(first: Lattice, second: Lattice, count: int, room: Size) -> Iterator[LaserBlock]:
    """Yield blocks of two patches: one along a side of a room, the other crosswise beside it.

    They have ``count`` parts or, where these do not fit, as many as do.
    """
    columns, rows = first.fit(room)
    if not (columns and rows):
        return
    gap = Size(*(max(gaps) for gaps in zip(_gaps(first), _gaps(second), strict=True)))
    for wide in _thinned(range(1, min(columns, (count - 1) // rows) + 1)):
        patch = Patch(first, (LaidRow(0, wide),) * rows)
        at = Point(patch.size.width + gap.width, 0)
        rest = _best(second, count - wide * rows, Size(room.width - at.x, room.height))
        if rest is not None:
            flat = min(lattice.beside / lattice.cell.height for lattice in (first, second))
            joint = flat * min(patch.size.height, rest.size.height)
            yield LaserBlock((patch, rest._replace(at=at)), joint)
    for high in _thinned(range(1, min(rows, (count - 1) // columns) + 1)):
        patch = Patch(first, (LaidRow(0, columns),) * high)
        at = Point(0, patch.size.height + gap.height)
        rest = _best(second, count - high * columns, Size(room.width, room.height - at.y))
        if rest is not None:
            flat = min(lattice.below / lattice.cell.width for lattice in (first, second))
            joint = flat * min(patch.size.width, rest.size.width)
            yield LaserBlock((patch, rest._replace(at=at)), joint)


def _gaps(lattice: Lattice) -> Size:
    return Size(lattice.across - lattice.cell.width, lattice.down - lattice.cell.height)


def _best(lattice: Lattice, count: int, room: Size) -> Patch | None:
    """Return the patch of ``count`` parts with the most shared cuts, or else the fullest."""
    if count < 1:
        return None
    found = max(patches(lattice, count, room), key=lambda patch: patch.saved, default=None)
    return found or fullest(lattice, room)


def _staggered(lattice: Lattice, count: int, room: Size) -> Iterator[Patch]:
    columns, rows = lattice.fit(room)
    for high in _thinned(range(1, min(rows, count) + 1)):
        least = -(-count // high)
        for wide in _thinned(range(least, min(columns, count, least + high // 2 + 1) + 1)):
            shapes = []
            if wide * (high - 1) - high // 2 < count:  # or rows would be left over
                shapes.append(_cropped(_zigzag(lattice, wide, high, room), count))
            if lattice.below:
                shapes.append(_hexagon(wide, high, count))
            yield from (Patch(lattice, shape) for shape in shapes if shape)


def _thinned(numbers: range) -> range:
    """Return all of a few numbers, or an even selection of many.

    For thousands of parts, the number of shapes grows with the cube of their rows.
    """
    return numbers[:: max(1, -(-len(numbers) // MOST_TRIED))]


def _zigzag(lattice: Lattice, columns: int, rows: int, room: Size) -> tuple[LaidRow, ...]:
    """Return alternately shifted rows; the shifted ones are one part shorter if necessary."""
    width = room.height if lattice.upended else room.width
    wide = (columns - 0.5) * lattice.across + lattice.cell.width
    shifted = columns if wide <= width + EPSILON else columns - 1
    if not shifted:
        return (LaidRow(0, columns),)
    return tuple(LaidRow(1, shifted) if row % 2 else LaidRow(0, columns) for row in range(rows))


def _hexagon(columns: int, rows: int, count: int) -> tuple[LaidRow, ...]:
    """Return rows that grow by one to the widest and shrink again, as evenly as possible.

    Empty if the corners have no row to spare.
    """
    spare, ends = columns * rows - count, [0, 0]  # how many rows grow, and how many shrink
    while sum(ends) + 1 < rows and min(ends) + 1 < columns and spare > min(ends):
        spare -= min(ends) + 1
        ends[ends[0] > ends[1]] += 1
    grow, shrink = ends
    if not grow or spare >= columns - shrink:  # the last row, which is cropped, has too few
        return ()
    counts = [columns - max(0, grow - row, row - (rows - 1 - shrink)) for row in range(rows)]
    starts = [0]
    for row, (before, here) in enumerate(pairwise(counts)):
        starts.append(starts[-1] + (before - here or (1 if (row - grow) % 2 else -1)))
    first = min(starts)
    shape = tuple(LaidRow(start - first, here) for start, here in zip(starts, counts, strict=True))
    return _cropped(shape, count)


def _cropped(rows: tuple[LaidRow, ...], count: int) -> tuple[LaidRow, ...]:
    """Return rows cropped to ``count`` parts in the last row; empty if that is not enough."""
    *others, last = rows
    left = count - sum(row.length for row in others)
    return (*others, last._replace(length=left)) if 0 < left <= last.length else ()


def _common(start: int, count: int, row: LaidRow) -> int:
    """Count the places, two half steps apart, that two rows share."""
    first, last = max(start, row.start), min(start + 2 * count, row.start + 2 * row.length)
    return max(0, (last - first) // 2)


def same_outline(outline: Path) -> tuple[Point, ...]:
    """Return a key for equal outlines, wherever they lie: points, to 0.0001 mm."""
    corner = path_bounds(outline)
    places = flattened(outline, _FINE)
    return tuple(Point(round(x - corner.x, 4), round(y - corner.y, 4)) for x, y in places)


def lattices(outline: Path, kerf: Kerf, apart: Kerf, share: bool) -> tuple[Lattice, ...]:
    """Return the lattices for parts with an outline.

    Neighbours that have enough cut in common, and may ``share`` it, lie a kerf from one another;
    others lie ``apart``.
    """
    size = path_bounds(outline).size
    if circle_of(outline):
        return _of_discs(size.width, max(apart))
    straight = _in_straight_rows(outline, kerf, apart, share)
    if _is_hexagon(outline):
        return (*_of_hexagons(size, kerf if share else apart, share), *straight)
    return straight


def _of_discs(width: Mm, gap: Mm) -> tuple[Lattice, ...]:
    cell, step = Size(width, width), width + gap
    rows = Lattice(cell, step, step * sqrt(3) / 2, staggered=True)
    return rows, rows._replace(upended=True), Lattice(cell, step, step)


def _of_hexagons(size: Size, gap: Kerf, share: bool) -> tuple[Lattice, Lattice]:
    """Return honeycomb lattices, with hexagons upright or lying."""
    stands = size.width <= size.height
    cell = size if stands else size.turned()
    side = (cell.width + fsum(gap) / 2) / sqrt(3) if share else 0.0

    def honeycomb(x: Mm, y: Mm) -> Lattice:
        # Edges of neighbours that face one another, horizontally and at 60 degrees to that.
        across = cell.width + x
        slanted = cell.width + hypot(x / 2, y * sqrt(3) / 2)
        down = (slanted - across / 4) * 2 / sqrt(3)
        return Lattice(cell, across, down, side, side, staggered=True)

    upended = honeycomb(gap.y, gap.x)._replace(upended=True, turned=stands)
    return honeycomb(gap.x, gap.y)._replace(turned=not stands), upended


def _in_straight_rows(outline: Path, kerf: Kerf, apart: Kerf, share: bool) -> tuple[Lattice, ...]:
    """Return straight rows of parts as drawn, and of parts on their sides."""
    size = path_bounds(outline).size
    beside, below = _in_common(outline, kerf) if share else (0.0, 0.0)
    found: list[Lattice] = []
    for cell, ahead, aside in ((size, beside, below), (size.turned(), below, beside)):
        across = cell.width + (kerf.x if ahead else apart.x)
        down = cell.height + (kerf.y if aside else apart.y)
        found.append(Lattice(cell, across, down, ahead, aside, turned=bool(found)))
    return tuple(found[:1] if abs(size.width - size.height) < EPSILON else found)


def _in_common(outline: Path, kerf: Kerf) -> tuple[Mm, Mm]:
    """Return the shared cut of horizontal and vertical neighbours; 0 if it is too short."""
    cut = outward(outline, kerf)
    bounds = path_bounds(cut)
    lines = [(edge.start, edge.end) for edge in edges_of(cut) if isinstance(edge.segment, Line)]

    def along(axis: int, edge: Mm) -> list[tuple[Mm, Mm]]:
        """Return the stretches of straight lines on one edge of the bounds."""
        flat = (ends for ends in lines if max(abs(end[axis] - edge) for end in ends) < _NEAR)
        return [(min(a[1 - axis], b[1 - axis]), max(a[1 - axis], b[1 - axis])) for a, b in flat]

    beside = _overlap(along(0, bounds.x), along(0, bounds.right))
    below = _overlap(along(1, bounds.y), along(1, bounds.bottom))
    return (
        beside if beside >= _ENOUGH * bounds.height else 0.0,
        below if below >= _ENOUGH * bounds.width else 0.0,
    )


def _overlap(some: Sequence[tuple[Mm, Mm]], others: Sequence[tuple[Mm, Mm]]) -> Mm:
    return fsum(max(0.0, min(a[1], b[1]) - max(a[0], b[0])) for a, b in product(some, others))


def _is_hexagon(outline: Path) -> bool:
    """Return whether an outline is a regular hexagon in either orientation."""
    corners = list(dict.fromkeys(flattened(outline, 1.0)))
    if len(corners) != 6 or not all(isinstance(step, Line) for step in outline.segments):
        return False
    center = path_bounds(outline).center
    reach = [dist(center, corner) for corner in corners]
    sides = [dist(a, b) for a, b in pairwise(corners)]
    return max(*reach, *sides) - min(*reach, *sides) < 1e-6 * reach[0] + EPSILON
