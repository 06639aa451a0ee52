"""Files that no build makes, each made by a small function, and what verify says of them.

A name is a sentence: what the file is. A function writes it and returns its path, and the second
text begins a fault.
"""

import os
import struct
from collections.abc import Callable
from pathlib import Path
from zlib import compress, crc32

Maker = Callable[[Path], Path]
FILES: dict[str, tuple[Maker, str]] = {}
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">{}</svg>'


def bad(name: str, fault: str) -> Callable[[Maker], Maker]:
    """Register a file, with the beginning of a fault."""

    def register(make: Maker) -> Maker:
        FILES[name] = (make, fault)
        return make

    return register


def png(width: int, height: int, pixels: bytes = b"") -> bytes:
    """Return a PNG that says it has so many pixels."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", header), (b"IDAT", compress(pixels)), (b"IEND", b"")]
    written = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc32(kind + data))
        for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(written)


for suffix in ("pdf", "svg", "png", "dxf", "gcode", "lbrn2", "json", "zip"):

    @bad(f"an empty {suffix}", "")
    def _(folder, suffix=suffix):
        (folder / f"empty.{suffix}").touch()
        return folder / f"empty.{suffix}"

    @bad(f"noise with the suffix {suffix}", "")
    def _(folder, suffix=suffix):
        (folder / f"noise.{suffix}").write_bytes(bytes(range(256)) * 40)
        return folder / f"noise.{suffix}"

    @bad(f"a pipe with the suffix {suffix}", "")
    def _(folder, suffix=suffix):
        os.mkfifo(folder / f"pipe.{suffix}")
        return folder / f"pipe.{suffix}"

    @bad(f"a link to an endless device with the suffix {suffix}", "")
    def _(folder, suffix=suffix):
        (folder / f"zero.{suffix}").symlink_to("/dev/zero")
        return folder / f"zero.{suffix}"


def written(name: str, content: str | bytes) -> Maker:
    def make(folder: Path) -> Path:
        file = folder / name
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    return make


DEEP = "<Shape Type='Group'><Children>"
for sentence, made, told in (
    (
        "a PNG that says it has 100,000 x 100,000 pixels",
        written("huge.png", png(100_000, 100_000)),
        "file: says it has 100000 x 100000 pixels",
    ),
    ("a PNG without pixels", written("none.png", png(100, 100)), "file: is damaged"),
    (
        "an SVG of 200,000 groups in one another",
        written("deep.svg", SVG.format("<g>" * 200_000 + "</g>" * 200_000)),
        "file: is nested more than 200 deep",
    ),
    (
        "a LightBurn project of 200,000 groups in one another",
        written(
            "deep.lbrn2",
            f"<LightBurnProject>{DEEP * 200_000}{'</Children></Shape>' * 200_000}"
            "</LightBurnProject>",
        ),
        "file: is nested more than 200 deep",
    ),
    (
        "an SVG that doubles a text thirty times",
        written(
            "laughs.svg",
            "<!DOCTYPE svg ["
            + "<!ENTITY a0 'ha'>"
            + "".join(f"<!ENTITY a{n + 1} '&a{n};&a{n};'>" for n in range(30))
            + "]>"
            + SVG.format("&a30;"),
        ),
        "file: is not XML",
    ),
    (
        "JSON of 200,000 lists in one another",
        written("deep.json", "[" * 200_000 + "]" * 200_000),
        "file: is not a laser report",
    ),
    (
        "JSON with a number of 100,000 digits",
        written("number.json", '{"passes": ' + "9" * 100_000 + "}"),
        "file: is not a laser report",
    ),
    (
        "G-code of 25 MB",
        written("long.gcode", "G21\nG90\n" + "G1 X1 Y1\n" * 2_800_000),
        "file: is too large",
    ),
):
    FILES[sentence] = (made, told)
