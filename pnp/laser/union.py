"""The union of many lines, arcs and curves: where several lie on one another, one remains."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from math import pi, tau
from typing import NamedTuple

import shapely

from pnp.geometry import Point
from pnp.laser.edges import Edge, Round, apart, directions, on_circle, round_of
from pnp.laser.nodes import TOLERANCE, Nodes
from pnp.path import Arc, Curve, Line, Segment
from pnp.units import Mm

_TOUCHING: Mm = 1e-5  # how far lines end to end may be off each other to be one


class Piece(NamedTuple):
    """A segment that is cut once, and whether several cuts were there."""

    start: Point
    segment: Segment
    shared: bool


def union(segments: Iterable[tuple[Point, Segment]]) -> list[Piece]:
    """Return what remains of segments if nothing is cut twice, each as long as it can be.

    Lines that go on in one another are one line, unless one part is shared and the next is not;
    so are arcs of one circle. Of curves only equal ones are found.
    """
    lines: list[Edge] = []
    arcs: list[Edge] = []
    curves: list[tuple[Point, Curve]] = []
    for start, segment in segments:
        match segment:
            case Line(to) if apart(start, to) > 0:
                lines.append(Edge(start, segment))
            case Arc(to) if apart(start, to) > 0:
                arcs.append(Edge(start, segment))
            case Curve():
                curves.append((start, segment))
    return [*_lines(lines), *_arcs(arcs), *_curves(curves)]


class _Span(NamedTuple):
    """A part of a line: where it lies along it, with its ends."""

    first: Mm
    last: Mm
    start: Point
    end: Point


def _lines(lines: Sequence[Edge]) -> Iterator[Piece]:
    if not lines:
        return
    shapes = shapely.linestrings([[edge.start, edge.end] for edge in lines])
    near: list[list[int]] = [[] for _ in lines]
    pairs = shapely.STRtree(shapes).query(shapes, predicate="dwithin", distance=TOLERANCE)
    for one, other in sorted(zip(*pairs.tolist(), strict=True)):
        near[one].append(other)
    left = set(range(len(lines)))
    for longest in sorted(left, key=lambda i: -apart(lines[i].start, lines[i].end)):
        if longest in left:
            yield from _merged(_along(longest, lines, near, left))


def _along(
    longest: int, lines: Sequence[Edge], near: list[list[int]], left: set[int]
) -> list[_Span]:
    """Take from ``left`` the lines that lie on the longest, or go on from there."""
    origin, (way, _) = lines[longest].start, directions(lines[longest])

    def along(place: Point) -> Mm:
        return (place.x - origin.x) * way.x + (place.y - origin.y) * way.y

    def off(place: Point) -> Mm:
        return abs((place.x - origin.x) * way.y - (place.y - origin.y) * way.x)

    def span(edge: Edge) -> _Span:
        a, b = sorted((along(end), end) for end in (edge.start, edge.end))
        return _Span(a[0], b[0], a[1], b[1])

    left.discard(longest)
    found, todo = [span(lines[longest])], [(longest, span(lines[longest]))]
    while todo:
        here, at = todo.pop()
        for other in near[here]:
            if other not in left:
                continue
            edge = lines[other]
            away, beside = max(off(edge.start), off(edge.end)), span(edge)
            common = min(at.last, beside.last) - max(at.first, beside.first)
            if away <= (TOLERANCE if common > TOLERANCE else _TOUCHING) and common >= -TOLERANCE:
                left.discard(other)
                found.append(beside)
                todo.append((other, beside))
    return found


def _merged(spans: Sequence[_Span]) -> Iterator[Piece]:
    """Yield what spans of one line cover, in order along it."""
    ends = [(s.first, s.start) for s in spans] + [(s.last, s.end) for s in spans]
    stops = _distinct(sorted(ends, key=lambda end: end[0]))
    begins = [at for at, _ in stops]
    change = [0] * len(stops)
    for span in spans:
        change[_stop(begins, span.first)] += 1
        change[_stop(begins, span.last)] -= 1
    for first, last, burnt in _runs(list(accumulate(change))[:-1]):
        yield Piece(stops[first][1], Line(stops[last][1]), burnt > 1)


def _distinct(ends: Iterable[tuple[float, Point]]) -> list[tuple[float, Point]]:
    """Return the first of every few places, in order along a line, that are one."""
    stops: list[tuple[float, Point]] = []
    for end in ends:
        if not stops or end[0] - stops[-1][0] > TOLERANCE:
            stops.append(end)
    return stops


def _stop(begins: Sequence[Mm], at: Mm) -> int:
    return bisect_right(begins, at) - 1


def _runs(counts: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Yield first and last stop of every longest stretch that is cut once, or more often."""
    first = 0
    for here in range(1, len(counts) + 1):
        if here == len(counts) or min(counts[here], 2) != min(counts[first], 2):
            if counts[first]:
                yield first, here, counts[first]
            first = here


