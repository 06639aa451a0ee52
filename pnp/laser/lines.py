"""Lines that lie on one another."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

import shapely

from pnp.base.geometry import Point
from pnp.base.path import Line
from pnp.base.units import Mm
from pnp.laser.edges import Edge, apart, directions
from pnp.laser.nodes import TOLERANCE
from pnp.laser.runs import Group, Piece, distinct, runs, stop_at

_TOUCHING: Mm = 1e-5  # how far lines end to end may be off each other to be one


class Drawn(NamedTuple):
    """A line or an arc, with its number and that of its path."""

    number: int
    path: int
    edge: Edge


def lines_in_groups(lines: Sequence[Drawn]) -> Iterator[Group]:
    """Yield lines by the straight line they are on, as far as they overlap or go on in others.

    All lie within the tolerance of the longest of them, from end to end.
    """
    if not lines:
        return
    shapes = shapely.linestrings([[line.edge.start, line.edge.end] for line in lines])
    near: list[list[int]] = [[] for _ in lines]
    pairs = shapely.STRtree(shapes).query(shapes, predicate="dwithin", distance=TOLERANCE)
    for one, other in sorted(zip(*pairs.tolist(), strict=True)):
        near[one].append(other)
    left = set(range(len(lines)))
    for longest in sorted(left, key=lambda i: -apart(lines[i].edge.start, lines[i].edge.end)):
        if longest in left:
            ruler = _Ruler(lines[longest].edge)
            found = _along(ruler, longest, lines, near, left)
            members = [lines[i] for i in found]
            yield Group(
                min(line.number for line in members),
                frozenset(line.path for line in members),
                tuple(_merged([ruler.span(line.edge) for line in members])),
            )


class _Span(NamedTuple):
    """A part of a line: where it lies along it, with its ends."""

    first: Mm
    last: Mm
    start: Point
    end: Point


class _Ruler:
    """Measures along a line and across it."""

    def __init__(self, edge: Edge):
        self._origin = edge.start
        self._way, _ = directions(edge)

    def span(self, edge: Edge) -> _Span:
        """Return which part of the line an edge is beside."""
        (a, start), (b, end) = sorted((self._along(end), end) for end in (edge.start, edge.end))
        return _Span(a, b, start, end)

    def off(self, edge: Edge) -> Mm:
        """Return how far from the line an edge goes."""
        return max(abs(self._across(edge.start)), abs(self._across(edge.end)))

    def _along(self, place: Point) -> Mm:
        dx, dy = place.x - self._origin.x, place.y - self._origin.y
        return dx * self._way.x + dy * self._way.y

    def _across(self, place: Point) -> Mm:
        dx, dy = place.x - self._origin.x, place.y - self._origin.y
        return dx * self._way.y - dy * self._way.x


def _along(
    ruler: _Ruler, longest: int, lines: Sequence[Drawn], near: list[list[int]], left: set[int]
) -> list[int]:
    """Take from ``left`` the lines that lie on the longest, or go on from there."""
    left.discard(longest)
    found = [longest]
    for here in found:  # grows meanwhile
        at = ruler.span(lines[here].edge)
        for other in near[here]:
            if other not in left:
                continue
            beside = ruler.span(lines[other].edge)
            common = min(at.last, beside.last) - max(at.first, beside.first)
            allowed = TOLERANCE if common > TOLERANCE else _TOUCHING
            if ruler.off(lines[other].edge) <= allowed:
                left.discard(other)
                found.append(other)
    return found


def _merged(spans: Sequence[_Span]) -> Iterator[Piece]:
    """Yield what spans of one line cover, in order along it."""
    stops = distinct([(s.first, s.start) for s in spans] + [(s.last, s.end) for s in spans])
    change = [0] * len(stops)
    for span in spans:
        change[stop_at(stops, span.first)] += 1
        change[stop_at(stops, span.last)] -= 1
    for first, last, shared in runs(list(accumulate(change))[:-1]):
        yield Piece(stops[first][1], Line(stops[last][1]), shared)
