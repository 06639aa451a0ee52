"""Pictures from users, recognized by content: PNG, JPEG and SVG, and formats converted to PNG."""

from pnp.base.errors import PictureError
from pnp.images.raster import ANIMATED, JPEG_SIGNATURE, PNG_SIGNATURE, Raster, read_jpeg, read_png

__all__ = ["ANIMATED", "Raster", "is_web_page", "other_kind", "read_raster"]


def read_raster(data: bytes) -> Raster | None:
    """Return the header of a PNG or JPEG file, or None if the file is neither."""
    if data.startswith(PNG_SIGNATURE):
        return read_png(data)
    if data.startswith(JPEG_SIGNATURE):
        return read_jpeg(data)
    return None


_OTHERS = (
    (b"8BPS", 0, "a Photoshop file"),
    (b"%PDF", 0, "a PDF, as Illustrator's files are"),
    (b"%!PS", 0, "PostScript (EPS, AI)"),
    (b"gimp xcf", 0, "a GIMP file"),
    (b"PK\x03\x04", 0, "a zip, as files of Krita, Sketch and office programs are"),
    (b"RIFF", 0, "a RIFF file, such as of CorelDRAW"),
    (b"\0\0\1\0", 0, "an icon of Windows"),
    (b" EMF", 40, "a Windows metafile"),
    (b"\xd7\xcd\xc6\x9a", 0, "a Windows metafile"),
    (b"data:image/", 0, "the text of a data: address"),
    (b"ftyp", 4, "a HEIC picture"),
    (b"\xff\x0a", 0, "a JPEG XL picture"),
    (b"\0\0\0\x0cJXL ", 0, "a JPEG XL picture"),
    (b"\0\0\0\x0cjP  ", 0, "a JPEG 2000 picture"),
    (b"\x1f\x8b", 0, "packed"),
)


def is_web_page(data: bytes) -> bool:
    """Return whether a file is HTML, as is what servers send for a picture that is not there."""
    start = data[:1024].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    return start.startswith((b"<!doctype html", b"<html"))


def other_kind(data: bytes) -> PictureError:
    """Return the error for a file of another kind, naming that kind."""
    kinds = (kind for mark, at, kind in _OTHERS if data[at:].startswith(mark))
    kind = next(kinds, "not a picture")
    if is_web_page(data):
        return PictureError("is a web page; download the picture itself")
    return PictureError(f"is {kind}; save it as PNG, JPEG or SVG")
