"""Trays: boxes with a compartment for each stack of pieces, and their lids."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pnp.base.fit import Fit
from pnp.base.fonts import Font
from pnp.base.geometry import Rect, Size
from pnp.base.units import Mm
from pnp.laser.artwork import Artwork
from pnp.laser.beds import LaserPart
from pnp.laser.joinery.arrange import Arrangement, PieceLot, arrange
from pnp.laser.joinery.dividers import dividers, notch_size
from pnp.laser.joinery.engraving import FONT, decorated, lettered
from pnp.laser.joinery.hinge import BEND, CORNER, LEAST_BACK, hinged, rounded
from pnp.laser.joinery.lids import Lid, lift_off, sleeve
from pnp.laser.joinery.panels import AWAY, Plate, notched
from pnp.laser.joinery.walls import BoxSize, box_plates

COMPONENT = "tray"  # of its parts
PILLAR = 2.0  # thicknesses of a wall that stay between notches
EDGE = 2.5  # thicknesses between what is burnt and the edges of a plate, where its joints are


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
