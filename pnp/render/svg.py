"""Scenes as SVG 1.1: a picture with its text as outlines, or a page for a screen."""

from base64 import b64encode
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, assert_never
from xml.etree.ElementTree import tostring

from svgwrite import Drawing
from svgwrite.base import Desc, Title
from svgwrite.container import SVG

from pnp.base.font_files import FontFile
from pnp.base.geometry import IDENTITY, Point, Transform
from pnp.base.open_font import glyph_outlines, open_font
from pnp.base.path import Curve, Line, Path, commands, placed
from pnp.base.picture import UPRIGHT, PictureFile
from pnp.base.units import MM_PER_UNIT, decimals, format_mm
from pnp.scene import (
    Group,
    IdentityCache,
    Image,
    Item,
    Scene,
    Shape,
    Style,
    Text,
    Tint,
    has_pictures,
)
from pnp.scene.color_glyphs import has_colors, parted
from pnp.scene.gradient import Gradient, ShapePaint

SvgElement = Any  # of svgwrite, which has no types

DECLARATION = '<?xml version="1.0" encoding="utf-8"?>'

new = Drawing(debug=False)  # makes elements, without checking their attributes
_commands = lru_cache(maxsize=4096)(commands)  # a board is in figure after figure

SHARP = 300  # pixels to the inch: a screen shows that many at three times the size of the paper
MANY = 2.0  # times as many pixels, from which a picture is made smaller


def render(scene: Scene, title: str) -> bytes:
    """Return the SVG file of a picture, clipped to its size, with a title for screen readers.

    Raises:
        FontError: If a font has no glyph for a character.
        PictureError: If a picture's file has changed or cannot be read.
    """
    drawn = _untitled_with_pictures if has_pictures(scene) else _untitled
    tag, rest = drawn(scene)
    titled = tostring(Title(title).get_xml(), "unicode")
    return f"{DECLARATION}\n{tag}>{titled}{rest}\n".encode()


def _write(scene: Scene) -> tuple[str, str]:
    """Return the opening tag of a picture and the rest; equal pictures share these."""
    drawing = Drawing(debug=False, **size_of_box(scene))
    SvgWriter(drawing).write(scene)
    tag, _, rest = tostring(drawing.get_xml(), "unicode").partition(">")
    return tag, rest


_untitled = lru_cache(maxsize=64)(_write)  # the same few faces come back on many cards
_untitled_with_pictures = lru_cache(maxsize=2)(_write)  # a card's own face, and the common back


def inline(scene: Scene, title: str, words: str, name: str) -> str:
    """Return a picture as SVG inside an HTML page, with a title and a description.

    Its ids begin with ``name`` and an underscore; give each picture of a page another name.

    Raises:
        FontError: If a font has no glyph for a character.
    """
    said = Title(title), Desc(words)
    for text in said:
        text.xml.set("id", f"{name}_{text.elementname}")
    named = " ".join(text.xml.get("id") for text in said)
    picture = SVG(debug=False, role="img", aria_labelledby=named, **size_of_box(scene))
    picture.elements = [*said]
    opened = picture.tostring().removesuffix("</svg>")
    return f"{opened}{_inline(scene, f'{name}_')}</svg>"


@lru_cache(maxsize=128)  # a figure comes back in the book of each language
def _inline(scene: Scene, prefix: str) -> str:
    """Return what is inside the element of a picture."""
    picture = SVG(debug=False)
    SvgWriter(picture, prefix).write(scene)
    _, _, rest = tostring(picture.get_xml(), "unicode").partition(">")
    return rest.removesuffix("</svg>")


def size_of_box(scene: Scene) -> dict[str, Any]:
    """Return the attributes for the size of a picture."""
    width, height = format_mm(scene.size.width), format_mm(scene.size.height)
    return {"size": (f"{width}mm", f"{height}mm"), "viewBox": f"0 0 {width} {height}"}


class _Made:
    """An element whose XML is made once, however often it comes back."""

    def __init__(self, element: SvgElement) -> None:
        self._xml = element.get_xml()

    def get_xml(self) -> Any:
        return self._xml


