"""Trays: open boxes with a compartment for each stack of pieces."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from pnp.base.fit import Fit
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Path, rectangle
from pnp.base.units import Mm
from pnp.laser.artwork import Artwork
from pnp.laser.beds import LaserPart
from pnp.laser.joinery.arrange import Arrangement, PieceLot, arrange
from pnp.laser.joinery.panels import AWAY, DOWN, RIGHT, Plate, Pose, Vector, notched, without
from pnp.laser.joinery.walls import BoxSize, box_plates

COMPONENT = "tray"  # of its parts
TENON_EVERY: Mm = 60.0
TENON: tuple[float, Mm] = (0.4, 18.0)  # as a share of the room for it, and at most
NOTCH: tuple[float, Mm] = (0.6, 22.0)  # as wide as a share of its row, and at most: a thumb
LEAST_NOTCH: Mm = 8.0
NOTCH_DEEP = 0.6  # of a compartment's height
ABOVE_FLOOR = 2.0  # thicknesses that stay below a notch


class Tray(NamedTuple):
    """A tray, plate by plate in the order in which they are joined."""

    plates: tuple[Plate, ...]
    size: BoxSize
    clearance: Mm
    arrangement: Arrangement

    @property
    def parts(self) -> list[LaserPart]:
        """Its plates as parts to cut."""
        return [LaserPart(COMPONENT, plate.name, plate.side) for plate in self.plates]


def make_tray(lots: Sequence[PieceLot], thickness: Mm, fit: Fit) -> Tray:
    """Return a tray without a lid for lots of pieces as thick as its own plates."""
    plan = arrange(lots, thickness)
    size = BoxSize.around(plan.inner, plan.stack + plan.over, thickness)
    floor, *walls = box_plates(size, fit.clearance)
    dividers = [plate for plate, _ in _dividers(plan, size, fit.clearance)]
    mortises = [hole for _, holes in _dividers(plan, size, fit.clearance) for hole in holes]
    floor = floor._replace(side=floor.side._replace(holes=tuple(mortises)))
    notches = _notches(plan, thickness)
    walls = [_thumbed(wall, notches, plan, thickness) for wall in walls]
    return Tray((floor, *walls, *dividers), size, fit.clearance, plan)


class _Run(NamedTuple):
    """A divider seen from above: where its near left corner is, and where others cross it.

    ``rooms`` are the stretches between walls and dividers that cross it; ``crossed`` is where
    others begin that it laps, from above if it runs across.
    """

    name: str
    at: Point
    across: bool
    rooms: tuple[tuple[Mm, Mm], ...]
    crossed: tuple[Mm, ...] = ()


def _runs(plan: Arrangement) -> Iterator[_Run]:
    columns = tuple((one.room.x, one.room.right) for one in plan.rows[0])
    rows = tuple((row[0].room.y, row[0].room.bottom) for row in plan.rows)
    lapped = plan.is_grid and len(rows) > 1 and len(columns) > 1
    starts = tuple(end for _, end in columns[:-1]) if lapped else ()
    for number, (_, end) in enumerate(rows[:-1], start=1):
        rooms = columns if lapped else ((0.0, plan.inner.width),)
        yield _Run(f"across {number}", Point(0, end), True, rooms, starts)
    if lapped:
        for number, (_, end) in enumerate(columns[:-1], start=1):
            crossed = tuple(end for _, end in rows[:-1])
            yield _Run(f"along {number}", Point(end, 0), False, rows, crossed)
        return
    number = 0
    for row in plan.rows:
        for one, _ in pairwise(row):
            number += 1
            room = (one.room.y, one.room.bottom)
            yield _Run(f"along {number}", Point(one.room.right, room[0]), False, (room,))


def _dividers(
    plan: Arrangement, size: BoxSize, clearance: Mm
) -> Iterator[tuple[Plate, tuple[Path, ...]]]:
    """Yield each divider, and the mortises for its tenons in the floor."""
    for run in _runs(plan):
        yield _divider(run, plan, size, clearance)


def _divider(
    run: _Run, plan: Arrangement, size: BoxSize, clearance: Mm
) -> tuple[Plate, tuple[Path, ...]]:
    t, high, play = size.thickness, plan.stack, max(clearance, 0.0) / 2
    start, end = run.rooms[0][0], run.rooms[-1][1]
    plate_size = Size(end - start - 2 * play, high + t)
    begin = start + play
    tenons = [tenon for room in run.rooms for tenon in _tenons(*room)]
    feet = [(a + clearance / 4 - begin, b - clearance / 4 - begin) for a, b in tenons]
    marks = [0.0, *(mark for foot in feet for mark in foot), plate_size.width]
    taken = [Rect(a, high, b - a, t) for a, b in zip(marks[::2], marks[1::2], strict=True)]
    for cross in run.crossed:
        left, wide = cross - clearance / 2 - begin, t + clearance
        deep = high / 2 + play / 2
        slot = Rect(left, 0, wide, deep) if run.across else Rect(left, high - deep, wide, deep + t)
        taken.append(slot)
    outline = without(plate_size, taken)
    if not run.across:
        for a, b in run.rooms:
            wide, deep = notch_size(b - a, high, t)
            if wide:
                outline = notched(outline, (a + b) / 2 - begin, wide, deep)
    x, y, top = run.at.x + t, run.at.y + t, high + t
    if run.across:
        pose = Pose(Vector(x + play, y, top), RIGHT, DOWN)
    else:
        pose = Pose(Vector(x + t, y + play, top), AWAY, DOWN)
    mortises = tuple(_mortise(run, tenon, size, clearance) for tenon in tenons)
    return Plate(run.name, Artwork(outline), pose), mortises


def _tenons(start: Mm, end: Mm) -> Iterator[tuple[Mm, Mm]]:
    """Yield where a divider has tenons: evenly along a room between two others."""
    count = 1 + int((end - start) / TENON_EVERY)
    each = (end - start) / count
    wide = min(TENON[0] * each, TENON[1])
    for number in range(count):
        middle = start + (number + 0.5) * each
        yield middle - wide / 2, middle + wide / 2


def _mortise(run: _Run, tenon: tuple[Mm, Mm], size: BoxSize, clearance: Mm) -> Path:
    """Return the hole for a tenon, as it lies in the floor seen from above."""
    t = size.thickness
    long = tenon[1] - tenon[0] + clearance / 2
    first = tenon[0] - clearance / 4 + t
    if run.across:
        x, y, width, depth = first, run.at.y + t - clearance / 2, long, t + clearance
    else:
        x, y, width, depth = run.at.x + t - clearance / 2, first, t + clearance, long
    return rectangle(Rect(x, size.depth - y - depth, width, depth))


def notch_size(room: Mm, high: Mm, thickness: Mm) -> tuple[Mm, Mm]:
    """Return how wide and deep a thumb notch is beside a compartment; 0, 0 if there is no room."""
    deep = min(NOTCH_DEEP * high, high - ABOVE_FLOOR * thickness)
    wide = min(NOTCH[0] * room, NOTCH[1], 2 * deep)
    return (wide, deep) if wide >= LEAST_NOTCH else (0.0, 0.0)


def _notches(plan: Arrangement, thickness: Mm) -> Mapping[Mm, tuple[Mm, Mm]]:
    """Return the notches of the left and right walls: their width and depth by their middle."""
    found = {}
    for row in plan.rows:
        room = row[0].room
        wide, deep = notch_size(room.height, plan.stack, thickness)
        if wide:
            found[thickness + room.center.y] = wide, deep + plan.over
    return found


def _thumbed(
    wall: Plate, notches: Mapping[Mm, tuple[Mm, Mm]], plan: Arrangement, thickness: Mm
) -> Plate:
    if wall.name not in ("left", "right"):
        return wall
    outline = wall.side.outline
    for middle, (wide, deep) in notches.items():
        outline = notched(outline, wall.pose.along(False, AWAY, middle), wide, deep)
    return wall._replace(side=wall.side._replace(outline=outline))
