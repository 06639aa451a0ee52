"""Hexagons that a straight edge of a map halves: what is left of them and of their sides."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, radians, sin

from pnp.base.geometry import Point, Rect
from pnp.base.units import EPSILON, Mm, quoted
from pnp.components.hexmap.lines import SIDES, MapLine, Top
from pnp.game.places import Place, PlaceEdge

_Depth = Callable[[Point], Mm]  # how far a point is inside an edge of the map


def inward(center: Point, area: Rect) -> Point:
    """Return from which edges of the map a hexagon lies inward: 1, 0 or -1 each way.

    Both are 0 if no edge halves it.
    """
    x = (abs(center.x - area.x) < EPSILON) - (abs(center.x - area.right) < EPSILON)
    y = (abs(center.y - area.y) < EPSILON) - (abs(center.y - area.bottom) < EPSILON)
    return Point(x, y)


def inside(corners: Sequence[Point], area: Rect) -> tuple[Point, ...]:
    """Return the corners of what lies of a convex outline in an area; the order stays."""
    for depth in _depths(area):
        kept: list[Point] = []
        for a, b in pairwise((*corners, corners[0])):
            if depth(a) > -EPSILON:
                kept.append(a)
            if depth(a) * depth(b) < 0 and min(abs(depth(a)), abs(depth(b))) > EPSILON:
                kept.append(_crossing(a, b, depth))
        corners = kept
    return tuple(corners)


def edge_inside(edge: PlaceEdge, area: Rect) -> PlaceEdge | None:
    """Return the part of an edge in an area, None for an edge outside or along its own edge."""
    a, b = edge
    for depth in _depths(area):
        if depth(a) < EPSILON and depth(b) < EPSILON:
            return None
        if depth(a) * depth(b) < 0:
            cut = _crossing(a, b, depth)
            a, b = (cut, b) if depth(a) < 0 else (a, cut)
    return a, b


def sides_beyond(
    key: str, line: MapLine, top: Top, places: Mapping[str, Place], area: Rect, cell: Mm
) -> Iterator[str]:
    """Yield a line for each side of a line that lies beyond the edge of the map."""
    for hexagon, side in line.named_sides():
        angle = radians(SIDES[top][side])
        x, y = cos(angle) * cell / 2, sin(angle) * cell / 2
        middle = places[hexagon].center.moved(x, y)
        if any(depth(middle) < -EPSILON for depth in _depths(area)):
            yield (
                f"lines.{key}.sides.{hexagon}: {quoted(side)} lies beyond the edge, which halves "
                "the hexagon"
            )


def _depths(area: Rect) -> tuple[_Depth, ...]:
    return (
        lambda p: p.x - area.x,
        lambda p: area.right - p.x,
        lambda p: p.y - area.y,
        lambda p: area.bottom - p.y,
    )


def _crossing(a: Point, b: Point, depth: _Depth) -> Point:
    part = depth(a) / (depth(a) - depth(b))
    return Point(a.x + part * (b.x - a.x), a.y + part * (b.y - a.y))
