"""The bytes of pictures for all back ends: of PNG and JPEG files, or of PNG made from others."""

from functools import lru_cache

from pnp.base.errors import PictureError
from pnp.base.picture import DRAWN, PictureFile
from pnp.images import png
from pnp.images.foreign import InkPixels, inks_in, upright_png
from pnp.images.svg.bitmaps import embedded_content
from pnp.images.svg.pixels import draw_pixels
from pnp.images.svg.plain import plain_svg

IN_INKS = ("JPEG", "TIFF")  # the kinds that may be in CMYK


def stored(picture: PictureFile) -> bytes:
    """Return the bytes of a picture's file, or of its PNG version if it is foreign."""
    return _as_png(picture) if picture.made_from else original(picture)


def original(picture: PictureFile) -> bytes:
    """Return the bytes of a picture's file, or of a bitmap within it."""
    return embedded_content(picture) if picture.embedded else picture.read()


@lru_cache(maxsize=4)  # one of many megabytes each; the same background lies on card after card
def _as_png(picture: PictureFile) -> bytes:
    data = original(picture)
    if picture.made_from == "APNG":
        return png.still(data)
    try:
        if picture.made_from == DRAWN:
            width, height = round(picture.width), round(picture.height)
            plain = plain_svg(data, picture.part, picture.fonts).written()
            return draw_pixels(plain, width, height, picture.fonts)
        return upright_png(data)
    except PictureError as error:
        raise PictureError(f"{picture.file}: {error}") from None


def inks_of(picture: PictureFile) -> InkPixels | None:
    """Return the upright pixels of a CMYK picture and its colour profile, or None for others."""
    if picture.made_from not in IN_INKS:
        return None
    try:
        return inks_in(original(picture))
    except PictureError as error:
        raise PictureError(f"{picture.file}: {error}") from None
