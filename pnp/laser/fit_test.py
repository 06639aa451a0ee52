"""Two test pieces that show how tightly joints fit, before a sheet is cut."""

from collections.abc import Iterator, Sequence

from pnp.base.fit import Fit
from pnp.base.fonts import text_width
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Path, polygon
from pnp.base.units import Mm
from pnp.laser.gauge import FONT, MARGIN, TEXT, words
from pnp.laser.joinery.joints import FINGER
from pnp.laser.kerf import outward
from pnp.laser.order import optimize_order
from pnp.laser.scheme import Kerf
from pnp.scene.bed import Bed, Operation, Step

LAP: Mm = 10.0  # how deep slots for the edge of a sheet are
BESIDE: Mm = 4.0  # around words, and on both sides of slots
BODY: Mm = 20.0  # how high the piece with the finger is below it

FitSlots = Sequence[tuple[Mm, Mm]]
"""Where slots are along an edge: their middles and widths, from left to right."""


def fit_test(thickness: Mm, kerf: Kerf) -> Bed:
    """Return a plate with labelled slots for every fit, and a plate with a finger.

    The finger fits the slots above the labels, as at the corner of a box, and the edge of either
    plate fits those below, as where dividers cross.
    """
    finger = FINGER * thickness
    pitch = max(finger, *(text_width(fit.value, FONT, TEXT) for fit in Fit)) + 2 * BESIDE
    middles = {fit: MARGIN + (number + 0.5) * pitch for number, fit in enumerate(Fit)}
    above = [(middle, finger + fit.clearance) for fit, middle in middles.items()]
    below = [(middle, thickness + fit.clearance) for fit, middle in middles.items()]
    high = thickness + TEXT + 2 * BESIDE + LAP
    plate = Rect(MARGIN, MARGIN, len(Fit) * pitch, high)
    plate_text = (f"{thickness:g} mm", f"kerf {kerf}")
    wide = max(finger, *(text_width(line, FONT, TEXT) for line in plate_text)) + 2 * BESIDE
    body = Rect(MARGIN, plate.bottom + BESIDE + thickness, wide, BODY)
    outlines = (_slotted(plate, above, thickness, below), _fingered(body, finger, thickness))
    signs = (*_names(middles, plate.y + thickness + BESIDE + TEXT), *_lines(plate_text, body))
    cuts = optimize_order([outward(outline, kerf) for outline in outlines], Point(0, 0))
    size = Size(plate.right + MARGIN, body.bottom + MARGIN)
    return Bed(size, (Operation(Step.SCORE, signs), Operation(Step.OUTER, cuts)), "fit")


def _slotted(plate: Rect, above: FitSlots, deep: Mm, below: FitSlots) -> Path:
    """Return the outline of a plate with slots open at its upper and lower edge."""
    upper = _notches(above, plate.y, plate.y + deep)
    lower = _notches(below, plate.bottom, plate.bottom - LAP)
    ends = (Point(plate.x, plate.bottom), Point(plate.right, plate.bottom))
    start = (Point(plate.x, plate.y), *upper, Point(plate.right, plate.y))
    return polygon((*start, *reversed([ends[0], *lower, ends[1]])))


def _notches(slots: FitSlots, edge: Mm, end: Mm) -> Iterator[Point]:
    """Yield the corners of slots from left to right, between an edge and their ends."""
    for middle, wide in slots:
        left, right = middle - wide / 2, middle + wide / 2
        yield from (Point(left, edge), Point(left, end), Point(right, end), Point(right, edge))


def _fingered(body: Rect, wide: Mm, high: Mm) -> Path:
    """Return the outline of a plate with a finger in the middle of its upper edge."""
    finger = _notches([(body.center.x, wide)], body.y, body.y - high)
    left, right = body.x, body.right
    corners = (Point(right, body.y), Point(right, body.bottom), Point(left, body.bottom))
    return polygon((Point(left, body.y), *finger, *corners))


def _names(middles: dict[Fit, Mm], baseline: Mm) -> Iterator[Path]:
    for fit, middle in middles.items():
        width = text_width(fit.value, FONT, TEXT)
        yield from words(fit.value, Point(middle - width / 2, baseline))


def _lines(lines: Sequence[str], body: Rect) -> Iterator[Path]:
    """Yield lines of text in the middle of a plate."""
    for number, line in enumerate(lines):
        left = body.center.x - text_width(line, FONT, TEXT) / 2
        yield from words(line, Point(left, body.center.y + (2 * number - 0.5) * TEXT))
