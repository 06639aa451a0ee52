"""How tightly parts of wood go together."""

from enum import StrEnum
from typing import NamedTuple

from pnp.base.units import Mm


class Fit(StrEnum):
    """How a finger sits in its slot once both are cut, whatever the kerf.

    Designs for plywood of 3 mm press their parts together by a few hundredths of a millimetre
    (Contraption Cart, Laser cutting tips, https://www.contraptioncart.com/lasercuttingtips); steps
    of a few hundredths tell fits apart (Fluffysoft, Kerf correction process,
    https://fluffysoft.xyz/projects/kerf_correction_process.html).
    """

    PRESS = "press"  # held by friction, put together with a mallet
    SLIDE = "slide"  # put together by hand, and glued if it is to stay
    LOOSE = "loose"  # for what is taken apart often

    @property
    def clearance(self) -> Mm:
        """How much wider a slot is than the finger in it; less than 0 for one that is narrower."""
        return {Fit.PRESS: -0.06, Fit.SLIDE: 0.06, Fit.LOOSE: 0.24}[self]

    @property
    def ease(self) -> Mm:
        """How far each edge of a joint stands back: both flanks of a finger, and of its slot."""
        return self.clearance / 4


class Stock(NamedTuple):
    """A sheet of wood that parts are cut from, and how they go together.

    ``feature`` is the smallest width that may remain.
    """

    thickness: Mm
    fit: Fit
    feature: Mm = 1.0
