"""Sheets of material: how they are sawn to fit the bed, how many it takes, and what is left."""

from collections.abc import Iterator, Sequence
from math import ceil, floor
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.geometry import Rect, Size
from pnp.base.path import path_bounds
from pnp.base.units import EPSILON, Mm
from pnp.laser.beds import LaserPart, place_parts
from pnp.laser.nesting import area_of, free_rectangles
from pnp.laser.passes import PlannedPass
from pnp.laser.scheme import LaserScheme, ReportedSheets
from pnp.scene.laser_bed import Step

SAW: Mm = 3.0  # allowed for the blade between two pieces
WORTH_KEEPING: Mm = 30.0  # the least width of a remainder that is reported


class SawnSheet(NamedTuple):
    """A sheet of material, in ``columns`` and ``rows`` of equal pieces that fit the bed.

    ``piece`` is oriented as on the bed; in the sheet it lies the other way if ``turned``.
    """

    sheet: Size
    piece: Size
    columns: int = 1
    rows: int = 1
    turned: bool = False

    @property
    def pieces(self) -> int:
        """The number of pieces of a sheet."""
        return self.columns * self.rows

    @property
    def whole(self) -> bool:
        """Whether the sheet fits the bed uncut."""
        return sorted(self.piece) == sorted(self.sheet)

    def count(self, beds: int) -> int:
        """Return how many sheets give a piece for each bed."""
        return -(-beds // self.pieces)

    def rest(self, beds: int) -> Size:
        """Return the largest rectangle of the last sheet that is not used for beds."""
        across, down = self.piece.turned() if self.turned else self.piece
        full, more = divmod(beds - (self.count(beds) - 1) * self.pieces, self.columns)
        started = full + (1 if more else 0)
        below = Size(self.sheet.width, self.sheet.height - started * (down + SAW))
        beside = Size(
            self.sheet.width - (more or self.columns) * (across + SAW),
            self.sheet.height - (full if more else 0) * (down + SAW),
        )
        return max((below, beside), key=_room)


def ways_to_saw(sheet: Size, bed: Size) -> tuple[SawnSheet, ...]:
    """Return the ways in which a sheet may lie on a bed: whole, or else sawn, largest pieces first.

    A sheet is sawn into pieces as large as the bed, or evenly, which leaves no strips.
    """
    for turned, lying in ((False, sheet), (True, sheet.turned())):
        if lying.width <= bed.width + EPSILON and lying.height <= bed.height + EPSILON:
            return (SawnSheet(sheet, lying, turned=turned),)
    found = {
        way
        for turned, most in ((False, bed), (True, bed.turned()))
        for way in _sawn(sheet, most, turned)
    }
    return tuple(sorted(found, key=lambda way: (-_room(way.piece), way)))


def _sawn(sheet: Size, most: Size, turned: bool) -> Iterator[SawnSheet]:
    """Yield a sheet in pieces of the size ``most``, and in equal pieces without remainder."""
    for exact in (False, True):
        across, columns = _side(sheet.width, most.width, exact)
        down, rows = _side(sheet.height, most.height, exact)
        piece = Size(across, down)
        yield SawnSheet(sheet, piece.turned() if turned else piece, columns, rows, turned)


def _side(sheet: Mm, most: Mm, exact: bool) -> tuple[Mm, int]:
    """Return the length and number of the parts of one side of a sheet."""
    if sheet <= most + EPSILON:
        return sheet, 1
    if not exact:
        return most, int((sheet + SAW + EPSILON) // (most + SAW))
    count = ceil((sheet + SAW) / (most + SAW) - EPSILON)
    return floor((sheet - (count - 1) * SAW) / count), count


def fewest_sheets(
    parts: Sequence[LaserPart], scheme: LaserScheme, ways: Sequence[SawnSheet]
) -> SawnSheet:
    """Return the way that takes the fewest sheets and beds, and leaves the largest rectangle."""
    if len(ways) == 1:
        return ways[0]
    found: list[tuple[int, int, float, int]] = []
    faults: list[LayoutError] = []
    for index, way in enumerate(ways):
        try:
            beds = len(list(place_parts(parts, scheme._replace(bed=way.piece))))
        except LayoutError as fault:
            faults.append(fault)
        else:
            found.append((way.count(beds), beds, -_room(way.rest(beds)), index))
    if not found:
        raise faults[0]
    return ways[min(found)[-1]]


def report_sheets(
    way: SawnSheet, scheme: LaserScheme, parts: Sequence[LaserPart], planned: Sequence[PlannedPass]
) -> ReportedSheets | None:
    """Return how many sheets of material the passes take and what is left of the last one.

    Returns None for parts that a shop cuts out of its own sheets.
    """
    if scheme.single:
        return None
    beds = max(one.sheet for one in planned)
    first = next(one for one in planned if one.sheet == beds)
    taken = [*_parts(first, parts), *(scheme.used if beds == 1 else ())]
    pins = [pin for pin in _holes(first) if not any(area.contains(pin) for area in taken)]
    kerf = max(scheme.kerf)
    free = free_rectangles(Rect(0, 0, *way.piece), (one.inset(-kerf) for one in (*taken, *pins)))
    left: list[Size] = [max(free, key=area_of, default=Rect(0, 0, 0, 0)).size]
    if not way.whole:
        left.append(way.rest(beds))
    largest = max(left, key=_room)
    rest = Size(floor(largest.width), floor(largest.height))
    as_it_is = way.whole and not way.turned
    return ReportedSheets(
        size_mm=way.sheet,
        count=way.count(beds),
        sawn=None if way.whole else (way.columns, way.rows),
        used_mm=scheme.used,
        left_mm=rest if min(rest) >= WORTH_KEEPING else None,
        taken_mm=tuple(map(_outwards, (Rect.around_all(taken), *pins))) if as_it_is else (),
    )


def _parts(planned: PlannedPass, parts: Sequence[LaserPart]) -> Iterator[Rect]:
    """Yield the rectangles around the parts on a bed."""
    for place in planned.placements:
        size = parts[place.part].size
        yield Rect(place.x, place.y, *(size.turned() if place.turn % 180 else size))


def _holes(planned: PlannedPass) -> Iterator[Rect]:
    """Yield the rectangles around holes that are cut, in parts and for pins."""
    for operation in planned.bed.operations:
        if operation.step is Step.INNER:
            yield from map(path_bounds, operation.paths)


def _outwards(rect: Rect) -> Rect:
    """Return a burnt-out rectangle, rounded outwards to whole mm."""
    x, y = max(0, floor(rect.x - 1)), max(0, floor(rect.y - 1))
    return Rect(x, y, ceil(rect.right + 1) - x, ceil(rect.bottom + 1) - y)


def _room(size: Size) -> float:
    """Return the area of a size; 0 if a side is negative."""
    return max(0.0, size.width) * max(0.0, size.height)
