"""Verifies a laser report against its files, and the files against each other."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import dist, fsum
from pathlib import Path
from typing import NamedTuple

import shapely
from oracles.laser.laser_file import KIND, read_laser_file
from oracles.laser.lines import overlaps
from oracles.laser.reported import ReportedPass
from oracles.laser.strokes import LaserStroke, total_length, with_operation
from oracles.reading import verified
from shapely import Polygon

from pnp.base.errors import VerifyError
from pnp.base.geometry import Rect
from pnp.base.units import Mm, dimensions, format_mm
from pnp.definitions.data_files import built_in
from pnp.definitions.laser_files import load_material, load_target
from pnp.records.laser_report import (
    LaserPass,
    LaserReport,
    ReportedClient,
    read_laser_report,
)
from pnp.records.manifest import MadeFile
from pnp.verify.findings import FileReport, Finding, ok, read_made, unchecked, wrong

APART: Mm = 0.02  # how far two formats may differ
SHARE = 0.001  # the relative error that a figure may have
OPERATIONS = ("cut", "score", "engrave", "guide", "line")


class PassFile(NamedTuple):
    """A laser file of a pass."""

    name: str
    strokes: Sequence[LaserStroke]

    @property
    def format(self) -> str:
        """The format that its name ends in."""
        return self.name.rpartition(".")[2]


def verify_report(file: Path, entry: MadeFile | None) -> FileReport:
    """Verify a report against the files that it lists."""

    def check(content: bytes) -> Iterator[Finding]:
        report = read_laser_report(content)
        passes = [(each, list(_files(file.parent, each))) for each in report.passes]
        yield from _made_for(report)
        yield _places(report)
        yield from _counts(report)
        yield from _sheets(report)
        figures = [wrong("figures", *fault) for each in passes for fault in _figures(*each)]
        yield from figures or [ok("figures", "as they are in the files")]
        compared = [_formats(files, report.client) for _, files in passes]
        formats = [wrong("formats", *fault) for faults in compared for fault in faults]
        yield from formats or [ok("formats", f"within {format_mm(APART)} mm of each other")]

    return verified(file.as_posix(), KIND, read_made(file), check)


def _made_for(report: LaserReport) -> Iterator[Finding]:
    """Compare the program and the material with the built-in ones of the same names."""
    client, material = report.client, report.material
    if client.id in built_in("laser/clients"):
        target = load_target(client.id)
        marks = {name: (one.color, one.layer, one.filled) for name, one in client.steps.items()}
        known = {name: (one.color, one.layer, one.filled) for name, one in target.steps.items()}
        same = marks == known and client.stroke_mm == target.stroke
        yield _as_built_in("client", client.name, same)
    else:
        yield ok("client", f"{client.name}, as the report describes it")
    if material.id in built_in("laser/materials"):
        least = load_material(material.id)
        same = (material.feature_mm, material.gap_mm) == (least.feature, least.gap)
        yield _as_built_in("material", material.name, same)
    else:
        yield ok("material", f"{material.name}, as the report describes it")


def _as_built_in(what: str, name: str, same: bool) -> Finding:
    other = f"{name} differs from pnp's own, so its files are judged by the report alone"
    return ok(what, name) if same else unchecked(what, other)


def _files(folder: Path, laser_pass: LaserPass) -> Iterator[PassFile]:
    """Yield the readable files of a pass; each other file's own report has its fault."""
    formats: set[str] = set()
    for name in laser_pass.files:
        file = folder / name
        if file.suffix in formats:  # read with the first of its format
            continue
        formats.add(file.suffix)
        with suppress(OSError, VerifyError):
            yield PassFile(name, read_laser_file(file, read_made(file)).drawing.strokes)


def _places(report: LaserReport) -> Finding:
    """Check that backs lie behind their fronts: in the same places, or in mirrored ones."""
    for laser_pass in report.passes:
        reported = ReportedPass(report, laser_pass)
        for place, right in zip(laser_pass.places, reported.right_placements, strict=False):
            off = max(abs(place.x - right.x), abs(place.y - right.y))
            if off > APART or place.part != right.part or place.turn % 360 != right.turn % 360:
                at = f"{format_mm(place.x)}, {format_mm(place.y)}"
                right_at = f"{format_mm(right.x)}, {format_mm(right.y)}, turned by {right.turn}"
                found = f"{laser_pass.name}: {reported.name(place)} at {at}"
                return wrong("places", found, f"{reported.name(right)} at {right_at}")
    return ok("places", "backs behind their fronts" if report.sides != "fronts" else "as reported")


