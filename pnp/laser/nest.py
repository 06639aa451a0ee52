"""Nesting: where equal or different parts go on as few beds as possible."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil, sqrt
from typing import NamedTuple

import rectpack

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Size
from pnp.base.units import EPSILON, Mm, format_mm

_PER_MM = 1000  # rectpack counts in whole numbers: micrometres


class NestPlace(NamedTuple):
    """Where a part goes: its index, its top left, and whether it lies on its side."""

    part: int
    x: Mm
    y: Mm
    turned: bool = False


NestedBed = tuple[NestPlace, ...]  # one bed, in the order of the parts


class _Block(NamedTuple):
    """Columns and rows of rectangles that lie the same way."""

    at: Point
    columns: int
    rows: int
    turned: bool


def rectangles(
    bed: Size, part: Size, count: int, gap: Mm, margin: Mm, gap_down: Mm | None = None
) -> tuple[NestedBed, ...]:
    """Place equal rectangles in one or two blocks, row by row, on as few beds as possible.

    All parts lie the same way unless more fit with a second block that lies the other way. Parts
    and blocks are ``gap`` apart, rows ``gap_down`` if that is given.

    Raises:
        LayoutError: If the part is larger than the bed within its margin.
    """
    room = _room(bed, margin)
    gaps = Size(gap, gap if gap_down is None else gap_down)
    layouts = [
        [spot for block in blocks for spot in _cells(block, part, gaps, margin)]
        for blocks in _blockings(room, part, gaps)
    ]
    return _dealt(_best(layouts, count, part, bed, margin), count)


def discs(bed: Size, diameter: Mm, count: int, gap: Mm, margin: Mm) -> tuple[NestedBed, ...]:
    """Place discs in staggered rows, staggered columns or straight rows, whichever holds most.

    Raises:
        LayoutError: If the disc is larger than the bed within its margin.
    """
    disc = Size(diameter, diameter)
    room = _room(bed, margin)
    gaps = Size(gap, gap)
    straight = _cells(_Block(Point(0, 0), *_fit(room, disc, gaps), False), disc, gaps, margin)
    layouts = [
        [spot._replace(turned=False) for spot in layout]
        for layout in (straight, *_honeycombs(room, disc, gap, margin))
    ]
    return _dealt(_best(layouts, count, disc, bed, margin), count)


def hexagons(bed: Size, part: Size, count: int, gap: Mm, margin: Mm) -> tuple[NestedBed, ...]:
    """Place regular hexagons in a honeycomb: facing edges are parallel and ``gap`` apart.

    ``part`` is the bounds of a hexagon: its smaller side is from flat to flat.

    Raises:
        LayoutError: If the hexagon is larger than the bed within its margin.
    """
    upright = part if part.width <= part.height else part.turned()
    layouts = _honeycombs(_room(bed, margin), upright, gap, margin)
    if upright != part:
        layouts = [[spot._replace(turned=not spot.turned) for spot in lay] for lay in layouts]
    return _dealt(_best(layouts, count, part, bed, margin), count)


def mixed(bed: Size, parts: Sequence[Size], gap: Mm, margin: Mm) -> tuple[NestedBed, ...]:
    """Place rectangles of several sizes, at least ``gap`` apart, on as few beds as possible.

    Raises:
        LayoutError: If a part is larger than the bed within its margin.
    """
    room = _room(bed, margin)
    for part in parts:
        if not any(_fits(lying, room) for lying in (part, part.turned())):
            raise _too_large(part, bed, margin)
    if not parts:
        return ()
    found = [_packed(room, parts, gap, margin, packer) for packer in _PACKERS]
    if len(set(parts)) == 1:
        found.append(rectangles(bed, parts[0], len(parts), gap, margin))
    return min(found, key=_waste)


def _room(bed: Size, margin: Mm) -> Size:
    return Size(bed.width - 2 * margin, bed.height - 2 * margin)


def _fits(part: Size, room: Size) -> bool:
    return part.width <= room.width + EPSILON and part.height <= room.height + EPSILON


def _fit(room: Size, part: Size, gaps: Size) -> tuple[int, int]:
    """Return how many columns and rows fit."""
    return (
        _how_many(room.width, part.width, gaps.width),
        _how_many(room.height, part.height, gaps.height),
    )


def _how_many(room: Mm, part: Mm, gap: Mm) -> int:
    return max(0, int((room + gap + EPSILON) / (part + gap)))


def _too_large(part: Size, bed: Size, margin: Mm) -> LayoutError:
    return LayoutError(
        f"a part of {format_mm(part.width)} x {format_mm(part.height)} mm does not fit on a bed of "
        f"{format_mm(bed.width)} x {format_mm(bed.height)} mm "
        f"with a margin of {format_mm(margin)} mm"
    )


def _best(
    layouts: Iterable[list[NestPlace]], count: int, part: Size, bed: Size, margin: Mm
) -> list[NestPlace]:
    """Return the first layout that holds all parts, or else the first that holds most."""
    most = max(layouts, key=lambda spots: min(len(spots), max(count, 1)))
    if not most:
        raise _too_large(part, bed, margin)
    return most


def _dealt(spots: Sequence[NestPlace], count: int) -> tuple[NestedBed, ...]:
    """Deal the spots of a bed to the parts, bed after bed."""
    return tuple(
        tuple(spot._replace(part=first + i) for i, spot in enumerate(spots[: count - first]))
        for first in range(0, count, len(spots))
    )


def _blockings(room: Size, part: Size, gaps: Size) -> Iterator[tuple[_Block, ...]]:
    """Yield the ways to fill a bed with one block, and then those with two."""
    lying = {turned: part.turned() if turned else part for turned in (False, True)}
    full = {turned: _fit(room, lying[turned], gaps) for turned in lying}
    for turned, (columns, rows) in full.items():
        yield (_Block(Point(0, 0), columns, rows, turned),)
    for turned, (columns, rows) in full.items():
        for some in range(1, columns):
            at = some * (lying[turned].width + gaps.width)
            rest = _fit(Size(room.width - at, room.height), lying[not turned], gaps)
            first = _Block(Point(0, 0), some, rows, turned)
            yield first, _Block(Point(at, 0), *rest, not turned)
        for some in range(1, rows):
            at = some * (lying[turned].height + gaps.height)
            rest = _fit(Size(room.width, room.height - at), lying[not turned], gaps)
            first = _Block(Point(0, 0), columns, some, turned)
            yield first, _Block(Point(0, at), *rest, not turned)


def _cells(block: _Block, part: Size, gaps: Size, margin: Mm) -> Iterator[NestPlace]:
    lying = part.turned() if block.turned else part
    across, down = lying.width + gaps.width, lying.height + gaps.height
    for row in range(block.rows):
        for column in range(block.columns):
            x, y = block.at.x + column * across, block.at.y + row * down
            yield NestPlace(0, margin + x, margin + y, block.turned)


def _honeycombs(room: Size, part: Size, gap: Mm, margin: Mm) -> list[list[NestPlace]]:
    """Return staggered rows, and staggered columns of turned parts."""
    rows = _staggered(room, part, gap)
    columns = _staggered(room.turned(), part, gap)
    return [
        [NestPlace(0, margin + x, margin + y) for x, y in rows],
        [NestPlace(0, margin + y, margin + x, turned=True) for x, y in columns],
    ]


def _staggered(room: Size, part: Size, gap: Mm) -> list[Point]:
    """Return the top left of parts in rows, every second row shifted by half a pitch.

    The centres of a part's six neighbours are all at the same distance: its width and the gap.
    """
    pitch = part.width + gap
    found: list[Point] = []
    if not _fits(part, room):
        return found
    step = pitch * sqrt(3) / 2
    for row in range(1 + int((room.height - part.height + EPSILON) / step)):
        begin = pitch / 2 if row % 2 else 0.0
        for column in range(_how_many(room.width - begin, part.width, gap)):
            found.append(Point(begin + column * pitch, row * step))
    return found


_PACKERS: tuple[Callable[..., object], ...] = (
    rectpack.MaxRectsBssf,
    rectpack.MaxRectsBaf,
    rectpack.MaxRectsBlsf,
    rectpack.SkylineMwfl,
    rectpack.GuillotineBssfMaxas,
)


def _packed(
    room: Size, parts: Sequence[Size], gap: Mm, margin: Mm, how: Callable[..., object]
) -> tuple[NestedBed, ...]:
    """Pack parts with one packer; each takes the gap on its right and below with it."""
    packer = rectpack.newPacker(pack_algo=how, bin_algo=rectpack.PackingBin.BBF)
    sizes = [Size(_microns(part.width + gap), _microns(part.height + gap)) for part in parts]
    for index, size in enumerate(sizes):
        packer.add_rect(*size, rid=index)
    bin_size = (int((side + gap + EPSILON) * _PER_MM) for side in room)
    packer.add_bin(*bin_size, count=len(parts))
    packer.pack()
    beds: list[list[NestPlace]] = [[] for _ in packer]
    for bed, x, y, width, _, part in packer.rect_list():
        turned = width != sizes[part].width
        beds[bed].append(NestPlace(part, margin + x / _PER_MM, margin + y / _PER_MM, turned))
    return tuple(tuple(sorted(bed)) for bed in beds)


def _microns(side: Mm) -> int:
    return ceil((side - EPSILON) * _PER_MM)


def _waste(sheets: Sequence[NestedBed]) -> tuple[int, int]:
    """Return a sort key: fewest beds, then fewest parts on the last."""
    return len(sheets), len(sheets[-1])
