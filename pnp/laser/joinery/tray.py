"""Trays: boxes with a compartment for each stack of pieces, and their lids."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from pnp.base.fit import Fit, Lid
from pnp.base.fonts import Font
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Path
from pnp.base.units import Mm
from pnp.components.tray.arrange import Arrangement
from pnp.components.tray.box import BoxSize, box_around
from pnp.laser.artwork import Artwork
from pnp.laser.beds import LaserPart
from pnp.laser.joinery.fittings import grooves, slopes, standing
from pnp.laser.joinery.lids import hinged, lift_off, rounded, sleeve, slide_in
from pnp.laser.joinery.panels import (
    AWAY,
    DOWN,
    LEFT,
    NEAR,
    RIGHT,
    UP,
    Comb,
    FingerSpan,
    Plate,
    Pose,
    SideName,
    Vector,
    between,
    fingers,
    jointed,
    mortise,
    notched,
    tenons,
    without,
)
from pnp.laser.joinery.view import FONT, decorated, lettered

WALLS = ("front", "right", "back", "left")

# Notches, through which a thumb reaches the pieces.
NOTCH: tuple[float, Mm] = (0.6, 22.0)  # as wide as a share of its row, and at most: a thumb
LEAST_NOTCH: Mm = 8.0
NOTCH_DEEP = 0.6  # of a compartment's height
ABOVE_FLOOR = 1.0  # thicknesses that stay below a notch

COMPONENT = "tray"  # of its parts
PILLAR = 2.0  # thicknesses of a wall that stay between notches
EDGE = 2.5  # thicknesses between what is burnt and the edges of a plate, where its joints are


def wall_of(size: BoxSize, name: str) -> tuple[Pose, Size]:
    """Return the pose of a wall of a box, as seen from outside, and its size."""
    width, depth, height = size[:3]
    across, low = Size(width, height), height - size.drop
    up = size.upright_back + size.hinge + size.lid  # the back with its lid upright
    return {
        "front": (Pose(Vector(0, 0, height), RIGHT, DOWN), across),
        "right": (Pose(Vector(width, 0, low), AWAY, DOWN), Size(depth, low)),
        "back": (Pose(Vector(width, depth, up), LEFT, DOWN), Size(width, up)),
        "left": (Pose(Vector(0, depth, height), NEAR, DOWN), Size(depth, height)),
    }[name]


def box_plates(size: BoxSize, clearance: Mm) -> tuple[Plate, ...]:
    """Return the floor and the walls of an open box; all joints have this ``clearance``.

    The small cubes at the lower corners, where three plates meet, belong to the front and the back.
    """
    t = size.thickness
    bottoms = {name: bottom_edge(size, name) for name in WALLS}
    corners = {
        (wall, side): _corner_edge(wall, side, t, high - drop)
        for wall, high in (("front", size.height), ("back", size.upright_back))
        for side, drop in (("left", 0.0), ("right", size.drop))
    }
    floor = Pose(Vector(0, size.depth, t), RIGHT, NEAR)
    floor_combs: dict[SideName, Comb] = {
        "bottom": bottoms["front"],
        "top": bottoms["back"],
        "left": bottoms["left"],
        "right": bottoms["right"],
    }
    found = [jointed("floor", floor, Size(size.width, size.depth), floor_combs, t, clearance)]
    for name in WALLS:
        pose, wall_size = wall_of(size, name)
        combs = {**_sides(name, corners), "bottom": bottoms[name]}
        found.append(jointed(name, pose, wall_size, combs, t, clearance))
    return tuple(found)


def bottom_edge(size: BoxSize, wall: str) -> Comb:
    """Return the edge between the floor and a wall; the floor owns its ends, but not corners."""
    t = size.thickness
    along = wall in ("front", "back")
    length = size.width if along else size.depth
    first, last = (wall, wall) if along else ("front", "back")
    between = fingers(t, length - t, ("floor", wall), t)
    stretches = [FingerSpan(0, t, first), *between, FingerSpan(length - t, length, last)]
    return Comb(RIGHT if along else AWAY, stretches, () if along else ("front", "back"))


def _corner_edge(wall: str, side: str, thickness: Mm, height: Mm) -> Comb:
    """Return an upright edge; the front and back own its lower end and the corner there."""
    stretches = fingers(thickness, height, (wall, side), thickness)
    return Comb(UP, [stretches[0]._replace(start=0.0), *stretches[1:]])


def _sides(name: str, corners: Mapping[tuple[str, str], Comb]) -> dict[SideName, Comb]:
    """Return the upright edges of a wall, by their side as seen from outside."""
    around: Sequence[str] = WALLS  # each wall's right neighbour, seen from outside, follows it
    place = around.index(name)
    after, before = around[(place + 1) % 4], around[place - 1]
    ways: tuple[tuple[SideName, str], ...] = (("right", after), ("left", before))
    return {
        side: corners[(name, other)] if name in ("front", "back") else corners[(other, name)]
        for side, other in ways
    }


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
    if not (run.across or plan.slope):
        for a, b in run.rooms:
            wide, deep = notch_size(b - a, high, t)
            if wide:
                outline = notched(outline, (a + b) / 2 - begin, wide, deep)
    x, y, top = run.at.x + t, run.at.y + size.front, high + t
    if run.across:
        pose = Pose(Vector(x + play, y, top), RIGHT, DOWN)
    else:
        pose = Pose(Vector(x + t, y + play, top), AWAY, DOWN)
    across, along = Rect(t, size.depth - y - t, 0, t), Rect(x, size.depth - size.front, t, 0)
    foot = across if run.across else along
    mortises = tuple(mortise(foot, pin, clearance) for pin in pins)
    return Plate(run.name, Artwork(outline), pose), mortises


def notch_size(room: Mm, high: Mm, thickness: Mm) -> tuple[Mm, Mm]:
    """Return the width and depth of a thumb notch beside a compartment; 0, 0 without room."""
    deep = min(NOTCH_DEEP * high, high - ABOVE_FLOOR * thickness)
    wide = min(NOTCH[0] * room, NOTCH[1], 2 * deep)
    return (wide, deep) if wide >= LEAST_NOTCH else (0.0, 0.0)


class Tray(NamedTuple):
    """A tray, plate by plate in the order of assembly; the lid comes last."""

    plates: tuple[Plate, ...]
    size: BoxSize
    clearance: Mm
    arrangement: Arrangement
    lid: Lid = Lid.NONE
    closing: tuple[str, ...] = ()  # the names of the plates of its lid
    component: str = COMPONENT

    @property
    def parts(self) -> list[LaserPart]:
        """Its plates as parts to cut."""
        return [
            LaserPart(self.component, plate.name, plate.side, label=str(number))
            for number, plate in enumerate(self.plates, start=1)
        ]


class TrayStyle(NamedTuple):
    """How a tray is joined and closed, and its engravings: a name, and a piece's face.

    ``slot`` is the width of a hinge's slots: the least width between two cuts, plus a kerf. The
    name is set in ``font``.
    """

    fit: Fit = Fit.SLIDE
    lid: Lid = Lid.NONE
    name: str = ""
    face: Artwork | None = None
    slot: Mm = 0.8
    font: Font = FONT


def tray_around(
    plan: Arrangement, thickness: Mm, style: TrayStyle, component: str = COMPONENT
) -> Tray:
    """Return a tray around compartments, with plates of a thickness.

    Raises:
        FontError: If the font has no glyph for a letter of the name, or of words on dividers.
        LayoutError: If the words on a divider are too long for it.
    """
    clearance = style.fit.clearance
    size = box_around(plan, thickness, style.lid)
    floor, *walls = box_plates(size, clearance)
    within = list(dividers(plan, size, clearance))
    holes = (*(hole for _, mortises in within for hole in mortises), *grooves(plan, size))
    floor = floor._replace(side=floor.side._replace(holes=holes))
    if style.lid is Lid.HINGE:
        walls = [_bent(wall, size, style) for wall in walls]
    notches = _notches(plan, size)
    walls = [_thumbed(wall, notches, size.drop) for wall in walls]
    if style.lid is not Lid.SLIDE_ON:
        walls = [_named(wall, style, thickness) for wall in walls]
    loose = (*slopes(plan, size), *standing(plan, size, style.font))
    guides, lid = _lid(size, style, clearance)
    plates = (floor, *walls, *(plate for plate, _ in within), *loose, *guides, *lid)
    closing = tuple(plate.name for plate in lid)
    return Tray(plates, size, clearance, plan, style.lid, closing, component)


def _bent(wall: Plate, size: BoxSize, style: TrayStyle) -> Plate:
    """Return a wall of a box whose back bends over to be its lid."""
    if wall.name in ("left", "right"):
        return rounded(wall, size)
    if wall.name != "back":
        return wall
    room = Rect(0, 0, size.width, size.lid).inset(EDGE * size.thickness)
    return decorated(
        hinged(wall, size, style.slot), style.name, style.font, style.face, room, turned=True
    )


def _lid(
    size: BoxSize, style: TrayStyle, clearance: Mm
) -> tuple[tuple[Plate, ...], tuple[Plate, ...]]:
    """Return the plates between which a lid slides, and those of the lid."""
    guides: list[Plate] = []
    match style.lid:
        case Lid.LIFT_OFF:
            first, *rest = lift_off(size, clearance)
        case Lid.SLIDE_ON:
            first, *rest = sleeve(size, clearance)
        case Lid.SLIDE_IN:
            (first, *guides), rest = slide_in(size, clearance), []
        case _:
            return (), ()
    room = Rect(0, 0, *first.size).inset((EDGE + 1) * size.thickness)
    first = decorated(first, style.name, style.font, style.face, room)
    return tuple(guides), (first, *rest)


def _named(wall: Plate, style: TrayStyle, thickness: Mm) -> Plate:
    if wall.name != "front":
        return wall
    wide, high = wall.size
    edge = EDGE * thickness
    room = Rect(edge, thickness, wide - 2 * edge, high - 3 * thickness)
    return lettered(wall, style.name, style.font, room)


def _notches(plan: Arrangement, size: BoxSize) -> Mapping[Mm, tuple[Mm, Mm]]:
    """Return the notches of the left and right walls: their width and depth by their centre.

    Where two would leave too little wall between them, only the first is kept.
    """
    found: dict[Mm, tuple[Mm, Mm]] = {}
    t = size.thickness
    above, pillar = size.height - t - plan.stack, PILLAR * t
    last, reached = size.depth - t - size.bend - pillar, 0.0
    rooms = [row[0].room for row in plan.rows] if not plan.slope else []
    if not rooms and size.drop:  # where a finger pulls the lid
        rooms = [Rect(0, 0, *plan.inner)]
    for room in rooms:
        wide, deep = notch_size(room.height, plan.stack, t)
        middle = min(size.front + room.center.y, last - wide / 2)
        if wide and middle - wide / 2 >= reached:
            found[middle] = wide, deep + above
            reached = middle + wide / 2 + pillar
    return found


def _thumbed(wall: Plate, notches: Mapping[Mm, tuple[Mm, Mm]], drop: Mm) -> Plate:
    """Return the left or right wall with its notches; a ``drop`` leaves the left one whole."""
    if wall.name not in (("right",) if drop else ("left", "right")):
        return wall
    outline = wall.side.outline
    for middle, (wide, deep) in notches.items():
        outline = notched(outline, wall.pose.along(False, AWAY, middle), wide, deep - drop)
    return wall._replace(side=wall.side._replace(outline=outline))
