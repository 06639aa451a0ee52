"""Scenes as pixels, drawn by cairo: on white, exactly filling a picture of whole pixels."""

import sys
from collections.abc import Iterator
from typing import Any, NamedTuple, assert_never

from pnp.color import channels
from pnp.errors import RenderError
from pnp.fonts import text_outlines
from pnp.geometry import IDENTITY
from pnp.path import Arc, Curve, Line, Path, arc_geometry
from pnp.scene import Group, Item, Scene, Shape, Style, Text

MOST_PIXELS = 100_000_000  # A0 at 200 dpi: 400 MB while it is drawn
LONGEST = 32_767  # pixels a side: cairo's own end
MITER_LIMIT = 4.0  # as SVG has it; cairo's own is 10


class Pixels(NamedTuple):
    """Rows from the top, without gaps: a byte a pixel if ``grey``, else red, green and blue."""

    width: int
    height: int
    grey: bool
    rows: bytes


def require_cairo() -> Any:
    """Return the cairo library.

    Raises:
        RenderError: If it is not on this machine.
    """
    try:
        import cairocffi
    except OSError:
        raise RenderError(
            "PNG needs the cairo library; install it (Debian and Ubuntu: "
            "apt install libcairo2, Fedora: dnf install cairo, macOS: brew install cairo), "
            "or make no PNG: leave out --format png and tts, and --preset"
        ) from None
    return cairocffi


def draw(scene: Scene, width: int, height: int) -> Pixels:
    """Draw a picture onto so many pixels; what has no colour comes out grey.

    The scene fills them to all four edges, so its sides may be scaled by up to half a pixel.

    Raises:
        RenderError: If cairo is not on this machine, or the picture is too large for it.
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
    context.set_miter_limit(MITER_LIMIT)
    context.scale(width / scene.size.width, height / scene.size.height)
    pen = _Pen(context, cairo.Matrix)
    for item in scene.items:
        pen.draw(item)
    surface.flush()
    grey = all(len(set(channels(color))) == 1 for color in _colors(scene.items))
    return Pixels(width, height, grey, _plain(bytes(surface.get_data()), grey))


def _plain(data: bytes, grey: bool) -> bytes:
    """Return cairo's pixels, one machine word each, as they stand in a file."""
    red, green, blue = (2, 1, 0) if sys.byteorder == "little" else (1, 2, 3)
    if grey:
        return data[blue::4]
    rows = bytearray(len(data) // 4 * 3)
    rows[0::3], rows[1::3], rows[2::3] = data[red::4], data[green::4], data[blue::4]
    return bytes(rows)


def _colors(items: tuple[Item, ...]) -> Iterator[str]:
    for item in items:
        match item:
            case Shape(_, style):
                yield from (color for color in (style.fill, style.stroke) if color)
            case Text():
                yield item.fill
            case Group():
                yield from _colors(item.items)
            case _:
                assert_never(item)


class _Pen:
    """Draws items with a cairo context whose unit is a millimetre."""

    def __init__(self, context: Any, matrix: Any) -> None:
        self._context = context
        self._matrix = matrix

    def draw(self, item: Item) -> None:
        match item:
            case Shape(paths, style):
                self._shape(paths, style)
            case Text(at, string, font, size, fill):
                self._shape(text_outlines(string, font, size, at), Style(fill=fill))
            case Group():
                self._group(item)
            case _:
                assert_never(item)

    def _group(self, group: Group) -> None:
        context = self._context
        context.save()
        if group.clip is not None:
            context.new_path()
            self._trace(group.clip)
            context.clip()
        if group.transform is not IDENTITY:
            context.transform(self._matrix(*group.transform))
        for item in group.items:
            self.draw(item)
        context.restore()

    def _shape(self, paths: tuple[Path, ...], style: Style) -> None:
        context = self._context
        context.new_path()
        for path in paths:
            self._trace(path)
        if style.fill:
            context.set_source_rgb(*channels(style.fill))
            context.fill_preserve()
        if style.stroke:
            context.set_source_rgb(*channels(style.stroke))
            context.set_line_width(style.stroke_width)
            context.set_dash(style.dash)
            context.stroke()

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
