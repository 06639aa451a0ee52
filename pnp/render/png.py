"""Scenes as PNG: exact pixel sizes, the resolution inside, grey where there is no colour."""

import struct
import zlib
from functools import lru_cache

from pnp.base.units import MM_PER_UNIT
from pnp.render.pixels import Pixels, draw
from pnp.scene import Scene, has_pictures

COMPRESSION = 4  # of 9: on drawings the first level that is small, and twice as fast as 6
GREY, RGB = 0, 2  # colour types of the PNG specification


def pixel_size(scene: Scene, dpi: int) -> tuple[int, int]:
    """Return a picture's width and height in pixels, rounded to whole ones, each 1 or more."""
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
    """Write one picture on white, its size rounded to whole pixels, with its title inside.

    ``pixels`` says how many it has, where ``dpi`` alone would not. A picture without colour has
    one channel, unless ``rgb`` asks for three.

    Raises:
        RenderError: If the cairo library is not on this machine, or the picture too large.
        FontError: If a font has no glyph for a character.
    """
    drawn = _drawn_with_pictures if has_pictures(scene) else _drawn
    header, data = drawn(scene, *(pixels or pixel_size(scene, dpi)), rgb)
    per_metre = round(dpi / MM_PER_UNIT["in"] * 1000)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            header,
            _chunk(b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)),
            _chunk(b"iTXt", b"Title\0\0\0\0\0" + title.encode()),
            data,
            _chunk(b"IEND", b""),
        )
    )


def _draw(scene: Scene, width: int, height: int, rgb: bool) -> tuple[bytes, bytes]:
    """Return the header and the data of a picture, which are those of its equals too."""
    pixels = draw(scene, width, height)
    if rgb and pixels.grey:
        pixels = _in_three(pixels)
    kind = GREY if pixels.grey else RGB
    header = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    return _chunk(b"IHDR", header), _chunk(b"IDAT", _packed(pixels))


_drawn = lru_cache(maxsize=64)(_draw)  # the same few faces come back on many cards
_drawn_with_pictures = lru_cache(maxsize=2)(_draw)  # a card's own, and the back of all


def _in_three(pixels: Pixels) -> Pixels:
    rows = bytearray(3 * len(pixels.rows))
    rows[0::3] = rows[1::3] = rows[2::3] = pixels.rows
    return pixels._replace(grey=False, rows=bytes(rows))


def _packed(pixels: Pixels) -> bytes:
    """Compress the rows, each after a 0: no filter, which suits flat colours best."""
    row = pixels.width * (1 if pixels.grey else 3)
    rows = pixels.rows
    parts = [b"\0%b" % rows[start : start + row] for start in range(0, len(rows), row)]
    return zlib.compress(b"".join(parts), COMPRESSION)


def _chunk(kind: bytes, content: bytes) -> bytes:
    checked = kind + content
    return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))
