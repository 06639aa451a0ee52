"""A pass's preview and figures, and the report on a set of parts."""

from collections.abc import Iterable, Sequence
from math import fsum
from typing import NamedTuple

from shapely import LineString

from pnp.base.geometry import Point, Rect
from pnp.base.path import Line, Path, polygon, rectangle
from pnp.base.units import Mm
from pnp.laser.areas import area
from pnp.laser.beds import LaserPart
from pnp.laser.cuts import burnt_twice, length
from pnp.laser.engraving import sweep
from pnp.laser.figures import LaserPass, LeftOutFaces, ReportedSheets
from pnp.laser.order import end_of, travel
from pnp.laser.passes import PlannedPass
from pnp.laser.scheme import LaserScheme, Speeds
from pnp.scene import Scene, Shape, Style
from pnp.scene.laser_bed import CUTS, Bed, Step

_DIGITS = 4


class LaserReport(NamedTuple):
    """A set of parts that are laid out together, and the passes that make them.

    The files are named after ``name``: the id of a component, a rule set or a game.
    """

    name: str
    scheme: LaserScheme
    parts: Sequence[LaserPart]
    passes: tuple[LaserPass, ...]
    sheets: ReportedSheets | None
    left_out: tuple[LeftOutFaces, ...]


def measure(planned: PlannedPass, files: Iterable[str], speeds: Speeds | None = None) -> LaserPass:
    """Return the figures of a pass for the report; its ``files`` are listed by name."""
    bed = planned.bed
    cuts, scores = _paths(bed, *CUTS), _paths(bed, Step.SCORE)
    areas = _paths(bed, Step.ENGRAVE)
    sweeps = sweep(areas, Point(0, 0))
    lines = _paths(bed, *(step for step in Step if step not in (Step.ENGRAVE, Step.GUIDE)))
    cut, score = fsum(map(length, cuts)), fsum(map(length, scores))
    moved = sweeps.between + travel(lines, sweeps.end)
    seconds = speeds and (
        speeds.passes * cut / speeds.cut
        + score / speeds.score
        + sweeps.length / speeds.engrave
        + (moved + (speeds.passes - 1) * _again(cuts)) / speeds.travel
    )
    return LaserPass(
        name=bed.name,
        kind=planned.kind,
        files=tuple(files),
        sheet=planned.sheet,
        round=planned.round,
        size_mm=bed.size,
        places=tuple(
            one._replace(x=round(one.x, _DIGITS), y=round(one.y, _DIGITS))
            for one in planned.placements
        ),
        parts=planned.parts,
        cut_mm=cut,
        score_mm=score,
        engrave_mm=sweeps.length,
        engraved_mm2=area(areas),
        travel_mm=moved,
        burnt_twice_mm=burnt_twice((*cuts, *scores)),
        utilisation=planned.part_area / (bed.size.width * bed.size.height),
        seconds=seconds,
    )


def _paths(bed: Bed, *steps: Step) -> tuple[Path, ...]:
    return tuple(path for one in bed.operations if one.step in steps for path in one.paths)


def _again(cuts: Sequence[Path]) -> Mm:
    """Return the travel of repeating the cuts."""
    return travel(cuts, end_of(cuts[-1])) if cuts else 0.0


LINE: Mm = 0.35
VISIBLE: Mm = 0.1  # the smallest detail worth a chord
MANY = 12  # chords; a path with fewer is not simplified
STYLES: dict[Step, Style] = {
    Step.ENGRAVE: Style(fill="#b08a5b"),
    Step.SCORE: Style(stroke="#2f6fb7", stroke_width=LINE),
    Step.INNER: Style(stroke="#8a2be2", stroke_width=LINE),
    Step.OUTER: Style(stroke="#c8102e", stroke_width=LINE),
    Step.FRAME: Style(stroke="#1b1b1b", stroke_width=LINE),
    Step.GUIDE: Style(stroke="#7f7f7f", stroke_width=LINE / 2, dash=(2.0, 1.5)),
}
SHEET = Style(fill="#f6ead6", stroke="#b9a98c", stroke_width=LINE)


def _coarse(path: Path) -> Path:
    """Return a path of many chords simplified to the detail that a picture shows."""
    if len(path.segments) < MANY or not all(isinstance(one, Line) for one in path.segments):
        return path
    points = LineString([path.start, *(one.to for one in path.segments)])
    points_left = points.simplify(VISIBLE, preserve_topology=False).coords
    return polygon(Point(*point) for point in points_left)._replace(closed=path.closed)


def preview(bed: Bed) -> Scene:
    """Draw a bed as it lies in the machine."""
    sheet = Shape((rectangle(Rect(0, 0, *bed.size)),), SHEET)
    shapes = (Shape(tuple(map(_coarse, one.paths)), STYLES[one.step]) for one in bed.operations)
    return Scene(bed.size, (sheet, *shapes))
