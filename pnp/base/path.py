"""Outlines of lines, arcs and curves. Arcs stay arcs for machines that understand them."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import cos, dist, fsum, hypot, isclose, pi, sin, sqrt, tau
from typing import NamedTuple

from pnp.base.geometry import IDENTITY, Point, Rect, Transform
from pnp.base.segments import (
    Arc,
    Curve,
    Line,
    Segment,
    arc_as_curves,
    arc_extremes,
    arc_geometry,
    arc_in_pieces,
    arc_points,
    curve_as_arcs,
    curve_points,
)
from pnp.base.units import EPSILON, Mm

__all__ = [
    "Arc",
    "Curve",
    "Line",
    "Path",
    "Segment",
    "arc_as_curves",
    "arc_geometry",
    "arc_in_pieces",
    "circle",
    "circle_of",
    "curve_as_arcs",
    "ellipse",
    "flattened",
    "joined",
    "line",
    "path_bounds",
    "placed",
    "polygon",
    "rectangle",
    "regular_polygon",
    "walk",
]

_TOUCHING: Mm = 1e-4  # less is lost where coordinates are written


class Path(NamedTuple):
    """One connected outline; a closed one ends with a straight line back to ``start``."""

    start: Point
    segments: tuple[Segment, ...]
    closed: bool = True


def line(start: Point, end: Point) -> Path:
    """Return a straight open line."""
    return Path(start, (Line(end),), closed=False)


def polygon(points: Iterable[Point]) -> Path:
    """Return the closed outline through ``points``."""
    start, *rest = points
    return Path(start, tuple(Line(point) for point in rest))


def rectangle(rect: Rect, radius: Mm = 0.0) -> Path:
    """Return a rectangle, clockwise from its top left; its corners may be rounded."""
    if not radius:
        return polygon(rect.corners)
    left, top, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    r = radius
    return Path(
        Point(left + r, top),
        (
            Line(Point(right - r, top)),
            Arc(Point(right, top + r), r, clockwise=True),
            Line(Point(right, bottom - r)),
            Arc(Point(right - r, bottom), r, clockwise=True),
            Line(Point(left + r, bottom)),
            Arc(Point(left, bottom - r), r, clockwise=True),
            Line(Point(left, top + r)),
            Arc(Point(left + r, top), r, clockwise=True),
        ),
    )


def circle(center: Point, radius: Mm) -> Path:
    """Return a circle: two clockwise half circles from its leftmost point."""
    left, right = center.moved(-radius, 0), center.moved(radius, 0)
    return Path(left, (Arc(right, radius, clockwise=True), Arc(left, radius, clockwise=True)))


def ellipse(rect: Rect) -> Path:
    """Return the ellipse that fills a rectangle."""
    if abs(rect.width - rect.height) < EPSILON:
        return circle(rect.center, rect.width / 2)
    # Four curves, off by less than a thousandth of the longer side.
    reach = 4 / 3 * (sqrt(2) - 1)
    (x, y), across, down = rect.center, rect.width / 2, rect.height / 2
    ways = [  # from where, and which way
        (Point(x, rect.y), across, 0.0),
        (Point(rect.right, y), 0.0, down),
        (Point(x, rect.bottom), -across, 0.0),
        (Point(rect.x, y), 0.0, -down),
    ]
    curves = (
        Curve(start.moved(reach * ax, reach * ay), end.moved(-reach * bx, -reach * by), end)
        for (start, ax, ay), (end, bx, by) in pairwise([*ways, ways[0]])
    )
    return Path(ways[0][0], tuple(curves))


def regular_polygon(center: Point, sides: int, radius: Mm, first: float = 0.0) -> Path:
    """Return a regular polygon; ``first`` is its first corner's angle in degrees from the top."""
    angles = [(first - 90 + 360 * i / sides) * pi / 180 for i in range(sides)]
    return polygon(center.moved(radius * cos(a), radius * sin(a)) for a in angles)


