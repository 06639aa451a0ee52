"""Cuts edge by edge: those that several parts share, and the tabs that hold a part in its sheet."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import acos, atan2, ceil, cos, dist, fsum, hypot, pi, sin, sqrt, tau
from typing import NamedTuple

import shapely

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point
from pnp.base.path import (
    Arc,
    Curve,
    Line,
    Path,
    Segment,
    arc_geometry,
    arc_in_pieces,
    curve_as_arcs,
    walk,
)
from pnp.base.units import EPSILON, Mm, format_mm
from pnp.laser.scheme import Kerf

FINE: Mm = 0.0005  # how far chords may leave an arc
SAME: Mm = 1e-9  # points nearer than this are equal
_CURVE: Mm = 0.0001  # how far arcs may leave a curve

_CLEAR: Mm = 0.5  # the shortest cut between a bridge and a corner

TOLERANCE: Mm = 0.002  # vertices and lines nearer than this coincide
_STRAIGHT = 1e-6  # radians: lines with a smaller turn between them are joined


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


def with_tabs(outline: Path, count: int, bridge: Mm, kerf: Kerf) -> tuple[Path, ...]:
    """Return the open cuts of a closed outline that leave ``count`` bridges standing.

    Bridges are in the middle of the longest edges; an edge much longer than the others gets
    several, evenly spaced. Cuts stop early enough that the beam leaves the full width ``bridge``.
    Without bridges the outline stays closed.
    """
    if not count:
        return (outline,)
    edges = path_edges(outline)
    parts: list[list[Edge]] = [[]]
    for edge, tabs in zip(edges, _shares(edges, count), strict=True):
        for begin, end in _stops(edge, tabs, bridge, kerf):
            if begin:
                parts.append([])
            parts[-1].append(edge.stretch(begin, end) if tabs else edge)
    around = [*parts[-1], *parts[0]]  # the outline starts somewhere within a cut
    return tuple(path_of(cut, closed=False) for cut in [*parts[1:-1], around])


def _shares(edges: Sequence[Edge], count: int) -> list[int]:
    """Return the number of bridges on each edge: each goes where the longest cut remains."""
    lengths = [edge.length for edge in edges]
    shares = [0] * len(edges)
    for _ in range(count):
        longest = max(range(len(edges)), key=lambda i: round(lengths[i] / (shares[i] + 1), 6))
        shares[longest] += 1
    return shares


def _stops(edge: Edge, tabs: int, bridge: Mm, kerf: Kerf) -> list[tuple[Mm, Mm]]:
    """Return the stretches of an edge that are cut, as lengths along it."""
    whole = edge.length
    ends = [0.0]
    for tab in range(1, tabs + 1):
        middle = whole * tab / (tabs + 1)
        way, _ = edge.stretch(middle, whole).directions
        half = (bridge + kerf.along(way)) / 2
        ends += [middle - half, middle + half]
    ends.append(whole)
    cuts = list(zip(ends[::2], ends[1::2], strict=True))
    if tabs and any(b - a < _CLEAR - EPSILON for a, b in cuts):
        raise LayoutError(
            f"an edge of {format_mm(whole)} mm is too short for a bridge of {format_mm(bridge)} mm"
        )
    return cuts


class _Piece(NamedTuple):
    """An edge between two vertices, and the index of its path for each time it was drawn."""

    edge: Edge
    paths: list[int]

    @property
    def is_shared(self) -> bool:
        return len(self.paths) > 1


def merge_cuts(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return paths that cover the same lines with no length cut twice.

    Straight lines are cut once where they overlap, arcs and curves where they are equal. Shared
    lines come first, as long as possible; then closed paths that share nothing, unchanged; then the
    rest of the others. For a block of parts a kerf apart these are the lines between them and,
    last, the closed outline of the block.
    """
    return _merged(tuple(paths))


@lru_cache(maxsize=64)  # equal faces are scored alike, and full beds of equal parts cut alike
def _merged(paths: tuple[Path, ...]) -> tuple[Path, ...]:
    pieces = _pieces(paths)
    mixed = {number for number, path in enumerate(paths) if not path.closed}
    mixed.update(number for piece in pieces if piece.is_shared for number in piece.paths)
    left = [piece for piece in pieces if not piece.is_shared and piece.paths[0] in mixed]
    return (
        *_chains(piece for piece in pieces if piece.is_shared),
        *(path for number, path in enumerate(paths) if number not in mixed and path.segments),
        *_chains(left),
    )


def burnt_twice(paths: Iterable[Path]) -> Mm:
    """Return the length that paths cut again after the first time."""
    pieces = _pieces(tuple(paths))
    return fsum((len(piece.paths) - 1) * piece.edge.length for piece in pieces)


def length(path: Path) -> Mm:
    """Return the length of a path, including the line that closes it."""
    return fsum(edge.length for edge in edges_of(path))


def _pieces(paths: Sequence[Path]) -> list[_Piece]:
    """Split paths at every vertex on them, and return equal pieces once."""
    drawn = [(number, edge) for number, path in enumerate(paths) for edge in _steps(path)]
    handles = [_handles(edge) for _, edge in drawn]
    vertex = _vertices(handles)
    ends = [(vertex[places[0]], vertex[places[-1]]) for places in handles]
    cuts = _cuts_of_lines(ends, [isinstance(edge.segment, Line) for _, edge in drawn])
    found: dict[tuple[Point, ...], _Piece] = {}
    for (number, edge), places, along in zip(drawn, handles, cuts, strict=True):
        first, *between, last = (vertex[place] for place in places)
        for start, end in pairwise([first, *along, last]):
            key = (start, *between, end)
            if start != end or isinstance(edge.segment, Curve):
                piece = _Piece(Edge(start, edge.segment._replace(to=end)), [])
                found.setdefault(min(key, key[::-1]), piece).paths.append(number)
    return list(found.values())


