"""Pockets of jigs: holes that parts are laid into."""

from itertools import pairwise
from math import asin

from pnp.base.errors import LayoutError
from pnp.base.path import Arc, Path
from pnp.base.units import Mm, format_mm
from pnp.laser.edges import (
    Edge,
    area,
    directions,
    path_edges,
    path_of,
    round_of,
    segment_length,
    stretch,
    turn,
)
from pnp.laser.offset import moved_sideways

_CORNER = 0.1  # radians: a smaller turn needs no relief


def pocket(outline: Path, clearance: Mm, relief: Mm) -> Path:
    """Return the closed outline of a hole that a part drops into, ``clearance`` wider than it.

    That is half the clearance on each side. A beam leaves inner corners round, so every outward
    corner of the part gets a circle with the radius ``relief`` around it; 0 leaves them out. What
    is returned is the hole as it shall be: the kerf is still to be taken from it.

    Raises:
        LayoutError: If an edge is too short for the circles at its ends, or if the part has a gap
            that its clearance closes.
    """
    edges = path_edges(outline)
    wide = moved_sideways(edges, clearance / 2) if clearance else edges
    if wide is None:
        raise LayoutError(f"a clearance of {format_mm(clearance)} mm closes a gap in the outline")
    return path_of(_with_reliefs(wide, relief) if relief else wide)


def _with_reliefs(edges: list[Edge], radius: Mm) -> list[Edge]:
    clockwise = area(edges) > 0
    side = 1 if clockwise else -1
    sharp = [
        side * turn(directions(a)[1], directions(b)[0]) > _CORNER
        for a, b in pairwise([*edges, edges[0]])
    ]
    short = [
        _shortened(edge, radius if before else 0.0, radius if after else 0.0)
        for edge, before, after in zip(edges, [sharp[-1], *sharp[:-1]], sharp, strict=True)
    ]
    found: list[Edge] = []
    for edge, following, after in zip(short, [*short[1:], short[0]], sharp, strict=True):
        found.append(edge)
        if after:
            found.append(Edge(edge.end, Arc(following.start, radius, clockwise, large=True)))
    return found


def _shortened(edge: Edge, before: Mm, after: Mm) -> Edge:
    """Return what is left of an edge outside of circles around its ends."""
    if not (before or after):
        return edge
    whole = segment_length(edge.start, edge.segment)
    if whole < 2 * (before + after):
        raise LayoutError(
            f"an edge of {format_mm(whole)} mm is too short for reliefs with a radius of "
            f"{format_mm(max(before, after))} mm"
        )
    if isinstance(edge.segment, Arc):  # from a distance to a length along the arc
        radius = round_of(edge.start, edge.segment).radius
        before, after = (2 * radius * asin(d / (2 * radius)) for d in (before, after))
    return stretch(edge, before, whole - after)
