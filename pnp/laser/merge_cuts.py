"""Cuts that several parts have in common, made once.

An STRtree finds the vertices on each line, and the line is cut there. On the blocks of
tests/laser/test_merge_cuts.py, shapely's ``union_all(grid_size=0.001)`` gives the same lengths
within 0.003 mm, but moves vertices of the honeycomb by up to 0.0005 mm, where the tree moves none.
It would save the search for vertices, not the rest: it returns no arcs, and does not say which
paths a line came from, which shared cuts are known by.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import dist, fsum, pi
from typing import NamedTuple

import shapely

from pnp.base.geometry import Point
from pnp.base.path import Arc, Curve, Line, Path, Segment, arc_in_pieces, walk
from pnp.base.units import Mm
from pnp.laser.edges import backwards, half_way, heading, path_along, segment_length, turn

TOLERANCE: Mm = 0.002  # vertices and lines nearer than this coincide
_STRAIGHT = 1e-6  # radians: two lines that turn by less go on in one another


class _Piece(NamedTuple):
    """A segment between two vertices, and the index of its path for each time it was drawn."""

    start: Point
    segment: Segment
    paths: list[int]

    @property
    def is_shared(self) -> bool:
        return len(self.paths) > 1


def merge_cuts(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return paths that cover the same lines with no length cut twice.

    Straight lines are cut once where they overlap, arcs and curves where they are equal. What
    several paths had in common comes first, in lines as long as possible; then closed paths that
    share nothing, unchanged; then what is left of the others. For a block of parts a kerf apart
    these are the lines between them and, last, the closed outline of the block.
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
    """Return the length that paths cut a second time, or more often."""
    return fsum(
        (len(piece.paths) - 1) * segment_length(piece.start, piece.segment)
        for piece in _pieces(tuple(paths))
    )


def length(path: Path) -> Mm:
    """Return the length of a path, including the line that closes it."""
    return fsum(segment_length(start, segment) for start, segment in walk(path))


def _pieces(paths: Sequence[Path]) -> list[_Piece]:
    """Cut paths at every vertex that lies on them, and return equal pieces once."""
    drawn = [(number, *step) for number, path in enumerate(paths) for step in _steps(path)]
    handles = [(start, *_handles(start, segment), segment.to) for _, start, segment in drawn]
    vertex = _vertices(handles)
    cuts = _cuts_of_lines(
        [(vertex[start], vertex[segment.to]) for _, start, segment in drawn],
        [isinstance(segment, Line) for _, _, segment in drawn],
    )
    found: dict[tuple[Point, ...], _Piece] = {}
    for (number, _, segment), places, along in zip(drawn, handles, cuts, strict=True):
        stops = [vertex[places[0]], *along, vertex[places[-1]]]
        for start, end in pairwise(stops):
            key = (start, *(vertex[place] for place in places[1:-1]), end)
            if start != end or isinstance(segment, Curve):
                piece = _Piece(start, segment._replace(to=end), [])
                found.setdefault(min(key, key[::-1]), piece).paths.append(number)
    return list(found.values())


def _steps(path: Path) -> Iterator[tuple[Point, Segment]]:
    """Yield the segments of a path; an arc of more than half a circle comes in two."""
    for start, segment in walk(path):
        if isinstance(segment, Arc):
            for arc in arc_in_pieces(start, segment, pi) if dist(start, segment.to) else ():
                yield start, arc
                start = arc.to
        else:
            yield start, segment


def _handles(start: Point, segment: Segment) -> tuple[Point, ...]:
    """Return the places that tell a segment from others between the same ends."""
    match segment:
        case Line():
            return ()
        case Arc():
            return (half_way(start, segment),)
        case Curve(control1, control2):
            return control1, control2


def _vertices(handles: Iterable[Sequence[Point]]) -> dict[Point, Point]:
    """Map every place to the first one within the tolerance of it."""
    places = list(dict.fromkeys(place for one in handles for place in one))
    if not places:
        return {}
    points = shapely.points(places)
    near = shapely.STRtree(points).query(points, predicate="dwithin", distance=TOLERANCE)
    first: dict[int, int] = {}
    for one, other in sorted(zip(*near.tolist(), strict=True)):
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
    for line, vertex in zip(*near.tolist(), strict=True):
        cuts[lines[line]].append(vertices[vertex])
    for (start, end), found in zip(ends, cuts, strict=True):
        whole = dist(start, end)
        found[:] = [place for place in found if 0 < _along(start, end, place) < whole]
        found.sort(key=lambda place: _along(start, end, place))
    return cuts


def _along(start: Point, end: Point, place: Point) -> Mm:
    dx, dy = end.x - start.x, end.y - start.y
    if not (dx or dy):
        return 0.0
    return ((place.x - start.x) * dx + (place.y - start.y) * dy) / dist(start, end)


def _chains(pieces: Iterable[_Piece]) -> list[Path]:
    """Return paths that go along every piece once.

    Where several pieces meet, a path goes on as straight as it can. Paths start where an odd
    number of pieces meet, so there are as few as possible; those that remain are closed.
    """
    links = list(_straightened([(piece.start, piece.segment) for piece in pieces]))
    left = _Links(links)
    found = [trail for place in left.odd() if (trail := left.take_trail(place))]
    for start, _ in links:
        while trail := left.take_trail(start):
            found.append(trail)
    return [_path(trail) for trail in found]


Link = tuple[Point, Segment]


def _straightened(links: Sequence[Link]) -> Iterator[Link]:
    """Yield segments, straight ones that go on in one another as one line."""
    lines: dict[Point, list[int]] = {}
    for index, (start, segment) in enumerate(links):
        if isinstance(segment, Line):
            lines.setdefault(start, []).append(index)
            lines.setdefault(segment.to, []).append(index)
    used: set[int] = set()

    def end_beyond(index: int, place: Point) -> Point:
        """Return where the straight line through a segment ends, beyond one end of it."""
        while True:
            back = _away(links[index], place)
            for other in lines[place]:
                if other not in used and abs(turn(_opposite(back), _away(links[other], place))) < (
                    _STRAIGHT
                ):
                    used.add(other)
                    start, segment = links[other]
                    index, place = other, segment.to if start == place else start
                    break
            else:
                return place

    for index, (start, segment) in enumerate(links):
        if not isinstance(segment, Line):
            yield start, segment
        elif index not in used:
            used.add(index)
            yield end_beyond(index, start), Line(end_beyond(index, segment.to))


class _Links:
    """The segments that no path has taken yet, by the places where they end."""

    def __init__(self, links: Iterable[Link]) -> None:
        self._at: dict[Point, list[Link]] = {}
        for link in links:
            start, segment = link
            self._at.setdefault(start, []).append(link)
            self._at.setdefault(segment.to, []).append(link)

    def odd(self) -> list[Point]:
        """Return the places where an odd number of segments meet."""
        return [place for place, links in self._at.items() if len(links) % 2]

    def take_trail(self, place: Point) -> list[Link]:
        """Take out the links of one path from a place until it cannot go on."""
        trail: list[Link] = []
        while here := self._at.get(place):
            ahead = _opposite(_away(_reversed(trail[-1]), place)) if trail else None
            link = min(here, key=lambda one: _bend(ahead, _away(one, place)))
            start, segment = link
            self._at[start].remove(link)
            self._at[segment.to].remove(link)
            trail.append(link if start == place else _reversed(link))
            place = trail[-1][1].to
        return trail


def _bend(ahead: Point | None, away: Point) -> float:
    """Return by how much a path that goes ahead would turn to go another way."""
    return round(abs(turn(ahead, away)), 6) if ahead else 0.0


def _away(link: Link, place: Point) -> Point:
    """Return the direction in which a segment leaves one of its ends."""
    return heading(*(link if link[0] == place else _reversed(link)))


def _opposite(direction: Point) -> Point:
    return Point(-direction.x, -direction.y)


def _reversed(link: Link) -> Link:
    return link[1].to, backwards(*link)


def _path(trail: Sequence[Link]) -> Path:
    """Return the path along links, closed if it comes back to its start."""
    start, end = trail[0][0], trail[-1][1].to
    return path_along(start, (segment for _, segment in trail), closed=end == start)
