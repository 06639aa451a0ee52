"""Files for lasers read back, and held against the report beside them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from shapely.errors import ShapelyError

from pnp.base.errors import PnpError, VerifyError
from pnp.base.geometry import Rect, Size
from pnp.base.units import Mm, dimensions
from pnp.definitions.data_files import Client, load_client, load_material
from pnp.records.manifest import MadeFile
from pnp.verify.findings import FileReport, Finding, Status, checksum, ok, unchecked, wrong
from pnp.verify.laser.faces import face_finding, inside_finding
from pnp.verify.laser.lines import bed_finding, closed_finding, twice_finding
from pnp.verify.laser.marks import Marked, mark_findings, marked, of
from pnp.verify.laser.parts import (
    Cut,
    part_findings,
    pin_finding,
    pocket_findings,
    wanted_parts,
    wanted_pockets,
)
from pnp.verify.laser.strokes import Drawing, Round, Stroke, bounds_of
from pnp.verify.laser.told import Pass, Told, report_of
from pnp.verify.laser.widths import width_finding

KIND = "laser"
MEANINGLESS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, ShapelyError)
MOST: Mm = 10_000  # no bed is larger, and no arc is longer
_FACTORS = {  # what sizes are multiplied by where a unit is taken for another
    25.4: "inches are taken for mm",
    1 / 25.4: "mm are taken for inches",
    96 / 25.4: "pixels of 1/96 inch are taken for mm",
    25.4 / 96: "mm are taken for pixels of 1/96 inch",
    72 / 25.4: "points are taken for mm",
    25.4 / 72: "mm are taken for points",
    10.0: "cm are taken for mm",
    0.1: "mm are taken for cm",
}


class Read(NamedTuple):
    """A laser file that was read, with what is known about it."""

    drawing: Drawing
    strokes: list[Marked]
    findings: list[Finding]
    told: Told | None
    one: Pass | None
    client: Client | None


def is_laser_svg(file: Path) -> bool:
    """Tell whether an SVG is for a laser: a report says so, or its groups are named after steps."""
    from pnp.verify.laser.svg import is_for_lasers

    return report_of(file) is not None or is_for_lasers(file.read_bytes())


def read_laser(file: Path, content: bytes) -> Read:
    """Read a file in any of the formats.

    Raises:
        VerifyError: If it is not of the format that its name says.
    """
    known = report_of(file)
    told, one = known or (None, None)
    height = one.size.height if one else None
    file_format = file.suffix.removeprefix(".").lower()
    if file_format == "svg":
        from pnp.verify.laser.svg import read_svg

        drawing, findings = read_svg(content)
    elif file_format == "dxf":
        from pnp.verify.laser.dxf import read_dxf

        drawing, findings = read_dxf(content, height)
    else:
        from pnp.verify.laser.lbrn2 import read_lbrn2

        drawing, findings = read_lbrn2(content, height)
    if not all(_is_possible(stroke) for stroke in drawing.strokes):
        raise VerifyError(f"has a line of more than {MOST} mm, or one that is nowhere")
    client = _profile(load_client, told.client) if told else None
    strokes = marked(drawing.strokes, file_format, client)
    return Read(drawing, strokes, findings, told, one, client)


def _is_possible(stroke: Stroke) -> bool:
    places = [place for bit in stroke.bits for place in (bit.start, bit.end)]
    radii = [bit.radius for bit in stroke.bits if isinstance(bit, Round)]
    return all(abs(value) <= MOST for value in (*(v for p in places for v in p), *radii))


def verify_laser(file: Path, shown: str, entry: MadeFile | None) -> FileReport:
    """Read a laser file back and judge it; what no report beside it tells is not checked."""
    content = file.read_bytes()
    findings = [checksum(content, entry)]
    try:
        read = read_laser(file, content)
    except VerifyError as error:
        findings.append(wrong("file", str(error), "a laser file as pnp makes it"))
        return FileReport(shown, KIND, tuple(findings))
    try:
        findings += _judged(read, file.suffix.removeprefix(".").lower())
        measured = _measured(read)
    except MEANINGLESS as error:
        told = f"has lines that mean nothing ({type(error).__name__})"
        findings.append(wrong("file", told, "a laser file as pnp makes it"))
        measured = {}
    return FileReport(shown, KIND, tuple(findings), measured)


def _judged(read: Read, file_format: str) -> Iterator[Finding]:
    yield from _alone(read, file_format)
    if read.told is not None and read.one is not None:
        yield from _against(read, read.told, read.one)
    else:
        why = "no report beside it tells of this file"
        yield from (unchecked(what, why) for what in ("parts", "kerf", "backs", "features"))


def _alone(read: Read, file_format: str) -> Iterator[Finding]:
    """Judge what a file shows of itself."""
    drawing, told, one = read.drawing, read.told, read.one
    yield from _unit(read)
    yield _bed(drawing.size, one.size if one else None)
    yield bed_finding(drawing.strokes, one.size if one else drawing.size)
    if drawing.strange:
        right = "lines, arcs and curves alone: programs read anything else in their own ways"
        yield wrong("misread", ", ".join(drawing.strange), right)
    else:
        yield ok("misread", "nothing that programs read in different ways")
    yield from mark_findings(read.strokes, file_format, read.client)
    yield closed_finding(read.strokes, told is None or told.share or told.tabs is not None)
    yield twice_finding(read.strokes)


def _unit(read: Read) -> Iterator[Finding]:
    """Judge the unit by how large all is; what the file says of it comes with its findings."""
    own = [finding for finding in read.findings if finding.what == "unit"]
    others = [finding for finding in read.findings if finding.what != "unit"]
    right = read.one.bounds if read.one else None
    if right is not None and read.drawing.strokes:
        found = bounds_of(read.drawing.strokes)
        taken = _taken(found, right)
        if taken and all(finding.status is not Status.WRONG for finding in own):
            told = f"{dimensions(*_short(found))} in all, so {taken}"
            own = [wrong("unit", told, dimensions(*_short(right)))]
        yield from own or [ok("unit", "mm, by size")]
    else:
        yield from own or [unchecked("unit", "it does not say, and no report tells of this file")]
    yield from others


def _short(rect: Rect) -> Size:
    return Size(round(rect.width, 2), round(rect.height, 2))


def _taken(found: Rect, right: Rect) -> str:
    for factor, word in _FACTORS.items():
        sides = zip(found.size, right.size, strict=True)
        if all(abs(is_ - factor * shall) <= 0.02 * factor * shall for is_, shall in sides):
            return word
    return ""


def _bed(found: Size | None, right: Size | None) -> Finding:
    if right is None:
        told = dimensions(*found) if found else "not told"
        return unchecked("bed", f"{told}, with no report to compare")
    if found is None or max(abs(a - b) for a, b in zip(found, right, strict=True)) <= 0.001:
        return ok("bed", dimensions(*right))
    return wrong("bed", dimensions(*found), dimensions(*right))


def _against(read: Read, told: Told, one: Pass) -> Iterator[Finding]:
    """Judge what a pass cuts and burns against what its report says."""
    cut = of(read.strokes, "cut", "line" if read.client is None else "cut")
    cuts: list[Cut] = []
    if told.cuts_parts(one):
        findings, cuts = part_findings(cut, wanted_parts(told, one), told)
        yield from findings
        material = _profile(load_material, told.material)
        if material is None:
            yield unchecked("features", f"the material {told.material} is not known")
        else:
            yield width_finding(cuts, told.kerf, material)
    elif one.kind == "jig":
        yield from pocket_findings(cut, wanted_pockets(told, one), told.kerf)
        return
    elif told.sides == "flip":
        yield pin_finding(cut, one.size)
    elif cut:
        yield wrong("parts", f"{len(cut)} cuts", "none: the parts are cut already")
    yield from _faces(read, told, one, cuts)


def _faces(read: Read, told: Told, one: Pass, cuts: list[Cut]) -> Iterator[Finding]:
    steps = read.client.steps if read.client else {}
    engraved = of(read.strokes, "engrave") if "engrave" in steps else None
    scored = of(read.strokes, "score") if "score" in steps else None
    if read.client is None:
        yield unchecked("backs", f"the program {told.client} is not known")
        return
    yield face_finding(engraved, scored, told, one)
    if engraved is not None:
        yield inside_finding(engraved, told, one, cuts)


def _profile(load: Callable[[str], Any], name: str) -> Any:
    """Return a client or a material that comes with pnp; one of one's own may be anywhere."""
    try:
        return load(name)
    except PnpError:
        return None


def _measured(read: Read) -> dict[str, Any]:
    lengths: dict[str, Mm] = {}
    for one in read.strokes:
        lengths[one.job] = lengths.get(one.job, 0.0) + one.stroke.length
    return {
        "bed_mm": list(read.drawing.size) if read.drawing.size else None,
        "lengths_mm": {job: round(length, 3) for job, length in sorted(lengths.items())},
    }
