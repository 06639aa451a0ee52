"""What lies or stands loose in a tray: slanted floors, and dividers with words between cards."""

from collections.abc import Iterator
from math import cos, radians, sin

from pnp.base.errors import LayoutError
from pnp.base.fit import Fit
from pnp.base.fonts import Font
from pnp.base.geometry import Rect, Size
from pnp.base.messages import quoted
from pnp.base.path import Path, rectangle
from pnp.base.units import Mm
from pnp.components.tray.arrange import GROOVES, TAB, Arrangement, slope_length
from pnp.components.tray.box import PLAY, BoxSize
from pnp.laser.artwork import Artwork
from pnp.laser.joinery.panels import (
    DOWN,
    RIGHT,
    Plate,
    Pose,
    Tenon,
    Vector,
    between,
    mortise,
    tenons,
    without,
)
from pnp.laser.joinery.view import lettered

BESIDE_TABS = 3  # dividers one behind another whose tabs stand side by side, if their words fit
AROUND: Mm = 1.0  # words on a tab


def slopes(plan: Arrangement, size: BoxSize) -> Iterator[Plate]:
    """Yield the slanted floor of each compartment, which its length alone keeps at its angle.

    It is too long to lie flat: it stands on the floor in front and leans against the back.
    """
    if not plan.slope:
        return
    t, down, up = size.thickness, cos(radians(plan.slope)), sin(radians(plan.slope))
    for number, one in enumerate(plan.compartments, start=1):
        room = one.room
        plate = Size(room.width - 2 * PLAY, slope_length(room.height, plan.slope, t))
        left, back = size.thickness + room.x + PLAY, size.front + room.bottom - t * up
        corner = Vector(left, back, t + plate.height * up + t * down)
        pose = Pose(corner, RIGHT, Vector(0, -down, -up))
        yield Plate(f"slope {number}", Artwork(rectangle(Rect(0, 0, *plate))), pose)


def grooves(plan: Arrangement, size: BoxSize) -> Iterator[Path]:
    """Yield the mortises in the floor for dividers that stand, row by row from the front."""
    if not plan.dividers:
        return
    wide = plan.inner.width - 2 * PLAY
    left, t = size.thickness + PLAY, size.thickness
    for y in _places(plan, size):
        for pin in tenons(0.0, wide):
            yield mortise(Rect(left, size.depth - y - t, 0, t), pin, Fit.LOOSE.clearance)


def _places(plan: Arrangement, size: BoxSize) -> list[Mm]:
    """Return how far from the front of the box dividers can stand."""
    pitch = GROOVES * size.thickness
    count = int(plan.inner.height / pitch)
    first = (plan.inner.height - (count - 1) * pitch - size.thickness) / 2
    return [size.front + first + number * pitch for number in range(count)]


def standing(plan: Arrangement, size: BoxSize, font: Font) -> Iterator[Plate]:
    """Yield dividers with words on their tabs, evenly spaced from the front to the back.

    Raises:
        LayoutError: If words are too long for a tab as wide as the divider.
    """
    if not plan.dividers:
        return
    t, wide = size.thickness, plan.inner.width - 2 * PLAY
    beside = next((n for n in range(BESIDE_TABS, 0, -1) if _fit(plan, wide / n, font)), 0)
    if not beside:
        longest = max(plan.dividers, key=len)
        raise LayoutError(f"dividers: {quoted(longest)} is too long for a tab of {wide:.0f} mm")
    places, high = _places(plan, size), plan.standing + TAB
    for number, words in enumerate(plan.dividers):
        tab = _tab(wide, number % beside, beside)
        y = places[(2 * number + 1) * len(places) // (2 * len(plan.dividers))]
        pose = Pose(Vector(t + PLAY, y, t + high), RIGHT, DOWN)
        pins = list(tenons(0.0, wide))
        plate = Plate(f"card {number + 1}", Artwork(_outline(wide, high, t, tab, pins)), pose)
        yield lettered(plate, words, font, tab.inset(AROUND))


def _tab(wide: Mm, place: int, beside: int) -> Rect:
    return Rect(place * wide / beside, 0, wide / beside, TAB)


def _fit(plan: Arrangement, wide: Mm, font: Font) -> bool:
    """Return whether the words of all dividers fit on tabs of a width."""
    room = Rect(0, 0, wide, TAB)
    blank = Plate("", Artwork(rectangle(room)), Pose(Vector(0, 0, 0), RIGHT, DOWN))
    drawn = (lettered(blank, words, font, room.inset(AROUND)) for words in plan.dividers)
    return all(plate.side.engraved for plate in drawn)


def _outline(wide: Mm, high: Mm, thickness: Mm, tab: Rect, pins: list[Tenon]) -> Path:
    """Return a divider's outline: its tab at the top, its tenons below."""
    feet = between(wide, pins, Fit.LOOSE.clearance)
    taken = [Rect(a, high, b - a, thickness) for a, b in feet]
    beside = (Rect(0, 0, tab.x, TAB), Rect(tab.right, 0, wide - tab.right, TAB))
    taken += [one for one in beside if one.width > 1e-9]
    return without(Size(wide, high + thickness), taken)