class SvgWriter:
    """Writes the content of one picture; its ids begin with ``prefix``."""

    def __init__(self, picture: SVG, prefix: str = "") -> None:
        self._picture = picture
        self._prefix = prefix
        self._symbols: IdentityCache[tuple[Item, ...], list[SvgElement]] = IdentityCache()
        self._gradients: dict[Gradient, str] = {}

    def write(self, scene: Scene) -> None:
        """Write a scene into the picture, and what its items refer to into the definitions."""
        self._picture.elements += self.contents(scene.items)

    def contents(self, items: tuple[Item, ...]) -> list[SvgElement]:
        """Return the elements of items."""
        return [self.element(part) for item in items for part in _parts(item)]

    def define(self, element: SvgElement, kind: str) -> str:
        """Store a definition; return its name."""
        stored = self._picture.defs.elements
        element["id"] = f"{self._prefix}{kind}{len(stored) + 1}"
        stored.append(element)
        return str(element["id"])

    def element(self, item: Item) -> SvgElement:
        """Return the element of an item."""
        match item:
            case Shape():
                return self._path(item)
            case Text():
                return self.text(item)
            case Image():
                return self.image(item)
            case Group():
                return self._group(item)
            case _:
                assert_never(item)

    def text(self, text: Text) -> SvgElement:
        """Return the outlines of a line of text."""
        return self._path(Shape(text.outlines, Style(fill=text.fill)))

    def _path(self, shape: Shape) -> SvgElement:
        style = shape.style
        path = new.path(" ".join(map(_commands, shape.paths)), fill=self._paint(style.fill))
        if shape.even_odd:
            path["fill-rule"] = "evenodd"
        if style.stroke:
            path["stroke"] = self._paint(style.stroke)
            path["stroke-width"] = format_mm(style.stroke_width)
            path["stroke-dasharray"] = ",".join(map(format_mm, style.dash))
            if pen := style.pen:
                path["stroke-linecap"], path["stroke-linejoin"] = pen.cap, pen.join
                path["stroke-miterlimit"] = format_mm(pen.miter)
        return path

    def _paint(self, paint: ShapePaint | None) -> str:
        """Return the attribute value for a colour or a gradient, which is defined once."""
        if not isinstance(paint, Gradient):
            return paint or "none"
        if paint not in self._gradients:
            self._gradients[paint] = self.define(_gradient(paint), "paint")
        return f"url(#{self._gradients[paint]})"

    def symbol(self, group: Group) -> list[SvgElement]:
        """Return the content of a symbol."""
        return self._symbols.get(group.items, self._made)

    def _made(self, items: tuple[Item, ...]) -> list[SvgElement]:
        return list(map(_Made, self.contents(items)))

    def image(self, image: Image) -> SvgElement:
        """Embed the file of a picture, which a matrix turns upright.

        Its orientation tag is removed, as some readers obey it and some do not.
        """
        data, orientation = self.file(image)
        place = image.place
        href = f"data:image/{image.picture.kind};base64,{b64encode(data).decode()}"
        if orientation == 1:
            corner, size = map(format_mm, place[:2]), map(format_mm, place[2:])
            element = new.image(href, tuple(corner), tuple(size))
        else:
            fill = Transform(place.width, 0, 0, place.height, place.x, place.y)
            element = new.image(href, ("0", "0"), ("1", "1"))
            element["transform"] = _matrix(UPRIGHT[orientation].then(fill))
        element.stretch()
        if self._prefix:  # in HTML, unlike in SVG 1.1
            element["href"] = element.attribs.pop("xlink:href")
        return element

    def file(self, image: Image) -> tuple[bytes, int]:
        """Return the file of a picture, and the orientation of its pixels."""
        from pnp.render.decoded import upright_file

        return upright_file(image.picture, image.tint)

    def _group(self, group: Group) -> SvgElement:
        same = self.symbol(group) if group.is_symbol else self.contents(group.items)
        inner = grouped(same)
        if group.transform is not IDENTITY:
            inner["transform"] = _matrix(group.transform)
        if group.opacity < 1:
            inner["opacity"] = decimals(group.opacity)
        if group.clip is None:
            return inner
        rule = "evenodd" if group.even_odd else None
        clip = new.clipPath()
        clip.add(new.path(_commands(group.clip), clip_rule=rule))
        return grouped([inner], clip_path=f"url(#{self.define(clip, 'clip')})")


def _parts(item: Item) -> tuple[Item, ...]:
    """Return what an item is drawn as: letters in colours of their own are many shapes."""
    return parted(item) if isinstance(item, Text) and has_colors(item) else (item,)


def grouped(elements: list[SvgElement], **attributes: str) -> SvgElement:
    """Return elements as a group."""
    group = new.g(**attributes)
    group.elements = elements
    return group


