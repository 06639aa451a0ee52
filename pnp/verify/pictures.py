"""SVG and PNG pictures, checked against the manifest."""

import re
import warnings
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from PIL import Image, UnidentifiedImageError

from pnp.base.geometry import Size
from pnp.base.units import MM_PER_UNIT, Mm
from pnp.records.manifest import MadeFile
from pnp.verify.findings import FileReport, Finding, checksum, format_size, ok, unchecked, wrong

NEAR: Mm = 0.001  # pnp writes SVG to 0.1 µm
SVG = "{http://www.w3.org/2000/svg}svg"
_LENGTH = re.compile(r"\s*([0-9.]+)\s*(mm|cm|in|pt)\s*")
_INCH: Mm = MM_PER_UNIT["in"]


def verify_svg(file: Path, entry: MadeFile | None) -> FileReport:
    """Verify the size of an SVG picture."""
    content, name = file.read_bytes(), file.as_posix()
    findings = [checksum(content, entry)]
    try:
        root = ElementTree.fromstring(content)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        findings.append(wrong("file", f"is not XML: {error}", "an SVG picture"))
        return FileReport(name, "svg", tuple(findings))
    if root.tag != SVG:
        findings.append(wrong("file", f"is XML with the root {root.tag[:60]}", "an SVG picture"))
        return FileReport(name, "svg", tuple(findings))
    width, height = (_millimetres(root.get(side, "")) for side in ("width", "height"))
    if width is None or height is None:
        stated = f"{root.get('width')} x {root.get('height')}"
        findings.append(wrong("size", stated, "a width and a height in mm"))
        return FileReport(name, "svg", tuple(findings))
    found = Size(width, height)
    findings += [_size(found, entry), _view_box(root.get("viewBox", ""), found)]
    return FileReport(name, "svg", tuple(findings), {"size_mm": list(found)})


def verify_png(file: Path, entry: MadeFile | None) -> FileReport:
    """Verify the pixels and the resolution of a PNG picture."""
    content, name = file.read_bytes(), file.as_posix()
    findings = [checksum(content, entry)]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of large pictures
            with Image.open(BytesIO(content), formats=["PNG"]) as image:
                image.load()
                pixels, dpi = image.size, image.info.get("dpi")
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        why = "is not a PNG picture" if isinstance(error, UnidentifiedImageError) else "is damaged"
        findings.append(wrong("file", why, "an undamaged PNG picture"))
        return FileReport(name, "png", tuple(findings))
    except Image.DecompressionBombError:
        findings.append(unchecked("file", "too large to be read"))
        return FileReport(name, "png", tuple(findings))
    measured: dict[str, Any] = {"pixels": list(pixels), "dpi": None}
    if dpi is None or min(dpi) <= 0:
        findings.append(wrong("resolution", "none", "a pHYs entry, which print shops need"))
        return FileReport(name, "png", tuple(findings), measured)
    measured["dpi"] = [round(value, 2) for value in dpi]
    findings += _resolution(pixels, dpi, entry)
    return FileReport(name, "png", tuple(findings), measured)


def _resolution(
    pixels: tuple[int, int], dpi: tuple[float, float], entry: MadeFile | None
) -> list[Finding]:
    found = f"{pixels[0]} x {pixels[1]} px at {dpi[0]:.0f} dpi"
    if entry is None or entry.piece_mm is None:
        return [unchecked("size", f"{found}, with no manifest to compare")]
    if entry.pixels is not None and not (entry.dpi and abs(entry.dpi - dpi[0]) <= 0.5):
        right = f"{entry.dpi or 'no number of'} dpi, as the manifest says"
        return [wrong("resolution", f"{dpi[0]:.0f} dpi", right)]
    if abs(dpi[0] - dpi[1]) > 0.5:
        return [
            wrong("resolution", f"{dpi[0]:.0f} x {dpi[1]:.0f} dpi", "the same in both directions")
        ]
    if entry.pixels is None:
        return [unchecked("size", f"{found}; the manifest states no number of pixels")]
    if pixels == entry.pixels:
        return [ok("size", found)]
    return [wrong("size", found, f"{' x '.join(map(str, entry.pixels))} px")]


def _size(found: Size, entry: MadeFile | None) -> Finding:
    if entry is None or entry.piece_mm is None:
        return unchecked("size", f"{format_size(found)}, with no manifest to compare")
    if max(abs(a - b) for a, b in zip(found, entry.piece_mm, strict=True)) <= NEAR:
        return ok("size", format_size(found))
    return wrong("size", format_size(found), format_size(entry.piece_mm))


def _view_box(written: str, found: Size) -> Finding:
    """Check that a user unit is a millimetre, so that nothing is scaled."""
    try:
        x, y, width, height = map(float, written.replace(",", " ").split())
    except ValueError:
        return wrong("viewBox", repr(written), f"0 0 {found.width:g} {found.height:g}")
    if max(abs(x), abs(y), abs(width - found.width), abs(height - found.height)) <= NEAR:
        return ok("viewBox", "a user unit is 1 mm")
    return wrong("viewBox", written, f"0 0 {found.width:g} {found.height:g}")


def _millimetres(text: str) -> Mm | None:
    match = _LENGTH.fullmatch(text)
    try:
        return float(match[1]) * MM_PER_UNIT[match[2]] if match else None
    except ValueError:
        return None
