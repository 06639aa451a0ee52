"""What a pass over a bed takes: lengths, areas, and time from the speeds of the machine's owner."""

from typing import NamedTuple

from pnp.base.geometry import Point
from pnp.base.path import Path
from pnp.base.units import Mm
from pnp.laser.areas import area
from pnp.laser.merge_cuts import burnt_twice, length
from pnp.laser.order import travel
from pnp.laser.plan import Planned
from pnp.scene.bed import CUTS, Bed, Step

# LightBurn's default interval of a fill: 254 lines an inch (docs.lightburnsoftware.com).
INTERVAL: Mm = 0.1


class Speeds(NamedTuple):
    """What the owner of a machine sets it to, in mm a second; nothing is assumed of any."""

    cut: float
    score: float
    engrave: float
    travel: float


class BedReport(NamedTuple):
    """What one file burns. ``engrave_mm`` is the way of the beam over what is engraved.

    ``utilisation`` is the part of the bed, from 0 to 1, that becomes parts. ``seconds`` is None
    without speeds.
    """

    name: str
    parts: int
    cut_mm: Mm
    score_mm: Mm
    engrave_mm: Mm
    engraved_mm2: float
    travel_mm: Mm
    burnt_twice_mm: Mm
    utilisation: float
    seconds: float | None = None


def report(planned: Planned, speeds: Speeds | None = None) -> BedReport:
    """Measure a pass."""
    bed = planned.bed
    cuts = _paths(bed, *CUTS)
    scores = _paths(bed, Step.SCORE)
    engraved = area(_paths(bed, Step.ENGRAVE))
    cut, score, way = _length(cuts), _length(scores), engraved / INTERVAL
    moved = _travel(bed)
    return BedReport(
        bed.name,
        planned.parts,
        cut,
        score,
        way,
        engraved,
        moved,
        burnt_twice((*cuts, *scores)),
        planned.part_area / (bed.size.width * bed.size.height),
        speeds
        and cut / speeds.cut + score / speeds.score + way / speeds.engrave + moved / speeds.travel,
    )


def _paths(bed: Bed, *steps: Step) -> tuple[Path, ...]:
    return tuple(path for one in bed.operations if one.step in steps for path in one.paths)


def _length(paths: tuple[Path, ...]) -> Mm:
    return sum(map(length, paths))


def _travel(bed: Bed) -> Mm:
    """Return the way without burning: of lines in their order, areas being scanned."""
    lines = [path for one in bed.operations if one.step is not Step.ENGRAVE for path in one.paths]
    return travel(lines, Point(0, 0)) if lines else 0.0
