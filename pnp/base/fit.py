"""How wooden parts fit together, and how boxes of them are closed."""

from enum import StrEnum
from typing import NamedTuple

from pnp.base.units import Mm


class Fit(StrEnum):
    """How a finger sits in its slot once both are cut, whatever the kerf."""

    PRESS = "press"  # held by friction, put together with a mallet
    SLIDE = "slide"  # put together by hand, and glued if it is to stay
    LOOSE = "loose"  # for parts that are often taken apart

    @property
    def clearance(self) -> Mm:
        """How much wider than its finger a slot is, after the kerf.

        Press is 0.03 mm on each flank, the allowance of contraptioncart.com/lasercuttingtips for
        parts that hold without glue. Slide is the error of a kerf that is set 0.05 mm too small, as
        each side of a joint is cut twice: parts for kerfs from 0.15 to 0.2 mm still go together,
        with room for glue. Loose adds the 0.2 mm that parts of a jig have, so that they come apart.
        """
        return {Fit.PRESS: -0.06, Fit.SLIDE: 0.1, Fit.LOOSE: 0.3}[self]

    @property
    def ease(self) -> Mm:
        """How far each edge of a joint is set back: both flanks of a finger and of its slot."""
        return self.clearance / 4


class SeamJoint(StrEnum):
    """How the parts of a board go together along a seam."""

    BUTT = "butt"  # glued
    FINGER = "finger"  # held in position, and glued
    JIGSAW = "jigsaw"  # held without glue


class Lid(StrEnum):
    """How a tray is closed."""

    NONE = "none"
    LIFT_OFF = "lift-off"  # a plate with two rails that hold it between the walls
    SLIDE_ON = "slide-on"  # a sleeve over the whole tray, open at both ends
    SLIDE_IN = "slide-in"  # a plate in grooves, which goes in over the right wall
    HINGE = "hinge"  # the back of the tray, which goes on over a living hinge


class Stock(NamedTuple):
    """A sheet of wood that parts are cut from, and how they go together.

    ``feature`` is the smallest width that may remain.
    """

    thickness: Mm
    fit: Fit
    feature: Mm = 1.0


class WoodPose(NamedTuple):
    """The pose of a part in a finished piece.

    ``corner`` is the top left of its face: mm to the right, to the back and up. ``right`` and
    ``down`` are the directions of its top and left edges as its face is seen. ``name`` is that of
    the part, which several poses may share.
    """

    name: str
    corner: tuple[Mm, Mm, Mm]
    right: tuple[Mm, Mm, Mm]
    down: tuple[Mm, Mm, Mm]
