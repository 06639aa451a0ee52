"""A printer profile: by how much a printer's backs and sizes are off.

The axes are those of an upright sheet, front up, on the paper: x to the right along the short
edge, y down along the long edge, angles clockwise, all about the middle of the sheet. Backs are
seen from the same side, through the paper.
"""

from typing import Annotated, NamedTuple

from annotated_types import Interval

from pnp.base.units import Mm

FARTHEST: Mm = 20.0  # a sheet that is further off was fed wrongly
STEEPEST = 5.0  # degrees; a sheet at a steeper angle jams
SMALLEST, LARGEST = 0.9, 1.1  # scale

BackOffset = Annotated[Mm, Interval(ge=-FARTHEST, le=FARTHEST)]
BackAngle = Annotated[float, Interval(ge=-STEEPEST, le=STEEPEST)]
ScaleFactor = Annotated[float, Interval(ge=SMALLEST, le=LARGEST)]


class PrinterProfile(NamedTuple):
    """A printer's errors: where backs lie, and how large both sides come out.

    Backs lie ``dx`` and ``dy`` beside their fronts, turned by ``angle`` degrees. What should be
    100 mm long comes out as 100 times ``scale_x`` across and ``scale_y`` down. Offsets are in
    the printer's own mm, as read from scales that it printed itself. ``paper`` is the paper that
    was measured.
    """

    name: str
    paper: str
    dx: BackOffset = 0.0
    dy: BackOffset = 0.0
    angle: BackAngle = 0.0
    scale_x: ScaleFactor = 1.0
    scale_y: ScaleFactor = 1.0
