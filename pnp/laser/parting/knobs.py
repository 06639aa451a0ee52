"""Joints along a seam, which hold two parts of a board together without glue."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist, sqrt
from typing import NamedTuple

from pnp.base.fit import SeamJoint
from pnp.base.geometry import Point
from pnp.base.path import Arc, Line
from pnp.base.units import EPSILON, Mm
from pnp.laser.edges import Edge, bend

RADIUS: Mm = 4.0  # of the head of a knob, and half the width of a finger
FILLET: Mm = 1.2  # of a knob's neck, as nothing burns a sharp inward corner
ROUND: Mm = 0.5  # of the corners of fingers and steps
DEPTH: Mm = 2 * RADIUS  # how far a knob or a finger reaches into the other part
HALF: Mm = RADIUS + 2 * FILLET  # of the length of a seam that one of them takes


class Seam(NamedTuple):
    """A line that splits a board, from its left edge to its right one.

    ``points`` are the corners of a line with level and upright stretches. At each of ``knobs``,
    sorted positions on level stretches, the part above reaches into the one below.
    """

    points: tuple[Point, ...]
    knobs: tuple[Mm, ...] = ()


def reach_of(joint: SeamJoint) -> Mm:
    """Return by how much a joint enlarges one of its parts."""
    return 0.0 if joint is SeamJoint.BUTT else DEPTH


def seam_edges(seam: Seam, joint: SeamJoint, ease: Mm) -> list[Edge]:
    """Return the edge of one part along a seam, from left to right.

    Straight stretches touch. Knobs and fingers are set back by ``ease`` on every side that holds; a
    slot for them is the same with the opposite sign.
    """
    edges = [Edge(start, Line(end)) for start, end in pairwise(seam.points)]
    if joint is SeamJoint.FINGER:
        corners = list(_with_fingers(edges, seam.knobs, ease))
        edges = [Edge(start, Line(end)) for start, end in pairwise(corners)]
    elif joint is SeamJoint.JIGSAW:
        return [step for edge in _rounded(edges) for step in _with_knobs(edge, seam.knobs, ease)]
    return list(_rounded(edges))


def _with_fingers(edges: Sequence[Edge], knobs: Sequence[Mm], ease: Mm) -> Iterator[Point]:
    yield edges[0].start
    half = RADIUS - ease
    for edge in edges:
        for x in _on(edge, knobs):
            y = edge.start.y
            yield Point(x - half, y)
            yield Point(x - half, y + DEPTH)
            yield Point(x + half, y + DEPTH)
            yield Point(x + half, y)
        yield edge.end


def _with_knobs(edge: Edge, knobs: Sequence[Mm], ease: Mm) -> Iterator[Edge]:
    """Yield an edge with its knobs, each an arc between two fillets."""
    here = edge.start
    for x in _on(edge, knobs) if isinstance(edge.segment, Line) else ():
        y, head = edge.start.y, RADIUS - ease
        across = sqrt((head + FILLET) ** 2 - (RADIUS - FILLET) ** 2)
        share = FILLET / (FILLET + head)
        neck = across * (1 - share)
        low = y + FILLET + (RADIUS - FILLET) * share
        steps = (
            Line(Point(x - across, y)),
            Arc(Point(x - neck, low), FILLET, clockwise=True),
            Arc(Point(x + neck, low), head, clockwise=False, large=True),
            Arc(Point(x + across, y), FILLET, clockwise=True),
        )
        for step in steps:
            yield Edge(here, step)
            here = step.to
    yield Edge(here, edge.segment)


def _on(edge: Edge, knobs: Sequence[Mm]) -> list[Mm]:
    """Return the knobs on an edge; [] if it is not level."""
    level = abs(edge.start.y - edge.end.y) < EPSILON
    return [x for x in knobs if level and edge.start.x < x < edge.end.x]


def _rounded(edges: Sequence[Edge]) -> Iterator[Edge]:
    """Yield lines with their corners rounded by arcs."""
    here = edges[0].start
    for edge, after in pairwise(edges):
        radius = min(ROUND, edge.length / 2, after.length / 2)
        (out, _), (into, _) = edge.directions, after.directions
        start = edge.end.moved(-radius * out.x, -radius * out.y)
        end = edge.end.moved(radius * into.x, radius * into.y)
        if dist(here, start) > EPSILON:
            yield Edge(here, Line(start))
        yield Edge(start, Arc(end, radius, clockwise=bend(edge, after) > 0))
        here = end
    yield Edge(here, Line(edges[-1].end))
