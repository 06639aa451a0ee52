"""A pass's preview and figures, and the report that files are verified against."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache, reduce
from math import fsum
from typing import Any

from shapely import LineString

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Line, Path, path_bounds, placed, polygon, rectangle
from pnp.base.path_data import quarter_commands
from pnp.base.units import Mm
from pnp.laser.artwork import Artwork
from pnp.laser.beds import LaserPart, shares_cuts
from pnp.laser.face_picture import face_picture
from pnp.laser.jig import CLEARANCE, RELIEF, pocket
from pnp.laser.merge_cuts import burnt_twice, length
from pnp.laser.moments import area, moments_of_areas, moments_of_lines
from pnp.laser.order import end_of, travel
from pnp.laser.passes import PlannedPass
from pnp.laser.scheme import Kerf, LaserScheme, Sides, Speeds
from pnp.laser.sweeps import sweep
from pnp.laser.thin import thin_places
from pnp.records.laser_report import (
    Hole,
    LaserPass,
    LaserReport,
    LeftOutFaces,
    Moments,
    PartShape,
    ReportedClient,
    ReportedFace,
    ReportedMaterial,
    ReportedPart,
    ReportedSheets,
    Tabs,
)
from pnp.scene import IdentityCache, Scene, Shape, Style
from pnp.scene.bed import CUTS, Bed, Step

_DIGITS = 4


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
    paths = (*lines, *areas)
    whole = reduce(Rect.union, map(path_bounds, paths)) if paths else None
    return LaserPass(
        name=bed.name,
        kind=planned.kind,
        files=tuple(files),
        sheet=planned.sheet,
        round=planned.round,
        size_mm=Size(*_rounded(bed.size)),
        bounds_mm=Rect(*_rounded(whole)) if whole else None,
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


def report_laser(
    name: str,
    made_for: tuple[ReportedClient, ReportedMaterial],
    scheme: LaserScheme,
    parts: Sequence[LaserPart],
    passes: Sequence[LaserPass],
    sheets: ReportedSheets | None,
    left_out: tuple[LeftOutFaces, ...] = (),
) -> LaserReport:
    """Return the report on the laser files of a set of parts.

    ``name`` is that of the set; ``made_for`` are the laser target and the material.
    """
    burnt = lru_cache(maxsize=None)(_burnt)

    @cache
    def shape(side: Artwork) -> PartShape:
        return _shape(side, scheme.kerf, made_for[1])

    made: IdentityCache[Artwork, ReportedFace] = IdentityCache()

    def face(side: Artwork) -> ReportedFace:
        return made.get(side, lambda side: burnt(side).model_copy(update=_picture(side)))

    sides = [side for part in parts for side in (part.front, part.back) if side is not None]
    shapes = list(dict.fromkeys(shape(part.front) for part in parts))
    faces = list(dict.fromkeys(map(face, sides)))
    numbers = {face: number for number, face in enumerate(faces)}
    rows = [
        ReportedPart(
            component=part.component,
            name=part.name,
            shape=shapes.index(shape(part.front)),
            front=numbers[face(part.front)],
            back=None if part.back is None else numbers[face(part.back)],
        )
        for part in parts
    ]
    return LaserReport(
        name=name,
        client=made_for[0],
        material=made_for[1],
        kerf_mm=(scheme.kerf.x, scheme.kerf.y),
        bed_mm=scheme.bed,
        sheets=sheets,
        sides=scheme.sides.value,
        share=shares_cuts(parts, scheme),
        single=scheme.single,
        tabs=Tabs(count=scheme.tabs[0], bridge_mm=scheme.tabs[1]) if scheme.tabs else None,
        left_out=left_out,
        parts=tuple(rows),
        shapes=tuple(shapes),
        faces=tuple(faces),
        pockets=tuple(_pockets(parts, shapes, shape)) if scheme.sides is Sides.JIG else (),
        passes=tuple(passes),
    )


def _pockets(
    parts: Sequence[LaserPart], shapes: Sequence[PartShape], shape: Callable[[Artwork], PartShape]
) -> Iterator[Hole | None]:
    """Yield the pocket for each shape; None if no part of that shape has a back."""
    backs = {shape(part.front): part.back for part in parts if part.back is not None}
    for one in shapes:
        side = backs.get(one)
        yield _hole(pocket(side.outline, CLEARANCE, RELIEF), side.outline) if side else None


def _paths(bed: Bed, *steps: Step) -> tuple[Path, ...]:
    return tuple(path for one in bed.operations if one.step in steps for path in one.paths)


def _again(cuts: Sequence[Path]) -> Mm:
    """Return the travel of repeating the cuts."""
    return travel(cuts, end_of(cuts[-1])) if cuts else 0.0


def _shape(side: Artwork, kerf: Kerf, material: ReportedMaterial) -> PartShape:
    holes = tuple(_hole(hole, side.outline) for hole in side.holes)
    thin = any(thin_places(side, kerf, material.feature_mm, material.gap_mm))
    return PartShape(holes=holes, thin=thin, **_opening(side.outline))


def _hole(hole: Path, outline: Path) -> Hole:
    box, corner = path_bounds(hole), path_bounds(outline)
    at = Point(*_rounded((box.x - corner.x, box.y - corner.y)))
    return Hole(at_mm=at, **_opening(hole))


def _picture(side: Artwork) -> dict[str, str]:
    """Return the picture of a face, from its drawing and not from its artwork."""
    if side.source is None:
        return {}
    return {"picture": face_picture(side.source.drawing, side.outline, side.holes)}


def _burnt(side: Artwork) -> ReportedFace:
    bounds = path_bounds(side.outline)
    corner = Point(bounds.x, bounds.y)
    engraved = moments_of_areas(side.engraved, corner)
    scored = moments_of_lines(side.scored, corner)
    return ReportedFace(
        engraved=Moments(*_rounded(engraved)) if engraved else (),
        scored=Moments(*_rounded(scored)) if scored else (),
        picture="",
    )


def _opening(outline: Path) -> dict[str, Any]:
    """Return the size of an outline, its area, and its path relative to its top left."""
    bounds = path_bounds(outline)
    at_corner = placed(outline, Transform.move(-bounds.x, -bounds.y))
    return {
        "size_mm": Size(*_rounded(bounds.size)),
        "area_mm2": round(area([outline]), _DIGITS),
        "outline": quarter_commands(at_corner),
    }


def _rounded(values: Iterable[float]) -> list[float]:
    return [round(float(value), _DIGITS) + 0.0 for value in values]


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
