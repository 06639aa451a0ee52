"""Lids of trays: a plate that lifts off, a sleeve that slides on."""

from enum import StrEnum

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import placed, rectangle
from pnp.base.units import Mm
from pnp.laser.artwork import Artwork
from pnp.laser.joinery.joints import between, fingers, tenons
from pnp.laser.joinery.panels import (
    AWAY,
    DOWN,
    LEFT,
    NEAR,
    RIGHT,
    Comb,
    Plate,
    Pose,
    SideName,
    Vector,
    jointed,
    mortise,
    notched,
    started_at_top,
    without,
)
from pnp.laser.joinery.walls import BoxSize

RAIL = 2.0  # thicknesses that the rails of a lid reach into the box
PLAY: Mm = 0.3  # on each side of a lid, between faces that slide: thrice what a kerf may be off
PULL: tuple[float, Mm] = (0.3, 24.0)  # the notch in a sleeve: a share of its end, and at most


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
