"""Arcs that lie on one another."""

from collections.abc import Iterator, Sequence
from math import pi, tau

from pnp.base.geometry import Point
from pnp.base.path import Arc
from pnp.base.units import Mm
from pnp.laser.edges import Round, on_circle, round_of
from pnp.laser.lines import Drawn
from pnp.laser.nodes import TOLERANCE, Nodes
from pnp.laser.runs import Group, Piece, Stop, distinct, runs, stop_at


def arcs_in_groups(arcs: Sequence[Drawn]) -> Iterator[Group]:
    """Yield arcs by the circle they are on."""
    nodes = Nodes()
    circles: dict[int, list[list[tuple[Drawn, Round]]]] = {}
    for drawn in arcs:
        assert isinstance(drawn.edge.segment, Arc)
        arc = round_of(drawn.edge.start, drawn.edge.segment)
        rings = circles.setdefault(nodes.number(arc.middle), [])
        known = (r for r in rings if abs(r[0][1].radius - arc.radius) <= TOLERANCE)
        ring = next(known, None)
        if ring is None:
            rings.append(ring := [])
        ring.append((drawn, arc))
    for ring in (ring for rings in circles.values() for ring in rings):
        yield Group(
            min(drawn.number for drawn, _ in ring),
            frozenset(drawn.path for drawn, _ in ring),
            tuple(_merged([arc for _, arc in ring])),
        )


def _merged(arcs: Sequence[Round]) -> Iterator[Piece]:
    """Yield what arcs of one circle cover, clockwise."""
    middle, radius = arcs[0].middle, arcs[0].radius
    around = tau * radius
    spans = [sorted((arc.begin, arc.begin + arc.sweep)) for arc in arcs]
    ends = [(at % tau * radius, on_circle(middle, radius, at)) for span in spans for at in span]
    stops = distinct(ends)
    if len(stops) > 1 and stops[0][0] + around - stops[-1][0] <= TOLERANCE:
        stops.pop()

    def stop(angle: float) -> int:
        at = angle % tau * radius
        return 0 if stops[0][0] + around - at <= TOLERANCE else stop_at(stops, at)

    counts = [0] * len(stops)
    for first, last in spans:
        whole = len(stops) if last - first > pi else 0
        for step in range((stop(last) - stop(first)) % len(stops) or whole):
            counts[(stop(first) + step) % len(stops)] += 1
    yield from _pieces(middle, radius, stops, counts)


def _pieces(
    middle: Point, radius: Mm, stops: Sequence[Stop], counts: Sequence[int]
) -> Iterator[Piece]:
    """Yield arcs between stops; none is longer than half a circle."""
    kinds = [min(count, 2) for count in counts]
    begin = next((i for i, kind in enumerate(kinds) if kind != kinds[i - 1]), 0)
    order = [*range(begin, len(stops)), *range(begin + 1)]
    for first, last, shared in runs([counts[i] for i in order[:-1]]):
        start, end = stops[order[first]], stops[order[last]]
        here, sweep = start[1], (end[0] - start[0]) / radius % tau or tau
        if sweep > pi + 1e-6:
            half = on_circle(middle, radius, start[0] / radius + sweep / 2)
            yield Piece(here, Arc(half, radius, clockwise=True), shared)
            here = half
        yield Piece(here, Arc(end[1], radius, clockwise=True), shared)
