"""A printer profile: the measured errors of a printer.

The axes are those of an upright sheet with its front up: x to the right along the short edge, y
down along the long edge, angles clockwise, all about the middle of the sheet. Backs are seen from
the same side, through the paper.
"""

from collections.abc import Iterator
from typing import Annotated, NamedTuple

from annotated_types import Interval

from pnp.base.units import Mm

FARTHEST: Mm = 20.0  # a sheet that is further off was fed incorrectly
STEEPEST = 5.0  # degrees; a sheet at a steeper angle jams
SMALLEST, LARGEST = 0.9, 1.1  # scale

BackOffset = Annotated[Mm, Interval(ge=-FARTHEST, le=FARTHEST)]
BackAngle = Annotated[float, Interval(ge=-STEEPEST, le=STEEPEST)]
ScaleFactor = Annotated[float, Interval(ge=SMALLEST, le=LARGEST)]


class PrinterProfile(NamedTuple):
    """A printer's errors: the offset and the skew of backs, and the scale of both sides.

    Backs lie ``dx`` and ``dy`` beside their fronts, turned by ``angle`` degrees. Lengths are
    printed ``scale_x`` times as wide and ``scale_y`` times as high. Offsets are read from scales
    that the printer printed, so they are scaled as well. ``paper`` is the paper that was measured.
    """

    name: str
    paper: str
    dx: BackOffset = 0.0
    dy: BackOffset = 0.0
    angle: BackAngle = 0.0
    scale_x: ScaleFactor = 1.0
    scale_y: ScaleFactor = 1.0


def measured_on_other(printer: PrinterProfile | None, paper: str) -> Iterator[str]:
    """Yield a note if a printer was measured on other paper than ``paper``."""
    if printer is not None and printer.paper != paper:
        yield (
            f"--printer {printer.name}: was measured on {printer.paper} and prints on {paper}, "
            "which it may feed differently; measure it on that as well"
        )
