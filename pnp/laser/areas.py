"""Areas within outlines, which may cross themselves, with their centroids and moments."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import fsum

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
    polygons,
    unary_union,
)

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point
from pnp.base.path import RECURRING, Arc, Curve, Line, Path, arc_geometry, flattened, walk
from pnp.base.units import Mm
from pnp.laser.cuts import FINE

ROUGH: Mm = 0.02  # close enough to find what lies inside a path, and to scan it

ENGRAVED_CHORD: Mm = 0.03  # how far chords may leave an engraved edge: a third of a fine beam
MOST_CROSSINGS = 20_000  # of one path with itself; a million take GEOS 4 GB
TANGLED = "has outlines too complicated for a laser; simplify them"


def polygon_of(path: Path, fine: Mm = FINE) -> Polygon:
    """Return the polygon of a closed path, with chords within ``fine``."""
    return polygons(rough_points(path) if fine == ROUGH else flattened(path, fine))


@lru_cache(maxsize=RECURRING)
def rough_points(path: Path) -> NDArray[np.float64]:
    """Return points along a path whose chords are close enough to scan it."""
    return np.array(flattened(path, ROUGH))


def even_odd(paths: Iterable[Path], fine: Mm = FINE) -> list[tuple[int, Path, Polygon]]:
    """Return closed paths, largest first, each with a sign and its polygon.

    The sign is -1 for a hole: a path within an odd number of others. None may cross another.
    """
    found = [(path, polygon_of(path, fine)) for path in paths]
    found.sort(key=lambda one: -one[1].area)
    rings = [ring for _, ring in found]
    signs = [1] * len(rings)
    inner, outer = STRtree(rings).query(point_on_surface(rings), predicate="within")
    for one, other in zip(inner.tolist(), outer.tolist(), strict=True):
        if other < one:  # a point of a ring may lie in a smaller one too
            signs[one] = -signs[one]
    return [(sign, *one) for sign, one in zip(signs, found, strict=True)]


def area(paths: Iterable[Path]) -> float:
    """Return the area in mm² of closed paths, by the even-odd rule; none may cross."""
    return fsum(sign * _enclosed(path) for sign, path, _ in even_odd(paths, ROUGH))


@lru_cache(maxsize=RECURRING)
def _enclosed(path: Path) -> float:
    """Return the exact area within a path, by Green's theorem for each segment."""
    twice = []
    here = path.start
    for start, segment in walk(path):
        here = segment.to
        match segment:
            case Line(to):
                twice.append(_cross(start, to))
            case Arc(to, radius):
                (x, y), _, sweep = arc_geometry(start, segment)
                twice.append(x * (to.y - start.y) - y * (to.x - start.x) + radius**2 * sweep)
            case Curve(one, two, to):
                twice.append(0.6 * (_cross(start, one) + _cross(two, to)) + 0.1 * _cross(start, to))
                twice.append(0.3 * (_cross(start, two) + _cross(one, two) + _cross(one, to)))
    return abs(fsum([*twice, _cross(here, path.start)])) / 2


@lru_cache(maxsize=256)  # an outline is measured several times, and recurs on other faces
def engraved_points(path: Path) -> tuple[Point, ...]:
    """Return points along a path, accurate to a third of a fine beam."""
    return tuple(flattened(path, ENGRAVED_CHORD))


def _cross(a: Point, b: Point) -> float:
    return a.x * b.y - b.x * a.y


@lru_cache(maxsize=256)
def area_of(path: Path, even_odd: bool = False) -> Polygon | MultiPolygon:
    """Return the area within a closed path, accurate to a third of a fine beam; lines have none.

    If a path crosses itself, the non-zero or the ``even_odd`` rule decides what is inside.
    """
    points = engraved_points(path)
    found = polygons(points) if len(points) > 2 else Polygon()
    if found.is_valid:
        return found
    require_untangled(points)
    return _wound([points], even_odd)


def area_within(paths: Sequence[Path]) -> Polygon | MultiPolygon:
    """Return the combined area within closed paths, by the non-zero rule."""
    lines = [points for path in paths if len(points := engraved_points(path)) > 2]
    for points in lines:
        require_untangled(points)
    return _wound(lines, even_odd=False)


def _wound(lines: Sequence[Sequence[Point]], even_odd: bool) -> Polygon | MultiPolygon:
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


def require_untangled(points: Sequence[Point]) -> None:
    """Refuse a line with more self-crossings than GEOS can handle; each takes a kB of memory."""
    steps = linestrings(np.stack((points[:-1], points[1:]), axis=1))
    tree, found, first, many = STRtree(steps), 0, 0, 1
    while first < len(steps):
        found += tree.query(steps[first : first + many], predicate="crosses").shape[1]
        if found > 2 * MOST_CROSSINGS:
            raise LayoutError(TANGLED)
        first, many = first + many, min(2 * many, 256)
