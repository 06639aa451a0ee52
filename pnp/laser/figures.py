"""The figures of a set of laser parts: what each pass burns and takes.

Lengths are in mm and areas in mm², all without kerf. The origin of a bed is the top left.
"""

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pnp.base.geometry import Rect, Size
from pnp.base.units import Mm

A_STEP = re.compile(r"-\d-(?:engrave|score|cut)$")  # ends the name of a file for one kind of work
PassKind = Literal["", "fronts", "backs", "jig", "pins"]
Missing = Literal["backs", "engraving", "scores"]


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
