"""Areas of closed paths by the even-odd rule."""

from collections.abc import Iterable
from typing import assert_never

from shapely import Polygon, STRtree, point_on_surface, polygons

from pnp.base.geometry import Point
from pnp.base.path import Arc, Curve, Line, Path, arc_geometry, flattened, walk
from pnp.base.units import Mm
from pnp.laser.edges import FINE

ROUGH: Mm = 0.02  # chords as near as this tell what lies in what


def polygon_of(path: Path, fine: Mm = FINE) -> Polygon:
    """Return what a closed path encloses, along chords that are so near to it."""
    return polygons(flattened(path, fine))


def even_odd(paths: Iterable[Path], fine: Mm = FINE) -> list[tuple[int, Path, Polygon]]:
    """Return closed paths that do not cross and what they enclose, largest first, with a sign.

    It is -1 for a hole: what lies in an odd number of others.
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
    """Return the area in mm² of closed paths, filled by the even-odd rule; none may cross."""
    return sum((sign * _enclosed(path) for sign, path, _ in even_odd(paths, ROUGH)), 0.0)


def _enclosed(path: Path) -> float:
    """Return the area within a path, exactly: by Green's theorem, a segment at a time."""
    twice = 0.0
    here = path.start
    for start, segment in walk(path):
        here = segment.to
        match segment:
            case Line(to):
                twice += _cross(start, to)
            case Arc(to, radius):
                (x, y), _, sweep = arc_geometry(start, segment)
                twice += x * (to.y - start.y) - y * (to.x - start.x) + radius * radius * sweep
            case Curve(one, two, to):
                twice += 0.6 * (_cross(start, one) + _cross(two, to)) + 0.1 * _cross(start, to)
                twice += 0.3 * (_cross(start, two) + _cross(one, two) + _cross(one, to))
            case _:
                assert_never(segment)
    return abs(twice + _cross(here, path.start)) / 2


def _cross(a: Point, b: Point) -> float:
    return a.x * b.y - b.x * a.y
