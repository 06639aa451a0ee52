"""Scenes as PNG, drawn by cairo on white and written by Pillow.

Sizes are exact, files have their resolution, and pictures without colour have one channel.
"""

import sys
from functools import lru_cache
from io import BytesIO
from math import ceil, hypot
from typing import Any, assert_never

from PIL import Image as Pillow
from PIL.PngImagePlugin import putchunk

from pnp.base.color import channels
from pnp.base.errors import RenderError
from pnp.base.extras import missing_extra
from pnp.base.geometry import IDENTITY
from pnp.base.path import Arc, Curve, Line, Path, arc_geometry
from pnp.base.picture import PictureFile
from pnp.base.units import MM_PER_UNIT
from pnp.render.decoded import seen
from pnp.scene import (
    Group,
    Image,
    Item,
    Pen,
    Scene,
    Shape,
    Style,
    Text,
    Tint,
    has_pictures,
    leaves_in,
)
from pnp.scene.color_glyphs import has_colors, parted
from pnp.scene.gradient import Gradient, ShapePaint, colors_of

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


MANY = 1000  # segments, from which on cairo is not asked to intersect outlines with a clip
MOST_PIXELS = 100_000_000  # A0 at 200 dpi: 400 MB while it is drawn
LONGEST = 32_767  # pixels a side: cairo's own limit
WORDS = "BGRX" if sys.byteorder == "little" else "XRGB"  # how a pixel of cairo's lies in memory


def require_cairo() -> Any:
    """Return the cairo library.

    Raises:
        RenderError: If it is not installed.
    """
    try:
        import cairocffi
    except ModuleNotFoundError:
        raise RenderError(missing_extra("png", "PNG", ["cairocffi"])) from None
    except OSError:
        raise RenderError(
            "PNG needs the cairo library; install it (Debian and Ubuntu: "
            "apt install libcairo2, Fedora: dnf install cairo, macOS: brew install cairo), "
            "or make no PNG: leave out --format png and tts, and --preset"
        ) from None
    return cairocffi


def draw(scene: Scene, width: int, height: int) -> Pillow.Image:
    """Draw a scene on white; the image has mode L if nothing in the scene has colour, else RGB.

    The scene fills the image to all four edges, so its sides may be scaled by up to half a pixel.

    Raises:
        RenderError: If the cairo library is not installed, or the picture is too large for it.
        FontError: If a font has no glyph for a character.
    """
    cairo = require_cairo()
    if width * height > MOST_PIXELS or max(width, height) > LONGEST:
        raise RenderError(
            f"a picture of {width} x {height} pixels is too large for PNG; "
            "choose a lower --dpi, or leave it out with --only"
        )
    surface = cairo.ImageSurface(cairo.FORMAT_RGB24, width, height)
    context = cairo.Context(surface)
    context.set_source_rgb(1, 1, 1)
    context.paint()
    context.scale(width / scene.size.width, height / scene.size.height)
    painter = _CairoPainter(context, cairo)
    try:
        for item in scene.items:
            painter.draw(item)
    except (MemoryError, cairo.CairoError):  # "out of memory" is reported as either
        raise RenderError(
            "cairo cannot draw this picture: its outlines are too complicated; simplify them, or "
            "make no PNG"
        ) from None
    surface.flush()
    image = Pillow.frombuffer(
        "RGB", (width, height), surface.get_data(), "raw", WORDS, surface.get_stride(), 1
    )
    return image.getchannel(0) if all(map(_is_grey, leaves_in(scene.items))) else image


def coverage(scene: Scene, dpi: int = 24) -> float:
    """Return the ink of a picture, from 0 for white to 1 for fully black.

    Raises:
        RenderError: If the cairo library is not installed.
    """
    image = draw(scene, *pixel_size(scene, dpi))
    counts = image.histogram()  # of each of 256 values, channel by channel
    missing = sum((255 - index % 256) * count for index, count in enumerate(counts))
    return missing / (255 * sum(counts))


@lru_cache(maxsize=4)  # the same background lies on card after card
def _words(
    picture: PictureFile, tint: Tint, most: tuple[int, int]
) -> tuple[bytearray, tuple[int, int]]:
    """Return a picture as pixels for cairo, reduced to ``most`` per side, and its size."""
    image = seen(picture, tint)
    size = (min(image.width, most[0]), min(image.height, most[1]))
    if size != image.size:
        image = image.resize(size, Pillow.Resampling.LANCZOS)
    red, green, blue, alpha = image.convert("RGBA").convert("RGBa").split()  # premultiplied
    order = (blue, green, red, alpha) if sys.byteorder == "little" else (alpha, red, green, blue)
    return bytearray(Pillow.merge("RGBA", order).tobytes()), size


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