def _arcs(arcs: Sequence[Edge]) -> Iterator[Piece]:
    nodes = Nodes()
    circles: dict[int, list[list[Round]]] = {}
    for edge in arcs:
        if not isinstance(edge.segment, Arc):
            continue
        arc = round_of(edge.start, edge.segment)
        rings = circles.setdefault(nodes.number(arc.middle), [])
        for ring in rings:
            if abs(ring[0].radius - arc.radius) <= TOLERANCE:
                ring.append(arc)
                break
        else:
            rings.append([arc])
    for rings in circles.values():
        for ring in rings:
            yield from _around(ring)


def _around(arcs: Sequence[Round]) -> Iterator[Piece]:
    """Yield what arcs of one circle cover, clockwise."""
    middle, radius = arcs[0].middle, arcs[0].radius
    spans = [sorted((arc.begin, arc.begin + arc.sweep)) for arc in arcs]
    ends = [(at % tau * radius, on_circle(middle, radius, at)) for span in spans for at in span]
    stops = _distinct(sorted(ends, key=lambda end: end[0]))
    if len(stops) > 1 and stops[0][0] + tau * radius - stops[-1][0] <= TOLERANCE:
        stops.pop()
    begins = [at for at, _ in stops]
    counts = [0] * len(stops)
    for first, last in spans:
        here, end = (_stop(begins, at % tau * radius) % len(stops) for at in (first, last))
        steps = (end - here) % len(stops) or (len(stops) if last - first > pi else 0)
        for step in range(steps):
            counts[(here + step) % len(stops)] += 1
    yield from _arc_pieces(middle, radius, stops, counts)


def _arc_pieces(
    middle: Point, radius: Mm, stops: Sequence[tuple[float, Point]], counts: Sequence[int]
) -> Iterator[Piece]:
    """Yield arcs between stops; none is longer than half a circle."""
    kinds = [min(count, 2) for count in counts]
    turn = next((i for i, kind in enumerate(kinds) if kind != kinds[i - 1]), 0)
    order = [*range(turn, len(stops)), *range(turn + 1)]
    for first, last, burnt in _runs([counts[i] for i in order[:-1]]):
        start, end = stops[order[first]], stops[order[last]]
        sweep = (end[0] - start[0]) / radius % tau or tau
        if sweep > pi + 1e-6:
            half = on_circle(middle, radius, start[0] / radius + sweep / 2)
            yield Piece(start[1], Arc(half, radius, clockwise=True), burnt > 1)
            start = (start[0], half)
        yield Piece(start[1], Arc(end[1], radius, clockwise=True), burnt > 1)


def _curves(curves: Sequence[tuple[Point, Curve]]) -> Iterator[Piece]:
    nodes = Nodes()
    count: dict[tuple[int, ...], int] = {}
    first: dict[tuple[int, ...], tuple[Point, Curve]] = {}
    for start, curve in curves:
        key = tuple(nodes.number(place) for place in (start, *curve))
        key = min(key, key[::-1])
        count[key] = count.get(key, 0) + 1
        first.setdefault(key, (start, curve))
    for key, (start, curve) in first.items():
        yield Piece(start, curve, count[key] > 1)
