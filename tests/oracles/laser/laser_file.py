"""Verifies a laser file on its own and against the report beside it."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from oracles.laser.dxf import read_dxf
from oracles.laser.face_pictures import BurntSurface
from oracles.laser.faces import face_finding, inside_finding
from oracles.laser.gcode import read_gcode
from oracles.laser.lbrn2 import read_lbrn2
from oracles.laser.lines import (
    assign_steps,
    bed_finding,
    closed_finding,
    overlap_finding,
    step_findings,
    step_styles,
)
from oracles.laser.parts import (
    CutPart,
    part_findings,
    pin_finding,
    pocket_findings,
    width_finding,
)
from oracles.laser.reported import ReportedPass, find_pass, steps_of_pass
from oracles.laser.strokes import (
    LaserDrawing,
    StrokeStyle,
    bounds_of,
    total_length,
    with_operation,
)
from oracles.laser.svg import is_for_lasers, read_svg
from oracles.reading import difference, verified
from shapely.errors import ShapelyError

from pnp.base.errors import VerifyError
from pnp.base.geometry import Rect, Size
from pnp.base.limits import limits, over
from pnp.base.units import Mm, dimensions
from pnp.records.laser_report import ReportedClient
from pnp.records.manifest import MadeFile
from pnp.verify.findings import FileReport, Finding, Status, ok, read_made, unchecked, wrong

KIND = "laser"
INTERVAL: Mm = 0.1  # between sweeps
UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, ShapelyError)
_FACTORS = {  # how much larger a drawing is when a program mistakes its unit
    25.4: "inches are taken for mm",
    1 / 25.4: "mm are taken for inches",
    96 / 25.4: "pixels of 1/96 inch are taken for mm",
    25.4 / 96: "mm are taken for pixels of 1/96 inch",
    72 / 25.4: "points are taken for mm",
    25.4 / 72: "mm are taken for points",
    10.0: "cm are taken for mm",
    0.1: "mm are taken for cm",
}


class LaserContent(NamedTuple):
    """The drawing in a laser file, and its pass from the report beside it, if any."""

    drawing: LaserDrawing
    reported: ReportedPass | None

    @property
    def client(self) -> ReportedClient | None:
        """The program or shop that the file is for, or None without a report."""
        return self.reported.report.client if self.reported else None


def is_laser_svg(file: Path) -> bool:
    """Return whether a report lists an SVG, or its groups are named after laser steps."""
    return find_pass(file) is not None or is_for_lasers(read_made(file))


def read_laser_file(file: Path, content: bytes) -> LaserContent:
    """Read an SVG, DXF, LBRN2 or G-code file; its strokes have their steps.

    If a pass has a file for each step, read the strokes of all of them, since only together do they
    burn the parts.

    Raises:
        VerifyError: If the content does not match the file's suffix.
    """
    if len(content) > 1000 * limits().laser_kb:
        raise VerifyError(f"is too large: {over('laser_kb')}")
    reported = find_pass(file)
    height = reported.laser_pass.size_mm.height if reported else None
    file_format = file.suffix.removeprefix(".").lower()
    parts = steps_of_pass(file, reported) if reported else [file]
    contents = tuple(content if part == file else read_made(part) for part in parts)
    styles = step_styles(reported.report.client, file_format) if reported else None
    known = tuple(styles.items()) if styles is not None else None
    return LaserContent(_burnt(file_format, contents, parts.index(file), height, known), reported)


@lru_cache(maxsize=16)  # a report is compared with the files of each pass, which are read before
def _burnt(
    file_format: str,
    contents: tuple[bytes, ...],
    own: int,
    height: Mm | None,
    styles: tuple[tuple[str, StrokeStyle], ...] | None,
) -> LaserDrawing:
    """Return the drawing in file ``own`` of a pass, with the strokes of all its files."""
    drawings = [_drawing(file_format, content, height) for content in contents]
    strokes = [stroke for each in drawings for stroke in each.strokes]
    known = assign_steps(strokes, file_format, None if styles is None else dict(styles))
    sweeps = [sweep for each in drawings for sweep in each.sweeps]
    return drawings[own]._replace(strokes=known, sweeps=sweeps)


def _drawing(file_format: str, content: bytes, height: Mm | None) -> LaserDrawing:
    try:
        match file_format:
            case "svg":
                return read_svg(content)
            case "dxf":
                return read_dxf(content, height)
            case "gcode":
                return read_gcode(content, height)
            case _:
                return read_lbrn2(content, height)
    except RecursionError:
        raise VerifyError("is nested too deeply") from None


def verify_laser(file: Path, entry: MadeFile | None) -> FileReport:
    """Verify a laser file; without a report beside it, check only the file itself."""

    def check(content: bytes) -> Iterator[Finding]:
        read = read_laser_file(file, content)
        try:
            file_format = file.suffix.removeprefix(".").lower()
            yield from _by_itself(read, file_format)
            yield from _against_report(read, file_format)
        except UNREADABLE as error:
            name = type(error).__name__
            raise VerifyError(f"contains lines that cannot be measured ({name})") from None

    return verified(file.as_posix(), KIND, read_made(file), check)


def _by_itself(read: LaserContent, file_format: str) -> Iterator[Finding]:
    """Check what needs no report."""
    drawing, reported = read.drawing, read.reported
    size = reported.laser_pass.size_mm if reported else None
    yield from _unit(read)
    yield _bed(drawing.size, size)
    yield bed_finding(drawing.strokes, size or drawing.size)
    if drawing.ambiguous:
        right = "only lines, arcs and curves: programs differ in how they read anything else"
        yield wrong("misread", ", ".join(dict.fromkeys(drawing.ambiguous)), right)
    else:
        yield ok("misread", "nothing that programs read differently")
    yield from step_findings(drawing.strokes, file_format, read.client)
    report = reported.report if reported else None
    yield closed_finding(drawing.strokes, report is None or report.share or report.tabs is not None)
    yield overlap_finding(drawing.strokes)


def _unit(read: LaserContent) -> Iterator[Finding]:
    """Compare the size of the drawing with the report; also yield the reader's own finding."""
    stated = [finding for finding in read.drawing.findings if finding.what == "unit"]
    right = read.reported.laser_pass.bounds_mm if read.reported else None
    if right is not None and read.drawing.strokes:
        found = bounds_of(read.drawing.strokes)
        mistake = _mistaken_unit(found, right)
        if mistake and all(finding.status is not Status.WRONG for finding in stated):
            size = f"{dimensions(*_rounded(found))} altogether, so {mistake}"
            stated = [wrong("unit", size, dimensions(*_rounded(right)))]
        yield from stated or [ok("unit", "mm, by size")]
    else:
        yield from stated or [unchecked("unit", "not stated, and no report lists this file")]
    yield from (finding for finding in read.drawing.findings if finding.what != "unit")


