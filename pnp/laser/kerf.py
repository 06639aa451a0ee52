"""Kerf compensation: the path of the beam beside an outline, so that parts get their size.

A beam burns a band as wide as the kerf; its centre runs half a kerf beside the part.
"""

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple

import shapely

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point
from pnp.base.path import Path, polygon
from pnp.base.units import Mm, format_mm
from pnp.laser.edges import Edge, area, edge_places, path_edges, path_of, places
from pnp.laser.offset import offset_edges

_CHORD: Mm = 0.0002  # how far chords may leave the path of an oval beam
_STEPS = 64  # chords per quarter of a circle


class Kerf(NamedTuple):
    """The width of cuts that run down (``x``) and of cuts that run across (``y``).

    They are equal for a round beam; the beams of diodes are oval.
    """

    x: Mm
    y: Mm

    def along(self, way: Point) -> Mm:
        """Return the length of the burnt spot in a direction, given as a unit vector."""
        if not (self.x and self.y):
            return self.x * abs(way.x) + self.y * abs(way.y)
        return 1 / hypot(way.x / self.x, way.y / self.y)

    def __str__(self) -> str:
        if self.x == self.y:
            return f"{format_mm(self.x)} mm"
        return f"{format_mm(self.x)} x {format_mm(self.y)} mm"


def outward(outline: Path, kerf: Kerf, what: str = "a gap in an outline") -> Path:
    """Return the path of the beam around a part: its outline, half a kerf further out.

    Lines and arcs keep their kind. Outward corners are mitres, so that parts a kerf apart share
    one line; inward corners get the roundness of the beam. Arcs under an oval beam become chords
    within 0.001 mm.

    Raises:
        LayoutError: If the beam does not fit into a gap; ``what`` names it.
    """
    return _beside(outline, kerf, 1, what)


def inward(hole: Path, kerf: Kerf, what: str = "a hole") -> Path:
    """Return the path of the beam inside a hole: its outline, half a kerf further in.

    See :func:`outward`.

    Raises:
        LayoutError: If the beam does not fit into the hole or a part of it; ``what`` names it.
    """
    return _beside(hole, kerf, -1, what)


def _beside(outline: Path, kerf: Kerf, side: int, what: str) -> Path:
    if not (kerf.x or kerf.y):
        return outline
    if not (kerf.x > 0 and kerf.y > 0):
        raise LayoutError(f"a kerf is more than 0 mm both ways, not {kerf}")
    # An oval beam is round once everything is stretched until it is.
    flat = kerf.x != kerf.y
    edges = _stretched(outline, kerf.x / kerf.y) if flat else path_edges(outline)
    by = side * kerf.x / 2
    moved = _moved(edges, by)
    if moved is None:
        raise LayoutError(f"{what} {_fault(edges, by, kerf)}")
    found = path_of(moved)
    return path_of(_stretched(found, kerf.y / kerf.x)) if flat else found


def _stretched(path: Path, factor: float) -> list[Edge]:
    """Return the edges of a path as chords, stretched down by a factor."""
    higher = polygon(Point(place.x, place.y * factor) for place in places(path, _CHORD))
    return path_edges(higher)


def _moved(edges: Sequence[Edge], by: Mm) -> list[Edge] | None:
    """Return a closed outline moved outward, or inward; None if the beam does not fit."""
    return offset_edges(edges, by) or _moved_area(edges, by)


def _moved_area(edges: Sequence[Edge], by: Mm) -> list[Edge] | None:
    """Offset an outline as an area of chords, in which details finer than the beam may vanish.

    None if that loses more than the beam misses in corners of 60 degrees: then a gap is closed.
    """
    shape = shapely.Polygon([(place.x, place.y) for place in edge_places(edges)])
    if not shape.is_valid:
        return None
    moved = shape.buffer(by, join_style="mitre", mitre_limit=6, quad_segs=_STEPS)
    if not isinstance(moved, shapely.Polygon) or moved.is_empty or moved.interiors:
        return None
    back = moved.buffer(-by, quad_segs=_STEPS)
    lost = shapely.difference(back, shape) if by > 0 else shapely.difference(shape, back)
    spots = shapely.points(shapely.get_coordinates(lost))
    if (shapely.distance(spots, back.boundary) > abs(by) * 1.01).any():
        return None
    corners = [Point(float(x), float(y)) for x, y in moved.exterior.coords[:-1]]
    around = corners if moved.exterior.is_ccw == (area(edges) > 0) else corners[::-1]
    return path_edges(polygon(around))


def _fault(edges: Sequence[Edge], by: Mm, kerf: Kerf) -> str:
    """Describe how wide the narrowest gap is, found by bisection with thinner beams."""
    low, high = 0.0, 1.0
    for _ in range(20):
        middle = (low + high) / 2
        low, high = (low, middle) if _moved(edges, by * middle) is None else (middle, high)
    if not low:
        return "touches or crosses itself, so that no beam fits"
    most = Kerf(round(kerf.x * low, 3), round(kerf.y * low, 3))
    lacking = round(max(kerf) * (1 - low), 3)
    return f"is {most} wide, {format_mm(lacking)} mm too narrow for a kerf of {kerf}"
