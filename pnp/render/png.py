"""Scenes as PNG: exact pixel sizes, the resolution inside, greyscale where nothing has colour."""

from functools import lru_cache
from io import BytesIO

from PIL.PngImagePlugin import putchunk

from pnp.base.units import MM_PER_UNIT
from pnp.render.pixels import draw
from pnp.scene import Scene, has_pictures

COMPRESSION = 4  # of 9: the first level that makes drawings small, and twice as fast as 6
HEADER_END = 33  # the signature and IHDR, which is 25 bytes long


def pixel_size(scene: Scene, dpi: int) -> tuple[int, int]:
    """Return the width and height of a picture in whole pixels, at least 1 each."""
    width, height = (
        max(1, round(side / MM_PER_UNIT["in"] * dpi))
        for side in (scene.size.width, scene.size.height)
    )
    return width, height


def render(
    scene: Scene,
    title: str,
    dpi: int,
    *,
    pixels: tuple[int, int] | None = None,
    rgb: bool = False,
) -> bytes:
    """Return the PNG file of a picture on white, its size rounded to whole pixels.

    ``pixels`` overrides the size that follows from ``dpi``. A picture without colour has one
    channel, unless ``rgb`` asks for three.

    Raises:
        RenderError: If the cairo library is not installed, or the picture is too large.
        FontError: If a font has no glyph for a character.
    """
    drawn = _drawn_with_pictures if has_pictures(scene) else _drawn
    untitled = drawn(scene, *(pixels or pixel_size(scene, dpi)), dpi, rgb)
    titled = BytesIO(untitled[:HEADER_END])
    titled.seek(HEADER_END)
    putchunk(titled, b"iTXt", b"Title\0\0\0\0\0" + title.encode())
    titled.write(untitled[HEADER_END:])
    return titled.getvalue()


def _draw(scene: Scene, width: int, height: int, dpi: int, rgb: bool) -> bytes:
    """Return the file of a picture without its title, which equal pictures do not share."""
    image = draw(scene, width, height)
    if rgb and image.mode == "L":
        image = image.convert("RGB")
    file = BytesIO()
    image.save(file, "PNG", dpi=(dpi, dpi), compress_level=COMPRESSION)
    return file.getvalue()


_drawn = lru_cache(maxsize=64)(_draw)  # the same few faces come back on many cards
_drawn_with_pictures = lru_cache(maxsize=2)(_draw)  # a card's own face, and the common back