def _rounded(rect: Rect) -> Size:
    return Size(round(rect.width, 2), round(rect.height, 2))


def _mistaken_unit(found: Rect, right: Rect) -> str:
    for factor, words in _FACTORS.items():
        sides = zip(found.size, right.size, strict=True)
        if all(abs(size - factor * side) <= 0.02 * factor * side for size, side in sides):
            return words
    return ""


def _bed(found: Size | None, right: Size | None) -> Finding:
    if right is None:
        stated = dimensions(*found) if found else "not stated"
        return unchecked("bed", f"{stated}, with no report to compare")
    if found is None or difference(found, right) <= 0.001:
        return ok("bed", dimensions(*right))
    return wrong("bed", dimensions(*found), dimensions(*right))


def _against_report(read: LaserContent, file_format: str) -> Iterator[Finding]:
    """Compare the parts and the faces of a pass with its report."""
    reported = read.reported
    if reported is None:
        why = "no report beside it lists this file"
        yield from (unchecked(what, why) for what in ("parts", "kerf", "backs", "features"))
        return
    report, laser_pass = reported.report, reported.laser_pass
    if file_format == "gcode":
        yield _swept(INTERVAL * total_length(read.drawing.sweeps), laser_pass.engraved_mm2)
    cut = with_operation(read.drawing.strokes, "cut")
    cuts: list[CutPart] = []
    if reported.cuts_parts:
        findings, cuts = part_findings(cut, reported)
        yield from findings
        yield width_finding(cuts, report.kerf_mm, report.material)
    elif laser_pass.kind == "jig":
        yield from pocket_findings(cut, reported)
        return
    elif laser_pass.kind == "pins":
        yield pin_finding(cut, laser_pass.size_mm)
        return
    elif laser_pass.kind == "fronts" and report.sides == "flip":
        yield pin_finding(cut, laser_pass.size_mm)
    elif cut:
        yield wrong("parts", f"{len(cut)} cuts", "none: the parts are already cut")
    yield from _faces(read, reported, cuts, file_format)


def _swept(found: float, right: float) -> Finding:
    """Compare the swept area with the engraved one, as accurately as 0.1 mm lines allow."""
    if abs(found - right) <= 0.5 + 0.02 * right:
        return ok("sweeps", f"{found:.1f} mm2")
    return wrong("sweeps", f"{found:.1f} mm2", f"{right:.1f} mm2")


def _faces(
    read: LaserContent, reported: ReportedPass, cuts: list[CutPart], file_format: str
) -> Iterator[Finding]:
    client = reported.report.client
    engraved, scored = (
        with_operation(read.drawing.strokes, step) if client.has(step, file_format) else None
        for step in ("engrave", "score")
    )
    swept = read.drawing.sweeps if file_format == "gcode" else None
    yield face_finding(BurntSurface(engraved, scored, swept), reported)
    faces = {face for place in reported.right_placements if (face := reported.face(place))}
    if undrawn := [one for one in faces if not one.picture and (one.engraved or one.scored)]:
        yield unchecked("pictures", f"{len(undrawn)} of {len(faces)} faces have no drawing")
    if engraved is not None:
        yield inside_finding(engraved, reported, cuts)
