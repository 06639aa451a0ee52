"""The settings of beds, and the figures of their passes: what each burns and takes.

Figures are in mm and mm², all without kerf. The origin of a bed is the top left.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from math import hypot
from typing import Literal, NamedTuple

from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import Mm, format_mm

A_STEP = re.compile(r"-\d-(?:engrave|score|cut)$")  # ends the name of a file for one kind of work
PassKind = Literal["", "fronts", "backs", "jig", "pins"]
Missing = Literal["backs", "engraving", "scores"]


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


class ReportedPlacement(NamedTuple):
    """The place of a part: its index, its top left on the bed, its turn in degrees clockwise."""

    part: int
    x: Mm
    y: Mm
    turn: int


class LeftOutFaces(NamedTuple):
    """Content of a component that the files lack, and the number of distinct faces affected."""

    component: str
    what: Missing
    faces: int


class LaserPass(NamedTuple):
    """One pass over one bed: its files, its parts and its figures.

    ``sheet`` counts the sheets of material from 1; it is 0 for scrap and for parts in a jig.
    ``round`` counts jigs and their fillings; it is 0 if there is only one. ``engrave_mm`` is the
    path of the sweeps over engraved areas, including overscan; ``travel_mm`` is the path between
    sweeps and lines. ``utilisation`` is the share of the bed, 0 to 1, that becomes parts.
    ``seconds`` is None if the speeds of the machine are unknown.
    """

    name: str
    kind: PassKind
    files: tuple[str, ...]
    sheet: int
    round: int
    size_mm: Size
    places: tuple[ReportedPlacement, ...]
    parts: int
    cut_mm: Mm
    score_mm: Mm
    engrave_mm: Mm
    engraved_mm2: float
    travel_mm: Mm
    burnt_twice_mm: Mm
    utilisation: float
    seconds: float | None


@dataclass(frozen=True)
class ReportedSheets:
    """The sheets of material that the passes consume.

    Each is ``sawn`` into columns and rows of bed-sized pieces, or used whole. ``used_mm`` lists the
    areas of the first sheet that were already used. Of the last sheet a rectangle of ``left_mm``
    remains; a sheet that is not sawn is used up within ``taken_mm``.
    """

    size_mm: Size
    count: int
    sawn: tuple[int, int] | None
    used_mm: tuple[Rect, ...]
    left_mm: Size | None
    taken_mm: tuple[Rect, ...]
