"""The report beside laser files: the pass of a file, and the parts that the pass must cut."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pnp.base.errors import VerifyError
from pnp.base.geometry import Rect, Size
from pnp.base.units import Mm
from pnp.records.laser_report import (
    A_STEP,
    LaserPass,
    LaserReport,
    PartShape,
    ReportedFace,
    ReportedPlacement,
    read_laser_report,
)

PREVIEW = "-preview.svg"


class ReportedPass(NamedTuple):
    """A pass over a bed, and the report that it is in."""

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
        """The places of parts; those of backs follow from their fronts, except in a jig."""
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
        """Return what is burnt into the upper side of the part at a place."""
        part = self.report.parts[place.part]
        face = part.back if self.laser_pass.kind == "backs" else part.front
        return None if face is None else self.report.faces[face]

    def edges(self, place: ReportedPlacement) -> Rect:
        """Return the rectangle around the part at a place."""
        size = self.shape(place).size_mm
        return Rect(place.x, place.y, *(size.turned() if place.turn % 180 else size))


class WantedPart(NamedTuple):
    """A part or a hole as the report states it, without kerf; ``side`` is -1 for a hole."""

    name: str
    edges: Rect
    area: float
    holes: tuple["WantedPart", ...] = ()
    side: int = 1


def find_pass(file: Path) -> ReportedPass | None:
    """Return the pass that lists a laser file, from a report beside it."""
    return next((found for found in _beside(file) if file.name in found.laser_pass.files), None)


def steps_of_pass(file: Path, reported: ReportedPass) -> list[Path]:
    """Return the files of the same format in which the pass of a file is burnt, in order."""
    names = (name for name in reported.laser_pass.files if Path(name).suffix == file.suffix)
    return [path for path in map(file.with_name, names) if path == file or path.is_file()]


def previewed_bed(file: Path) -> Size | None:
    """Return the size of the bed that a preview shows; None for any other picture."""
    for found in _beside(file):
        stems = (A_STEP.sub("", Path(name).stem) for name in found.laser_pass.files)
        if file.name in (f"{stem}{PREVIEW}" for stem in stems):
            return found.laser_pass.size_mm
    return None


def _beside(file: Path) -> Iterator[ReportedPass]:
    """Yield the passes of the reports whose names the file's name begins with."""
    for path in sorted(file.parent.glob("*.json")):
        if not file.name.startswith(path.stem):
            continue
        try:
            report = read_laser_report(path.read_bytes())
        except (VerifyError, OSError):
            continue
        yield from (ReportedPass(report, each) for each in report.passes)


def wanted_parts(reported: ReportedPass) -> list[WantedPart]:
    """Return the parts that a pass must cut out, in the places of the fronts or mirrored."""
    turned = reported.report.sides == "flip" and reported.laser_pass.kind == "backs"
    width = reported.laser_pass.size_mm.width if turned else None
    return [_wanted(reported, place, width) for place in reported.fronts.places]


def wanted_pockets(reported: ReportedPass) -> list[WantedPart]:
    """Return the pockets of a jig, each centred on its part."""
    found = []
    for place in reported.laser_pass.places:
        pocket = reported.report.pockets[reported.report.parts[place.part].shape]
        if pocket is not None:
            size = pocket.size_mm.turned() if place.turn % 180 else pocket.size_mm
            at = Rect.about(reported.edges(place).center, *size)
            name = f"the pocket of {reported.name(place)}"
            found.append(WantedPart(name, at, pocket.area_mm2, side=-1))
    return found


def _wanted(reported: ReportedPass, place: ReportedPlacement, width: Mm | None) -> WantedPart:
    shape, name = reported.shape(place), reported.name(place)
    holes = tuple(
        WantedPart(
            f"a hole of {name}",
            _mirrored(_on_bed(place, shape.size_mm, Rect(*hole.at_mm, *hole.size_mm)), width),
            hole.area_mm2,
            side=-1,
        )
        for hole in shape.holes
    )
    return WantedPart(name, _mirrored(reported.edges(place), width), shape.area_mm2, holes)


def _mirrored(rect: Rect, width: Mm | None) -> Rect:
    return rect if width is None else rect._replace(x=width - rect.right)


def _on_bed(place: ReportedPlacement, part: Size, hole: Rect) -> Rect:
    """Return the rectangle around a hole on the bed."""
    if place.turn % 180 == 0:
        return hole.moved(place.x, place.y)
    x, y = place.x + part.height - hole.bottom, place.y + hole.x
    return Rect(x, y, hole.height, hole.width)
