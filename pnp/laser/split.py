"""Boards larger than the bed, cut into parts to join."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from shapely import LineString, Polygon, box, get_parts

from pnp.base.errors import LayoutError
from pnp.base.geometry import Rect, Size, Transform
from pnp.base.path import Path, flattened, path_bounds, polygon
from pnp.base.units import EPSILON, Mm, dimensions
from pnp.laser.artwork import FINE, SPECK, Artwork, open_path, rings

BESIDE: Mm = 0.05  # a scored line this near a parting lies on it
LONG = 0.6  # a board may be parted along scored lines of at least this share of a side


def split(side: Artwork, most: Size) -> tuple[Artwork, ...]:
    """Return the pieces of a board, none larger than ``most``, row by row from the top left.

    The board is parted along scored lines where possible, and otherwise evenly.

    Raises:
        LayoutError: If the board is not a rectangle.
    """
    bounds = path_bounds(side.outline)
    if Polygon(flattened(side.outline, FINE)).area < bounds.width * bounds.height * (1 - 1e-6):
        raise LayoutError(
            f"is {dimensions(*bounds.size)}, larger than the {dimensions(*most)} of the bed, and "
            "only boards with straight edges are made in parts"
        )
    lines = [LineString(flattened(path, FINE)) for path in side.scored]
    upright = [line.xy[0][0] for line in lines if _is_long(line, bounds.height, upright=True)]
    level = [line.xy[1][0] for line in lines if _is_long(line, bounds.width, upright=False)]
    columns = _edges(bounds.x, bounds.right, most.width, upright)
    rows = _edges(bounds.y, bounds.bottom, most.height, level)
    return tuple(
        _part(side, Rect(left, top, right - left, bottom - top))
        for top, bottom in pairwise(rows)
        for left, right in pairwise(columns)
    )


def _is_long(line: LineString, side: Mm, upright: bool) -> bool:
    xs, ys = line.xy
    across, along = (xs, ys) if upright else (ys, xs)
    straight = max(across) - min(across) < EPSILON
    return bool(straight and max(along) - min(along) >= LONG * side)


def _edges(start: Mm, end: Mm, most: Mm, lines: Sequence[Mm]) -> list[Mm]:
    """Return where a side is parted, including both its ends."""
    edges = [start]
    while end - edges[-1] > most + EPSILON:
        here = edges[-1]
        count = -(-(end - here) // most)
        even = here + (end - here) / count
        near = [x for x in lines if here + most / 2 < x <= here + most + EPSILON]
        edges.append(min(near, key=lambda x: abs(x - even)) if near else even)
    return [*edges, end]


def _part(side: Artwork, window: Rect) -> Artwork:
    """Return the part of a board within a window, moved to the origin."""
    frame = box(window.x, window.y, window.right, window.bottom)
    edge = frame.boundary.buffer(BESIDE)
    lines = (LineString(flattened(path, FINE)) for path in side.scored)
    scored = (
        open_path(part.coords)
        for line in lines
        for part in get_parts(line.intersection(frame).difference(edge))
        if isinstance(part, LineString) and part.length > SPECK
    )
    engraved = (piece for path in side.engraved for piece in _clipped(path, frame))
    found = Artwork(polygon(window.corners), (), tuple(scored), tuple(engraved))
    return found.placed(Transform.move(-window.x, -window.y))


def _clipped(path: Path, frame: Polygon) -> Iterator[Path]:
    area = Polygon(flattened(path, FINE)).buffer(0)
    if frame.contains(area):
        yield path
    else:
        yield from rings(area.intersection(frame))
