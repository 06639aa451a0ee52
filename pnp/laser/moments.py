"""Areas of engravings, and closed paths as polygons."""

from collections.abc import Iterable
from math import fsum

from shapely import Polygon, STRtree, point_on_surface, polygons

from pnp.base.geometry import Point
from pnp.base.path import Arc, Curve, Line, Path, arc_geometry, flattened, walk
from pnp.base.units import Mm
from pnp.laser.edges import FINE

_ROUGH: Mm = 0.02  # close enough to find what lies inside a path

Sums = tuple[float, float, float, float]  # the integrals of 1, x, y and xy


def polygon_of(path: Path, fine: Mm = FINE) -> Polygon:
    """Return the polygon of a closed path, with chords within ``fine``."""
    return polygons(flattened(path, fine))


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
    return fsum(sign * _enclosed(path) for sign, path, _ in even_odd(paths, _ROUGH))


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


def _cross(a: Point, b: Point) -> float:
    return a.x * b.y - b.x * a.y
