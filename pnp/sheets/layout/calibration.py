"""Where things are on the sheet that shows what a printer does wrong."""

from math import asin, degrees, hypot
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import EPSILON, Mm, dimensions

SMALLEST = Size(148, 200)
INSET: Mm = 17.0  # from the paper's edge to a scale, which is 7.5 mm deep to the outside
SQUARE: Mm = 100.0
LONGEST_LINE: Mm = 270.0  # so that a ruler of 30 cm measures it at once
# Two readings a twentieth of a mm wrong, 110 mm apart, and paper that stretches: twice that.
CONTRADICTION = 0.2  # degrees


class Readings(NamedTuple):
    """What the four scales say: how far the backs lie to the right, or down, at each."""

    top: Mm
    bottom: Mm
    left: Mm
    right: Mm


class Displacement(NamedTuple):
    """How the backs of a sheet lie: to the right, down, and turned clockwise, in degrees."""

    dx: Mm
    dy: Mm
    angle: float


class Calibration(NamedTuple):
    """The places on an upright page, as seen from the front.

    Scales ``top`` and ``bottom`` are read across, ``left`` and ``right`` down; each place is the
    scale's zero. ``across`` and ``down`` are the lengths of lines to measure, which go
    on along the top and the left edge of the square.
    """

    page: Size

    @property
    def middle(self) -> Point:
        """The point that all else lies around."""
        return Point(self.page.width / 2, self.page.height / 2)

    @property
    def top(self) -> Point:
        """The zero of the scale at the top."""
        return Point(self.middle.x, INSET)

    @property
    def bottom(self) -> Point:
        """The zero of the scale at the bottom."""
        return Point(self.middle.x, self.page.height - INSET)

    @property
    def left(self) -> Point:
        """The zero of the scale at the left."""
        return Point(INSET, self.middle.y)

    @property
    def right(self) -> Point:
        """The zero of the scale at the right."""
        return Point(self.page.width - INSET, self.middle.y)

    @property
    def square(self) -> Rect:
        """The square of 100 mm."""
        return Rect(self.middle.x - SQUARE / 2, self.middle.y - SQUARE / 2, SQUARE, SQUARE)

    @property
    def across(self) -> Mm:
        """How long the line across is: whole centimetres."""
        return min(LONGEST_LINE, (self.page.width - 20) // 10 * 10)

    @property
    def down(self) -> Mm:
        """How long the line down is: whole centimetres."""
        return min(LONGEST_LINE, (self.page.height - 32) // 10 * 10)

    def displacement(self, readings: Readings) -> Displacement:
        """Return how backs lie according to the scales.

        Raises:
            LayoutError: If scales across and scales down tell of different angles.
        """
        tall, wide = self.bottom.y - self.top.y, self.right.x - self.left.x
        leaning, sloping = readings.top - readings.bottom, readings.right - readings.left
        one, other = degrees(asin(leaning / tall)), degrees(asin(sloping / wide))
        if abs(one - other) > CONTRADICTION + EPSILON:
            raise LayoutError(
                f"top and bottom say that the backs are turned by {one:.2f} degrees, left and "
                f"right say {other:.2f}; read the scales and their signs again"
            )
        angle = degrees(asin((leaning * tall + sloping * wide) / hypot(tall, wide) ** 2))
        dx, dy = (readings.top + readings.bottom) / 2, (readings.left + readings.right) / 2
        return Displacement(round(dx, 4), round(dy, 4), round(angle, 4))


def calibrate(paper: Size) -> Calibration:
    """Return the test sheet for some paper.

    Raises:
        LayoutError: If it is too small.
    """
    if paper.width < SMALLEST.width - EPSILON or paper.height < SMALLEST.height - EPSILON:
        raise LayoutError(
            f"the test sheet needs paper of at least {dimensions(*SMALLEST)}, "
            f"not {dimensions(*paper)}; measure the printer on larger paper"
        )
    return Calibration(paper)
