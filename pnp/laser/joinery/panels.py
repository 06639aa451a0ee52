"""Plates: flat parts with joints along their edges, and their poses in space."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import inf
from typing import Literal, NamedTuple

from shapely import Polygon, box, get_parts, unary_union

from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Arc, Line, Path, path_bounds, polygon, rectangle
from pnp.base.units import EPSILON, Mm
from pnp.laser.artwork import Artwork

FINGER = 2.5  # how many times as wide as the plate is thick a finger is
LEAST_FINGER = 1.0  # the same for short edges
TENON_EVERY: Mm = 60.0
TENON: tuple[float, Mm] = (0.4, 18.0)  # as a share of the room for it, and at most

Tenon = tuple[Mm, Mm]
"""Where a tenon begins and ends along the edge of its plate, before the fit is taken off."""

GRID: Mm = 1e-7  # edges nearer than this to one another are one
SideName = Literal["top", "right", "bottom", "left"]


class FingerSpan(NamedTuple):
    """A stretch along an edge of a box, and the plate that fills it."""

    start: Mm
    end: Mm
    owner: str


def fingers(start: Mm, end: Mm, owners: tuple[str, str], thickness: Mm) -> list[FingerSpan]:
    """Divide an edge between two plates, the first of which owns both ends.

    An edge that is too short for three fingers has two, or one.
    """
    length = end - start
    count = max(3, 2 * round((length / (FINGER * thickness) - 1) / 2) + 1)
    if length < 3 * LEAST_FINGER * thickness - EPSILON:
        count = 2 if length >= 2 * LEAST_FINGER * thickness - EPSILON else 1
    each = length / count
    marks = [*(start + each * number for number in range(count)), end]
    return [FingerSpan(marks[n], marks[n + 1], owners[n % 2]) for n in range(count)]


def recesses(
    edge: Sequence[FingerSpan], mine: str, clearance: Mm, faces: Collection[str] = ()
) -> Iterator[tuple[Mm, Mm]]:
    """Yield the stretches that one plate yields to the others, widened by its part of the fit.

    A finger and its slot meet at two flanks. Each plate moves its own flank by a quarter of the
    clearance; where its finger meets one of ``faces``, which do not move, by a half.
    """
    bounds = edge[0].start, edge[-1].end
    for run in _runs(edge, mine):
        first, last = run[0], run[-1]
        before = clearance / (2 if first.owner in faces else 4)
        after = clearance / (2 if last.owner in faces else 4)
        yield (
            first.start - (before if first.start > bounds[0] else 0),
            last.end + (after if last.end < bounds[1] else 0),
        )


def _runs(edge: Sequence[FingerSpan], mine: str) -> Iterator[list[FingerSpan]]:
    run: list[FingerSpan] = []
    for stretch in edge:
        if stretch.owner != mine:
            run.append(stretch)
        elif run:
            yield run
            run = []
    if run:
        yield run


def tenons(start: Mm, end: Mm) -> Iterator[Tenon]:
    """Yield evenly spaced tenons for an edge that stands on another plate."""
    count = 1 + int((end - start) / TENON_EVERY)
    each = (end - start) / count
    wide = min(TENON[0] * each, TENON[1])
    for number in range(count):
        middle = start + (number + 0.5) * each
        yield middle - wide / 2, middle + wide / 2


def between(length: Mm, pins: Sequence[Tenon], clearance: Mm) -> list[tuple[Mm, Mm]]:
    """Return the stretches of an edge beside its tenons."""
    ends = (end for a, b in pins for end in (a + clearance / 4, b - clearance / 4))
    marks = [0.0, *ends, length]
    return list(zip(marks[::2], marks[1::2], strict=True))


class Vector(NamedTuple):
    """A point or a vector in space: to the right, away from the viewer, and up."""

    x: Mm
    y: Mm
    z: Mm

    def plus(self, way: "Vector", far: float = 1.0) -> "Vector":
        """Return this vector plus ``far`` times another."""
        return Vector(self.x + far * way.x, self.y + far * way.y, self.z + far * way.z)

    def dot(self, other: "Vector") -> float:
        """Return the dot product."""
        return self.x * other.x + self.y * other.y + self.z * other.z

    def cross(self, other: "Vector") -> "Vector":
        """Return the cross product."""
        return Vector(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )


RIGHT, AWAY, UP = Vector(1, 0, 0), Vector(0, 1, 0), Vector(0, 0, 1)
LEFT, NEAR, DOWN = Vector(-1, 0, 0), Vector(0, -1, 0), Vector(0, 0, -1)


class Pose(NamedTuple):
    """The pose of a plate: the top left of its outer face, and the directions of its top and left.

    A viewer of that face sees the directions as right and down.
    """

    corner: Vector
    right: Vector
    down: Vector

    @property
    def inward(self) -> Vector:
        """The direction through the plate, from its outer face."""
        return self.right.cross(self.down)

    def at(self, point: Point, depth: Mm = 0.0) -> Vector:
        """Return the point in space of a point on the outer face, or at a depth behind it."""
        across = self.corner.plus(self.right, point.x).plus(self.down, point.y)
        return across.plus(self.inward, depth)

    def moved(self, way: Vector, far: Mm = 1.0) -> "Pose":
        """Return the pose moved along a vector."""
        return self._replace(corner=self.corner.plus(way, far))

    def along(self, upright: bool, axis: Vector, at: Mm) -> Mm:
        """Return the position on the plate of a coordinate in space: across, or down if upright."""
        way = self.down if upright else self.right
        return way.dot(axis) * (at - self.corner.dot(axis))


class Plate(NamedTuple):
    """A flat part with its pose; ``side`` is its outer face without kerf."""

    name: str
    side: Artwork
    pose: Pose

    @property
    def size(self) -> Size:
        """Its width and height in the sheet."""
        return path_bounds(self.side.outline).size


class Comb(NamedTuple):
    """The joints along one side of a plate: stretches along an axis, and their owners.

    The fingers of this plate end at the faces of the plates in ``faces`` rather than at fingers.
    """

    axis: Vector
    stretches: Sequence[FingerSpan]
    faces: Collection[str] = ()


def jointed(
    name: str,
    pose: Pose,
    size: Size,
    combs: Mapping[SideName, Comb],
    thickness: Mm,
    clearance: Mm,
) -> Plate:
    """Return a rectangular plate without the stretches that its neighbours own."""
    left_free: dict[SideName, list[tuple[Mm, Mm]]] = {}
    for side, comb in combs.items():
        upright = side in ("left", "right")
        left_free[side] = [
            (min(ends), max(ends))
            for run in recesses(comb.stretches, name, clearance, comb.faces)
            for ends in [[pose.along(upright, comb.axis, at) for at in run]]
        ]
    taken = [
        _strip(side, size, min(thickness, _corner(left_free, side, size, run)), run)
        for side, runs in left_free.items()
        for run in runs
    ]
    return Plate(name, Artwork(without(size, taken)), pose)


def _corner(
    left_free: Mapping[SideName, Sequence[tuple[Mm, Mm]]],
    side: SideName,
    size: Size,
    run: tuple[Mm, Mm],
) -> Mm:
    """Return how far the free corner extends along the other side, if a run touches it.

    Where two plates press on the corner of a third, that is less than their thickness.
    """
    upright = side in ("left", "right")
    length, other_length = (size.height, size.width) if upright else size
    at_end = side in ("right", "bottom")
    ends: tuple[SideName, SideName] = ("top", "bottom") if upright else ("left", "right")
    for neighbour, touches in zip(ends, (run[0] < EPSILON, run[1] > length - EPSILON), strict=True):
        for start, end in left_free.get(neighbour, ()) if touches else ():
            if at_end and end > other_length - EPSILON:
                return other_length - start
            if not at_end and start < EPSILON:
                return end
    return inf


def _strip(side: SideName, size: Size, depth: Mm, run: tuple[Mm, Mm]) -> Rect:
    start, end = run
    match side:
        case "top":
            return Rect(start, 0, end - start, depth)
        case "bottom":
            return Rect(start, size.height - depth, end - start, depth)
        case "left":
            return Rect(0, start, depth, end - start)
        case "right":
            return Rect(size.width - depth, start, depth, end - start)


def without(size: Size, taken: Iterable[Rect]) -> Path:
    """Return the outline of a rectangle with others cut away from its edges."""
    away = unary_union([box(r.x, r.y, r.right, r.bottom) for r in taken])
    return outline_of(box(0, 0, *size).difference(away))


def cut_away(outline: Path, taken: Iterable[Rect]) -> Path:
    """Return an outline of straight lines with rectangles cut away from its edges."""
    away = unary_union([box(r.x, r.y, r.right, r.bottom) for r in taken])
    points = [outline.start, *(step.to for step in outline.segments)]
    left = Polygon(points).difference(away, grid_size=GRID)
    return outline_of(max(get_parts(left), key=lambda part: part.area))


def outline_of(area: Polygon) -> Path:
    """Return the outline of an area with straight edges, clockwise from its top left."""
    found = area.simplify(0).normalize().exterior.coords[:0:-1]  # as y grows down
    points = [Point(round(x, 9), round(y, 9)) for x, y in found]
    return _from_top(points)


def _from_top(points: list[Point]) -> Path:
    first = min(range(len(points)), key=lambda n: (points[n].y, points[n].x))
    return polygon(points[first:] + points[:first])


def mortise(foot: Rect, pin: Tenon, clearance: Mm) -> Path:
    """Return the mortise for a tenon of a plate that stands on ``foot``, a line."""
    start, long = pin[0] - clearance / 4, pin[1] - pin[0] + clearance / 2
    if foot.height:
        room = Rect(foot.x + start, foot.y, long, foot.height)
        return rectangle(Rect(room.x, room.y - clearance / 2, long, room.height + clearance))
    room = Rect(foot.x, foot.y - start - long, foot.width, long)
    return rectangle(Rect(room.x - clearance / 2, room.y, room.width + clearance, long))


def started_at_top(outline: Path) -> Path:
    """Return the outline of straight lines starting at its top left corner."""
    points = [outline.start, *(step.to for step in outline.segments)]
    return _from_top([Point(round(x, 9), round(y, 9)) for x, y in points])


def notched(outline: Path, middle: Mm, width: Mm, depth: Mm) -> Path:
    """Return a plate's outline with a round notch in its straight top edge."""
    left, right, r = middle - width / 2, middle + width / 2, width / 2
    points = [outline.start, *(step.to for step in outline.segments)]
    here = next(
        n
        for n, (a, b) in enumerate(pairwise(points))
        if isinstance(outline.segments[n], Line)
        and abs(a.y) + abs(b.y) < EPSILON
        and a.x - EPSILON <= left
        and right <= b.x + EPSILON
    )
    straight = depth - r
    down = (Line(Point(left, 0)), *((Line(Point(left, straight)),) if straight > EPSILON else ()))
    turn = Arc(Point(right, max(straight, 0)), r, clockwise=False)
    up = (Line(Point(right, 0)),) if straight > EPSILON else ()
    steps = outline.segments
    return outline._replace(segments=(*steps[:here], *down, turn, *up, *steps[here:]))
