"""Trays: boxes with a compartment for each stack of pieces, and their lids."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import pairwise
from math import dist, pi, sqrt
from typing import NamedTuple

from pnp.base.fit import Fit
from pnp.base.fonts import Font
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Arc, Line, Path, placed, rectangle
from pnp.base.units import Mm
from pnp.laser.artwork import Artwork
from pnp.laser.beds import LaserPart
from pnp.laser.joinery.arrange import Arrangement, PieceLot, arrange
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
    cut_away,
    fingers,
    jointed,
    mortise,
    notched,
    started_at_top,
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

# Sliding lids and sleeves.
RAIL = 2.0  # thicknesses that the rails of a lid reach into the box
PLAY: Mm = 0.3  # on each side of a lid, between faces that slide: thrice what a kerf may be off
PULL: tuple[float, Mm] = (0.3, 24.0)  # the notch in a sleeve: a share of its end, and at most

# In thicknesses: the radius of the bend, the width of links and of the bridges between the slots of
# a row, and the length of slots. Links and bridges are those of boxes.py (FlexSettings).
BEND = 4.0
LINK, BRIDGE, LONG = 0.5, 1.0, 10.0
LEAST_BACK = 4.0  # thicknesses of the back below its bend: room for three fingers above the floor
SAME: Mm = 1e-6  # points nearer than this are equal
CORNER = 1 - 1 / sqrt(2)  # of the radius: how far a bend cuts into the corner of a box

COMPONENT = "tray"  # of its parts
PILLAR = 2.0  # thicknesses of a wall that stay between notches
EDGE = 2.5  # thicknesses between what is burnt and the edges of a plate, where its joints are


class BoxSize(NamedTuple):
    """A box by its outer width, depth and height, and its plates' thickness.

    With a ``bend``, its back continues over a living hinge of that radius as the lid.
    """

    width: Mm
    depth: Mm
    height: Mm
    thickness: Mm
    bend: Mm = 0.0

    @classmethod
    def around(cls, inner: Size, height: Mm, thickness: Mm, bend: Mm = 0.0) -> "BoxSize":
        """Return the box around a room of this width, depth and height, open at its top."""
        both = 2 * thickness
        return cls(inner.width + both, inner.height + both, height + thickness, thickness, bend)

    @property
    def upright_back(self) -> Mm:
        """The height of the back below its bend."""
        return self.height - self.bend

    @property
    def hinge(self) -> Mm:
        """The bent length of the back: a quarter circle through the middle of its plate."""
        return pi / 2 * (self.bend + self.thickness / 2) if self.bend else 0.0

    @property
    def lid(self) -> Mm:
        """The length of the back that lies flat on the walls, from its bend to the front."""
        return self.depth - self.thickness - self.bend if self.bend else 0.0

    def wall(self, name: str) -> tuple[Pose, Size]:
        """Return the pose of a wall, as seen from outside, and its size."""
        width, depth, height, _, _ = self
        across, deep = Size(width, height), Size(depth, height)
        up = self.upright_back + self.hinge + self.lid  # the back with its lid upright
        return {
            "front": (Pose(Vector(0, 0, height), RIGHT, DOWN), across),
            "right": (Pose(Vector(width, 0, height), AWAY, DOWN), deep),
            "back": (Pose(Vector(width, depth, up), LEFT, DOWN), Size(width, up)),
            "left": (Pose(Vector(0, depth, height), NEAR, DOWN), deep),
        }[name]


def box_plates(size: BoxSize, clearance: Mm) -> tuple[Plate, ...]:
    """Return the floor and the walls of an open box; all joints have this ``clearance``.

    The small cubes at the lower corners, where three plates meet, belong to the front and the back.
    """
    t = size.thickness
    bottoms = {name: bottom_edge(size, name) for name in WALLS}
    corners = {
        (wall, side): _corner_edge(wall, side, t, high)
        for wall, high in (("front", size.height), ("back", size.upright_back))
        for side in ("left", "right")
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
        pose, wall_size = size.wall(name)
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


class Lid(StrEnum):
    """How a tray is closed."""

    NONE = "none"
    LIFT_OFF = "lift-off"  # a plate with two rails that hold it between the walls
    SLIDE_ON = "slide-on"  # a sleeve over the whole tray, open at both ends
    HINGE = "hinge"  # the back of the tray, which goes on over a living hinge

    def above(self, thickness: Mm) -> Mm:
        """Return the height that it takes between the pieces and the top of the walls."""
        return RAIL * thickness + PLAY if self is Lid.LIFT_OFF else 0.0


def lift_off(size: BoxSize, clearance: Mm) -> tuple[Plate, ...]:
    """Return a lid as large as the box, and the rails below it along the front and the back.

    Tenons join the rails to the lid. The notches in the left and right wall stay free, so that
    thumbs can reach below the lid.
    """
    width, depth, height, t, _ = size
    inset = t + PLAY
    rail = Size(width - 2 * inset, RAIL * t + t)
    pins = list(tenons(0.0, rail.width))
    taken = [Rect(a, 0, b - a, t) for a, b in between(rail.width, pins, clearance)]
    side = Artwork(without(rail, taken))
    rails, holes = [], []
    for name, y in (("rail 1", inset), ("rail 2", depth - inset - t)):
        rails.append(Plate(name, side, Pose(Vector(inset, y, height + t), RIGHT, DOWN)))
        foot = Rect(inset, depth - y - t, 0, t)
        holes += [mortise(foot, pin, clearance) for pin in pins]
    lid = Artwork(rectangle(Rect(0, 0, width, depth)), tuple(holes))
    return Plate("lid", lid, Pose(Vector(0, depth, height + t), RIGHT, NEAR)), *rails


def sleeve(size: BoxSize, clearance: Mm) -> tuple[Plate, ...]:
    """Return the four plates of a sleeve in which the box slides left and right."""
    width, depth, height, t, _ = size
    deep, high = depth + 2 * (PLAY + t), height + 2 * (PLAY + t)
    low = -(PLAY + t)
    flat, upright = Size(width, deep), Size(width, high)
    top, bottom, front, back = (f"sleeve {one}" for one in ("top", "bottom", "front", "back"))
    plates = (
        (top, Pose(Vector(0, low + deep, low + high), RIGHT, NEAR), flat, back, front),
        (bottom, Pose(Vector(0, low, low), RIGHT, AWAY), flat, front, back),
        (front, Pose(Vector(0, low, low + high), RIGHT, DOWN), upright, top, bottom),
        (back, Pose(Vector(width, low + deep, low + high), LEFT, DOWN), upright, top, bottom),
    )
    found = []
    for name, pose, plate_size, upper, lower in plates:
        combs: dict[SideName, Comb] = {
            side: Comb(RIGHT, fingers(0, width, _owners(name, other), t))
            for side, other in _edges(upper, lower)
        }
        plate = jointed(name, pose, plate_size, combs, t, clearance)
        found.append(_with_pull(plate) if plate_size is flat else plate)
    return tuple(found)


def _edges(upper: str, lower: str) -> tuple[tuple[SideName, str], ...]:
    return ("top", upper), ("bottom", lower)


def _owners(one: str, other: str) -> tuple[str, str]:
    """Return two plates of a sleeve, first the flat one, which owns the ends of edges."""
    return (one, other) if one in ("sleeve top", "sleeve bottom") else (other, one)


def _with_pull(plate: Plate) -> Plate:
    """Return a plate with a notch in its right end, for pulling the box out."""
    width, deep = plate.size
    wide = min(PULL[0] * deep, PULL[1])
    turned = Transform.turn(-90, Point(0, 0)).then(Transform.move(0, width))
    back = Transform.move(0, -width).then(Transform.turn(90, Point(0, 0)))
    outline = started_at_top(placed(plate.side.outline, turned))
    outline = placed(notched(outline, deep / 2, wide, wide / 2), back)
    return plate._replace(side=plate.side._replace(outline=outline))


def rows_of(size: BoxSize, slot: Mm) -> int:
    """Return the number of rows of slots in a hinge."""
    return int(size.hinge / (LINK * size.thickness + slot))


def hinged(back: Plate, size: BoxSize, slot: Mm) -> Plate:
    """Return a back with the slots of its hinge; slots that reach an edge are open there."""
    slots = list(_slots(size, slot))
    ends = [one for one in slots if one.x <= 0 or one.right >= size.width]
    holes = tuple(rectangle(one) for one in slots if one not in ends)
    outline = cut_away(back.side.outline, ends)
    return back._replace(side=back.side._replace(outline=outline, holes=holes))


def _slots(size: BoxSize, slot: Mm) -> Iterator[Rect]:
    """Yield the slots row by row; bridges are staggered from row to row."""
    t, width, rows = size.thickness, size.width, rows_of(size, slot)
    bridge, pitch = BRIDGE * t, size.hinge / rows
    count = max(1, round((width - bridge) / (LONG * t + bridge)))
    long = (width - (count + 1) * bridge) / count
    for row in range(rows):
        y = size.lid + (row + 0.5) * pitch - slot / 2
        if row % 2:
            starts = [bridge + number * (long + bridge) for number in range(count)]
            ends = [start + long for start in starts]
        else:
            middles = [bridge + long / 2 + number * (long + bridge) for number in range(count)]
            starts = [0.0, *(middle + bridge / 2 for middle in middles)]
            ends = [*(middle - bridge / 2 for middle in middles), width]
        for start, end in zip(starts, ends, strict=True):
            yield Rect(start, y, end - start, slot)


def rounded(wall: Plate, size: BoxSize) -> Plate:
    """Return the left or right wall with its upper back corner rounded for the bend."""
    r, t, deep = size.bend, size.thickness, size.depth
    outline = wall.side.outline
    if wall.name == "left":  # seen from outside, the back is on its left
        corner = Rect(0, 0, t + r, r)
        start, end = Point(t, r), Point(t + r, 0)
    else:
        corner = Rect(deep - t - r, 0, t + r, r)
        start, end = Point(deep - t - r, 0), Point(deep - t, r)
    inner = Point(t + r, r) if wall.name == "left" else Point(deep - t - r, r)
    outline = _with_arc(cut_away(outline, [corner]), inner, start, end, r)
    return wall._replace(side=wall.side._replace(outline=outline))


def _with_arc(outline: Path, corner: Point, start: Point, end: Point, radius: Mm) -> Path:
    """Return an outline whose inward corner is filled with a quarter circle."""
    points = [outline.start, *(step.to for step in outline.segments)]
    place = min(range(len(points)), key=lambda n: dist(points[n], corner))
    turned = points[place + 1 :] + points[:place]  # from the corner on, without it
    others = (at for at in turned if min(dist(at, start), dist(at, end)) > SAME)
    arc = Arc(end, radius, clockwise=True)
    return Path(end, (*(Line(at) for at in others), Line(start), arc))


class Tray(NamedTuple):
    """A tray, plate by plate in the order of assembly; the lid comes last."""

    plates: tuple[Plate, ...]
    size: BoxSize
    clearance: Mm
    arrangement: Arrangement
    lid: Lid = Lid.NONE
    closing: tuple[str, ...] = ()  # the names of the plates of its lid

    @property
    def parts(self) -> list[LaserPart]:
        """Its plates as parts to cut."""
        return [LaserPart(COMPONENT, plate.name, plate.side) for plate in self.plates]


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


def make_tray(lots: Sequence[PieceLot], thickness: Mm, style: TrayStyle) -> Tray:
    """Return a tray for lots of pieces, with plates of a thickness.

    Raises:
        FontError: If the font has no glyph for a letter of the name.
    """
    plan, clearance = arrange(lots, thickness), style.fit.clearance
    size = _box(plan, thickness, style.lid)
    floor, *walls = box_plates(size, clearance)
    within = list(dividers(plan, size, clearance))
    holes = tuple(hole for _, mortises in within for hole in mortises)
    floor = floor._replace(side=floor.side._replace(holes=holes))
    if style.lid is Lid.HINGE:
        walls = [_bent(wall, size, style) for wall in walls]
    notches = _notches(plan, size)
    walls = [_thumbed(wall, notches) for wall in walls]
    if style.lid is not Lid.SLIDE_ON:
        walls = [_named(wall, style, thickness) for wall in walls]
    lid = _lid(size, style, clearance)
    plates = (floor, *walls, *(plate for plate, _ in within), *lid)
    closing = tuple(plate.name for plate in lid)
    return Tray(plates, size, clearance, plan, style.lid, closing)


def _box(plan: Arrangement, thickness: Mm, lid: Lid) -> BoxSize:
    """Return the box for compartments, with the room that its lid takes."""
    high = plan.stack + plan.over + lid.above(thickness)
    if lid is not Lid.HINGE:
        return BoxSize.around(plan.inner, high, thickness)
    bend = BEND * thickness
    inner = Size(plan.inner.width, plan.inner.height + CORNER * bend)
    high = max(high + CORNER * bend, bend + (LEAST_BACK - 1) * thickness)
    return BoxSize.around(inner, high, thickness, bend)


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


def _lid(size: BoxSize, style: TrayStyle, clearance: Mm) -> tuple[Plate, ...]:
    match style.lid:
        case Lid.LIFT_OFF:
            first, *rest = lift_off(size, clearance)
        case Lid.SLIDE_ON:
            first, *rest = sleeve(size, clearance)
        case _:
            return ()
    room = Rect(0, 0, *first.size).inset((EDGE + 1) * size.thickness)
    return decorated(first, style.name, style.font, style.face, room), *rest


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
    for row in plan.rows:
        room = row[0].room
        wide, deep = notch_size(room.height, plan.stack, t)
        middle = min(t + room.center.y, last - wide / 2)
        if wide and middle - wide / 2 >= reached:
            found[middle] = wide, deep + above
            reached = middle + wide / 2 + pillar
    return found


def _thumbed(wall: Plate, notches: Mapping[Mm, tuple[Mm, Mm]]) -> Plate:
    if wall.name not in ("left", "right"):
        return wall
    outline = wall.side.outline
    for middle, (wide, deep) in notches.items():
        outline = notched(outline, wall.pose.along(False, AWAY, middle), wide, deep)
    return wall._replace(side=wall.side._replace(outline=outline))
