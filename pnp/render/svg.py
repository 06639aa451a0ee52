"""Scenes as SVG 1.1: user units of one millimetre, text as outlines."""

from base64 import b64encode
from functools import lru_cache
from typing import assert_never
from xml.etree.ElementTree import tostring
from xml.sax.saxutils import escape

from svgwrite import Drawing
from svgwrite.base import BaseElement
from svgwrite.container import SVG
from svgwrite.container import Group as GroupElement
from svgwrite.image import Image as ImageElement
from svgwrite.masking import ClipPath
from svgwrite.path import Path as PathElement

from pnp.base.fonts import text_outlines
from pnp.base.geometry import IDENTITY, Transform
from pnp.base.path_data import commands
from pnp.base.picture import UPRIGHT
from pnp.base.units import format_mm
from pnp.scene import Group, Image, Item, Scene, Shape, Style, Text, has_pictures, show_in_notebooks


def render(scene: Scene, title: str) -> bytes:
    """Return the SVG file of a picture, clipped to its size, with a title for screen readers.

    Raises:
        FontError: If a font has no glyph for a character.
        PictureError: If a picture's file has changed or cannot be read.
    """
    drawn = _untitled_with_pictures if has_pictures(scene) else _untitled
    tag, rest = drawn(scene)
    declaration = '<?xml version="1.0" encoding="utf-8"?>'
    return f"{declaration}\n{tag}<title>{escape(title)}</title>{rest}\n".encode()


def _write(scene: Scene) -> tuple[str, str]:
    """Return the opening tag of a picture and the rest; equal pictures differ in their titles."""
    text: str = _drawn(scene, "").tostring()
    end = text.index(">") + 1  # within attributes it would be escaped
    return text[:end], text[end:]


_untitled = lru_cache(maxsize=64)(_write)  # the same few faces come back on many cards
_untitled_with_pictures = lru_cache(maxsize=2)(_write)  # a card's own face, and the common back


def inline(scene: Scene, title: str, words: str, name: str) -> str:
    """Return a picture as SVG inside an HTML page, with a title and a description.

    Its ids begin with ``name`` and an underscore; give each picture of a page another name.

    Raises:
        FontError: If a font has no glyph for a character.
    """
    ids = {"title": f"{name}_title", "desc": f"{name}_desc"}
    drawing = _drawn(scene, f"{name}_")
    drawing["role"], drawing["aria-labelledby"] = "img", " ".join(ids.values())
    drawing.set_desc(title, words)
    tree = SVG.get_xml(drawing)  # Drawing.get_xml adds namespaces, which HTML does not allow
    for tag, own_id in ids.items():
        tree.find(tag).set("id", own_id)
    return tostring(tree, encoding="unicode")


def _drawn(scene: Scene, prefix: str) -> Drawing:
    width, height = format_mm(scene.size.width), format_mm(scene.size.height)
    drawing = Drawing(size=(f"{width}mm", f"{height}mm"), debug=False)
    drawing["viewBox"] = f"0 0 {width} {height}"
    writer = _SvgWriter(drawing, prefix)
    for item in scene.items:
        drawing.add(writer.element(item))
    return drawing


class _SvgWriter:
    def __init__(self, drawing: Drawing, prefix: str) -> None:
        self._drawing = drawing
        self._prefix = prefix
        self._clips = 0

    def element(self, item: Item) -> BaseElement:
        match item:
            case Shape():
                return _path_element(item)
            case Text(at, string, font, size, fill):
                outlines = text_outlines(string, font, size, at)
                return _path_element(Shape(outlines, Style(fill=fill)))
            case Image():
                return self._image(item)
            case Group():
                return self._group(item)
            case _:
                assert_never(item)

    def _image(self, image: Image) -> BaseElement:
        """Embed the file of a picture, which a matrix turns upright.

        The file is embedded without its orientation, which some readers obey and some do not.
        """
        from pnp.render.decoded import upright_file

        data, orientation = upright_file(image.picture, image.tint)
        place = image.place
        fill = Transform(place.width, 0, 0, place.height, place.x, place.y)
        element = ImageElement("", (0, 0), (1, 1), debug=False)
        del element.attribs["xlink:href"]
        name = "href" if self._prefix else "xlink:href"  # in HTML and in SVG 1.1
        element[name] = f"data:image/{image.picture.kind};base64,{b64encode(data).decode()}"
        if orientation == 1:
            for key, length in place._asdict().items():
                element[key] = format_mm(length)
        else:
            element["transform"] = _matrix(UPRIGHT[orientation].then(fill))
        element["preserveAspectRatio"] = "none"
        return element

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
        outline = PathElement(d=commands(group.clip), debug=False)
        if group.even_odd:
            outline["clip-rule"] = "evenodd"
        clip.add(outline)
        self._drawing.defs.add(clip)
        outer = GroupElement(debug=False)
        outer["clip-path"] = f"url(#{clip_id})"
        outer.add(element)
        return outer


def _path_element(shape: Shape) -> PathElement:
    style = shape.style
    element = PathElement(d=" ".join(map(commands, shape.paths)), debug=False)
    element["fill"] = style.fill or "none"
    if shape.even_odd:
        element["fill-rule"] = "evenodd"
    if style.stroke:
        element["stroke"] = style.stroke
        element["stroke-width"] = format_mm(style.stroke_width)
        if style.dash:
            element["stroke-dasharray"] = ",".join(map(format_mm, style.dash))
        if style.pen:
            element["stroke-linecap"] = style.pen.cap
            element["stroke-linejoin"] = style.pen.join
            element["stroke-miterlimit"] = format_mm(style.pen.miter)
    return element


def _matrix(t: Transform) -> str:
    values = (t.a, t.b, t.c, t.d)
    factors = " ".join(f"{value + 0.0:.6f}".rstrip("0").rstrip(".") for value in values)
    return f"matrix({factors} {format_mm(t.e)} {format_mm(t.f)})"


show_in_notebooks(lambda scene: render(scene, scene.label).decode())
