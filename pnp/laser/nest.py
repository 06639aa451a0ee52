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
    room, gaps = _room(bed, margin), Size(gap, gap if gap_down is None else gap_down)
    layouts = [
        [spot for block in blocks for spot in _cells(block, part, gaps)]
        for blocks in _blockings(room, part, gaps)
    ]
    return _dealt(layouts, count, part, bed, margin)


def discs(bed: Size, diameter: Mm, count: int, gap: Mm, margin: Mm) -> tuple[NestedBed, ...]:
    """Place discs in staggered rows, staggered columns or straight rows, whichever holds most.

    Raises:
        LayoutError: If the disc is larger than the bed within its margin.
    """
    room, disc = _room(bed, margin), Size(diameter, diameter)
    layouts = [
        [spot._replace(turned=False) for spot in layout]
        for layout in (_rows(room, disc, gap), *_honeycombs(room, disc, gap))
    ]
    return _dealt(layouts, count, disc, bed, margin)


def hexagons(bed: Size, part: Size, count: int, gap: Mm, margin: Mm) -> tuple[NestedBed, ...]:
    """Place regular hexagons in a honeycomb: facing edges are parallel and ``gap`` apart.

    ``part`` is the bounds of a hexagon: its smaller side is from flat to flat.

    Raises:
        LayoutError: If the hexagon is larger than the bed within its margin.
    """
    upright = part if part.width <= part.height else part.turned()
    layouts = _honeycombs(_room(bed, margin), upright, gap)
    if upright != part:
        layouts = [[spot._replace(turned=not spot.turned) for spot in lay] for lay in layouts]
    return _dealt(layouts, count, part, bed, margin)


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
    return min(found, key=_waste)


def _room(bed: Size, margin: Mm) -> Size:
    return Size(bed.width - 2 * margin, bed.height - 2 * margin)


def _fits(part: Size, room: Size) -> bool:
    return part.width <= room.width + EPSILON and part.height <= room.height + EPSILON


def _fit(room: Size, part: Size, gaps: Size) -> tuple[int, int]:
    """Return how many columns and rows fit."""
    columns, rows = map(_how_many, room, part, gaps)
    return columns, rows


def _how_many(room: Mm, part: Mm, gap: Mm) -> int:
    return max(0, int((room + gap + EPSILON) / (part + gap)))


def _too_large(part: Size, bed: Size, margin: Mm) -> LayoutError:
    return LayoutError(
        f"a part of {format_mm(part.width)} x {format_mm(part.height)} mm does not fit on a bed of "
        f"{format_mm(bed.width)} x {format_mm(bed.height)} mm "
        f"with a margin of {format_mm(margin)} mm"
    )


def _dealt(
    layouts: Iterable[Sequence[NestPlace]], count: int, part: Size, bed: Size, margin: Mm
) -> tuple[NestedBed, ...]:
    """Deal the spots of a layout to the parts, bed after bed.

    It is the first layout that holds all parts, or else the first that holds most.
    """
    spots = max(layouts, key=lambda layout: min(len(layout), max(count, 1)))
    if not spots:
        raise _too_large(part, bed, margin)
    return tuple(
        tuple(
            NestPlace(first + i, margin + spot.x, margin + spot.y, spot.turned)
            for i, spot in enumerate(spots[: count - first])
        )
        for first in range(0, count, len(spots))
    )


def _blockings(room: Size, part: Size, gaps: Size) -> Iterator[tuple[_Block, ...]]:
    """Yield the ways to fill a bed with one block, and then those with two."""
    lying = {False: part, True: part.turned()}
    full = {turned: _fit(room, lying[turned], gaps) for turned in lying}
    for turned, (columns, rows) in full.items():
        yield (_Block(Point(0, 0), columns, rows, turned),)
    for turned, (columns, rows) in full.items():
        across, down = lying[turned].width + gaps.width, lying[turned].height + gaps.height
        splits = [(Point(some * across, 0), some, rows) for some in range(1, columns)]
        splits += [(Point(0, some * down), columns, some) for some in range(1, rows)]
        for at, some_columns, some_rows in splits:
            rest = _fit(Size(room.width - at.x, room.height - at.y), lying[not turned], gaps)
            first = _Block(Point(0, 0), some_columns, some_rows, turned)
            yield first, _Block(at, *rest, not turned)


def _cells(block: _Block, part: Size, gaps: Size) -> Iterator[NestPlace]:
    lying = part.turned() if block.turned else part
    across, down = lying.width + gaps.width, lying.height + gaps.height
    for row in range(block.rows):
        for column in range(block.columns):
            x, y = block.at.x + column * across, block.at.y + row * down
            yield NestPlace(0, x, y, block.turned)


def _rows(room: Size, part: Size, gap: Mm) -> list[NestPlace]:
    gaps = Size(gap, gap)
    return list(_cells(_Block(Point(0, 0), *_fit(room, part, gaps), False), part, gaps))


def _honeycombs(room: Size, part: Size, gap: Mm) -> list[list[NestPlace]]:
    """Return staggered rows, and staggered columns of turned parts."""
    return [
        [NestPlace(0, x, y) for x, y in _staggered(room, part, gap)],
        [NestPlace(0, y, x, turned=True) for x, y in _staggered(room.turned(), part, gap)],
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
