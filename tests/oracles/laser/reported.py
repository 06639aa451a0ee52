"""Reads the report beside laser files: a file's pass, and the parts it must cut."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from oracles.laser.strokes import FINE
from oracles.laser.svg import read_paths
from shapely import Polygon
from shapely.affinity import affine_transform

from pnp.base.errors import VerifyError
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import flattened
from pnp.base.units import Mm
from pnp.records.laser_report import (
    A_STEP,
    LaserPass,
    LaserReport,
    Opening,
    PartShape,
    ReportedFace,
    ReportedPlacement,
    read_laser_report,
)
from pnp.verify.findings import read_made

PREVIEW = "-preview.svg"


class ReportedPass(NamedTuple):
    """A pass over a bed, with its report."""

    report: LaserReport
    laser_pass: LaserPass

    @property
    def fronts(self) -> LaserPass:
        """The pass over the same sheet with the fronts up."""
        same = (other for other in self.report.passes if other.sheet == self.laser_pass.sheet)
        return next((other for other in same if other.kind in ("fronts", "")), self.laser_pass)

    @property
    def cuts_parts(self) -> bool:
        """Whether this pass cuts out parts."""
        return self.laser_pass.kind in ("", "backs" if self.report.sides == "flip" else "fronts")

    @property
    def right_placements(self) -> tuple[ReportedPlacement, ...]:
        """The places of parts; those of backs are derived from their fronts, except in a jig."""
        sides = self.report.sides
        if self.laser_pass.kind != "backs" or sides not in ("flip", "in-place"):
            return self.laser_pass.places
        found = []
        for place in self.fronts.places:
            if sides == "in-place" and self.report.parts[place.part].back is None:
                continue
            edges = self.edges(place)
            x = self.laser_pass.size_mm.width - edges.right if sides == "flip" else edges.x
            found.append(ReportedPlacement(place.part, x, edges.y, -place.turn % 360))
        return tuple(found)

    def name(self, place: ReportedPlacement) -> str:
        """Return the name of the part at a place."""
        return self.report.parts[place.part].name

    def shape(self, place: ReportedPlacement) -> PartShape:
        """Return the outline of the part at a place, upright."""
        return self.report.shapes[self.report.parts[place.part].shape]

    def face(self, place: ReportedPlacement) -> ReportedFace | None:
        """Return what the pass burns into the upper side of the part at a place."""
        part = self.report.parts[place.part]
        face = part.back if self.laser_pass.kind == "backs" else part.front
        return None if face is None else self.report.faces[face]

    def edges(self, place: ReportedPlacement) -> Rect:
        """Return the bounding rectangle of the part at a place."""
        size = self.shape(place).size_mm
        return Rect(place.x, place.y, *(size.turned() if place.turn % 180 else size))


class WantedPart(NamedTuple):
    """A part or a hole as the report states it, without kerf; ``side`` is -1 for a hole.

    For a ``thin`` part, pnp warned the maker about a narrow feature.
    """

    name: str
    edges: Rect
    area: float
    outline: Polygon
    holes: tuple["WantedPart", ...] = ()
    side: int = 1
    thin: bool = False


def find_pass(file: Path) -> ReportedPass | None:
    """Return the pass of a laser file from a report beside it, or None."""
    return next((found for found in _beside(file) if file.name in found.laser_pass.files), None)


def steps_of_pass(file: Path, reported: ReportedPass) -> list[Path]:
    """Return the files that burn the pass of ``file`` in its format, in order."""
    names = (name for name in reported.laser_pass.files if Path(name).suffix == file.suffix)
    return [path for path in map(file.with_name, names) if path == file or path.is_file()]


def previewed_bed(file: Path) -> Size | None:
    """Return the size of the bed that a preview shows, or None for any other picture."""
    for found in _beside(file):
        stems = (A_STEP.sub("", Path(name).stem) for name in found.laser_pass.files)
        if file.name in (f"{stem}{PREVIEW}" for stem in stems):
            return found.laser_pass.size_mm
    return None


def _beside(file: Path) -> Iterator[ReportedPass]:
    """Yield the passes of the reports whose stems begin the file's name."""
    for path in sorted(file.parent.glob("*.json")):
        if not file.name.startswith(path.stem):
            continue
        try:
            report = read_laser_report(read_made(path))
        except (VerifyError, OSError):
            continue
        yield from (ReportedPass(report, each) for each in report.passes)


def wanted_parts(reported: ReportedPass) -> list[WantedPart]:
    """Return the parts that a pass must cut out, in the places of the fronts or mirrored."""
    turned = reported.report.sides == "flip" and reported.laser_pass.kind == "backs"
    width = reported.laser_pass.size_mm.width if turned else None
    return [_wanted(reported, place, width) for place in reported.fronts.places]


def wanted_pockets(reported: ReportedPass) -> list[WantedPart]:
    """Return the pockets of a jig, each around its part."""
    found = []
    for place in reported.laser_pass.places:
        pocket = reported.report.pockets[reported.report.parts[place.part].shape]
        if pocket is not None:
            to_bed = _to_bed(place, reported.shape(place).size_mm)
            name = f"the pocket of {reported.name(place)}"
            found.append(_opening(name, pocket, pocket.at_mm, to_bed))
    return found


def _wanted(reported: ReportedPass, place: ReportedPlacement, width: Mm | None) -> WantedPart:
    shape, name = reported.shape(place), reported.name(place)
    to_bed = _to_bed(place, shape.size_mm)
    if width is not None:
        to_bed = to_bed.then(Transform(a=-1.0, e=width))
    part = _opening(name, shape, Point(0, 0), to_bed)
    holes = (_opening(f"a hole of {name}", hole, hole.at_mm, to_bed) for hole in shape.holes)
    return part._replace(holes=tuple(holes), side=1, thin=shape.thin)


def _to_bed(place: ReportedPlacement, size: Size) -> Transform:
    """Return the transform from an upright part to its place."""
    turned = Transform.turn(place.turn, Point(0, 0))
    corner = turned.apply_to(Rect(0, 0, *size))
    return turned.then(Transform.move(place.x - corner.x, place.y - corner.y))


def _opening(name: str, shape: Opening, at: Point, to_bed: Transform) -> WantedPart:
    """Return a hole, or a part without its holes; ``at`` is its top left in the upright part."""
    a, b, c, d, e, f = Transform.move(*at).then(to_bed)
    outline: Polygon = affine_transform(_polygon(shape.outline), [a, c, b, d, e, f])
    edges = to_bed.apply_to(Rect(*at, *shape.size_mm))
    return WantedPart(name, edges, shape.area_mm2, outline, side=-1)


@lru_cache(maxsize=256)
def _polygon(data: str) -> Polygon:
    """Return the area within an outline.

    Raises:
        VerifyError: If it cannot be read.
    """
    paths = list(read_paths(data))
    if len(paths) != 1 or len(points := flattened(paths[0], FINE)) < 3:
        raise VerifyError(f"has a report with an outline that cannot be read: {data[:40]!r}")
    return Polygon(points)
