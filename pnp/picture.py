"""A picture file that a definition uses, as it was when it was read."""

from pathlib import Path
from typing import Literal, NamedTuple


class Picture(NamedTuple):
    """A file with the size it is seen in, upright: pixels, or the user units of an SVG file.

    ``orientation`` says how its pixels lie in the file, as Exif 2.32 does under tag 274; ``grey``
    that it has no colour by its kind.
    """

    file: Path
    sha256: str
    kind: Literal["png", "jpeg", "svg"]
    width: float
    height: float
    orientation: int = 1
    grey: bool = False