def _sheets(report: LaserReport) -> Iterator[Finding]:
    """Check the number of sheets of material, and that parts avoid the missing areas of sheets."""
    sheets = report.sheets
    if sheets is None:
        return
    columns, rows = sheets.sawn or (1, 1)
    beds = max(one.sheet for one in report.passes)
    right = -(-beds // max(columns * rows, 1))
    if sheets.count != right:
        yield wrong("sheets", f"{sheets.count} for {beds} beds", str(right))
    for laser_pass in report.passes:
        if laser_pass.sheet != 1 or laser_pass.kind not in ("fronts", ""):
            continue
        reported = ReportedPass(report, laser_pass)
        for place in laser_pass.places:
            for area in sheets.used_mm:
                if reported.edges(place).overlaps(area):
                    at = f"{format_mm(area.x)}, {format_mm(area.y)}"
                    found = f"{reported.name(place)} lies on {dimensions(*area.size)} at {at}"
                    yield wrong("sheets", f"{found}, which was used before", "beside it")
                    return


def _counts(report: LaserReport) -> Iterator[Finding]:
    """Yield a fault for each pass with more or fewer parts than places."""
    for laser_pass in report.passes:
        right = 0 if laser_pass.kind == "jig" else len(laser_pass.places)
        if laser_pass.parts != right and not report.single:
            found = f"{laser_pass.parts} parts on {laser_pass.name or 'the bed'}"
            yield wrong("figures", found, f"{right}, one for each place")


def _figures(laser_pass: LaserPass, files: Sequence[PassFile]) -> Iterator[tuple[str, str]]:
    """Yield the figures that differ from a file; a step that the file lacks is skipped."""
    for file in files:
        for key, found in _measured(file):
            stated = getattr(laser_pass, key)
            if abs(stated - found) > APART + SHARE * found:
                yield (
                    f"{key} of {laser_pass.name or 'the bed'} is {stated}",
                    f"{found:.3f}, in {file.name}",
                )


def _measured(file: PassFile) -> Iterator[tuple[str, float]]:
    cuts, scores, lines, engraved = (
        with_operation(file.strokes, name) for name in ("cut", "score", "line", "engrave")
    )
    if lines:
        return
    yield "cut_mm", total_length(cuts)
    if scores:
        yield "score_mm", total_length(scores)
    if engraved:
        yield "engraved_mm2", _area(engraved)
    yield "burnt_twice_mm", fsum(length for length, _ in overlaps([*cuts, *scores]))


def _area(strokes: Sequence[LaserStroke]) -> float:
    """Return the area filled by the even-odd rule; pnp's outlines do not cross."""
    found = sorted(((one.area, Polygon(one.points)) for one in strokes), key=lambda one: -one[0])
    tree = shapely.STRtree([ring for _, ring in found])
    areas = []
    for index, (area, ring) in enumerate(found):
        around = tree.query(ring.representative_point(), predicate="within")
        depth = sum(1 for other in around.tolist() if other < index)
        areas.append(-area if depth % 2 else area)
    return fsum(areas)


def _formats(files: Sequence[PassFile], client: ReportedClient) -> Iterator[tuple[str, str]]:
    """Yield how the files of a pass differ: in the number of lines, their lengths or places.

    A step that one of two formats lacks is not compared.
    """
    first, *others = files or [PassFile("", [])]
    for other in others:
        for name in OPERATIONS:
            a, b = with_operation(first.strokes, name), with_operation(other.strokes, name)
            if name in client.steps and not (
                client.has(name, first.format) and client.has(name, other.format)
            ):
                continue
            if fault := _differ(a, b):
                yield f"{name} of {other.name}: {fault}", f"the same as in {first.name}"


def _differ(one: Sequence[LaserStroke], other: Sequence[LaserStroke]) -> str:
    if len(one) != len(other):
        return f"{len(other)} lines instead of {len(one)}"
    if not one:
        return ""
    a, b = total_length(one), total_length(other)
    if abs(a - b) > APART + SHARE * a:
        return f"{b:.2f} mm instead of {a:.2f}"
    tree = shapely.STRtree(shapely.points([stroke.bounds.center for stroke in other]))
    for stroke in one:
        near = tree.query(shapely.Point(stroke.bounds.center), "dwithin", distance=2 * APART)
        if not any(_far(stroke.bounds, other[n].bounds) <= 1.5 * APART for n in near.tolist()):
            at = stroke.bounds.center
            return f"no such line about {at.x:.2f}, {at.y:.2f}"
    return ""


def _far(a: Rect, b: Rect) -> Mm:
    return max(dist((a.x, a.y), (b.x, b.y)), dist((a.right, a.bottom), (b.right, b.bottom)))
