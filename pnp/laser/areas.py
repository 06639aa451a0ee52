"""Areas within outlines, which may cross themselves."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from shapely import (
    LineString,
    MultiPolygon,
    Polygon,
    STRtree,
    coverage_union_all,
    get_coordinates,
    get_parts,
    linestrings,
    point_on_surface,
    polygonize,
    unary_union,
)

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point
from pnp.base.path import Path, flattened
from pnp.base.units import Mm

FINE: Mm = 0.03  # how far chords may leave an engraved edge: a third of a fine beam
MOST_CROSSINGS = 20_000  # of one path with itself; a million take GEOS 4 GB
TANGLED = "has outlines too complicated for a laser; simplify them"


def area_of(path: Path, even_odd: bool = False) -> Polygon | MultiPolygon:
    """Return the area within a closed path, accurate to a third of a fine beam; lines have none.

    If a path crosses itself, the non-zero or the ``even_odd`` rule decides what is inside.
    """
    points = flattened(path, FINE)
    found = Polygon(points if len(points) > 2 else ())
    if found.is_valid:
        return found
    require_untangled(points)
    return _wound([points], even_odd)


def area_within(paths: Sequence[Path]) -> Polygon | MultiPolygon:
    """Return the combined area within closed paths, by the non-zero rule."""
    lines = [points for path in paths if len(points := flattened(path, FINE)) > 2]
    for points in lines:
        require_untangled(points)
    return _wound(lines, even_odd=False)


def _wound(lines: Sequence[list[Point]], even_odd: bool) -> Polygon | MultiPolygon:
    """Return the area that closed lines wind around."""
    faces = get_parts(polygonize(get_parts(unary_union([LineString(one) for one in lines]))))
    places = get_coordinates(point_on_surface(faces))
    turns = sum((_turns(places, np.array(one)) for one in lines), np.zeros(len(places), np.int64))
    return coverage_union_all(faces[turns % 2 != 0 if even_odd else turns != 0]).buffer(0)


def _turns(places: NDArray[np.float64], corners: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the winding numbers of a closed line around places."""
    x, y = places.T
    turns = np.zeros(len(places), np.int64)
    for (x0, y0), (x1, y1) in pairwise(corners):
        ways = (y0 <= y).astype(np.int64) - (y1 <= y)
        is_left = ways * ((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) > 0
        turns += np.where(is_left, ways, 0)
    return turns


def require_untangled(points: list[Point]) -> None:
    """Refuse a line with more self-crossings than GEOS can handle; each takes a kB of memory."""
    steps = linestrings(np.stack((points[:-1], points[1:]), axis=1))
    tree, found, first, many = STRtree(steps), 0, 0, 1
    while first < len(steps):
        found += tree.query(steps[first : first + many], predicate="crosses").shape[1]
        if found > 2 * MOST_CROSSINGS:
            raise LayoutError(TANGLED)
        first, many = first + many, min(2 * many, 256)