def _gradient(gradient: Gradient) -> SvgElement:
    """Return the definition of a gradient, in the coordinates of the shape."""
    if gradient.kind == "linear":
        made = new.linearGradient(("0", "0"), ("1", "0"))
    else:
        made = new.radialGradient(("0", "0"), "1", tuple(map(format_mm, gradient.focus)))
    made["gradientUnits"] = "userSpaceOnUse"
    if gradient.into is not IDENTITY:
        made["gradientTransform"] = _matrix(gradient.into)
    for stop in gradient.stops:
        opacity = None if stop.opacity == 1 else decimals(stop.opacity)
        made.add_stop_color(decimals(stop.at), stop.color, opacity)
    return made


def _matrix(t: Transform) -> str:
    values = (t.a, t.b, t.c, t.d)
    factors = " ".join(map(decimals, values))
    return f"matrix({factors} {format_mm(t.e)} {format_mm(t.f)})"


def render_page(scene: Scene, title: str) -> bytes:
    """Return the SVG of a page, clipped to its size, with a title for screen readers.

    Raises:
        FontError: If a font has no glyph for a character.
        PictureError: If a picture's file has changed or cannot be read.
    """
    page = Drawing(debug=False, **size_of_box(scene))
    _PageWriter(page).write(scene)
    page.set_desc(title)
    return f"{page.tostring()}\n".encode()


class _PageWriter(SvgWriter):
    """Writes the content of one page; repeated drawings become definitions."""

    def __init__(self, picture: SVG) -> None:
        super().__init__(picture)
        self._letters: dict[tuple[FontFile, int], str] = {}
        self._drawings: IdentityCache[tuple[Item, ...], str] = IdentityCache()

    def text(self, text: Text) -> SvgElement:
        """Return a line of text whose letters are drawings with 1000 units to an em."""
        place = f"translate({format_mm(text.at.x)} {format_mm(text.at.y)})"
        scale = f"{text.size / 1000:.8f}".rstrip("0")
        shown = list(self._uses(text))
        return grouped(shown, fill=text.fill, transform=f"{place}scale({scale})")

    def symbol(self, group: Group) -> list[SvgElement]:
        """Refer to a symbol."""
        return [new.use(f"#{self._drawings.get(group.items, self._defined)}")]

    def file(self, image: Image) -> tuple[bytes, int]:
        """Return a picture, reduced to the pixels that a screen can show if it has many more."""
        picture, place = image.picture, image.place
        width, height = (max(1, round(side / MM_PER_UNIT["in"] * SHARP)) for side in place.size)
        if picture.width * picture.height < MANY * width * height:
            return super().file(image)
        return _smaller(picture, image.tint, width, height), 1

    def _uses(self, text: Text) -> Iterator[SvgElement]:
        """Yield a reference to each glyph of a line, in thousandths of an em."""
        left = 0.0
        for run in text.shaped.runs:
            for glyph, x, y in run.placed():
                name = self._letter(run.file, glyph)
                if name:
                    down = f"{-1000 * y / run.units:.0f}" if y else None
                    across = 1000 * (left + x / run.units)
                    yield new.use(f"#{name}", (f"{across:.0f}", down))
            left += run.width

    def _letter(self, file: FontFile, glyph: int) -> str:
        """Return the name of a glyph, or "" if it is blank."""
        known = self._letters.get((file, glyph))
        if known is None:
            drawn = _outlines(file, glyph)
            known = self.define(new.path(drawn), "l") if drawn else ""
            self._letters[file, glyph] = known
        return known

    def _defined(self, items: tuple[Item, ...]) -> str:
        return self.define(grouped(self.contents(items)), "d")


@lru_cache(maxsize=32)  # they recur from one request to the next
def _smaller(picture: PictureFile, tint: Tint, width: int, height: int) -> bytes:
    from pnp.render.decoded import smaller_file

    return smaller_file(picture, tint, width, height)


@lru_cache(maxsize=2048)
def _outlines(file: FontFile, glyph: int) -> str:
    """Return the path data of a glyph, y down, in thousandths of an em."""
    scale = 1000 / open_font(file).units
    down = Transform(scale, 0, 0, -scale, 0, 0)
    return "".join(_relative(placed(path, down)) for path in glyph_outlines(file, glyph))


def _relative(path: Path) -> str:
    """Return path data in whole units, each point relative to the one before."""
    here = _whole(path.start)
    parts = [f"M{here[0]} {here[1]}"]
    for segment in path.segments:
        points = segment if isinstance(segment, Curve) else (segment.to,)
        moves = [(x - here[0], y - here[1]) for x, y in map(_whole, points)]
        command = "l" if isinstance(segment, Line) else "c"
        parts.append(command + " ".join(f"{across} {down}" for across, down in moves))
        here = _whole(segment.to)
    return f"{''.join(parts)}z"


def _whole(point: Point) -> tuple[int, int]:
    return round(point.x), round(point.y)
