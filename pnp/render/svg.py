"""Scenes as SVG 1.1: user units of one millimetre, text as outlines."""

from functools import lru_cache
from typing import assert_never
from xml.etree.ElementTree import tostring
from xml.sax.saxutils import escape

from svgwrite import Drawing
from svgwrite.base import BaseElement
from svgwrite.container import SVG
from svgwrite.container import Group as GroupElement
from svgwrite.masking import ClipPath
from svgwrite.path import Path as PathElement

from pnp.fonts import text_outlines
from pnp.geometry import IDENTITY, Transform
from pnp.path import Arc, Curve, Line, Path
from pnp.scene import Group, Item, Scene, Shape, Style, Text
from pnp.units import number


def render(scene: Scene, title: str) -> bytes:
    """Write one picture, cut off at its size, with a title for those who cannot see it.

    Raises:
        FontError: If a font has no glyph for a character.
    """
    before, after = _around_title(scene)
    return f"{before}{escape(title)}{after}".encode()


_TITLE = "THE TITLE"


@lru_cache(maxsize=64)  # the same few faces come back on many cards
def _around_title(scene: Scene) -> tuple[str, str]:
    """Return what stands in a file before and after its title."""
    drawing = _drawn(scene, "")
    drawing.set_desc(title=_TITLE)
    text: str = drawing.tostring()
    before, _, after = text.partition(_TITLE)  # the first text of all is the title's
    return f'<?xml version="1.0" encoding="utf-8"?>\n{before}', f"{after}\n"


def inline(scene: Scene, title: str, words: str, name: str) -> str:
    """Write one picture to stand inside an HTML page, with words for those who cannot see it.

    Its ids begin with ``name`` and an underscore, so ``name`` is another for each picture of
    the page.

    Raises:
        FontError: If a font has no glyph for a character.
    """
    ids = {"title": f"{name}_title", "desc": f"{name}_desc"}
    drawing = _drawn(scene, f"{name}_")
    drawing["role"], drawing["aria-labelledby"] = "img", " ".join(ids.values())
    drawing.set_desc(title, words)
    tree = SVG.get_xml(drawing)  # a drawing's own adds namespaces, which HTML does not allow
    for tag, own_id in ids.items():
        tree.find(tag).set("id", own_id)
    return tostring(tree, encoding="unicode")


def _drawn(scene: Scene, prefix: str) -> Drawing:
    width, height = number(scene.size.width), number(scene.size.height)
    drawing = Drawing(size=(f"{width}mm", f"{height}mm"), debug=False)
    drawing["viewBox"] = f"0 0 {width} {height}"
    writer = _Writer(drawing, prefix)
    for item in scene.items:
        drawing.add(writer.element(item))
    return drawing


class _Writer:
    def __init__(self, drawing: Drawing, prefix: str) -> None:
        self._drawing = drawing
        self._prefix = prefix
        self._clips = 0

    def element(self, item: Item) -> BaseElement:
        match item:
            case Shape(paths, style):
                return _path_element(paths, style)
            case Text(at, string, font, size, fill):
                return _path_element(text_outlines(string, font, size, at), Style(fill=fill))
            case Group():
                return self._group(item)
            case _:
                assert_never(item)

    def _group(self, group: Group) -> BaseElement:
        element = GroupElement(debug=False)
        for child in group.items:
            element.add(self.element(child))
        if group.transform is not IDENTITY:
            element["transform"] = _matrix(group.transform)
        if group.clip is None:
            return element
        self._clips += 1
        clip_id = f"{self._prefix}clip{self._clips}"
        clip = ClipPath(id=clip_id, debug=False)
        clip.add(PathElement(d=_commands(group.clip), debug=False))
        self._drawing.defs.add(clip)
        outer = GroupElement(debug=False)
        outer["clip-path"] = f"url(#{clip_id})"
        outer.add(element)
        return outer


def _path_element(paths: tuple[Path, ...], style: Style) -> PathElement:
    element = PathElement(d=" ".join(map(_commands, paths)), debug=False)
    element["fill"] = style.fill or "none"
    if style.stroke:
        element["stroke"] = style.stroke
        element["stroke-width"] = number(style.stroke_width)
        if style.dash:
            element["stroke-dasharray"] = ",".join(map(number, style.dash))
    return element


def _commands(path: Path) -> str:
    parts = [f"M{number(path.start.x)} {number(path.start.y)}"]
    for segment in path.segments:
        to = f"{number(segment.to.x)} {number(segment.to.y)}"
        match segment:
            case Line():
                parts.append(f"L{to}")
            case Arc(_, radius, clockwise, large):
                r = number(radius)
                parts.append(f"A{r} {r} 0 {large:d} {clockwise:d} {to}")
            case Curve(one, two, _):
                controls = f"{number(one.x)} {number(one.y)} {number(two.x)} {number(two.y)}"
                parts.append(f"C{controls} {to}")
            case _:
                assert_never(segment)
    return "".join(parts) + ("Z" if path.closed else "")


def _matrix(t: Transform) -> str:
    values = (t.a, t.b, t.c, t.d)
    factors = " ".join(f"{value + 0.0:.6f}".rstrip("0").rstrip(".") for value in values)
    return f"matrix({factors} {number(t.e)} {number(t.f)})"
