"""Kerf compensation: the path of the beam beside an outline, so that parts get their size.

A beam burns a band as wide as the kerf; its centre runs half a kerf beside the part. Lines and arcs
are offset exactly and arcs stay arcs; where that fails, chords are offset as an area.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import dist, hypot, pi, sqrt, tau
from typing import NamedTuple

import shapely

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point
from pnp.base.path import Arc, Line, Path, polygon
from pnp.base.units import Mm, format_mm
from pnp.laser.cuts import SAME, CircularArc, Edge, path_edges, path_of, places, signed_area, turn
from pnp.laser.scheme import Kerf

_CHORD: Mm = 0.0002  # how far chords may leave the path of an oval beam
_STEPS = 64  # chords per quarter of a circle
_MISSED = 3.3  # half kerfs between a round beam and the tip of an inward corner of 27 degrees

_NEAR: Mm = 1e-6  # lines whose ends are nearer than this meet without a join


def outward(outline: Path, kerf: Kerf) -> Path:
    """Return the path of the beam around a part: its outline, half a kerf further out.

    Lines and arcs keep their kind. Outward corners are mitres, so that parts a kerf apart share one
    line; inward corners are as round as the beam. Arcs under an oval beam become chords within
    0.001 mm.
    """
    return _beside(outline, kerf, 1, "a gap in an outline")


def inward(hole: Path, kerf: Kerf) -> Path:
    """Return the path of the beam inside a hole: its outline, half a kerf further in.

    See :func:`outward`.
    """
    return _beside(hole, kerf, -1, "a hole")


@lru_cache(maxsize=512)  # equal parts lie alike on bed after bed
def _beside(outline: Path, kerf: Kerf, side: int, what: str) -> Path:
    if not (kerf.x or kerf.y):
        return outline
    if not (kerf.x > 0 and kerf.y > 0):
        raise LayoutError(f"a kerf is more than 0 mm both ways, not {kerf}")
    # Scaling the plane turns an oval beam into a round one.
    flat = kerf.x != kerf.y
    edges = path_edges(outline)
    edges = _stretched(edges, kerf.x / kerf.y) if flat else edges
    by = side * kerf.x / 2
    moved = _moved(edges, by)
    if moved is None:
        raise LayoutError(f"{what} {_fault(edges, by, kerf)}")
    return path_of(_stretched(moved, kerf.y / kerf.x) if flat else moved)


def _stretched(edges: Sequence[Edge], factor: float) -> list[Edge]:
    """Return edges as chords, scaled vertically by a factor."""
    higher = polygon(Point(place.x, place.y * factor) for place in places(edges, _CHORD))
    return path_edges(higher)


def _moved(edges: Sequence[Edge], by: Mm) -> list[Edge] | None:
    """Return a closed outline offset outward or inward; None if the beam does not fit."""
    return offset_edges(edges, by) or _moved_area(edges, by)


def _moved_area(edges: Sequence[Edge], by: Mm) -> list[Edge] | None:
    """Offset an outline as an area of chords, in which details finer than the beam may vanish.

    Returns None if that loses more than the beam misses in sharp corners: then it closes a gap.
    """
    shape = shapely.Polygon(places(edges))
    if not shape.is_valid:
        return None
    moved = shape.buffer(by, join_style="mitre", mitre_limit=6, quad_segs=_STEPS)
    if not isinstance(moved, shapely.Polygon) or moved.is_empty or moved.interiors:
        return None
    back = moved.buffer(-by, quad_segs=_STEPS)
    lost = shapely.difference(back, shape) if by > 0 else shapely.difference(shape, back)
    spots = shapely.points(shapely.get_coordinates(lost))
    if (shapely.distance(spots, back.boundary) > abs(by) * _MISSED).any():
        return None
    corners = [Point(float(x), float(y)) for x, y in moved.exterior.coords[:-1]]
    around = corners if moved.exterior.is_ccw == (signed_area(edges) > 0) else corners[::-1]
    return path_edges(polygon(around))


def _fault(edges: Sequence[Edge], by: Mm, kerf: Kerf) -> str:
    """Describe the width of the narrowest gap, found by bisection with thinner beams."""
    low, high = 0.0, 1.0
    for _ in range(20):
        middle = (low + high) / 2
        low, high = (low, middle) if _moved(edges, by * middle) is None else (middle, high)
    if not low:
        return "touches or crosses itself, so that no beam fits"
    most = Kerf(round(kerf.x * low, 3), round(kerf.y * low, 3))
    lacking = round(max(kerf) * (1 - low), 3)
    return f"is {most} wide, {format_mm(lacking)} mm too narrow for a kerf of {kerf}"


_KINK: Mm = 1e-3  # the same beside an arc, as arcs along a curve are not quite smooth
_SHARPEST = 2.8  # radians: at a larger turn (a tip of 20 degrees) a mitre grows too long


class _Side(NamedTuple):
    """An offset edge, its original, and its circle if it is an arc."""

    start: Point
    end: Point
    old: Edge
    arc: CircularArc | None


def offset_edges(edges: Sequence[Edge], by: Mm) -> list[Edge] | None:
    """Return a closed outline offset outward, or inward by a negative distance.

    Corners that open get a mitre between straight edges that are not too sharp, and otherwise an
    arc. Corners that close end where the offset edges meet. Arcs smaller than the distance vanish.
    Returns None if an edge would reverse or the outline touch itself, so something is too narrow.
    """
    left = by if signed_area(edges) > 0 else -by
    sides = [side for edge in edges if (side := _moved_edge(edge, left)) is not None]
    if len(sides) < 2:
        return None
    joins = [_join(a, b, left) for a, b in pairwise([*sides, sides[0]])]
    if not all(joins):
        return None
    found: list[Edge] = []
    for side, before, after in zip(sides, [joins[-1], *joins[:-1]], joins, strict=True):
        start, end = before[-1], after[0]
        edge = _between(side, start, end)
        if edge is None:
            return None
        found += [edge] if dist(start, end) > SAME else []
        if len(after) == 2 and dist(*after) > SAME:
            found.append(Edge(end, Arc(after[1], abs(by), left > 0)))
    return found if _is_sound(found, signed_area(edges) > 0) else None


def _moved_edge(edge: Edge, left: Mm) -> _Side | None:
    """Return an edge offset to its left; None for an arc that vanishes."""
    arc = edge.arc
    if arc is None:
        way, _ = edge.directions
        dx, dy = left * way.y, -left * way.x
        return _Side(edge.start.moved(dx, dy), edge.end.moved(dx, dy), edge, None)
    radius = arc.radius + (left if arc.sweep > 0 else -left)
    if radius <= SAME:
        return None
    grown = arc._replace(radius=radius)
    return _Side(grown.at(arc.begin), grown.at(arc.begin + arc.sweep), edge, grown)


def _join(a: _Side, b: _Side, left: Mm) -> tuple[Point, ...]:
    """Return where ``a`` ends and ``b`` starts: one point, two with an arc between, or none."""
    if dist(a.end, b.start) < (_KINK if a.arc or b.arc else _NEAR):
        if a.arc and b.arc:
            return (Point((a.end.x + b.start.x) / 2, (a.end.y + b.start.y) / 2),)
        return (b.start if a.arc else a.end,)
    if dist(a.old.end, b.old.start) > SAME:  # an arc between them has vanished
        return _crossing(a, b)
    out, into = a.old.directions[1], b.old.directions[0]
    angle = turn(out, into)
    if a.arc is None and b.arc is None and abs(angle) < (_SHARPEST if angle * left > 0 else pi):
        share = left / (1 + out.x * into.x + out.y * into.y)
        return (a.old.end.moved(share * (out.y + into.y), -share * (out.x + into.x)),)
    return (a.end, b.start) if angle * left > 0 else _crossing(a, b)


def _crossing(a: _Side, b: _Side) -> tuple[Point, ...]:
    """Return the intersection of two extended offset edges nearest to the corner."""
    if a.arc is None and b.arc is None:
        found = _lines_cross(a, b)
    elif a.arc is None or b.arc is None:
        line, arc = (a, b.arc) if a.arc is None else (b, a.arc)
        found = _line_crosses(line, arc) if arc else []
    else:
        found = _circles_cross(a.arc, b.arc)
    near = sorted(found, key=lambda place: dist(place, a.end) + dist(place, b.start))
    return tuple(near[:1])


def _lines_cross(a: _Side, b: _Side) -> list[Point]:
    ax, ay = a.end.x - a.start.x, a.end.y - a.start.y
    bx, by = b.end.x - b.start.x, b.end.y - b.start.y
    across = ax * by - ay * bx
    if abs(across) <= SAME * hypot(ax, ay) * hypot(bx, by):
        return []
    t = ((b.start.x - a.start.x) * by - (b.start.y - a.start.y) * bx) / across
    return [a.start.moved(t * ax, t * ay)]


def _line_crosses(line: _Side, arc: CircularArc) -> list[Point]:
    way, _ = line.old.directions
    dx, dy = arc.middle.x - line.start.x, arc.middle.y - line.start.y
    along, off = dx * way.x + dy * way.y, dx * way.y - dy * way.x
    if abs(off) > arc.radius:
        return []
    half = sqrt(arc.radius**2 - off**2)
    return [line.start.moved(t * way.x, t * way.y) for t in (along - half, along + half)]


def _circles_cross(a: CircularArc, b: CircularArc) -> list[Point]:
    dx, dy = b.middle.x - a.middle.x, b.middle.y - a.middle.y
    span = hypot(dx, dy)
    if span < SAME or not abs(a.radius - b.radius) <= span <= a.radius + b.radius:
        return []
    along = (a.radius**2 - b.radius**2 + span**2) / (2 * span)
    off = sqrt(max(0.0, a.radius**2 - along**2)) / span
    foot = a.middle.moved(along / span * dx, along / span * dy)
    return [foot.moved(off * dy, -off * dx), foot.moved(-off * dy, off * dx)]


def _between(side: _Side, start: Point, end: Point) -> Edge | None:
    """Return an offset edge between its new ends; None if it would reverse."""
    if side.arc is None:
        way, _ = side.old.directions
        ahead = (end.x - start.x) * way.x + (end.y - start.y) * way.y
        return Edge(start, Line(end)) if ahead > SAME else None
    middle, clockwise = side.arc.middle, side.arc.sweep > 0
    first, last = (Point(at.x - middle.x, at.y - middle.y) for at in (start, end))
    sweep = turn(first, last) if clockwise else turn(last, first)
    whole = abs(side.arc.sweep)
    slack = _KINK / side.arc.radius
    ways = [way for way in (sweep, sweep + tau) if -1e-6 < way < whole + slack]
    if not ways:
        return None
    large = max(ways) > pi + 1e-6
    return Edge(start, Arc(end, side.arc.radius, clockwise, large))


def _is_sound(edges: Sequence[Edge], clockwise: bool) -> bool:
    """Return whether an outline has the right orientation and does not touch itself."""
    if len(edges) < 2 or (signed_area(edges) > 0) != clockwise:
        return False
    return bool(shapely.LinearRing(places(edges)).is_simple)
