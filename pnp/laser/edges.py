"""Outlines as straight edges and arcs: directions, lengths, areas and chords."""

from collections.abc import Iterable, Iterator
from math import acos, atan2, ceil, cos, dist, fsum, hypot, pi, sin, sqrt, tau
from typing import NamedTuple

from pnp.base.geometry import Point
from pnp.base.path import Arc, Curve, Line, Path, Segment, arc_geometry, curve_as_arcs, walk
from pnp.base.units import Mm

FINE: Mm = 0.0005  # how far chords may leave an arc
SAME: Mm = 1e-9  # points nearer than this are equal
_CURVE: Mm = 0.0001  # how far arcs may leave a curve


class Edge(NamedTuple):
    """A straight line or an arc, and where it starts."""

    start: Point
    segment: Line | Arc

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.segment.to


class CircularArc(NamedTuple):
    """An arc by its circle; ``begin`` and ``sweep`` are in radians, clockwise positive."""

    middle: Point
    radius: Mm
    begin: float
    sweep: float

    @property
    def end(self) -> float:
        """The angle at which it ends."""
        return self.begin + self.sweep

    def at(self, angle: float) -> Point:
        """Return the point of the circle at an angle."""
        x, y = self.middle
        return Point(x + self.radius * cos(angle), y + self.radius * sin(angle))


def circular_arc(start: Point, arc: Arc) -> CircularArc:
    """Return an arc by its circle."""
    middle, begin, sweep = arc_geometry(start, arc)
    return CircularArc(middle, arc.radius, begin, sweep)


def path_edges(path: Path) -> list[Edge]:
    """Return the edges of a path, including the one that closes it, none without length.

    Curves become arcs.
    """
    return [
        edge
        for start, segment in walk(path)
        for edge in _edges(start, segment)
        if dist(edge.start, edge.end) > SAME
    ]


def _edges(start: Point, segment: Segment) -> Iterator[Edge]:
    steps = curve_as_arcs(start, segment, _CURVE) if isinstance(segment, Curve) else (segment,)
    for step in steps:
        yield Edge(start, step)
        start = step.to


def path_of(edges: Iterable[Edge], closed: bool = True) -> Path:
    """Return the path along edges that follow one another."""
    edges = tuple(edges)
    return path_along(edges[0].start, (edge.segment for edge in edges), closed)


def path_along(start: Point, segments: Iterable[Segment], closed: bool) -> Path:
    """Return the path along segments; a closed path needs no line back to its start."""
    segments = tuple(segments)
    if closed and len(segments) > 2 and isinstance(segments[-1], Line):
        segments = segments[:-1]
    return Path(start, segments, closed)


def backwards(start: Point, segment: Segment) -> Segment:
    """Return a segment reversed: from its end to its start."""
    match segment:
        case Line():
            return Line(start)
        case Arc(_, radius, clockwise, large):
            return Arc(start, radius, not clockwise, large)
        case Curve(control1, control2):
            return Curve(control2, control1, start)


def heading(start: Point, segment: Segment) -> Point:
    """Return the direction of a segment at its start, as a unit vector."""
    if isinstance(segment, Curve):
        ahead = next((place for place in segment if dist(start, place) > SAME), segment.to)
        return directions(Edge(start, Line(ahead)))[0]
    return directions(Edge(start, segment))[0]


def half_way(start: Point, arc: Arc) -> Point:
    """Return the middle of an arc."""
    circle = circular_arc(start, arc)
    return circle.at(circle.begin + circle.sweep / 2)


def stretch(edge: Edge, first: Mm, last: Mm) -> Edge:
    """Return the part of an edge between two lengths along it."""
    whole = segment_length(edge.start, edge.segment)
    start = edge.start if first <= SAME else _along(edge, first)
    end = edge.end if last >= whole - SAME else _along(edge, last)
    if isinstance(edge.segment, Arc):
        large = (last - first) / edge.segment.radius > pi + 1e-6
        return Edge(start, edge.segment._replace(to=end, large=large))
    return Edge(start, Line(end))


def _along(edge: Edge, far: Mm) -> Point:
    if isinstance(edge.segment, Arc):
        arc = circular_arc(edge.start, edge.segment)
        return arc.at(arc.begin + (far if arc.sweep > 0 else -far) / arc.radius)
    way, _ = directions(edge)
    return edge.start.moved(far * way.x, far * way.y)


def directions(edge: Edge) -> tuple[Point, Point]:
    """Return the directions of an edge at its start and at its end, as unit vectors."""
    match edge.segment:
        case Arc():
            arc = circular_arc(edge.start, edge.segment)
            side = 1 if arc.sweep > 0 else -1
            first, last = arc.begin, arc.end
            return (
                Point(-side * sin(first), side * cos(first)),
                Point(-side * sin(last), side * cos(last)),
            )
        case _:
            dx, dy = edge.end.x - edge.start.x, edge.end.y - edge.start.y
            span = hypot(dx, dy)
            return Point(dx / span, dy / span), Point(dx / span, dy / span)


def turn(before: Point, after: Point) -> float:
    """Return the angle between two directions in radians, positive if clockwise."""
    return atan2(before.x * after.y - before.y * after.x, before.x * after.x + before.y * after.y)


def area(edges: Iterable[Edge]) -> float:
    """Return the area in mm² that edges enclose, negative if they run anticlockwise."""
    twice = []
    for edge in edges:
        twice.append(edge.start.x * edge.end.y - edge.end.x * edge.start.y)
        if isinstance(edge.segment, Arc):
            arc = circular_arc(edge.start, edge.segment)
            twice.append(arc.radius**2 * (arc.sweep - sin(arc.sweep)))
    return fsum(twice) / 2


def segment_length(start: Point, segment: Segment) -> Mm:
    """Return the length of a segment; curves are measured along arcs."""
    return fsum(_edge_length(edge) for edge in _edges(start, segment))


def _edge_length(edge: Edge) -> Mm:
    if isinstance(edge.segment, Arc) and dist(edge.start, edge.end) > SAME:
        return edge.segment.radius * abs(circular_arc(edge.start, edge.segment).sweep)
    return dist(edge.start, edge.end)


def places(path: Path, fine: Mm = FINE) -> list[Point]:
    """Return the points of chords along a path, which leave it by at most ``fine``."""
    return edge_places(path_edges(path), fine) or [path.start]


def edge_places(edges: Iterable[Edge], fine: Mm = FINE) -> list[Point]:
    """Return the points of chords along edges, including both ends."""
    found: list[Point] = []
    for edge in edges:
        found = found or [edge.start]
        if isinstance(edge.segment, Arc):
            found += _on_arc(circular_arc(edge.start, edge.segment), fine)
        found.append(edge.end)
    return found


def _on_arc(arc: CircularArc, fine: Mm) -> Iterator[Point]:
    """Yield points between the ends of an arc, slightly outside, so that chords keep its area."""
    most = 2 * acos(max(0.0, 1 - fine / arc.radius)) if arc.radius > fine else pi / 2
    steps = max(ceil(abs(arc.sweep) / tau * 8), ceil(abs(arc.sweep) / most))
    each = arc.sweep / steps
    outside = arc._replace(radius=arc.radius * sqrt(each / sin(each)))
    for step in range(1, steps):
        yield outside.at(arc.begin + step * each)
