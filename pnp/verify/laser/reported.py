"""The report beside laser files, as the checks ask for it: by file, by pass and by part."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pnp.base.errors import VerifyError
from pnp.base.geometry import Rect, Size
from pnp.records.laser_report import (
    LaserPass,
    LaserReport,
    PartShape,
    Placement,
    ReportedFace,
    read_laser_report,
)

PREVIEW = "-preview.svg"


class ReportedPass(NamedTuple):
    """A pass over a bed, with the report that states it."""

    report: LaserReport
    one: LaserPass

    @property
    def fronts(self) -> LaserPass:
        """The pass over the same sheet in which the fronts are up."""
        same = (other for other in self.report.passes if other.sheet == self.one.sheet)
        return next((other for other in same if other.kind in ("fronts", "")), self.one)

    @property
    def cuts_parts(self) -> bool:
        """Whether parts are cut out in this pass."""
        return self.one.kind in (("backs",) if self.report.sides == "flip" else ("fronts", ""))

    @property
    def right_placements(self) -> tuple[Placement, ...]:
        """Where parts have to lie: backs follow from their fronts, unless a jig holds them."""
        sides = self.report.sides
        if self.one.kind != "backs" or sides not in ("flip", "in-place"):
            return self.one.places
        found = []
        for place in self.fronts.places:
            edges = self.edges(place)
            x = self.one.size_mm.width - edges.right if sides == "flip" else edges.x
            found.append(Placement(place.part, x, edges.y, -place.turn % 360))
        return tuple(found)

    def name(self, place: Placement) -> str:
        """Return the name of the part at a place."""
        return self.report.parts[place.part].name

    def shape(self, place: Placement) -> PartShape:
        """Return the outline of the part at a place, upright."""
        return self.report.shapes[self.report.parts[place.part].shape]

    def face(self, place: Placement) -> ReportedFace | None:
        """Return what is burnt into the side that is up of the part at a place."""
        part = self.report.parts[place.part]
        face = part.back if self.one.kind == "backs" else part.front
        return None if face is None else self.report.faces[face]

    def edges(self, place: Placement) -> Rect:
        """Return the rectangle around the part at a place."""
        size = self.shape(place).size_mm
        return Rect(place.x, place.y, *(size.turned() if place.turn % 180 else size))


def find_pass(file: Path) -> ReportedPass | None:
    """Return the pass of the report beside a laser file that names it."""
    return next((found for found in _beside(file) if file.name in found.one.files), None)


def previewed_bed(file: Path) -> Size | None:
    """Return the size of the bed that a picture beside laser files shows, if it is one."""
    for found in _beside(file):
        if file.name in (f"{Path(name).stem}{PREVIEW}" for name in found.one.files):
            return found.one.size_mm
    return None


def _beside(file: Path) -> Iterator[ReportedPass]:
    """Yield the passes of the reports whose names begin as the file's does."""
    for path in sorted(file.parent.glob("*.json")):
        if not file.name.startswith(path.stem):
            continue
        try:
            report = read_laser_report(path.read_bytes())
        except (VerifyError, OSError):
            continue
        yield from (ReportedPass(report, one) for one in report.passes)
