"""What tests ask of plates in space: how much of two is in the same place."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from shapely import Polygon, box
from shapely.affinity import affine_transform
from shapely.geometry.base import BaseGeometry

from pnp.base.path import flattened
from pnp.components.tray.arrange import PieceLot, arrange
from pnp.laser.joinery.panels import AWAY, RIGHT, UP, Plate
from pnp.laser.joinery.tray import Tray, TrayStyle, tray_around

AXES = (RIGHT, AWAY, UP)
FAR = 1e4


def make_tray(lots: Sequence[PieceLot], thickness: float, style: TrayStyle) -> Tray:
    """Return a tray for lots of pieces, with plates of a thickness."""
    return tray_around(arrange(tuple(lots), thickness), thickness, style)


@lru_cache(maxsize=64)
def area(plate: Plate) -> Polygon:
    """Return the outer face of a plate without its holes, as it lies in the sheet."""
    holes = [flattened(hole, 0.001) for hole in plate.side.holes]
    return Polygon(flattened(plate.side.outline, 0.001), holes)


def normal(plate: Plate) -> int:
    """Return the axis that a plate is thin along."""
    return next(n for n, axis in enumerate(AXES) if abs(plate.pose.inward.dot(axis)) > 0.5)


def span(plate: Plate, thickness: float) -> tuple[float, float]:
    """Return between which two places on that axis it lies."""
    here = plate.pose.corner[normal(plate)]
    there = here + thickness * plate.pose.inward[normal(plate)]
    return min(here, there), max(here, there)


def in_space(plate: Plate, shape: BaseGeometry, first: int, second: int) -> Polygon:
    """Return a shape of a plate by its places on two axes of space."""
    corner, right, down = plate.pose
    across, along = ((right[axis], down[axis]) for axis in (first, second))
    return affine_transform(shape, [*across, *along, corner[first], corner[second]])


def shared_volume(a: Plate, b: Plate, thickness: float) -> float:
    """Return how many mm³ two plates have in common."""
    one, other = normal(a), normal(b)
    (a_from, a_to), (b_from, b_to) = span(a, thickness), span(b, thickness)
    if one == other:
        deep = min(a_to, b_to) - max(a_from, b_from)
        first, second = (n for n in range(3) if n != one)
        both = in_space(a, area(a), first, second).intersection(in_space(b, area(b), first, second))
        return max(deep, 0.0) * both.area
    rest = 3 - one - other
    cut_a = in_space(a, area(a), other, rest).intersection(box(b_from, -FAR, b_to, FAR))
    cut_b = in_space(b, area(b), one, rest).intersection(box(a_from, -FAR, a_to, FAR))
    if cut_a.is_empty or cut_b.is_empty:
        return 0.0
    marks = sorted({y for cut in (cut_a, cut_b) for y in _heights(cut)})
    return sum(
        _wide(cut_a, low, high) * _wide(cut_b, low, high) * (high - low)
        for low, high in pairwise(marks)
        if high - low > 1e-9
    )


def _heights(shape: BaseGeometry) -> set[float]:
    parts = getattr(shape, "geoms", [shape])
    return {
        round(y, 9)
        for part in parts
        if isinstance(part, Polygon)
        for ring in (part.exterior, *part.interiors)
        for _, y in ring.coords
    }


def _wide(shape: BaseGeometry, low: float, high: float) -> float:
    return shape.intersection(box(-FAR, low, FAR, high)).area / (high - low)
