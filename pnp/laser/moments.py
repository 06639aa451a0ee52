"""Areas, centroids and product moments of engravings."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import dist, fsum

import numpy as np
from numpy.typing import NDArray
from shapely import Polygon, STRtree, get_coordinates, point_on_surface, polygons

from pnp.base.geometry import Point
from pnp.base.path import Arc, Curve, Line, Path, arc_geometry, flattened, walk
from pnp.base.units import Mm
from pnp.laser.edges import FINE
from pnp.records.laser_report import Moments

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


def moments_of_areas(paths: Iterable[Path], origin: Point) -> Moments | None:
    """Return the moments of closed paths, by the even-odd rule; None if they have no area."""
    sums = []
    for sign, _, ring in even_odd(paths):
        found = _integrals_within(get_coordinates(ring))
        sums.append([sign * value if found[0] > 0 else -sign * value for value in found])
    return _moments(sums, origin)


def moments_of_lines(paths: Iterable[Path], origin: Point) -> Moments | None:
    """Return the moments of lines, weighted by length; None if there are none."""
    chords = (pairwise(flattened(path, FINE)) for path in paths)
    return _moments([_integrals_along(a, b) for pairs in chords for a, b in pairs], origin)


def _moments(sums: Sequence[Sequence[float]], origin: Point) -> Moments | None:
    amount, x, y, xy = (fsum(column) for column in zip(*sums, strict=True)) if sums else [0.0] * 4
    if not amount:
        return None
    x, y = x / amount, y / amount
    return Moments(amount, x - origin.x, y - origin.y, xy / amount - x * y)


def _integrals_within(ring: NDArray[np.float64]) -> Sums:
    """Integrate over a polygon by Green's theorem; clockwise counts as positive."""
    (ax, ay), (bx, by) = ring[:-1].T, ring[1:].T
    cross = ax * by - bx * ay
    products = 2 * ax * ay + ax * by + bx * ay + 2 * bx * by
    one, x, y, xy = cross / 2, cross * (ax + bx) / 6, cross * (ay + by) / 6, cross * products / 24
    return fsum(one.tolist()), fsum(x.tolist()), fsum(y.tolist()), fsum(xy.tolist())


def _integrals_along(a: Point, b: Point) -> Sums:
    length = dist(a, b)
    x, y = length * (a.x + b.x) / 2, length * (a.y + b.y) / 2
    return length, x, y, length * _products(a, b) / 6


def _products(a: Point, b: Point) -> float:
    return 2 * a.x * a.y + a.x * b.y + b.x * a.y + 2 * b.x * b.y


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