class _CairoPainter:
    """Draws items with a cairo context whose unit is a millimetre."""

    def __init__(self, context: Any, cairo: Any) -> None:
        self._context = context
        self._cairo = cairo
        self._clips = 0  # around what is drawn now

    def draw(self, item: Item) -> None:
        match item:
            case Shape():
                self._shape(item)
            case Text() if has_colors(item):
                for part in parted(item):
                    self.draw(part)
            case Text():
                self._unclipped(Shape(item.outlines, Style(fill=item.fill)))
            case Image():
                self._image(item)
            case Group():
                self._group(item)
            case _:
                assert_never(item)

    def _group(self, group: Group) -> None:
        """Draw a group; one with an opacity is drawn separately, and then blended."""
        if group.opacity == 1:
            self._clipped(group)
            return
        self._context.push_group()
        self._clipped(group)
        self._context.pop_group_to_source()
        self._context.paint_with_alpha(group.opacity)

    def _clipped(self, group: Group) -> None:
        context, clip = self._context, group.clip
        context.save()
        if clip is None:
            self._items(group)
        elif len(clip.segments) > MANY:
            context.push_group()
            context.reset_clip()
            self._items(group)
            items = context.pop_group()
            context.push_group_with_content(self._cairo.CONTENT_ALPHA)
            context.reset_clip()
            self._outline(clip, group.even_odd)
            context.fill()
            mask = context.pop_group()
            context.set_source(items)
            context.mask(mask)
        else:
            self._outline(clip, group.even_odd)
            context.clip()
            self._clips += 1
            self._items(group)
            self._clips -= 1
        context.restore()

    def _outline(self, clip: Path, even_odd: bool) -> None:
        self._context.new_path()
        self._trace(clip)
        self._fill_by(even_odd)

    def _items(self, group: Group) -> None:
        if group.transform is not IDENTITY:
            self._context.transform(self._cairo.Matrix(*group.transform))
        for item in group.items:
            self.draw(item)

    def _shape(self, shape: Shape) -> None:
        """Draw a shape; one with many segments is drawn separately and then clipped.

        To intersect self-crossing outlines with a clip, cairo finds every crossing, of which there
        may be as many as the square of the segments.
        """
        if not self._clips or sum(len(path.segments) for path in shape.paths) <= MANY:
            self._unclipped(shape)
            return
        self._context.push_group()
        self._context.reset_clip()
        self._unclipped(shape)
        self._context.pop_group_to_source()
        self._context.paint()

    def _unclipped(self, shape: Shape) -> None:
        context, style = self._context, shape.style
        context.new_path()
        for path in shape.paths:
            self._trace(path)
        if style.fill:
            self._fill_by(shape.even_odd)
            self._choose(style.fill)
            context.fill_preserve()
        if style.stroke:
            self._choose(style.stroke)
            context.set_line_width(style.stroke_width)
            context.set_dash(style.dash)
            pen = style.pen or Pen()
            context.set_line_cap(getattr(self._cairo, f"LINE_CAP_{pen.cap.upper()}"))
            context.set_line_join(getattr(self._cairo, f"LINE_JOIN_{pen.join.upper()}"))
            context.set_miter_limit(pen.miter)
            context.stroke()

    def _choose(self, paint: ShapePaint) -> None:
        if not isinstance(paint, Gradient):
            self._context.set_source_rgb(*channels(paint))
            return
        cairo = self._cairo
        if paint.kind == "linear":
            source = cairo.LinearGradient(0, 0, 1, 0)
        else:
            source = cairo.RadialGradient(*paint.focus, 0, 0, 0, 1)
        for at, color, opacity in paint.stops:
            source.add_color_stop_rgba(at, *channels(color), opacity)
        source.set_extend(cairo.EXTEND_PAD)
        source.set_matrix(cairo.Matrix(*paint.into).inverted())
        self._context.set_source(source)

    def _fill_by(self, even_odd: bool) -> None:
        cairo = self._cairo
        rule = cairo.FILL_RULE_EVEN_ODD if even_odd else cairo.FILL_RULE_WINDING
        self._context.set_fill_rule(rule)

    def _image(self, image: Image) -> None:
        """Draw a picture; Pillow reduces it with better quality, and cairo does the rest."""
        context, place = self._context, image.place
        across = hypot(*context.user_to_device_distance(place.width, 0))
        down = hypot(*context.user_to_device_distance(0, place.height))
        words, size = _words(image.picture, image.tint, (ceil(across), ceil(down)))
        cairo = self._cairo  # a surface belongs to one thread, the words of the picture to all
        surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, *size, words, 4 * size[0])
        context.save()
        context.new_path()
        context.rectangle(*place)
        context.translate(place.x, place.y)
        context.scale(place.width / size[0], place.height / size[1])
        context.set_source_surface(surface)
        source = context.get_source()
        source.set_extend(cairo.EXTEND_PAD)  # or its edges would fade
        source.set_filter(cairo.FILTER_GOOD)
        context.fill()
        context.restore()

    def _trace(self, path: Path) -> None:
        context = self._context
        here = path.start
        context.move_to(*here)
        for segment in path.segments:
            match segment:
                case Line(to):
                    context.line_to(*to)
                case Curve(one, two, to):
                    context.curve_to(*one, *two, *to)
                case Arc(_, radius):
                    middle, begin, sweep = arc_geometry(here, segment)
                    turn = context.arc if sweep >= 0 else context.arc_negative
                    turn(*middle, radius, begin, begin + sweep)
                case _:
                    assert_never(segment)
            here = segment.to
        if path.closed:
            context.close_path()
