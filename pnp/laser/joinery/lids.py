"""Lids of trays: those that lift off or slide, sleeves, and living hinges."""

from collections.abc import Iterator
from math import dist

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Arc, Line, Path, placed, rectangle
from pnp.base.units import Mm, format_mm
from pnp.components.tray.box import COVER, PLAY, RAIL, BoxSize
from pnp.laser.artwork import Artwork
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

PULL: tuple[float, Mm] = (0.3, 24.0)  # the notch in a sleeve: a share of its end, and at most

# In thicknesses: the width of links and of the bridges between the slots of a row, and the length
# of slots. Links and bridges are those of boxes.py (FlexSettings).
LINK, BRIDGE, LONG = 0.5, 1.0, 10.0
SAME: Mm = 1e-6  # points nearer than this are equal


def lift_off(size: BoxSize, clearance: Mm) -> tuple[Plate, ...]:
    """Return a lid as large as the box, and the rails below it along the front and the back.

    Tenons join the rails to the lid. The notches in the left and right wall stay free, so that
    thumbs can reach below the lid.

    Raises:
        LayoutError: If the rails would meet.
    """
    width, depth, height, t = size[:4]
    inset = t + PLAY
    if depth - 2 * inset < 3 * t:
        inner, least = (format_mm(side) for side in (depth - 2 * t, 3 * t + 2 * PLAY))
        raise LayoutError(
            f"is {inner} mm deep inside, and the two rails of a lid that lifts off need {least} mm"
        )
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


def slide_in(size: BoxSize, clearance: Mm) -> tuple[Plate, ...]:
    """Return a lid that slides in over the right wall, and the plates that make its grooves.

    Inner walls along the front and the back carry it, and strips at the top keep it down: both are
    glued flat against the outer walls. It has the play above it, on both sides and at its end.
    """
    width, depth, height, t = size[:4]
    low, aside = height - size.drop, max(clearance, 0.0) / 2
    inner = Size(width - 2 * (t + aside), low - t)
    strip = Size(width - t - aside, COVER * t)
    guides = [
        Plate(
            f"{name} {side}",
            Artwork(rectangle(Rect(0, 0, *guide))),
            Pose(Vector(t + aside, y, top), RIGHT, DOWN),
        )
        for name, guide, top in (("layer", inner, low), ("strip", strip, height))
        for side, y in (("front", t), ("back", depth - 2 * t))
    ]
    flat = Size(width - t - PLAY, depth - 2 * (t + PLAY))
    pose = Pose(Vector(t + PLAY, depth - t - PLAY, low + t), RIGHT, NEAR)
    return Plate("lid", Artwork(rectangle(Rect(0, 0, *flat))), pose), *guides


def sleeve(size: BoxSize, clearance: Mm) -> tuple[Plate, ...]:
    """Return the four plates of a sleeve in which the box slides left and right."""
    width, depth, height, t = size[:4]
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
