"""Glyphs of several colours, such as emoji, as shapes: the font tables COLR and CPAL."""

from collections.abc import Iterator
from functools import lru_cache
from math import hypot
from typing import Any

from pnp.base.font_files import FontFile
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.open_font import glyph_outlines, open_font
from pnp.base.path import Path, placed, rectangle
from pnp.base.shaping import GlyphRun
from pnp.base.units import Mm
from pnp.scene import Group, Item, Shape, Style, Text
from pnp.scene.gradient import Gradient, ShapePaint, Stop

OPAQUE = 255


def has_colors(text: Text) -> bool:
    """Return whether a line has glyphs in several colours."""
    return text.colored and any(open_font(run.file).colored for run in text.shaped.runs)


def is_drawn(run: GlyphRun, size: Mm) -> bool:
    """Return whether every glyph of a run is drawn in several colours or is blank."""
    return open_font(run.file).colored and all(
        glyph_items(run.file, glyph, size) or not glyph_outlines(run.file, glyph)
        for glyph in run.glyphs
    )


def color_glyphs(text: Text) -> Iterator[Group]:
    """Yield the glyphs of a line that have several colours."""
    left = text.at.x
    for run in text.shaped.runs:
        scale = text.size / run.units
        if open_font(run.file).colored:
            for glyph, x, y in run.placed():
                if items := glyph_items(run.file, glyph, text.size):
                    move = Transform.move(left + x * scale, text.at.y - y * scale)
                    yield Group(items, move, is_symbol=True)
        left += run.width * text.size


def plain_outlines(text: Text) -> tuple[Path, ...]:
    """Return the outlines of the glyphs of a line that have one colour."""
    paths: list[Path] = []
    left = text.at.x
    for run in text.shaped.runs:
        scale, colored = text.size / run.units, open_font(run.file).colored
        for glyph, x, y in run.placed():
            if colored and glyph_items(run.file, glyph, text.size):
                continue
            upright = Transform(scale, 0, 0, -scale, left + x * scale, text.at.y - y * scale)
            paths += [placed(path, upright) for path in glyph_outlines(run.file, glyph)]
        left += run.width * text.size
    return tuple(paths)


def parted(text: Text) -> tuple[Item, ...]:
    """Split a line with coloured glyphs into the outlines of its letters and those glyphs."""
    letters = Shape(plain_outlines(text), Style(fill=text.fill), text.role)
    return (*((letters,) if letters.paths else ()), *color_glyphs(text))


@lru_cache(maxsize=512)
def glyph_items(file: FontFile, glyph: int, size: Mm) -> tuple[Item, ...]:
    """Return a glyph of several colours at the origin; () if it has only an outline."""
    opened = open_font(file)
    if not opened.font.face.glyph_has_color_paint(glyph) and not (
        opened.font.face.get_glyph_color_layers(glyph)
    ):
        return ()
    scale = size / opened.units
    painter = _Painter(file, Transform(scale, 0, 0, -scale, 0, 0))
    opened.font.paint_glyph(glyph, _functions(), painter)
    return tuple(painter.levels[0])


@lru_cache(maxsize=1)
def _functions() -> Any:
    from uharfbuzz import PaintFuncs

    made = PaintFuncs()
    made.set_push_transform_func(lambda *six: six[-1].push(Transform(*six[:-1])))
    made.set_pop_transform_func(lambda painter: painter.pop())
    made.set_push_clip_glyph_func(lambda glyph, painter: painter.clip_to_glyph(glyph))
    made.set_push_clip_rectangle_func(lambda *four: four[-1].clip_to_box(*four[:-1]))
    made.set_pop_clip_func(lambda painter: painter.unclip())
    made.set_push_group_func(lambda painter: painter.levels.append([]))
    made.set_pop_group_func(lambda mode, painter: painter.blend(mode))
    made.set_color_func(lambda color, _, painter: painter.paint(*_color(color)))
    made.set_linear_gradient_func(lambda *given: given[-1].linear(*given[:-1]))
    made.set_radial_gradient_func(lambda *given: given[-1].radial(*given[:-1]))
    made.set_sweep_gradient_func(lambda *given: given[-1].sweep(given[0]))
    return made


