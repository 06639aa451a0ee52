"""Judges SVG and PNG pictures against the manifest."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from oracles.reading import difference, format_size, verified
from PIL.PngImagePlugin import PngImageFile

from pnp.base.geometry import Size
from pnp.base.units import MM_PER_UNIT, Mm
from pnp.make.made_files import MadeFile
from pnp.verify.findings import FileReport, Finding, judged, read_xml

NEAR: Mm = 0.001  # pnp writes SVG to 0.1 µm
SVG = "{http://www.w3.org/2000/svg}svg"
_LENGTH = re.compile(r"([0-9.]+)(mm|cm|in|pt)")


def verify_svg(file: Path, entry: MadeFile) -> FileReport:
    """Judge the size of a picture, and that a user unit is a millimetre."""

    def check(content: bytes) -> Iterator[Finding]:
        root = read_xml(content, SVG)
        found = [_LENGTH.fullmatch(root.get(side, "")) for side in ("width", "height")]
        size = Size(*(float(one[1]) * MM_PER_UNIT[one[2]] if one else 0.0 for one in found))
        right = entry.piece_mm or size
        good = difference(size, right) <= NEAR
        yield judged("size", good, format_size(size), format_size(right))
        view_box = root.get("viewBox", "0 0 0 0")
        box = [float(number) for number in view_box.split()]
        yield judged("viewBox", difference(box, (0, 0, *size)) <= NEAR, view_box, "in mm")

    return verified(file.as_posix(), "svg", file.read_bytes(), check)


def verify_png(file: Path, entry: MadeFile) -> FileReport:
    """Judge the pixels and the resolution of a picture."""

    def check(content: bytes) -> Iterator[Finding]:
        with PngImageFile(BytesIO(content)) as image:
            image.load()
            pixels, dpi = image.size, image.info.get("dpi", (0, 0))
        yield judged("size", pixels == entry.pixels, str(pixels), str(entry.pixels))
        near = max(abs(one - (entry.dpi or 0)) for one in dpi) <= 0.5
        yield judged("resolution", near, str(dpi), f"{entry.dpi} dpi in both directions")

    return verified(file.as_posix(), "png", file.read_bytes(), check)
