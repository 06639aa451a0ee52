"""Merge the cuts that several parts share.

An STRtree finds the vertices on each line, and the line is split there. shapely's ``union_all``
would move vertices, returns no arcs, and does not say which paths a line came from.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import dist, fsum, pi
from typing import NamedTuple

import shapely

from pnp.base.geometry import Point
from pnp.base.path import Arc, Curve, Line, Path, arc_in_pieces
from pnp.base.units import Mm
from pnp.laser.edges import Edge, bend, edges_of, path_of

TOLERANCE: Mm = 0.002  # vertices and lines nearer than this coincide
_STRAIGHT = 1e-6  # radians: lines with a smaller turn between them are joined


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
    paths = tuple(paths)
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
