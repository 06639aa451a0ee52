"""How parts of wood go together."""

from enum import StrEnum
from typing import NamedTuple

from pnp.base.units import Mm


class Fit(StrEnum):
    """How a finger sits in its slot once both are cut, whatever the kerf."""

    PRESS = "press"  # held by friction, put together with a mallet
    SLIDE = "slide"  # put together by hand, and glued if it is to stay
    LOOSE = "loose"  # for what is taken apart often

    @property
    def clearance(self) -> Mm:
        """How much wider than its finger a slot is, once the beam has burnt its kerf.

        Press is 0.03 mm a flank, by which contraptioncart.com/lasercuttingtips widens parts that
        are to hold by themselves. Slide is what a kerf taken 0.05 mm too small costs, as a joint
        is cut twice on each side: with it, parts of a kerf from 0.15 to 0.2 mm still go together,
        and glue has room. Loose adds what parts of a jig get, 0.2 mm, so that they come apart.
        """
        return {Fit.PRESS: -0.06, Fit.SLIDE: 0.1, Fit.LOOSE: 0.3}[self]

    @property
    def ease(self) -> Mm:
        """How far each edge of a joint stands back: both flanks of a finger, and of its slot."""
        return self.clearance / 4


class SeamJoint(StrEnum):
    """How the parts of a board go together along a seam."""

    BUTT = "butt"  # glued
    FINGER = "finger"  # kept in place, and glued
    JIGSAW = "jigsaw"  # held without glue


class Stock(NamedTuple):
    """A sheet of wood that parts are cut from, and how they go together.

    ``feature`` is the smallest width that may remain.
    """

    thickness: Mm
    fit: Fit
    feature: Mm = 1.0


class WoodPose(NamedTuple):
    """Where a part of a finished piece is: the top left of its face, in mm to the right, away, up.

    ``right`` and ``down`` are the ways along its top and its left as that face is seen. Several
    parts may be copies of the one that they ``name``.
    """

    name: str
    corner: tuple[Mm, Mm, Mm]
    right: tuple[Mm, Mm, Mm]
    down: tuple[Mm, Mm, Mm]
