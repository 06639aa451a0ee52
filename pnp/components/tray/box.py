"""Boxes of plates: their sizes around compartments, and the room that their lids take."""

from math import pi, sqrt
from typing import NamedTuple

from pnp.base.fit import Lid
from pnp.base.geometry import Size
from pnp.base.units import Mm
from pnp.components.tray.arrange import TAB, Arrangement

RAIL = 2.0  # thicknesses that the rails of a lid reach into the box
PLAY: Mm = 0.3  # on each side of a lid, between faces that slide: thrice what a kerf may be off
COVER = 1.5  # thicknesses: the height of the strips over a lid that slides in

# In thicknesses: the radius of the bend of a hinge, and the back below it, which has room for three
# fingers above the floor.
BEND, LEAST_BACK = 4.0, 4.0
CORNER = 1 - 1 / sqrt(2)  # of the radius: how far a bend cuts into the corner of a box


class Room(NamedTuple):
    """The width, depth and height of a box, or of the room in it."""

    width: Mm
    depth: Mm
    height: Mm


class BoxSize(NamedTuple):
    """A box by its outer width, depth and height, and its plates' thickness.

    With a ``bend``, its back continues over a living hinge of that radius as the lid. For a lid
    that slides in, its right wall is lower by a ``drop``, and its front and back have inner walls
    of a ``layer``.
    """

    width: Mm
    depth: Mm
    height: Mm
    thickness: Mm
    bend: Mm = 0.0
    layer: Mm = 0.0
    drop: Mm = 0.0

    @classmethod
    def around(cls, inner: Size, height: Mm, thickness: Mm, bend: Mm = 0.0) -> "BoxSize":
        """Return the box around a room of this width, depth and height, open at its top."""
        both = 2 * thickness
        return cls(inner.width + both, inner.height + both, height + thickness, thickness, bend)

    @property
    def upright_back(self) -> Mm:
        """The height of the back below its bend."""
        return self.height - self.bend

    @property
    def hinge(self) -> Mm:
        """The bent length of the back: a quarter circle through the middle of its plate."""
        return pi / 2 * (self.bend + self.thickness / 2) if self.bend else 0.0

    @property
    def lid(self) -> Mm:
        """The length of the back that lies flat on the walls, from its bend to the front."""
        return self.depth - self.thickness - self.bend if self.bend else 0.0

    @property
    def front(self) -> Mm:
        """How far the compartments are from its outer front."""
        return self.thickness + self.layer


def over_pieces(lid: Lid, thickness: Mm) -> Mm:
    """Return the height that a lid takes between the pieces and the top of the walls."""
    match lid:
        case Lid.LIFT_OFF:
            return RAIL * thickness + PLAY
        case Lid.SLIDE_IN:
            return (1 + COVER) * thickness + PLAY
        case _:
            return 0.0


def box_around(plan: Arrangement, thickness: Mm, lid: Lid) -> BoxSize:
    """Return the box for compartments, with the room that its lid takes."""
    above = over_pieces(lid, thickness)
    high = plan.stack + plan.over + above
    if lid is Lid.SLIDE_IN:
        inner = Size(plan.inner.width, plan.inner.height + 2 * thickness)
        box = BoxSize.around(inner, high, thickness)
        return box._replace(layer=thickness, drop=above)
    if lid is not Lid.HINGE:
        return BoxSize.around(plan.inner, high, thickness)
    bend = BEND * thickness
    inner = Size(plan.inner.width, plan.inner.height + CORNER * bend)
    high = max(high + CORNER * bend, bend + (LEAST_BACK - 1) * thickness)
    return BoxSize.around(inner, high, thickness, bend)


def closed_box(plan: Arrangement, thickness: Mm, lid: Lid) -> Room:
    """Return the outer size of a closed box for compartments, or of an open one with its cards."""
    box = box_around(plan, thickness, lid)
    if plan.standing and lid is Lid.NONE:
        box = box._replace(height=max(box.height, thickness + plan.standing + TAB))
    match lid:
        case Lid.LIFT_OFF | Lid.HINGE:
            return Room(box.width, box.depth, box.height + thickness)
        case Lid.SLIDE_ON:
            more = 2 * (PLAY + thickness)
            return Room(box.width, box.depth + more, box.height + more)
        case _:
            return Room(box.width, box.depth, box.height)
