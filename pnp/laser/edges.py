"""Outlines as straight edges and arcs: directions, lengths, areas and chords."""

from collections.abc import Iterable, Iterator, Sequence
from math import acos, atan2, ceil, cos, dist, fsum, hypot, pi, sin, sqrt, tau
from typing import NamedTuple

from pnp.base.geometry import Point
from pnp.base.path import Arc, Curve, Line, Path, Segment, arc_geometry, curve_as_arcs, walk
from pnp.base.units import Mm

FINE: Mm = 0.0005  # how far chords may leave an arc
SAME: Mm = 1e-9  # points nearer than this are equal
_CURVE: Mm = 0.0001  # how far arcs may leave a curve


class Edge(NamedTuple):
    """A segment and where it starts."""

    start: Point
    segment: Segment

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.segment.to

    def reversed(self) -> "Edge":
        """Return the edge from its end to its start."""
        match self.segment:
            case Line():
                return Edge(self.end, Line(self.start))
            case Arc(_, radius, clockwise, large):
                return Edge(self.end, Arc(self.start, radius, not clockwise, large))
            case Curve(control1, control2):
                return Edge(self.end, Curve(control2, control1, self.start))


class CircularArc(NamedTuple):
    """An arc by its circle; ``begin`` and ``sweep`` are in radians, clockwise positive."""

    middle: Point
    radius: Mm
    begin: float
    sweep: float

    def at(self, angle: float) -> Point:
        """Return the point of the circle at an angle."""
        x, y = self.middle
        return Point(x + self.radius * cos(angle), y + self.radius * sin(angle))


def circular_arc(start: Point, arc: Arc) -> CircularArc:
    """Return an arc by its circle."""
    middle, begin, sweep = arc_geometry(start, arc)
    return CircularArc(middle, arc.radius, begin, sweep)


def edges_of(path: Path) -> list[Edge]:
    """Return the edges of a path as drawn, including the one that closes it."""
    return [Edge(*step) for step in walk(path)]


def path_edges(path: Path) -> list[Edge]:
    """Return the lines and arcs of a path, none without length; curves become arcs."""
    edges = (edge for one in edges_of(path) for edge in _as_arcs(one))
    return [edge for edge in edges if dist(edge.start, edge.end) > SAME]


def _as_arcs(edge: Edge) -> Iterator[Edge]:
    start, segment = edge
    steps = curve_as_arcs(start, segment, _CURVE) if isinstance(segment, Curve) else (segment,)
    for step in steps:
        yield Edge(start, step)
        start = step.to


def path_of(edges: Sequence[Edge], closed: bool = True) -> Path:
    """Return the path along edges; a closed one needs no line back to its start."""
    back = closed and len(edges) > 2 and isinstance(edges[-1].segment, Line)
    along = edges[:-1] if back else edges
    return Path(edges[0].start, tuple(edge.segment for edge in along), closed)


def bend(before: Edge, after: Edge) -> float:
    """Return the turn from an edge to the one after it in radians, positive if clockwise."""
    back = _heading(before.reversed())
    return turn(Point(-back.x, -back.y), _heading(after))


def _heading(edge: Edge) -> Point:
    """Return the direction of an edge at its start, as a unit vector."""
    start, segment = edge
    if isinstance(segment, Curve):
        ahead = next((place for place in segment if dist(start, place) > SAME), segment.to)
        edge = Edge(start, Line(ahead))
    return directions(edge)[0]


def stretch(edge: Edge, first: Mm, last: Mm) -> Edge:
    """Return the part of a line or an arc between two lengths along it."""
    whole = edge_length(edge)
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
    """Return the directions of a line or an arc at its start and its end, as unit vectors."""
    if isinstance(edge.segment, Arc):
        arc = circular_arc(edge.start, edge.segment)
        side = 1 if arc.sweep > 0 else -1
        first, last = (
            Point(-side * sin(angle), side * cos(angle))
            for angle in (arc.begin, arc.begin + arc.sweep)
        )
        return first, last
    dx, dy = edge.end.x - edge.start.x, edge.end.y - edge.start.y
    span = hypot(dx, dy)
    way = Point(dx / span, dy / span)
    return way, way


def turn(before: Point, after: Point) -> float:
    """Return the angle between two directions in radians, positive if clockwise."""
    return atan2(_cross(before, after), before.x * after.x + before.y * after.y)


def signed_area(edges: Iterable[Edge]) -> float:
    """Return the area in mm² that lines and arcs enclose, negative if they run anticlockwise."""
    twice = []
    for start, segment in edges:
        twice.append(_cross(start, segment.to))
        if isinstance(segment, Arc):
            arc = circular_arc(start, segment)
            twice.append(arc.radius**2 * (arc.sweep - sin(arc.sweep)))
    return fsum(twice) / 2


def _cross(a: Point, b: Point) -> float:
    return a.x * b.y - b.x * a.y


def edge_length(edge: Edge) -> Mm:
    """Return the length of an edge; curves are measured along arcs."""
    return fsum(
        segment.radius * abs(circular_arc(start, segment).sweep)
        if isinstance(segment, Arc) and dist(start, segment.to) > SAME
        else dist(start, segment.to)
        for start, segment in _as_arcs(edge)
    )


def places(edges: Iterable[Edge], fine: Mm = FINE) -> list[Point]:
    """Return the points of chords along lines and arcs, which leave them by at most ``fine``."""
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
