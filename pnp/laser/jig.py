"""A jig: a frame with pockets that hold parts while their backs are burnt."""

from itertools import pairwise
from math import asin

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Arc, Path, path_bounds, placed, polygon, rectangle
from pnp.base.units import Mm, dimensions, format_mm
from pnp.laser.edges import Edge, bend, path_edges, path_of, signed_area
from pnp.laser.kerf import inward, offset_edges, outward
from pnp.laser.nest import NestedBed, grid
from pnp.laser.scheme import Kerf
from pnp.scene.bed import Step

CLEARANCE: Mm = 0.2  # how much wider than a part a pocket is
RELIEF: Mm = 0.5  # the radius burnt out of a pocket's corners, so that square corners seat
WEB: Mm = 4.0  # between two pockets
EDGE: Mm = 8.0  # around all pockets
ARROW: Mm = 4.0
INSET: Mm = 1.5  # from the edge of the bed to the edge of the jig

_CORNER = 0.1  # radians: a smaller turn needs no relief


def jig_steps(
    outline: Path, count: int, bed: Size, kerf: Kerf
) -> tuple[list[tuple[Step, list[Path]]], NestedBed]:
    """Return the steps that make a jig for equal parts, and the places of parts in it.

    There are as many places as fit, at most ``count``, row by row from the top left.

    Raises:
        LayoutError: If the bed is too small for a single part and the frame around it.
    """
    corner = path_bounds(outline)
    places = grid(bed, corner.size, count, WEB, EDGE)
    if not places:
        raise LayoutError(
            f"a jig for parts of {dimensions(*corner.size)} does not fit a bed of "
            f"{dimensions(*bed)}"
        )
    moves = (Transform.move(place.x - corner.x, place.y - corner.y) for place in places)
    parts = (placed(outline, move) for move in moves)
    pockets = [inward(pocket(part, CLEARANCE, RELIEF), kerf) for part in parts]
    frame = outward(rectangle(Rect(0, 0, *bed).inset(INSET)), kerf)
    arrow = _arrow(Point(bed.width / 2, EDGE / 2))
    return [(Step.ENGRAVE, [arrow]), (Step.INNER, pockets), (Step.FRAME, [frame])], places


def pocket(outline: Path, clearance: Mm, relief: Mm) -> Path:
    """Return the closed outline of a hole that a part drops into, without kerf.

    The hole is ``clearance`` wider than the part, half of it on each side. As a beam leaves inner
    corners round, every outward corner of the part gets a circle with the radius ``relief``
    around it; 0 leaves these out.

    Raises:
        LayoutError: If an edge is too short for the circles at its ends, or if the part has a gap
            that the clearance closes.
    """
    edges = path_edges(outline)
    wide = offset_edges(edges, clearance / 2) if clearance else edges
    if wide is None:
        raise LayoutError(f"a clearance of {format_mm(clearance)} mm closes a gap in the outline")
    return path_of(_relieved(wide, relief) if relief else wide)


def _arrow(middle: Point) -> Path:
    """Return an arrowhead that points to the top of the parts in the jig."""
    half = ARROW / 2
    return polygon((middle.moved(0, -half), middle.moved(half, half), middle.moved(-half, half)))


def _relieved(edges: list[Edge], radius: Mm) -> list[Edge]:
    clockwise = signed_area(edges) > 0
    side = 1 if clockwise else -1
    sharp = [side * bend(a, b) > _CORNER for a, b in pairwise([*edges, edges[0]])]
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
    whole = edge.length
    if whole < 2 * (before + after):
        raise LayoutError(
            f"an edge of {format_mm(whole)} mm is too short for reliefs with a radius of "
            f"{format_mm(max(before, after))} mm"
        )
    if arc := edge.arc:  # from a chord to a length along the arc
        across = 2 * arc.radius
        before, after = (across * asin(chord / across) for chord in (before, after))
    return edge.stretch(before, whole - after)
