"""Any file of pixels by what is in it, whatever its name ends with."""

from pnp.base.errors import PictureError
from pnp.images.raster.jpeg import SIGNATURE as JPEG
from pnp.images.raster.jpeg import read_jpeg
from pnp.images.raster.png import SIGNATURE as PNG
from pnp.images.raster.png import read_png
from pnp.images.raster.record import Raster


def read_raster(data: bytes) -> Raster | None:
    """Return what a PNG or JPEG file says of itself; None if it is neither.

    Raises:
        PictureError: If it is one that cannot be used: damaged, animated, CMYK.
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
    """Return the error of a file that is no picture that is taken, and name what it is."""
    found = next((what for mark, at, what in _OTHERS if data[at:].startswith(mark)), None)
    told = f"is {found}" if found else "is not a picture"
    return PictureError(f"{told}; save it as PNG, JPEG or SVG")
