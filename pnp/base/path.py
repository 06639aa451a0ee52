"""Outlines made of lines, arcs and curves. Arcs stay arcs, for the machines that know them."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import acos, atan2, ceil, cos, dist, hypot, isclose, pi, sin, sqrt, tan, tau
from typing import NamedTuple

from pnp.base.geometry import IDENTITY, Point, Rect, Transform
from pnp.base.units import EPSILON, Mm

_TOUCHING: Mm = 1e-4  # less is lost where coordinates are written


class Line(NamedTuple):
    """A straight line from where the path is."""

    to: Point


class Arc(NamedTuple):
    """A piece of a circle; ``large`` picks the longer of the two ways round, as in SVG."""

    to: Point
    radius: Mm
    clockwise: bool
    large: bool = False


class Curve(NamedTuple):
    """A cubic Bézier curve."""

    control1: Point
    control2: Point
    to: Point


Segment = Line | Arc | Curve


class Path(NamedTuple):
    """One connected outline; a closed one goes straight back to ``start`` at its end."""

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
    """Return a rectangle, clockwise from its top left, with round corners if asked for."""
    left, top, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    if not radius:
        return polygon(
            (Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom))
        )
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
    """Return what touches the middles of a rectangle's sides."""
    if abs(rect.width - rect.height) < EPSILON:
        return circle(rect.center, rect.width / 2)
    # Four curves: off by less than a thousandth of the longer side.
    reach = 4 / 3 * (sqrt(2) - 1)
    (x, y), across, down = rect.center, rect.width / 2, rect.height / 2
    ends = [Point(x, rect.y), Point(rect.right, y), Point(x, rect.bottom), Point(rect.x, y)]
    tangents = [(across, 0.0), (0.0, down), (-across, 0.0), (0.0, -down)]
    curves = []
    for index in range(4):
        start, end = ends[index], ends[(index + 1) % 4]
        (ax, ay), (bx, by) = tangents[index], tangents[(index + 1) % 4]
        one, two = start.moved(reach * ax, reach * ay), end.moved(-reach * bx, -reach * by)
        curves.append(Curve(one, two, end))
    return Path(ends[0], tuple(curves))


def regular_polygon(center: Point, sides: int, radius: Mm, first: float = 0.0) -> Path:
    """Return a regular polygon; ``first`` is its first corner's angle in degrees from the top."""
    angles = [(first - 90 + 360 * i / sides) * pi / 180 for i in range(sides)]
    return polygon(center.moved(radius * cos(a), radius * sin(a)) for a in angles)


def joined(paths: Iterable[Path]) -> Path:
    """Return one closed outline that encloses what closed paths do, by either rule of filling.

    Lines there and back link them, which enclose nothing.
    """
    first, *others = paths
    steps = [*first.segments, Line(first.start)]
    for other in others:
        steps += [Line(other.start), *other.segments, Line(other.start), Line(first.start)]
    return Path(first.start, tuple(steps))


