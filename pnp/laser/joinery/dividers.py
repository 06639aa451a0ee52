"""Dividers: plates between compartments, set into the floor and lapped where they cross."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Path
from pnp.base.units import Mm
from pnp.laser.artwork import Artwork
from pnp.laser.joinery.arrange import Arrangement
from pnp.laser.joinery.joints import between, tenons
from pnp.laser.joinery.panels import (
    AWAY,
    DOWN,
    RIGHT,
    Plate,
    Pose,
    Vector,
    mortise,
    notched,
    without,
)
from pnp.laser.joinery.walls import BoxSize

NOTCH: tuple[float, Mm] = (0.6, 22.0)  # as wide as a share of its row, and at most: a thumb
LEAST_NOTCH: Mm = 8.0
NOTCH_DEEP = 0.6  # of a compartment's height
ABOVE_FLOOR = 1.0  # thicknesses that stay below a notch


class _Run(NamedTuple):
    """A divider seen from above: its near left corner, and where others cross it.

    ``rooms`` are the stretches between walls and crossing dividers; ``crossed`` are the starts of
    the dividers that it laps, from above if it runs across.
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


def dividers(
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
    pins = [pin for room in run.rooms for pin in tenons(*room)]
    feet = between(plate_size.width, [(a - begin, b - begin) for a, b in pins], clearance)
    taken = [Rect(a, high, b - a, t) for a, b in feet]
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
    across, along = Rect(t, size.depth - y - t, 0, t), Rect(x, size.depth - t, t, 0)
    foot = across if run.across else along
    mortises = tuple(mortise(foot, pin, clearance) for pin in pins)
    return Plate(run.name, Artwork(outline), pose), mortises


def notch_size(room: Mm, high: Mm, thickness: Mm) -> tuple[Mm, Mm]:
    """Return the width and depth of a thumb notch beside a compartment; 0, 0 without room."""
    deep = min(NOTCH_DEEP * high, high - ABOVE_FLOOR * thickness)
    wide = min(NOTCH[0] * room, NOTCH[1], 2 * deep)
    return (wide, deep) if wide >= LEAST_NOTCH else (0.0, 0.0)
