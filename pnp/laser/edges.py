"""Outlines edge by edge: directions, lengths, areas and chords."""

from collections.abc import Iterable, Iterator, Sequence
from math import acos, atan2, ceil, cos, dist, fsum, hypot, pi, sin, sqrt, tau
from typing import NamedTuple

from pnp.base.geometry import Point
from pnp.base.path import Arc, Curve, Line, Path, Segment, arc_geometry, curve_as_arcs, walk
from pnp.base.units import Mm

FINE: Mm = 0.0005  # how far chords may leave an arc
SAME: Mm = 1e-9  # points nearer than this are equal
_CURVE: Mm = 0.0001  # how far arcs may leave a curve


class CircularArc(NamedTuple):
    """An arc of a circle; ``begin`` and ``sweep`` are in radians, clockwise positive."""

    middle: Point
    radius: Mm
    begin: float
    sweep: float

    def at(self, angle: float) -> Point:
        """Return the point of the circle at an angle."""
        x, y = self.middle
        return Point(x + self.radius * cos(angle), y + self.radius * sin(angle))


class Edge(NamedTuple):
    """A segment with its start."""

    start: Point
    segment: Segment

    @property
    def end(self) -> Point:
        """The end point."""
        return self.segment.to

    @property
    def arc(self) -> CircularArc | None:
        """Its circle; None if it is not an arc."""
        if not isinstance(self.segment, Arc):
            return None
        middle, begin, sweep = arc_geometry(self.start, self.segment)
        return CircularArc(middle, self.segment.radius, begin, sweep)

    @property
    def length(self) -> Mm:
        """Its length; curves are measured along arcs."""
        if isinstance(self.segment, Curve):
            return fsum(edge.length for edge in self.as_arcs())
        straight = dist(self.start, self.end)
        arc = self.arc if straight > SAME else None
        return arc.radius * abs(arc.sweep) if arc else straight

    @property
    def directions(self) -> tuple[Point, Point]:
        """The unit vectors of its directions at its start and end."""
        if isinstance(self.segment, Line):
            way = _way(self.start, self.segment.to)
            return way, way
        if arc := self.arc:
            side = 1 if arc.sweep > 0 else -1
            first, last = arc.begin, arc.begin + arc.sweep
            return (
                Point(-side * sin(first), side * cos(first)),
                Point(-side * sin(last), side * cos(last)),
            )
        places = (self.start, *self.segment)
        ahead = next((at for at in places[1:] if dist(self.start, at) > SAME), self.end)
        behind = next((at for at in places[-2::-1] if dist(at, self.end) > SAME), self.start)
        return _way(self.start, ahead), _way(behind, self.end)

    def as_arcs(self) -> Iterator["Edge"]:
        """Yield the edge itself, or arcs and lines that approximate a curve."""
        start, steps = self.start, iter((self.segment,))
        if isinstance(self.segment, Curve):
            steps = curve_as_arcs(start, self.segment, _CURVE)
        for step in steps:
            yield Edge(start, step)
            start = step.to

    def reversed(self) -> "Edge":
        """Return the edge in the opposite direction."""
        match self.segment:
            case Line():
                return Edge(self.end, Line(self.start))
            case Arc(_, radius, clockwise, large):
                return Edge(self.end, Arc(self.start, radius, not clockwise, large))
            case Curve(control1, control2):
                return Edge(self.end, Curve(control2, control1, self.start))

    def stretch(self, first: Mm, last: Mm) -> "Edge":
        """Return the part of a line or an arc between two lengths along it."""
        start = self.start if first <= SAME else self._along(first)
        end = self.end if last >= self.length - SAME else self._along(last)
        if isinstance(self.segment, Arc):
            large = (last - first) / self.segment.radius > pi + 1e-6
            return Edge(start, self.segment._replace(to=end, large=large))
        return Edge(start, Line(end))

    def _along(self, far: Mm) -> Point:
        if arc := self.arc:
            return arc.at(arc.begin + (far if arc.sweep > 0 else -far) / arc.radius)
        way, _ = self.directions
        return self.start.moved(far * way.x, far * way.y)


def _way(start: Point, end: Point) -> Point:
    dx, dy = end.x - start.x, end.y - start.y
    span = hypot(dx, dy)
    return Point(dx / span, dy / span)


def edges_of(path: Path) -> list[Edge]:
    """Return the edges of a path as drawn, including the one that closes it."""
    return [Edge(*step) for step in walk(path)]


def path_edges(path: Path) -> list[Edge]:
    """Return the edges of a path as lines and arcs, without empty ones; curves become arcs."""
    edges = (edge for one in edges_of(path) for edge in one.as_arcs())
    return [edge for edge in edges if dist(edge.start, edge.end) > SAME]


def path_of(edges: Sequence[Edge], closed: bool = True) -> Path:
    """Return the path along edges; a closed one omits its closing line."""
    back = closed and len(edges) > 2 and isinstance(edges[-1].segment, Line)
    along = edges[:-1] if back else edges
    return Path(edges[0].start, tuple(edge.segment for edge in along), closed)


def turn(before: Point, after: Point) -> float:
    """Return the angle between two directions in radians, positive if clockwise."""
    across = before.x * after.y - before.y * after.x
    return atan2(across, before.x * after.x + before.y * after.y)


def bend(before: Edge, after: Edge) -> float:
    """Return the turn from an edge to the one after it in radians, positive if clockwise."""
    return turn(before.directions[1], after.directions[0])


def signed_area(edges: Iterable[Edge]) -> float:
    """Return the area in mm² enclosed by lines and arcs, negative if anticlockwise."""
    twice = []
    for edge in edges:
        twice.append(edge.start.x * edge.end.y - edge.end.x * edge.start.y)
        if arc := edge.arc:
            twice.append(arc.radius**2 * (arc.sweep - sin(arc.sweep)))
    return fsum(twice) / 2


def places(edges: Iterable[Edge], fine: Mm = FINE) -> list[Point]:
    """Return the points of chords along lines and arcs that stay within ``fine``."""
    found: list[Point] = []
    for edge in edges:
        found = found or [edge.start]
        if arc := edge.arc:
            found += _on_arc(arc, fine)
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
