"""Picture files that a definition names, read no further than to know what they are."""

from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pnp.errors import PictureError
from pnp.picture import Picture
from pnp.raster import other_kind, read_raster
from pnp.vector import VectorLimits, is_vector, read_vector


class Limits(NamedTuple):
    """How large a picture may be before any memory is taken for it.

    ``pixels`` are those of A2 at 300 dpi and some more: 200 MB while a PNG face is made. Neither
    side may have more than ``side`` of them, which is the end of the library that draws PNG.
    ``vector`` holds the limits of SVG.
    """

    bytes: int = 64_000_000
    pixels: int = 50_000_000
    side: int = 32_767
    vector: VectorLimits = VectorLimits()


LIMITS = Limits()


def read_picture(file: Path, limits: Limits = LIMITS) -> Picture:
    """Return the picture in a PNG, JPEG or SVG file, told by what is in it, not by its name.

    No pixel is unpacked. All that an SVG file shows is read, so that what cannot be shown as it
    is meant is told at once.

    Raises:
        PictureError: If it cannot be used: one line, without the file's name, that says what is
            wrong and what would be right.
    """
    try:
        size = file.stat().st_size
        if not file.is_file():
            raise PictureError("is not a file")
        if size > limits.bytes:
            raise PictureError(
                f"has {size / 1e6:,.0f} MB, and {limits.bytes / 1e6:,.0f} MB is the most; "
                "save it with fewer pixels"
            )
        data = file.read_bytes()
    except OSError as error:
        raise PictureError(f"cannot be read: {(error.strerror or str(error)).lower()}") from None
    if not data:
        raise PictureError("is empty")
    digest = sha256(data).hexdigest()
    if is_vector(data):
        drawing = read_vector(data, limits.vector)
        return Picture(file, digest, "svg", *drawing.size)
    raster = read_raster(data)
    if raster is None:
        raise other_kind(data)
    _require_small(raster.width, raster.height, limits)
    grey = raster.channels == 1 and raster.palette is None
    return Picture(file, digest, raster.kind, *raster.upright, raster.orientation, grey)


def _require_small(width: int, height: int, limits: Limits) -> None:
    told = f"claims to have {width:,} x {height:,} pixels"
    if width * height > limits.pixels:
        most = f"{limits.pixels / 1e6:,.0f} million is the most"
        raise PictureError(f"{told}, and {most}; make it smaller")
    if max(width, height) > limits.side:
        raise PictureError(f"{told}, and {limits.side:,} a side is the most; make it smaller")