def placed(path: Path, transform: Transform) -> Path:
    """Return a path moved, turned, mirrored or scaled; arcs stay arcs.

    Raises:
        ValueError: If the transform stretches one way and the path has arcs.
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
                    raise ValueError("an arc that is stretched one way is none")
                return Arc(transform.apply(to), radius * scale, clockwise != mirrored, large)

    return Path(transform.apply(path.start), tuple(map(segment, path.segments)), path.closed)


def flattened(path: Path, tolerance: Mm) -> list[Point]:
    """Return points along a path, chords between which leave it by no more than ``tolerance``.

    A closed path ends where it starts.
    """
    points = [path.start]
    here = path.start
    for one in path.segments:
        match one:
            case Line(to):
                points.append(to)
            case Arc():
                points += _along_arc(here, one, tolerance)
            case Curve():
                points += _along_curve(here, one, tolerance)
        here = one.to
    if path.closed and points[-1] != points[0]:
        points.append(points[0])
    return points


def _along_arc(start: Point, arc: Arc, tolerance: Mm) -> Iterator[Point]:
    middle, begin, sweep = arc_geometry(start, arc)
    widest = 2 * acos(max(-1.0, 1 - tolerance / arc.radius)) if tolerance < arc.radius else pi / 2
    steps = max(2, ceil(abs(sweep) / widest))
    (x, y), radius = middle, arc.radius
    for index in range(1, steps):
        angle = begin + sweep * index / steps
        yield Point(x + radius * cos(angle), y + radius * sin(angle))
    yield arc.to


def _along_curve(start: Point, curve: Curve, tolerance: Mm) -> Iterator[Point]:
    """Yield points by even steps: the second differences bound how far chords are away."""
    a, b, c, d = start, curve.control1, curve.control2, curve.to
    bend = max(
        hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y),
        hypot(b.x - 2 * c.x + d.x, b.y - 2 * c.y + d.y),
    )
    steps = max(1, ceil(sqrt(6 * bend / (8 * tolerance))))
    for index in range(1, steps):
        t = index / steps
        s = 1 - t
        e, f, g, h = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        yield Point(
            e * a.x + f * b.x + g * c.x + h * d.x,
            e * a.y + f * b.y + g * c.y + h * d.y,
        )
    yield d


def walk(path: Path) -> Iterator[tuple[Point, Segment]]:
    """Yield each segment with the point it starts from, the line that closes a path included.

    Lines of no length are left out.
    """
    here = path.start
    closing = (Line(path.start),) if path.closed else ()
    for segment in (*path.segments, *closing):
        if not isinstance(segment, Line) or dist(here, segment.to) > EPSILON:
            yield here, segment
            here = segment.to


def circle_of(path: Path) -> tuple[Point, Mm] | None:
    """Return the middle and the radius of the circle that a path is, or None."""
    steps = list(walk(path))
    arcs = [(start, step) for start, step in steps if isinstance(step, Arc)]
    if not path.closed or not arcs or len(arcs) < len(steps):
        return None
    middles, _, sweeps = zip(*(arc_geometry(start, arc) for start, arc in arcs), strict=True)
    radius = arcs[0][1].radius
    middle = Point(*(sum(axis) / len(arcs) for axis in zip(*middles, strict=True)))
    near = all(dist(middle, other) < _TOUCHING for other in middles)
    round_once = isclose(abs(sum(sweeps)), tau, abs_tol=1e-3)  # it is that, or far from it
    return (middle, radius) if near and round_once else None


def arc_in_pieces(start: Point, arc: Arc, most: float = pi / 2) -> Iterator[Arc]:
    """Yield equal pieces of an arc, none with a sweep of more than ``most`` radians."""
    middle, begin, sweep = arc_geometry(start, arc)
    steps = max(1, ceil(abs(sweep) / most - 1e-9))
    for index in range(1, steps + 1):
        angle = begin + sweep * index / steps
        there = middle.moved(arc.radius * cos(angle), arc.radius * sin(angle))
        yield Arc(there if index < steps else arc.to, arc.radius, arc.clockwise)


def arc_as_curves(start: Point, arc: Arc) -> Iterator[Curve]:
    """Yield cubic curves along ``arc``, at most a quarter turn each.

    They leave the circle by less than 0.03 % of its radius.
    """
    middle, begin, sweep = arc_geometry(start, arc)
    steps = max(1, int(abs(sweep) / (pi / 2) - 1e-9) + 1)
    step = sweep / steps
    reach = arc.radius * 4 / 3 * tan(step / 4)
    for index in range(steps):
        a, b = begin + index * step, begin + (index + 1) * step
        here = middle.moved(arc.radius * cos(a), arc.radius * sin(a))
        there = middle.moved(arc.radius * cos(b), arc.radius * sin(b))
        yield Curve(
            here.moved(-reach * sin(a), reach * cos(a)),
            there.moved(reach * sin(b), -reach * cos(b)),
            there if index < steps - 1 else arc.to,
        )


@lru_cache(maxsize=2048)
def arc_geometry(start: Point, arc: Arc) -> tuple[Point, float, float]:
    """Return an arc's centre, the angle it starts at and its sweep, in radians clockwise.

    A sweep is negative when the arc runs anticlockwise.
    """
    dx, dy = arc.to.x - start.x, arc.to.y - start.y
    chord = hypot(dx, dy)
    height = sqrt(max(0.0, arc.radius**2 - chord**2 / 4))
    side = 1 if arc.clockwise != arc.large else -1
    middle = Point(
        (start.x + arc.to.x) / 2 - side * height * dy / chord,
        (start.y + arc.to.y) / 2 + side * height * dx / chord,
    )
    half = acos(max(-1.0, min(1.0, height / arc.radius)))
    sweep = 2 * (pi - half if arc.large else half)
    begin = atan2(start.y - middle.y, start.x - middle.x)
    return middle, begin, sweep if arc.clockwise else -sweep


def curve_as_arcs(start: Point, curve: Curve, within: Mm) -> Iterator[Line | Arc]:
    """Yield lines and arcs along a curve, which leave it by ``within`` at most."""
    there = _lies_on(start, curve, 0.5)
    one = _through(start, there, curve.to)
    samples = [_lies_on(start, curve, index / 16) for index in range(1, 16)]
    if all(_leaves(start, one, point) <= within for point in samples):
        yield one
        return
    first, second = _halves(start, curve)
    yield from curve_as_arcs(start, first, within)
    yield from curve_as_arcs(there, second, within)


def _lies_on(start: Point, curve: Curve, t: float) -> Point:
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
    corners = (start, curve.control1, curve.control2, curve.to)
    pairs = list(zip(weights, corners, strict=True))
    return Point(sum(w * p.x for w, p in pairs), sum(w * p.y for w, p in pairs))


def _halves(start: Point, curve: Curve) -> tuple[Curve, Curve]:
    """Cut a curve in its middle, as de Casteljau does."""

    def between(one: Point, other: Point) -> Point:
        return Point((one.x + other.x) / 2, (one.y + other.y) / 2)

    a, b = between(start, curve.control1), between(curve.control1, curve.control2)
    c = between(curve.control2, curve.to)
    left, right = between(a, b), between(b, c)
    return Curve(a, left, between(left, right)), Curve(right, c, curve.to)


def _through(start: Point, middle: Point, end: Point) -> Line | Arc:
    """Return a line, or an arc that goes over ``middle`` if that is within half a turn."""
    ax, ay, bx, by = middle.x - start.x, middle.y - start.y, end.x - middle.x, end.y - middle.y
    cross = ax * by - ay * bx
    chord = dist(start, end)
    if abs(cross) <= EPSILON * chord:
        return Line(end)
    radius = hypot(ax, ay) * hypot(bx, by) * chord / (2 * abs(cross))
    return Arc(end, radius, clockwise=cross > 0)


def _leaves(start: Point, segment: Line | Arc, point: Point) -> Mm:
    """Return how far a point is from a line, or from an arc of half a turn at most."""
    dx, dy = segment.to.x - start.x, segment.to.y - start.y
    length = hypot(dx, dy)
    if not length:
        return dist(start, point)
    along = ((point.x - start.x) * dx + (point.y - start.y) * dy) / length
    past = max(-along, along - length, 0.0)
    if past or isinstance(segment, Line):
        return hypot(past, ((point.x - start.x) * dy - (point.y - start.y) * dx) / length)
    middle, _, _ = arc_geometry(start, segment)
    return abs(dist(middle, point) - segment.radius)


@lru_cache(maxsize=2048)  # it is asked for by all who place, order or write a path
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
            case Arc(to, radius):
                points.append(to)
                points += _extremes(here, segment, radius)
        here = segment.to
    return Rect.around(points)


def _extremes(start: Point, arc: Arc, radius: Mm) -> Iterator[Point]:
    middle, begin, sweep = arc_geometry(start, arc)
    low, high = min(begin, begin + sweep), max(begin, begin + sweep)
    for quarter in range(-8, 9):
        angle = quarter * pi / 2
        if low < angle < high:
            yield middle.moved(radius * cos(angle), radius * sin(angle))
