"""Solids of plates: the flat faces that bound them, each clockwise from outside."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import fsum
from typing import Literal, NamedTuple

from pnp.base.geometry import Point
from pnp.base.path import Line, Path, flattened, walk
from pnp.base.units import Mm
from pnp.laser.joinery.panels import Plate, Pose, Vector

COARSE: Mm = 0.08  # how far chords may leave an arc in a picture

SolidRing = tuple[Vector, ...]


class Facet(NamedTuple):
    """A flat face: its edge, its holes, and its engravings.

    A ``cut`` is a face that the beam cut. Facets with the same ``bend`` are chords of one curve of
    the plate.
    """

    plate: str
    edge: SolidRing
    holes: tuple[SolidRing, ...] = ()
    burnt: tuple[SolidRing, ...] = ()
    lines: tuple[SolidRing, ...] = ()
    kind: Literal["face", "cut"] = "face"
    bend: tuple[int, int] | None = None

    @property
    def outward(self) -> Vector:
        """The normal vector, with the length of twice its area."""
        first = self.edge[0]
        sides = [point.plus(first, -1) for point in self.edge[1:]]
        found = Vector(0, 0, 0)
        for a, b in pairwise(sides):
            found = found.plus(a.cross(b), -1)  # clockwise from outside
        return found


def facets(plate: Plate, thickness: Mm) -> Iterator[Facet]:
    """Yield the faces of a plate: the outer one, the inner one and the cuts around them."""
    pose = plate.pose
    edge, *holes = (_ring(path) for path in (plate.side.outline, *plate.side.holes))
    name = plate.name
    yield Facet(
        name,
        _raised(edge, pose),
        tuple(_raised(hole, pose) for hole in holes),
        tuple(_raised(_ring(path), pose) for path in plate.side.engraved),
        tuple(_raised(flattened(path, COARSE), pose) for path in plate.side.scored),
    )
    inner = tuple(_raised(reversed(hole), pose, thickness) for hole in holes)
    yield Facet(name, _raised(reversed(edge), pose, thickness), inner)
    for number, path in enumerate((plate.side.outline, *plate.side.holes)):
        is_back = (_clockwise(edge if not number else holes[number - 1])) == bool(number)
        for part, (a, b, is_bent) in enumerate(_sides(path)):
            start, end = (b, a) if is_back else (a, b)
            bend = (number, part) if is_bent else None
            for first, last in pairwise(_bent(start, end, path, is_bent, part, is_back)):
                corners = ((first, 0.0), (first, thickness), (last, thickness), (last, 0.0))
                quad = tuple(pose.at(point, depth) for point, depth in corners)
                yield Facet(name, quad, kind="cut", bend=bend)


def _sides(path: Path) -> Iterator[tuple[Point, Point, bool]]:
    for start, segment in walk(path):
        yield start, segment.to, not isinstance(segment, Line)


def _bent(
    start: Point, end: Point, path: Path, is_bent: bool, number: int, is_back: bool
) -> list[Point]:
    """Return the points along one side of a path, with chords for a curve."""
    if not is_bent:
        return [start, end]
    first, segment = list(walk(path))[number]
    chords = flattened(Path(first, (segment,), closed=False), COARSE)
    return chords[::-1] if is_back else chords


def _ring(path: Path) -> list[Point]:
    """Return the points of a closed path, without repeating the first."""
    return flattened(path, COARSE)[:-1]


def _raised(points: Iterable[Point], pose: Pose, depth: Mm = 0.0) -> SolidRing:
    return tuple(pose.at(point, depth) for point in points)


def _clockwise(points: list[Point]) -> bool:
    pairs = pairwise([*points, points[0]])
    return fsum(a.x * b.y - b.x * a.y for a, b in pairs) > 0
