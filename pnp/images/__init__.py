"""Pictures from outside: PNG, JPEG and SVG files, recognized by content, under one policy."""

from pnp.base.errors import PictureError
from pnp.images.jpeg import SIGNATURE as JPEG
from pnp.images.jpeg import read_jpeg
from pnp.images.png import SIGNATURE as PNG
from pnp.images.png import read_png
from pnp.images.raster import Raster


def read_raster(data: bytes) -> Raster | None:
    """Return the header of a PNG or JPEG file; None if the file is neither.

    Raises:
        PictureError: If the file cannot be used: damaged, animated, CMYK.
    """
    if data.startswith(PNG):
        return read_png(data)
    if data.startswith(JPEG):
        return read_jpeg(data)
    return None


_OTHERS = (
    (b"GIF8", 0, "a GIF picture"),
    (b"WEBP", 8, "a WebP picture"),
    (b"II*\0", 0, "a TIFF picture"),
    (b"MM\0*", 0, "a TIFF picture"),
    (b"BM", 0, "a BMP picture"),
    (b"8BPS", 0, "a Photoshop file"),
    (b"%PDF", 0, "a PDF"),
    (b"ftyp", 4, "a HEIC or AVIF picture"),
    (b"\x1f\x8b", 0, "packed (svgz)"),
)


def other_kind(data: bytes) -> PictureError:
    """Return the error for a file of another kind, which it names."""
    kinds = (kind for mark, at, kind in _OTHERS if data[at:].startswith(mark))
    kind = next(kinds, "not a picture")
    return PictureError(f"is {kind}; save it as PNG, JPEG or SVG")
