"""Files that no build makes, each made by a small function, and what verify says of them.

A name is a sentence: what the file is. A function writes it and returns its path, and the second
text begins a fault.
"""

import os
from collections.abc import Callable
from pathlib import Path

Maker = Callable[[Path], Path]
FILES: dict[str, tuple[Maker, str]] = {}
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">{}</svg>'


def bad(name: str, fault: str) -> Callable[[Maker], Maker]:
    """Register a file, with the beginning of a fault."""

    def register(make: Maker) -> Maker:
        FILES[name] = (make, fault)
        return make

    return register


for suffix in ("pdf", "svg", "zip"):

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
