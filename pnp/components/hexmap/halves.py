"""Hexagons halved by the straight edge of a map: the remaining parts and sides."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, radians, sin

from pnp.base.geometry import Point, Rect
from pnp.base.units import EPSILON, Mm, quoted
from pnp.components.hexmap.lines import SIDES, MapLine, Top
from pnp.game.places import Place, PlaceEdge

_Depth = Callable[[Point], Mm]  # how far a point is inside an edge of the map


def inward(center: Point, area: Rect) -> Point:
    """Return the directions, -1, 0 or 1, from the map's edges inward to a half hexagon.

    Both are 0 if no edge halves it.
    """
    x = (abs(center.x - area.x) < EPSILON) - (abs(center.x - area.right) < EPSILON)
    y = (abs(center.y - area.y) < EPSILON) - (abs(center.y - area.bottom) < EPSILON)
    return Point(x, y)


def inside(corners: Sequence[Point], area: Rect) -> tuple[Point, ...]:
    """Clip a convex outline to an area, keeping the order of its corners."""
    for depth in _depths(area):
        inner: list[Point] = []
        for a, b in pairwise((*corners, corners[0])):
            if depth(a) > -EPSILON:
                inner.append(a)
            if depth(a) * depth(b) < 0 and min(abs(depth(a)), abs(depth(b))) > EPSILON:
                inner.append(_crossing(a, b, depth))
        corners = inner
    return tuple(corners)


def edge_inside(edge: PlaceEdge, area: Rect) -> PlaceEdge | None:
    """Return the part of an edge within an area; None if it is outside or on the boundary."""
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
