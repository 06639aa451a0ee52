"""Outlines of lines, circular arcs and cubic Bézier curves, and the same as SVG path data."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import cycle, pairwise
from math import acos, atan2, ceil, cos, dist, floor, fsum, hypot, isclose, pi, sin, sqrt, tan, tau
from typing import NamedTuple, assert_never

from pnp.base.geometry import IDENTITY, Point, Rect, Transform
from pnp.base.units import EPSILON, Mm, format_mm

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
    "dashed",
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
RECURRING = 8192  # outlines that recur: letters and pips on face after face and bed after bed


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
    for quarter in range(floor(low / (pi / 2)), ceil(high / (pi / 2)) + 1):
        angle = quarter * pi / 2
        if low < angle < high:
            yield middle.moved(arc.radius * cos(angle), arc.radius * sin(angle))


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
    return path if transform == IDENTITY else _placed(path, transform)


@lru_cache(maxsize=RECURRING)
def _placed(path: Path, transform: Transform) -> Path:
    scale = hypot(transform.a, transform.b)
    mirrored = transform.a * transform.d - transform.b * transform.c < 0
    slack = 1e-9 * max(1.0, scale)
    square = abs(transform.a * transform.c + transform.b * transform.d) < slack * max(1.0, scale)
    even = square and abs(scale - hypot(transform.c, transform.d)) < slack

    a, b, c, d, e, f = transform

    def segment(one: Segment) -> Segment:
        match one:
            case Line(to):
                return Line(transform.apply(to))
            case Curve((x1, y1), (x2, y2), (x, y)):  # by far the most, in letters
                return Curve(
                    Point(a * x1 + c * y1 + e, b * x1 + d * y1 + f),
                    Point(a * x2 + c * y2 + e, b * x2 + d * y2 + f),
                    Point(a * x + c * y + e, b * x + d * y + f),
                )
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


def dashed(
    points: Sequence[Point], lengths: Sequence[Mm], offset: Mm = 0.0
) -> Iterator[tuple[list[Point], float]]:
    """Yield the points of each dash along a line, and the angle of its end in radians.

    The ``lengths`` are those of a dash and a gap in turn, and begin at an ``offset``.
    """
    coming = cycle(zip(lengths, cycle((True, False)), strict=False))
    left, is_drawn = next(coming)
    while offset >= left and offset:
        offset -= left
        left, is_drawn = next(coming)
    left -= offset
    dash = [*points[:1]]
    for here, there in pairwise(points):
        whole, at = dist(here, there), 0.0
        angle = atan2(there.y - here.y, there.x - here.x)
        while whole - at >= left:
            at += left
            end = here.toward(there, at / whole if whole else 0.0)
            if is_drawn:
                yield [*dash, end], angle
            dash = [end]
            left, is_drawn = next(coming)
        left -= whole - at
        dash.append(there)
    if is_drawn and len(dash) > 1:
        yield dash, angle


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
    middles: list[Point] = []
    sweeps: list[float] = []
    radius = 0.0
    for start, step in walk(path) if path.closed else ():
        if not isinstance(step, Arc):
            return None
        middle, _, sweep = arc_geometry(start, step)
        if middles and dist(middle, middles[0]) > 2 * _TOUCHING:
            return None
        middles.append(middle)
        sweeps.append(sweep)
        radius = radius or step.radius
    if not middles:
        return None
    middle = Point(*(fsum(axis) / len(middles) for axis in zip(*middles, strict=True)))
    near = all(dist(middle, other) < _TOUCHING for other in middles)
    round_once = isclose(abs(fsum(sweeps)), tau, abs_tol=1e-3)  # else far from it
    return (middle, radius) if near and round_once else None


@lru_cache(maxsize=RECURRING)  # needed to place, order and write a path
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


def commands(path: Path) -> str:
    """Return the path data of a path."""
    parts = [f"M{_at(path.start)}"]
    for segment in path.segments:
        to = _at(segment.to)
        match segment:
            case Line():
                parts.append(f"L{to}")
            case Arc(_, radius, clockwise, large):
                r = format_mm(radius)
                parts.append(f"A{r} {r} 0 {large:d} {clockwise:d} {to}")
            case Curve(one, two, _):
                parts.append(f"C{_at(one)} {_at(two)} {to}")
            case _:
                assert_never(segment)
    return "".join(parts) + ("Z" if path.closed else "")


def quarter_commands(path: Path) -> str:
    """Return the path data of a path, with arcs of at most a quarter turn.

    Rounded numbers would move half circles by much more than their ends.
    """
    steps = list(walk(path))
    if path.closed and steps and isinstance(steps[-1][1], Line):
        steps.pop()  # Z is that line
    segments: list[Segment] = []
    for start, segment in steps:
        segments += arc_in_pieces(start, segment) if isinstance(segment, Arc) else (segment,)
    return commands(Path(path.start, tuple(segments), path.closed))


def _at(point: Point) -> str:
    return f"{format_mm(point.x)} {format_mm(point.y)}"