class _Painter:
    """Receives a glyph from HarfBuzz; each fill covers the outlines clipped to before."""

    def __init__(self, file: FontFile, upright: Transform) -> None:
        self._file = file
        self._at = [upright]
        self._clips: list[tuple[Path, ...]] = []
        self.levels: list[list[Item]] = [[]]

    def push(self, transform: Transform) -> None:
        self._at.append(transform.then(self._at[-1]))

    def pop(self) -> None:
        self._at.pop()

    def clip_to_glyph(self, glyph: int) -> None:
        outlines = glyph_outlines(self._file, glyph)
        self._clips.append(tuple(placed(path, self._at[-1]) for path in outlines))

    def clip_to_box(self, left: float, bottom: float, right: float, top: float) -> None:
        """Clip to the bounds of the whole glyph or of a part."""
        box = rectangle(Rect(left, bottom, right - left, top - bottom))
        self._clips.append((placed(box, self._at[-1]),))

    def unclip(self) -> None:
        self._clips.pop()

    def blend(self, mode: int) -> None:
        """Blend the last group over the one before; modes that hide the upper one drop it."""
        from uharfbuzz import PaintCompositeMode as Modes

        group = self.levels.pop()
        if mode in (Modes.DEST_OUT, Modes.DEST_IN, Modes.DEST, Modes.SRC_OUT, Modes.XOR):
            return
        self.levels[-1] += group

    def paint(self, paint: ShapePaint, opacity: float = 1.0) -> None:
        if self._clips and self._clips[-1] and opacity > 0:
            shape = Shape(self._clips[-1], Style(fill=paint))
            self.levels[-1].append(shape if opacity == 1 else Group((shape,), opacity=opacity))

    def linear(
        self, line: Any, x0: float, y0: float, x1: float, y1: float, x2: float, y2: float
    ) -> None:
        """Paint a gradient between the first two points; the third sets its angle."""
        across = Point(x1 - x0, y1 - y0)
        stripe = Point(x2 - x0, y2 - y0)
        long = stripe.x**2 + stripe.y**2
        if long:  # the part of the way that crosses the stripes
            along = (across.x * stripe.x + across.y * stripe.y) / long
            across = Point(across.x - along * stripe.x, across.y - along * stripe.y)
        stops = _stops(line)
        if not hypot(*across):
            self.paint(stops[-1].color, stops[-1].opacity)
            return
        into = Transform(across.x, across.y, -across.y, across.x, x0, y0)
        self._shade("linear", stops, into)

    def radial(
        self, line: Any, x0: float, y0: float, r0: float, x1: float, y1: float, r1: float
    ) -> None:
        """Paint a gradient from the first circle to the second, treated as the outer one."""
        stops = _stops(line)
        if r1 <= 0:
            self.paint(stops[-1].color, stops[-1].opacity)
            return
        inner = max(0.0, min(r0 / r1, 1.0))
        stops = tuple(one._replace(at=inner + one.at * (1 - inner)) for one in stops)
        into = Transform(r1, 0, 0, r1, x1, y1)
        focus = Point((x0 - x1) / r1, (y0 - y1) / r1)
        self._shade("radial", stops, into, focus if hypot(*focus) < 1 - inner else Point(0, 0))

    def sweep(self, line: Any) -> None:
        """Paint a conic gradient in its mean colour."""
        made = Gradient("linear", _stops(line))
        self.paint(made.mean_color, made.mean_opacity)

    def _shade(
        self,
        kind: Any,
        stops: tuple[Stop, ...],
        into: Transform,
        focus: Point = Point(0, 0),  # noqa: B008 - a constant
    ) -> None:
        if len(stops) < 2:
            self.paint(stops[0].color, stops[0].opacity)
        else:
            self.paint(Gradient(kind, stops, into.then(self._at[-1]), focus))


def _stops(line: Any) -> tuple[Stop, ...]:
    found = sorted(line.color_stops, key=lambda stop: stop.offset)
    return tuple(Stop(min(max(stop.offset, 0.0), 1.0), *_color(stop.color)) for stop in found) or (
        Stop(0, "#000000"),
    )


def _color(color: Any) -> tuple[str, float]:
    """Return a colour and its opacity, from 0 to 1."""
    return f"#{color.red:02x}{color.green:02x}{color.blue:02x}", color.alpha / OPAQUE
