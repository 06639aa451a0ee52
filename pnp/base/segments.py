"""Lines, circular arcs and cubic Bézier curves, and conversions between them.

A segment starts where the one before it ends, so functions take its start as well.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import acos, atan2, ceil, cos, dist, hypot, pi, sin, sqrt, tan
from typing import NamedTuple

from pnp.base.geometry import Point
from pnp.base.units import EPSILON, Mm


class Line(NamedTuple):
    """A straight line to a point."""

    to: Point


class Arc(NamedTuple):
    """A circular arc; ``large`` picks the longer of the two ways round, as in SVG."""

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
# Along a curve, for comparing it with an arc through its middle; they part most at the first ones.
_SAMPLES = tuple(index / 16 for index in (4, 12, 3, 13, 5, 11, 2, 14, 6, 10, 1, 15, 7, 9, 8))
_FEW = 64  # steps along a curve; nearly all have fewer


def arc_points(start: Point, arc: Arc, tolerance: Mm) -> Iterator[Point]:
    """Yield points along an arc up to its end whose chords stay within ``tolerance`` of it."""
    (x, y), begin, sweep = arc_geometry(start, arc)
    radius = arc.radius
    widest = 2 * acos(max(-1.0, 1 - tolerance / radius)) if tolerance < radius else pi / 2
    steps = max(2, ceil(abs(sweep) / widest))
    for index in range(1, steps):
        angle = begin + sweep * index / steps
        yield Point(x + radius * cos(angle), y + radius * sin(angle))
    yield arc.to


def curve_points(start: Point, curve: Curve, tolerance: Mm) -> list[Point]:
    """Return points along a curve up to its end whose chords stay within ``tolerance`` of it.

    The second differences of its control points bound the distance of a chord.
    """
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = start, *curve
    bend = max(hypot(ax - 2 * bx + cx, ay - 2 * by + cy), hypot(bx - 2 * cx + dx, by - 2 * cy + dy))
    steps = max(1, ceil(sqrt(6 * bend / (8 * tolerance))))
    weights = _few_weights(steps) if steps <= _FEW else map(_weights, _inner(steps))
    points = [
        Point(e * ax + f * bx + g * cx + h * dx, e * ay + f * by + g * cy + h * dy)
        for e, f, g, h in weights
    ]
    points.append(curve.to)
    return points


def curve_point(start: Point, curve: Curve, t: float) -> Point:
    """Return the point of a curve at ``t``, from 0 at its start to 1 at its end."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = start, *curve
    e, f, g, h = _weights(t)
    return Point(e * ax + f * bx + g * cx + h * dx, e * ay + f * by + g * cy + h * dy)


def _weights(t: float) -> tuple[float, float, float, float]:
    """Return the weights of a curve's start, control points and end at ``t``."""
    s = 1 - t
    return s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t


@lru_cache(maxsize=_FEW)
def _few_weights(steps: int) -> tuple[tuple[float, float, float, float], ...]:
    return tuple(map(_weights, _inner(steps)))


def _inner(steps: int) -> Iterator[float]:
    """Yield where steps along a curve begin and end, without its own ends."""
    return (index / steps for index in range(1, steps))


def arc_in_pieces(start: Point, arc: Arc, most: float = pi / 2) -> Iterator[Arc]:
    """Yield equal pieces of an arc that sweep at most ``most`` radians each."""
    middle, begin, sweep = arc_geometry(start, arc)
    steps = max(1, ceil(abs(sweep) / most - 1e-9))
    for index in range(1, steps + 1):
        angle = begin + sweep * index / steps
        there = middle.moved(arc.radius * cos(angle), arc.radius * sin(angle))
        yield Arc(there if index < steps else arc.to, arc.radius, arc.clockwise)


def arc_as_curves(start: Point, arc: Arc) -> Iterator[Curve]:
    """Yield cubic curves along an arc, at most a quarter turn each.

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
    """Return the centre, the start angle and the sweep of an arc, in radians clockwise.

    The sweep is negative when the arc runs anticlockwise, and 0 when it ends where it starts.
    """
    dx, dy = arc.to.x - start.x, arc.to.y - start.y
    chord = hypot(dx, dy)
    if not chord:
        return start, 0.0, 0.0
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
    """Yield lines and arcs that stay within a distance of a curve."""
    there = curve_point(start, curve, 0.5)
    one = _arc_through(start, there, curve.to)
    if _is_near(start, one, (curve_point(start, curve, t) for t in _SAMPLES), within):
        yield one
        return
    first, second = _halves(start, curve)
    yield from curve_as_arcs(start, first, within)
    yield from curve_as_arcs(there, second, within)


def _halves(start: Point, curve: Curve) -> tuple[Curve, Curve]:
    """Split a curve in the middle, by de Casteljau's algorithm."""

    def between(one: Point, other: Point) -> Point:
        return Point((one.x + other.x) / 2, (one.y + other.y) / 2)

    a, b = between(start, curve.control1), between(curve.control1, curve.control2)
    c = between(curve.control2, curve.to)
    left, right = between(a, b), between(b, c)
    return Curve(a, left, between(left, right)), Curve(right, c, curve.to)


def _arc_through(start: Point, middle: Point, end: Point) -> Line | Arc:
    """Return an arc of half a turn at most through ``middle``, or a line if there is none."""
    ax, ay, bx, by = middle.x - start.x, middle.y - start.y, end.x - middle.x, end.y - middle.y
    cross = ax * by - ay * bx
    chord = dist(start, end)
    if abs(cross) <= EPSILON * chord:
        return Line(end)
    radius = hypot(ax, ay) * hypot(bx, by) * chord / (2 * abs(cross))
    return Arc(end, radius, clockwise=cross > 0)


def _is_near(start: Point, segment: Line | Arc, points: Iterable[Point], within: Mm) -> bool:
    """Return whether points are that near a line, or an arc of half a turn at most."""
    (x, y), (to_x, to_y) = start, segment.to
    dx, dy = to_x - x, to_y - y
    length = hypot(dx, dy)
    if not length:
        return all(dist(start, point) <= within for point in points)
    arc = None if isinstance(segment, Line) else (arc_geometry(start, segment)[0], segment.radius)
    for point in points:
        along = ((point.x - x) * dx + (point.y - y) * dy) / length
        past = max(-along, along - length, 0.0)
        if past or arc is None:
            away = hypot(past, ((point.x - x) * dy - (point.y - y) * dx) / length)
        else:
            middle, radius = arc
            away = abs(dist(middle, point) - radius)
        if away > within:
            return False
    return True


def arc_extremes(start: Point, arc: Arc) -> Iterator[Point]:
    """Yield the leftmost, topmost, rightmost and bottommost points of the circle on an arc."""
    middle, begin, sweep = arc_geometry(start, arc)
    low, high = min(begin, begin + sweep), max(begin, begin + sweep)
    for quarter in range(-8, 9):
        angle = quarter * pi / 2
        if low < angle < high:
            yield middle.moved(arc.radius * cos(angle), arc.radius * sin(angle))
