"""Scenes as SVG 1.1: user units of one millimetre, text as outlines."""

from base64 import b64encode
from functools import lru_cache
from typing import assert_never
from xml.sax.saxutils import escape

from pnp.base.geometry import IDENTITY, Transform
from pnp.base.path_data import commands
from pnp.base.picture import UPRIGHT
from pnp.base.units import format_mm
from pnp.scene import (
    Group,
    IdentityCache,
    Image,
    Item,
    Scene,
    Shape,
    Style,
    Text,
    has_pictures,
    show_in_notebooks,
)
from pnp.scene.color_glyphs import has_colors, parted
from pnp.scene.gradient import Gradient, ShapePaint

_QUOTE = {'"': "&quot;"}
_commands = lru_cache(maxsize=4096)(commands)  # a board is in figure after figure
_NAMESPACES = {
    "xmlns": "http://www.w3.org/2000/svg",
    "xmlns:ev": "http://www.w3.org/2001/xml-events",
    "xmlns:xlink": "http://www.w3.org/1999/xlink",
}


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
    """Return the opening tag of a picture and the rest; equal pictures share these."""
    tag = start_tag("svg", baseProfile="full", version="1.1", **_NAMESPACES, **size_of_box(scene))
    return tag, f"{SvgWriter('').content(scene)}</svg>"


_untitled = lru_cache(maxsize=64)(_write)  # the same few faces come back on many cards
_untitled_with_pictures = lru_cache(maxsize=2)(_write)  # a card's own face, and the common back


def inline(scene: Scene, title: str, words: str, name: str) -> str:
    """Return a picture as SVG inside an HTML page, with a title and a description.

    Its ids begin with ``name`` and an underscore; give each picture of a page another name.

    Raises:
        FontError: If a font has no glyph for a character.
    """
    ids = {"title": f"{name}_title", "desc": f"{name}_desc"}
    tag = start_tag("svg", role="img", aria_labelledby=" ".join(ids.values()), **size_of_box(scene))
    texts = {"title": title, "desc": words}
    said = (f"{start_tag(key, id=ids[key])}{escape(text)}</{key}>" for key, text in texts.items())
    return f"{tag}{''.join(said)}{_inline(scene, f'{name}_')}</svg>"


@lru_cache(maxsize=128)  # a figure comes back in the book of each language
def _inline(scene: Scene, prefix: str) -> str:
    return SvgWriter(prefix).content(scene)


def size_of_box(scene: Scene) -> dict[str, str]:
    """Return the attributes for the size of a picture."""
    width, height = format_mm(scene.size.width), format_mm(scene.size.height)
    return {"width": f"{width}mm", "height": f"{height}mm", "viewBox": f"0 0 {width} {height}"}


