"""Scenes as PNG, drawn by cairosvg from their SVG and written by Pillow."""

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from typing import Any, assert_never

from PIL import Image as Pillow
from PIL.PngImagePlugin import putchunk
from svgwrite import Drawing
from svgwrite.container import SVG

from pnp.base.color import channels
from pnp.base.errors import MissingExtraError, RenderError
from pnp.base.imports import missing_extra
from pnp.base.picture import LONGEST_SIDE
from pnp.base.units import MM_PER_UNIT
from pnp.render.svg import SvgElement, SvgWriter, new, size_of_box
from pnp.scene import Image, Scene, Shape, Text, Tint, has_pictures, leaves_in
from pnp.scene.color_glyphs import has_colors
from pnp.scene.gradient import colors_of

COMPRESSION = 4  # of 9: the first level that makes drawings small, and twice as fast as 6
HEADER_END = 33  # the signature and IHDR, which is 25 bytes long


def pixel_size(scene: Scene, dpi: int) -> tuple[int, int]:
    """Return the width and height of a picture in whole pixels, at least 1 each."""
    width, height = (max(1, round(side / MM_PER_UNIT["in"] * dpi)) for side in scene.size)
    return width, height


def render(
    scene: Scene, title: str, dpi: int, *, pixels: tuple[int, int] | None = None, rgb: bool = False
) -> bytes:
    """Return the PNG file of a picture on white, its size rounded to whole pixels.

    ``pixels`` overrides the size that follows from ``dpi``. A picture without colour has one
    channel, unless ``rgb`` requires three.

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
    """Return the file without its title, so that equal pictures with other titles share it."""
    image = draw(scene, width, height)
    if rgb and image.mode == "L":
        image = image.convert("RGB")
    file = BytesIO()
    image.save(file, "PNG", dpi=(dpi, dpi), compress_level=COMPRESSION)
    return file.getvalue()


_drawn = lru_cache(maxsize=64)(_draw)  # the same few faces come back on many cards
_drawn_with_pictures = lru_cache(maxsize=2)(_draw)  # a card's own face, and the common back


MOST_PIXELS = 100_000_000  # A0 at 200 dpi: 400 MB while it is drawn


def require_cairo() -> Any:
    """Return cairosvg, which draws with the cairo library.

    Raises:
        MissingExtraError: If it is not installed, or cairo itself is not.
    """
    try:
        import cairosvg
    except ModuleNotFoundError:
        raise MissingExtraError(missing_extra("png", "PNG", ["cairosvg"])) from None
    except OSError:
        raise MissingExtraError(
            "PNG needs the cairo library; install it (Debian and Ubuntu: "
            "apt install libcairo2, Fedora: dnf install cairo, macOS: brew install cairo), "
            "or make no pictures: leave out --format png and tts, --preset and --pdfx-1a"
        ) from None
    return cairosvg


def draw(scene: Scene, width: int, height: int) -> Pillow.Image:
    """Draw a scene on white; the image has mode L if nothing in the scene has colour, else RGB.

    The scene fills the image to all four edges, so its sides may be scaled by up to half a pixel.

    Raises:
        RenderError: If the cairo library is not installed, or the picture is too large for it.
        FontError: If a font has no glyph for a character.
    """
    require_cairo()
    if width * height > MOST_PIXELS or max(width, height) > LONGEST_SIDE:
        raise RenderError(
            f"a picture of {width} x {height} pixels is too large for PNG; "
            "choose a lower --dpi, or leave it out with --only"
        )
    from pnp.render.painter import CairoError, paint

    drawing = Drawing(debug=False, preserveAspectRatio="none", **size_of_box(scene))
    writer = _PngWriter(drawing)
    writer.write(scene)
    try:
        image = paint(drawing, writer.pictures, width, height)
    except (MemoryError, CairoError):  # "out of memory" is reported as either
        raise RenderError(
            "cairo cannot draw this picture: its outlines are too complicated; simplify them, or "
            "make no PNG"
        ) from None
    return image.getchannel(0) if all(map(_is_grey, leaves_in(scene.items))) else image


def tiled(pictures: Sequence[bytes], columns: int) -> bytes:
    """Return a PNG file with pictures of one size side by side, in that size as a whole."""
    opened = [Pillow.open(BytesIO(one)) for one in pictures]
    width, height = (side // columns for side in opened[0].size)
    whole = Pillow.new("RGB", (columns * width, -(-len(opened) // columns) * height))
    for number, one in enumerate(opened):
        row, column = divmod(number, columns)
        small = one.resize((width, height), Pillow.Resampling.LANCZOS)
        whole.paste(small, (column * width, row * height))
    file = BytesIO()
    whole.save(file, "PNG", compress_level=COMPRESSION)
    return file.getvalue()


def coverage(scene: Scene, dpi: int = 24) -> float:
    """Return the ink of a picture, from 0 for white to 1 for fully black.

    Raises:
        RenderError: If the cairo library is not installed.
    """
    image = draw(scene, *pixel_size(scene, dpi))
    counts = image.histogram()  # of each of 256 values, channel by channel
    missing = sum((255 - index % 256) * count for index, count in enumerate(counts))
    return missing / (255 * sum(counts))


class _PngWriter(SvgWriter):
    """Writes the SVG that is drawn; pictures stay beside it."""

    def __init__(self, picture: SVG) -> None:
        super().__init__(picture)
        self.pictures: list[Image] = []

    def image(self, image: Image) -> SvgElement:
        """Refer to a picture by its place in the list."""
        self.pictures.append(image)
        element = new.image("")
        element.attribs = {"href": f"{len(self.pictures) - 1}"}
        return element


def _is_grey(item: Shape | Text | Image) -> bool:
    match item:
        case Shape(_, style):
            colors = colors_of(style.fill) + colors_of(style.stroke)
        case Text():
            if has_colors(item):
                return False
            colors = (item.fill,)
        case Image(picture):
            return picture.grey or item.tint is Tint.GREY
        case _:
            assert_never(item)
    return all(len(set(channels(color))) == 1 for color in colors)
