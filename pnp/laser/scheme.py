"""The settings of a bed: the kerf, the sides, and how parts are laid out and cut."""

from enum import StrEnum
from math import hypot
from typing import NamedTuple

from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import Mm, format_mm


class Kerf(NamedTuple):
    """The width of cuts that run down (``x``) and of cuts that run across (``y``).

    They are equal for a round beam; the beams of diodes are oval.
    """

    x: Mm
    y: Mm

    def along(self, way: Point) -> Mm:
        """Return the length of the burnt spot in the direction of a unit vector."""
        if not (self.x and self.y):
            return self.x * abs(way.x) + self.y * abs(way.y)
        return 1 / hypot(way.x / self.x, way.y / self.y)

    def __str__(self) -> str:
        if self.x == self.y:
            return f"{format_mm(self.x)} mm"
        return f"{format_mm(self.x)} x {format_mm(self.y)} mm"


class Sides(StrEnum):
    """Which sides are engraved, and how backs are aligned with their fronts."""

    FRONTS = "fronts"
    IN_PLACE = "in-place"  # each part is turned over in the hole it was cut from
    FLIP = "flip"  # the whole sheet is turned over
    JIG = "jig"  # the parts are laid into pockets


class Speeds(NamedTuple):
    """The speeds of a machine in mm per second; there are no defaults.

    ``passes`` is the number of times it cuts each line; it engraves and scores once.
    """

    cut: float
    score: float
    engrave: float
    travel: float
    passes: int = 1


class Powers(NamedTuple):
    """The power of each kind of work in per cent of the machine's; there are no defaults."""

    cut: float
    score: float
    engrave: float


class LaserScheme(NamedTuple):
    """How parts are laid out and cut.

    Parts that ``share`` cuts lie a kerf apart; those turned in their own holes never share any.
    Between others a strip of ``gap`` remains: they lie a gap and two kerfs apart, and their cuts a
    gap and a kerf. ``tabs`` are the number of bridges that hold a part and their width. With
    ``single`` every different part gets its own bed. Parts stay off the ``used`` areas of the first
    bed.
    """

    bed: Size
    kerf: Kerf
    gap: Mm
    margin: Mm = 3.0
    share: bool = True
    sides: Sides = Sides.FRONTS
    tabs: tuple[int, Mm] | None = None
    single: bool = False
    used: tuple[Rect, ...] = ()

    @property
    def apart(self) -> Kerf:
        """The distance between the edges of parts that share no cut, across and down."""
        return Kerf(*(self.gap + 2 * width for width in self.kerf))