def _steps(path: Path) -> Iterator[Edge]:
    """Yield the edges of a path, with an arc of more than half a circle as two."""
    for edge in edges_of(path):
        start, segment = edge
        if isinstance(segment, Arc):
            for arc in arc_in_pieces(start, segment, pi) if dist(start, segment.to) else ():
                yield Edge(start, arc)
                start = arc.to
        else:
            yield edge


def _handles(edge: Edge) -> tuple[Point, ...]:
    """Return the ends of an edge, with points between that distinguish it from others."""
    if arc := edge.arc:
        return edge.start, arc.at(arc.begin + arc.sweep / 2), edge.end
    return (edge.start, *edge.segment)


def _vertices(handles: Iterable[Sequence[Point]]) -> dict[Point, Point]:
    """Map every point to the first one within the tolerance."""
    places = list(dict.fromkeys(place for one in handles for place in one))
    if not places:
        return {}
    points = shapely.points(places)
    near = shapely.STRtree(points).query(points, predicate="dwithin", distance=TOLERANCE)
    first: dict[int, int] = {}
    for one, other in sorted(near.T.tolist()):
        if first.setdefault(one, one) == one:
            first.setdefault(other, one)
    return {place: places[first[index]] for index, place in enumerate(places)}


def _cuts_of_lines(
    ends: Sequence[tuple[Point, Point]], straight: Sequence[bool]
) -> list[list[Point]]:
    """Return the vertices within each straight segment, in order along it."""
    vertices = list(dict.fromkeys(place for both in ends for place in both))
    cuts: list[list[Point]] = [[] for _ in ends]
    lines = [index for index, flag in enumerate(straight) if flag]
    if not lines:
        return cuts
    shapes = shapely.linestrings([ends[index] for index in lines])
    tree = shapely.STRtree(shapely.points(vertices))
    near = tree.query(shapes, predicate="dwithin", distance=TOLERANCE)
    for line, vertex in near.T.tolist():
        cuts[lines[line]].append(vertices[vertex])
    return [_between(start, end, found) for (start, end), found in zip(ends, cuts, strict=True)]


def _between(start: Point, end: Point, places: Iterable[Point]) -> list[Point]:
    """Return the points within a line, in order along it."""
    whole, dx, dy = dist(start, end), end.x - start.x, end.y - start.y
    if not whole:
        return []
    far = {place: ((place.x - start.x) * dx + (place.y - start.y) * dy) / whole for place in places}
    return sorted((place for place in far if 0 < far[place] < whole), key=far.__getitem__)


def _chains(pieces: Iterable[_Piece]) -> list[Path]:
    """Return paths that go along every piece once.

    Where several pieces meet, a path continues as straight as possible. Paths start where an odd
    number of pieces meet, so there are as few as possible; those that remain are closed.
    """
    edges = list(_straightened([piece.edge for piece in pieces]))
    left: dict[Point, list[Edge]] = {}  # by their start, both ways round
    for edge in edges:
        left.setdefault(edge.start, []).append(edge)
        left.setdefault(edge.end, []).append(edge.reversed())
    odd = [place for place, meeting in left.items() if len(meeting) % 2]
    found = [trail for place in odd if (trail := _take_trail(left, place))]
    for edge in edges:
        while trail := _take_trail(left, edge.start):
            found.append(trail)
    return [path_of(trail, closed=trail[-1].end == trail[0].start) for trail in found]


def _take_trail(left: dict[Point, list[Edge]], place: Point) -> list[Edge]:
    """Remove the edges of one path from a point until it cannot continue."""
    trail: list[Edge] = []
    while here := left[place]:
        turns = [round(abs(bend(trail[-1], edge)), 6) if trail else 0.0 for edge in here]
        edge = here.pop(turns.index(min(turns)))
        left[edge.end].remove(edge.reversed())
        trail.append(edge)
        place = edge.end
    return trail


def _straightened(edges: Sequence[Edge]) -> Iterator[Edge]:
    """Yield edges, joining lines that continue one another."""
    meeting: dict[Point, list[int]] = {}
    for index, edge in enumerate(edges):
        if isinstance(edge.segment, Line):
            meeting.setdefault(edge.start, []).append(index)
            meeting.setdefault(edge.end, []).append(index)
    used: set[int] = set()

    def end_beyond(edge: Edge) -> Point:
        """Return where the straight line along an edge ends."""
        while True:
            for index in meeting[edge.end]:
                other = edges[index]
                onward = other if other.start == edge.end else other.reversed()
                if index not in used and abs(bend(edge, onward)) < _STRAIGHT:
                    used.add(index)
                    edge = onward
                    break
            else:
                return edge.end

    for index, edge in enumerate(edges):
        if not isinstance(edge.segment, Line):
            yield edge
        elif index not in used:
            used.add(index)
            yield Edge(end_beyond(edge.reversed()), Line(end_beyond(edge)))