class SvgWriter:
    """Writes the content of one picture; its ids begin with ``prefix``."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self.definitions: list[str] = []
        self._symbols: IdentityCache[tuple[Item, ...], str] = IdentityCache()
        self._gradients: dict[Gradient, str] = {}

    def content(self, scene: Scene) -> str:
        """Return the content of a scene, preceded by the definitions that it refers to."""
        items = self.contents(scene.items)
        return svg_element("defs", "".join(self.definitions)) + items

    def contents(self, items: tuple[Item, ...]) -> str:
        """Return the elements of items."""
        return "".join(map(self.element, items))

    def element(self, item: Item) -> str:
        """Return the element of an item."""
        match item:
            case Shape():
                return self._path(item)
            case Text():
                return self.contents(parted(item)) if has_colors(item) else self.text(item)
            case Image():
                return self._image(item)
            case Group():
                return self._group(item)
            case _:
                assert_never(item)

    def text(self, text: Text) -> str:
        """Return the outlines of a line of text."""
        return self._path(Shape(text.outlines, Style(fill=text.fill)))

    def _path(self, shape: Shape) -> str:
        style = shape.style
        line = style.stroke
        pen = style.pen if line else None
        return svg_element(
            "path",
            d=" ".join(map(_commands, shape.paths)),
            fill=self._paint(style.fill),
            fill_rule="evenodd" if shape.even_odd else "",
            stroke=self._paint(line) if line else "",
            stroke_width=format_mm(style.stroke_width) if line else "",
            stroke_dasharray=",".join(map(format_mm, style.dash)) if line else "",
            stroke_linecap=pen.cap if pen else "",
            stroke_linejoin=pen.join if pen else "",
            stroke_miterlimit=format_mm(pen.miter) if pen else "",
        )

    def _paint(self, paint: ShapePaint | None) -> str:
        """Return the attribute value for a colour or a gradient, which is defined once."""
        if not isinstance(paint, Gradient):
            return paint or "none"
        name = self._gradients.get(paint)
        if name is None:
            name = f"{self._prefix}paint{len(self.definitions) + 1}"
            self._gradients[paint] = name
            self.definitions.append(_gradient(paint, name))
        return f"url(#{name})"

    def symbol(self, group: Group) -> str:
        """Return the content of a symbol."""
        return self._symbols.get(group.items, self.contents)

    def _image(self, image: Image) -> str:
        """Embed the file of a picture, which a matrix turns upright.

        Its orientation tag is removed, as some readers obey it and some do not.
        """
        data, orientation = self.file(image)
        place = image.place
        name = "href" if self._prefix else "xlink:href"  # in HTML and in SVG 1.1
        written = {name: f"data:image/{image.picture.kind};base64,{b64encode(data).decode()}"}
        if orientation == 1:
            written |= {key: format_mm(length) for key, length in place._asdict().items()}
        else:
            fill = Transform(place.width, 0, 0, place.height, place.x, place.y)
            written |= {"x": "0", "y": "0", "width": "1", "height": "1"}
            written["transform"] = _matrix(UPRIGHT[orientation].then(fill))
        return svg_element("image", preserveAspectRatio="none", **written)

    def file(self, image: Image) -> tuple[bytes, int]:
        """Return the file of a picture, and the orientation of its pixels."""
        from pnp.render.decoded import upright_file

        return upright_file(image.picture, image.tint)

    def _group(self, group: Group) -> str:
        same = self.symbol(group) if group.is_symbol else self.contents(group.items)
        transform = "" if group.transform is IDENTITY else _matrix(group.transform)
        seen = _decimals(group.opacity) if group.opacity < 1 else ""
        inner = svg_element("g", same, transform=transform, opacity=seen)
        if group.clip is None:
            return inner
        name = f"{self._prefix}clip{len(self.definitions) + 1}"
        rule = "evenodd" if group.even_odd else ""
        clip = svg_element("path", d=_commands(group.clip), clip_rule=rule)
        self.definitions.append(svg_element("clipPath", clip, id=name))
        return svg_element("g", inner, clip_path=f"url(#{name})")


def _gradient(gradient: Gradient, name: str) -> str:
    """Return the definition of a gradient, in the coordinates of the shape."""
    if gradient.kind == "linear":
        place = {"x1": "0", "y1": "0", "x2": "1", "y2": "0"}
    else:
        fx, fy = map(format_mm, gradient.focus)
        place = {"cx": "0", "cy": "0", "r": "1", "fx": fx, "fy": fy}
    stops = "".join(
        svg_element(
            "stop",
            offset=_decimals(stop.at),
            stop_color=stop.color,
            stop_opacity="" if stop.opacity == 1 else _decimals(stop.opacity),
        )
        for stop in gradient.stops
    )
    into = "" if gradient.into is IDENTITY else _matrix(gradient.into)
    units = {"gradientUnits": "userSpaceOnUse", "gradientTransform": into, "id": name}
    return svg_element(f"{gradient.kind}Gradient", stops, **place, **units)


def svg_element(tag: str, content: str = "", **written: str) -> str:
    """Return an element with the attributes that are not empty."""
    start = start_tag(tag, **written)
    return f"{start}{content}</{tag}>" if content else f"{start[:-1]} />"


def start_tag(tag: str, **written: str) -> str:
    """Return an opening tag with the attributes that are not empty, in alphabetical order."""
    attributes = (
        f' {name.replace("_", "-")}="{escape(value, _QUOTE)}"'
        for name, value in sorted(written.items())
        if value
    )
    return f"<{tag}{''.join(attributes)}>"


def _matrix(t: Transform) -> str:
    values = (t.a, t.b, t.c, t.d)
    factors = " ".join(map(_decimals, values))
    return f"matrix({factors} {format_mm(t.e)} {format_mm(t.f)})"


def _decimals(value: float) -> str:
    return f"{value + 0.0:.6f}".rstrip("0").rstrip(".")


show_in_notebooks(lambda scene: render(scene, scene.label).decode())
