"""Pictures of pixels as cairo takes them."""

import sys
from functools import lru_cache
from typing import Any

import cairocffi as cairo
from PIL import Image as Pillow

from pnp.base.picture import PictureFile
from pnp.render.decoded import seen
from pnp.scene import Tint

OPAQUE = 255


@lru_cache(maxsize=4)  # the same ground lies on card after card
def surface_of(
    picture: PictureFile, tint: Tint, most: tuple[int, int]
) -> tuple[Any, tuple[int, int]]:
    """Return a picture with no more pixels a side than ``most``, and how many it has.

    Raises:
        PictureError: If its file has changed or cannot be read.
        RenderError: If its pixels or its colour profile cannot be read.
    """
    image = seen(picture, tint)
    size = (min(image.width, most[0]), min(image.height, most[1]))
    if size != image.size:
        image = image.resize(size, Pillow.Resampling.LANCZOS)
    words = image.convert("RGBA").convert("RGBa")  # colours times cover
    red, green, blue, cover = words.split()
    order = (blue, green, red, cover) if sys.byteorder == "little" else (cover, red, green, blue)
    data = bytearray(Pillow.merge("RGBA", order).tobytes())
    stride = 4 * size[0]
    surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, *size, data, stride)
    return surface, size
