"""Pictures from users, recognized by content: PNG, JPEG and SVG, and formats converted to PNG."""

from pnp.base.errors import PictureError
from pnp.images.jpeg import SIGNATURE as JPEG
from pnp.images.jpeg import read_jpeg
from pnp.images.png import SIGNATURE as PNG
from pnp.images.png import read_png
from pnp.images.raster import ANIMATED, Raster

__all__ = ["ANIMATED", "Raster", "other_kind", "read_raster"]


def read_raster(data: bytes) -> Raster | None:
    """Return the header of a PNG or JPEG file, or None if the file is neither.

    Raises:
        PictureError: If the file is damaged or of a rare kind.
    """
    if data.startswith(PNG):
        return read_png(data)
    if data.startswith(JPEG):
        return read_jpeg(data)
    return None


_OTHERS = (
    (b"8BPS", 0, "a Photoshop file"),
    (b"%PDF", 0, "a PDF"),
    (b"ftyp", 4, "a HEIC picture"),
    (b"\xff\x0a", 0, "a JPEG XL picture"),
    (b"\0\0\0\x0cJXL ", 0, "a JPEG XL picture"),
    (b"\0\0\0\x0cjP  ", 0, "a JPEG 2000 picture"),
    (b"\x1f\x8b", 0, "packed (svgz)"),
)


def other_kind(data: bytes) -> PictureError:
    """Return the error for a file of another kind, naming that kind."""
    kinds = (kind for mark, at, kind in _OTHERS if data[at:].startswith(mark))
    kind = next(kinds, "not a picture")
    return PictureError(f"is {kind}; save it as PNG, JPEG or SVG")
