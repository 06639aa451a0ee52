"""Layout of the calibration sheet, and what readings of it say about a printer."""

from math import asin, degrees, hypot
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import EPSILON, Mm, dimensions

SMALLEST = Size(148, 200)
INSET: Mm = 17.0  # from the paper's edge to a scale, which reaches 7.5 mm outwards
SQUARE: Mm = 100.0
LONGEST_LINE: Mm = 270.0  # so that a ruler of 30 cm measures it at once
# Twice the error of two readings 110 mm apart, each off by 0.05 mm; paper stretches as well.
CONTRADICTION = 0.2  # degrees


class ScaleReadings(NamedTuple):
    """Readings of the four scales: how far the backs are shifted right, or down, at each."""

    top: Mm
    bottom: Mm
    left: Mm
    right: Mm


class Displacement(NamedTuple):
    """The misregistration of backs: to the right, down, and clockwise in degrees."""

    dx: Mm
    dy: Mm
    angle: float


class Calibration(NamedTuple):
    """Positions on a portrait page, as seen from the front, arranged around its ``middle``.

    The scales ``top`` and ``bottom`` are read across, ``left`` and ``right`` down; each point is
    that scale's zero. The ``square`` is 100 mm wide. ``across`` and ``down`` are the lengths of the
    lines to measure, in whole centimetres, which extend the top and the left edge of the square.
    """

    middle: Point
    top: Point
    bottom: Point
    left: Point
    right: Point
    square: Rect
    across: Mm
    down: Mm

    def displacement(self, readings: ScaleReadings) -> Displacement:
        """Return the misregistration of backs from the readings."""
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
    """Return the calibration sheet for a paper size."""
    if paper.width < SMALLEST.width - EPSILON or paper.height < SMALLEST.height - EPSILON:
        raise LayoutError(
            f"the test sheet needs paper of at least {dimensions(*SMALLEST)}, "
            f"not {dimensions(*paper)}; measure the printer on larger paper"
        )
    middle = Rect(0, 0, *paper).center
    return Calibration(
        middle,
        top=Point(middle.x, INSET),
        bottom=Point(middle.x, paper.height - INSET),
        left=Point(INSET, middle.y),
        right=Point(paper.width - INSET, middle.y),
        square=Rect.about(middle, SQUARE, SQUARE),
        across=min(LONGEST_LINE, (paper.width - 20) // 10 * 10),
        down=min(LONGEST_LINE, (paper.height - 32) // 10 * 10),
    )
