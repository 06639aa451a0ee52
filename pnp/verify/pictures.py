"""Checks SVG and PNG pictures against the manifest."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL.PngImagePlugin import PngImageFile

from pnp.base.errors import VerifyError
from pnp.base.geometry import Size
from pnp.base.limits import limits, over
from pnp.base.units import MM_PER_UNIT, Mm
from pnp.records.manifest import MadeFile
from pnp.verify.findings import (
    FileReport,
    Finding,
    checked,
    difference,
    format_size,
    judged,
    read_made,
    root_attributes,
    unchecked,
    verified,
    wrong,
)

NEAR: Mm = 0.001  # pnp writes SVG to 0.1 µm
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
LASER = "laser"  # the kind of previews of beds in a manifest
SVG = "{http://www.w3.org/2000/svg}svg"
_LENGTH = re.compile(r"\s*([0-9]+\.?[0-9]*|\.[0-9]+)\s*(mm|cm|in|pt)\s*")


def verify_svg(file: Path, entry: MadeFile | None) -> FileReport:
    """Verify the size of an SVG picture."""

    def check(content: bytes, measured: dict[str, Any]) -> Iterator[Finding]:
        if entry is not None and entry.kind == LASER and len(content) > 1000 * limits().laser_kb:
            raise VerifyError(f"is too large: {over('laser_kb')}")
        root = root_attributes(content, SVG)
        written = [str(root.get(side)) for side in ("width", "height")]
        lengths = [found.groups() for text in written if (found := _LENGTH.fullmatch(text))]
        if len(lengths) < 2:
            yield wrong("size", " x ".join(written), "a width and a height in mm")
            return
        size = Size(*(float(number) * MM_PER_UNIT[unit] for number, unit in lengths))
        measured["size_mm"] = list(size)
        yield _size(size, entry)
        yield _view_box(root.get("viewBox", ""), size)

    return verified(file.as_posix(), "svg", read_made(file), entry, check, "an SVG picture")


def verify_png(file: Path, entry: MadeFile | None) -> FileReport:
    """Verify the pixels and the resolution of a PNG picture."""

    def check(content: bytes, measured: dict[str, Any]) -> Iterator[Finding]:
        png_size(content)
        pixels, dpi = _read_png(content)
        measured |= {"pixels": list(pixels), "dpi": None}
        if dpi is None or min(dpi) <= 0:
            yield wrong("resolution", "none", "a pHYs entry, which print shops need")
            return
        measured["dpi"] = [round(value, 2) for value in dpi]
        yield _resolution(pixels, dpi, entry)

    right = "an undamaged PNG picture"
    return verified(file.as_posix(), "png", read_made(file), entry, check, right)


def png_size(content: bytes) -> tuple[int, int]:
    """Return the pixels of a PNG from its header, and check the checksums of its chunks.

    Raises:
        VerifyError: If it is damaged, or larger than pictures may be.
    """
    if not content.startswith(_SIGNATURE):
        raise VerifyError("is not a PNG picture")
    width, height = (int.from_bytes(content[at : at + 4]) for at in (16, 20))
    if width * height > limits().pixels:
        raise VerifyError(f"says it has {width} x {height} pixels; {over('pixels')}")
    try:
        with _opened(content) as image:
            image.verify()
    except (OSError, SyntaxError, ValueError):
        raise VerifyError("is damaged") from None
    return width, height


def _read_png(content: bytes) -> tuple[tuple[int, int], tuple[float, float] | None]:
    """Return the pixels of a picture, and its resolution in dpi if stated."""
    try:
        with _opened(content) as image:
            image.load()
            return image.size, image.info.get("dpi")
    except (OSError, SyntaxError, ValueError):
        raise VerifyError("is damaged") from None


def _opened(content: bytes) -> PngImageFile:
    """Open a picture by Pillow's plugin: ``Image.open`` has a limit of its own for all threads."""
    return PngImageFile(BytesIO(content))


def _resolution(
    pixels: tuple[int, int], dpi: tuple[float, float], entry: MadeFile | None
) -> Finding:
    found = f"{pixels[0]} x {pixels[1]} px at {dpi[0]:.0f} dpi"
    if entry is None or entry.piece_mm is None:
        return unchecked("size", f"{found}, with no manifest to compare")
    if entry.pixels is not None and not (entry.dpi and abs(entry.dpi - dpi[0]) <= 0.5):
        right = f"{entry.dpi or 'no number of'} dpi, as the manifest says"
        return wrong("resolution", f"{dpi[0]:.0f} dpi", right)
    if abs(dpi[0] - dpi[1]) > 0.5:
        stated = f"{dpi[0]:.0f} x {dpi[1]:.0f} dpi"
        return wrong("resolution", stated, "the same in both directions")
    if entry.pixels is None:
        return unchecked("size", f"{found}; the manifest states no number of pixels")
    right = f"{' x '.join(map(str, entry.pixels))} px"
    return judged("size", pixels == entry.pixels, found, right)


def _size(found: Size, entry: MadeFile | None) -> Finding:
    if entry is None or entry.piece_mm is None:
        return unchecked("size", f"{format_size(found)}, with no manifest to compare")
    good = difference(found, entry.piece_mm) <= NEAR
    return judged("size", good, format_size(found), format_size(entry.piece_mm))


def _view_box(written: str, found: Size) -> Finding:
    """Check that a user unit is a millimetre, so that nothing is scaled."""
    right = f"0 0 {found.width:g} {found.height:g}"
    try:
        x, y, width, height = map(float, written.replace(",", " ").split())
    except ValueError:
        return wrong("viewBox", repr(written), right)
    fault = "" if difference((x, y, width, height), (0, 0, *found)) <= NEAR else written
    return checked("viewBox", fault, right, "a user unit is 1 mm")
