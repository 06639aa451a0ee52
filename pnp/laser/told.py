"""What made laser files can be held against: parts, their faces, and where they lie in a pass."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import dist
from typing import Any

from pnp.base.geometry import Point
from pnp.base.path import Path, flattened, path_bounds
from pnp.laser.areas import even_odd, polygon_of
from pnp.laser.burn import Burnt
from pnp.laser.edges import FINE
from pnp.laser.jig import CLEARANCE, RELIEF
from pnp.laser.merge_cuts import merge_cuts
from pnp.laser.plan import Part, Planned
from pnp.laser.pocket import pocket

Told = dict[str, Any]
_DIGITS = 4


def parts_told(parts: Sequence[Part]) -> Told:
    """Tell of parts: each shape and each face once, and which of them a part has.

    Places are mm from the top left of the upright part, kerf not in anything.
    """
    shapes: list[Told] = []
    faces: list[Told] = []
    shape, face = _numbered(shapes, _shape), _numbered(faces, _face)
    rows = [
        {
            "name": part.name,
            "shape": shape(part.front),
            "front": face(part.front),
            "back": None if part.back is None else face(part.back),
        }
        for part in parts
    ]
    return {"parts": rows, "shapes": shapes, "faces": faces}


def pocket_told(part: Part) -> Told:
    """Tell of the pockets of a jig for parts like this one."""
    return _sized(pocket(part.front.outline, CLEARANCE, RELIEF))


def pass_told(planned: Planned) -> Told:
    """Tell of one pass: its sheet, what it burns within, and where which part lies."""
    paths = [path for operation in planned.bed.operations for path in operation.paths]
    boxes = [path_bounds(path) for path in paths]
    whole = boxes[0] if boxes else None
    for box in boxes:
        whole = whole.union(box) if whole else box
    return {
        "sheet": planned.sheet,
        "size_mm": _round(planned.bed.size),
        "bounds_mm": _round(whole) if whole else None,
        "places": [[one.part, *_round((one.at.x, one.at.y)), one.turn] for one in planned.lying],
    }


def _numbered(known: list[Told], tell: Callable[[Burnt], Told]) -> Callable[[Burnt], int]:
    """Return what numbers sides by what is told of them; what is new goes to ``known``."""
    numbers: dict[int, tuple[Burnt, int]] = {}  # many parts have a side in common

    def number(side: Burnt) -> int:
        if id(side) not in numbers:
            one = tell(side)
            if one not in known:
                known.append(one)
            numbers[id(side)] = side, known.index(one)
        return numbers[id(side)][1]

    return number


def _shape(side: Burnt) -> Told:
    corner = path_bounds(side.outline)
    holes = []
    for hole in side.holes:
        box = path_bounds(hole).moved(-corner.x, -corner.y)
        holes.append({"at_mm": _round((box.x, box.y)), **_sized(hole)})
    return {**_sized(side.outline), "holes": holes}


def _sized(outline: Path) -> Told:
    area = polygon_of(outline).area
    return {"size_mm": _round(path_bounds(outline).size), "area_mm2": round(area, _DIGITS)}


def _face(side: Burnt) -> Told:
    corner = path_bounds(side.outline)
    return {
        "engraved": _spread(_of_areas(side.engraved), corner.x, corner.y),
        "scored": _spread(_of_lines(merge_cuts(side.scored)), corner.x, corner.y),
    }


def _spread(sums: Sequence[float], left: float, top: float) -> list[float]:
    """Return how much there is, its middle, and how much it leans: the mean of x times y there.

    Mirrored either way it leans the other way.
    """
    amount, x, y, xy = sums
    if not amount:
        return []
    middle_x, middle_y = x / amount, y / amount
    lean = xy / amount - middle_x * middle_y
    return _round((amount, middle_x - left, middle_y - top, lean))


def _of_areas(paths: Iterable[Path]) -> tuple[float, ...]:
    """Return the sums of 1, x, y and xy over what is engraved, by the even-odd rule."""
    sums = [0.0] * 4
    for sign, _, ring in even_odd(paths):
        found = _of_ring([Point(*place) for place in ring.exterior.coords])
        way = sign if found[0] > 0 else -sign
        sums = [total + way * value for total, value in zip(sums, found, strict=True)]
    return tuple(sums)


def _of_ring(points: Sequence[Point]) -> tuple[float, ...]:
    area = x = y = xy = 0.0
    for a, b in pairwise(points):
        cross = a.x * b.y - b.x * a.y
        area += cross / 2
        x += cross * (a.x + b.x) / 6
        y += cross * (a.y + b.y) / 6
        xy += cross * (2 * a.x * a.y + a.x * b.y + b.x * a.y + 2 * b.x * b.y) / 24
    return area, x, y, xy


def _of_lines(paths: Iterable[Path]) -> tuple[float, ...]:
    """Return the sums of 1, x, y and xy along what is scored."""
    total = x = y = xy = 0.0
    for path in paths:
        for a, b in pairwise(flattened(path, FINE)):
            length = dist(a, b)
            total += length
            x += length * (a.x + b.x) / 2
            y += length * (a.y + b.y) / 2
            xy += length * (2 * a.x * a.y + a.x * b.y + b.x * a.y + 2 * b.x * b.y) / 6
    return total, x, y, xy


def _round(values: Iterable[float]) -> list[float]:
    return [round(float(value), _DIGITS) + 0.0 for value in values]