def joined(paths: Iterable[Path]) -> Path:
    """Return one closed outline with the area of several, by either fill rule.

    Pairs of coinciding lines connect them and enclose nothing.
    """
    first, *others = paths
    steps = [*first.segments, Line(first.start)]
    for other in others:
        steps += [Line(other.start), *other.segments, Line(other.start), Line(first.start)]
    return Path(first.start, tuple(steps))


def placed(path: Path, transform: Transform) -> Path:
    """Return a path moved, turned, mirrored or scaled; arcs stay arcs.

    Raises:
        ValueError: If the transform distorts circles and the path has arcs.
    """
    if transform == IDENTITY:
        return path
    scale = hypot(transform.a, transform.b)
    mirrored = transform.a * transform.d - transform.b * transform.c < 0
    slack = 1e-9 * max(1.0, scale)
    square = abs(transform.a * transform.c + transform.b * transform.d) < slack * max(1.0, scale)
    even = square and abs(scale - hypot(transform.c, transform.d)) < slack

    def segment(one: Segment) -> Segment:
        match one:
            case Line(to):
                return Line(transform.apply(to))
            case Curve(control1, control2, to):
                return Curve(*map(transform.apply, (control1, control2, to)))
            case Arc(to, radius, clockwise, large):
                if not even:
                    raise ValueError(
                        "a transform that distorts circles cannot be applied to an arc"
                    )
                return Arc(transform.apply(to), radius * scale, clockwise != mirrored, large)

    return Path(transform.apply(path.start), tuple(map(segment, path.segments)), path.closed)


def flattened(path: Path, tolerance: Mm) -> list[Point]:
    """Return points along a path whose chords stay within ``tolerance`` of it.

    A closed path ends where it starts.
    """
    points = [path.start]
    here = path.start
    for one in path.segments:
        match one:
            case Line(to):
                points.append(to)
            case Arc():
                points += arc_points(here, one, tolerance)
            case Curve():
                points += curve_points(here, one, tolerance)
        here = one.to
    if path.closed and points[-1] != points[0]:
        points.append(points[0])
    return points


def walk(path: Path) -> Iterator[tuple[Point, Segment]]:
    """Yield each segment with its start, including the line that closes a path.

    Lines without length are left out.
    """
    here = path.start
    closing = (Line(path.start),) if path.closed else ()
    for segment in (*path.segments, *closing):
        if not isinstance(segment, Line) or dist(here, segment.to) > EPSILON:
            yield here, segment
            here = segment.to


def circle_of(path: Path) -> tuple[Point, Mm] | None:
    """Return the centre and the radius of a path that is a circle, else None."""
    arcs: list[tuple[Point, Arc]] = []
    for start, step in walk(path) if path.closed else ():
        if not isinstance(step, Arc):
            return None
        arcs.append((start, step))
    if not arcs:
        return None
    middles, _, sweeps = zip(*(arc_geometry(start, arc) for start, arc in arcs), strict=True)
    radius = arcs[0][1].radius
    middle = Point(*(fsum(axis) / len(arcs) for axis in zip(*middles, strict=True)))
    near = all(dist(middle, other) < _TOUCHING for other in middles)
    round_once = isclose(abs(fsum(sweeps)), tau, abs_tol=1e-3)  # else far from it
    return (middle, radius) if near and round_once else None


@lru_cache(maxsize=2048)  # needed to place, order and write a path
def path_bounds(path: Path) -> Rect:
    """Return the smallest rectangle around a path; curves count by their control points."""
    points = [path.start]
    here = path.start
    for segment in path.segments:
        match segment:
            case Line(to):
                points.append(to)
            case Curve(control1, control2, to):
                points += [control1, control2, to]
            case Arc(to):
                points.append(to)
                points += arc_extremes(here, segment)
        here = segment.to
    return Rect.around(points)
