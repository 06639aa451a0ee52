"""Set the flowed text of Inkscape in lines, which renderers of SVG 1.1 and 2 can draw.

``flowRoot`` is of a draft of SVG 1.2 that no browser and no other program took up; Inkscape wrote
it until version 1.0, also into its plain SVG. Lines end where they do in Inkscape: at the last
blank, slash or hyphen that fits.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement

from pnp.base.errors import FontError, PictureError
from pnp.base.font_files import SANS, SERIF, Font, FontFile, OwnFont, files_of
from pnp.base.fonts import text_width
from pnp.base.geometry import IDENTITY, Rect, Transform, ring_area
from pnp.base.open_font import family_names, open_font, style_name
from pnp.base.path import Path, flattened, path_bounds
from pnp.base.units import EPSILON
from pnp.images.svg.outlines import SHAPES, moved, outlines
from pnp.images.svg.parts import SANS_NAME, SERIF_NAME, WITH_SERIFS
from pnp.images.svg.tree import DEPTH, target_id
from pnp.images.svg.values import Basis, length, numbers, transform

NOWHERE = Basis(0, 0)
XML = "http://www.w3.org/XML/1998/namespace"
FLOWED = "flowRoot"
FILLED = 0.97  # of the rectangle around a frame that counts as one
TO_TEXT = "in Inkscape choose Text, Convert to Text, or Path, Object to Path"
_USUAL = {  # the properties that set lines, all of which children inherit
    "font-family": "sans-serif",
    "font-size": "16px",
    "font-style": "normal",
    "font-weight": "normal",
    "letter-spacing": "normal",
    "line-height": "125%",
    "text-align": "start",
}
_BLANKS = re.compile(r"[ \t\r\n]+")
# A line may also end behind a slash or a hyphen before a letter (Unicode Annex 14, classes SY, HY).
_WORDS = re.compile(r"\s+|\S+?(?:[/-](?=[^\W\d_])|(?=\s|$))")
_ANCHORS = {"center": "middle", "end": "end", "right": "end"}

TextStyleOf = Mapping[str, str]  # the value of each property in _USUAL


class _Word(NamedTuple):
    """A word or a blank between two words, the style of its span as CSS, and how wide it is."""

    text: str
    style: str
    width: float


class _Line(NamedTuple):
    """The words of a line, the distance from its top to its baseline, and its height."""

    words: tuple[_Word, ...]
    rise: float
    height: float


def set_flowed_text(root: Element, fonts: Sequence[FontFile]) -> str:
    """Set the flowed text of a plain SVG file in lines; return a remark on text that overruns.

    Lines beyond the end of a frame are drawn below it, so that no word is lost.
    """
    if next(root.iter(FLOWED), None) is None:
        return ""
    by_id = {node.get("id", ""): node for node in root.iter()}
    remark = ""
    for parent, look in list(_styled(root, _USUAL)):
        for at, node in enumerate(parent):
            if node.tag == FLOWED:
                try:
                    flow = _Flow(node, by_id, _look_of(node, look), fonts)
                except FontError as error:
                    raise PictureError(f"has flowed text that cannot be set: {error}") from None
                parent[at] = flow.set_in_lines()
                remark = remark or flow.remark
    return remark


def _styled(node: Element, around: TextStyleOf) -> Iterator[tuple[Element, TextStyleOf]]:
    """Yield an element and all elements within it, each with its text style."""
    look = _look_of(node, around)
    yield node, look
    for child in node:
        yield from _styled(child, look)


def _look_of(node: Element, around: TextStyleOf) -> TextStyleOf:
    pairs = (one.partition(":") for one in node.get("style", "").split(";"))
    styled = {name.strip().lower(): value.strip() for name, _, value in pairs}
    given = {name: styled.get(name) or node.get(name) for name in _USUAL}
    look = {**around, **{name: value for name, value in given.items() if value}}
    look["font-size"] = f"{_size(look['font-size'], _size(around['font-size'], 16)):.6g}px"
    return look


def _size(text: str, around: float) -> float:
    """Return a size of type in user units."""
    if text.endswith(("%", "em")):
        return around * _times(text.removesuffix("em"), "font-size")
    return length(text, "font-size", NOWHERE, "y")


def _times(text: str, what: str) -> float:
    """Return a number or a percentage."""
    (value,) = numbers(text.removesuffix("%"), what, (1,))
    return value / 100 if text.endswith("%") else value


class _Flow:
    """One flowed text: its frames, and its paragraphs in lines."""

    def __init__(
        self,
        node: Element,
        by_id: Mapping[str, Element],
        look: TextStyleOf,
        fonts: Sequence[FontFile],
    ) -> None:
        self._node, self._look, self._fonts = node, look, fonts
        regions = node.iter("flowRegion")
        self._frames = [_frame(shape, by_id) for region in regions for shape in region]
        self.remark = ""

    def set_in_lines(self) -> Element:
        """Return a group of texts, one for each line."""
        group = Element("g", dict(self._node.attrib))
        group.tail = self._node.tail
        if not "".join(self._node.itertext()).strip():
            return group
        if not self._frames:
            raise PictureError(f"has flowed text without a frame; {TO_TEXT}")
        frame, *others = self._frames
        top = frame.y
        for paragraph, look in self._paragraphs(self._node, self._look):
            for line in self._lines(paragraph, look, frame.width):
                if top + line.height > frame.bottom + EPSILON:
                    if others:
                        frame, *others = others
                        top = frame.y
                    elif line.words:
                        self.remark = "its flowed text is longer than its frame, and goes on below"
                if line.words:
                    group.append(_text(line, paragraph, look, frame, top))
                top += line.height
        return group

    def _paragraphs(
        self, node: Element, look: TextStyleOf
    ) -> Iterator[tuple[Element, TextStyleOf]]:
        for child in node:
            inner = _look_of(child, look)
            match child.tag:
                case "flowPara":
                    yield child, inner
                case "flowDiv":
                    yield from self._paragraphs(child, inner)

    def _lines(self, paragraph: Element, look: TextStyleOf, width: float) -> list[_Line]:
        """Break a paragraph into lines; an empty one is an empty line."""
        lines: list[list[_Word]] = [[]]
        left = width
        for word in self._words(paragraph, look, ""):
            if word.text.strip() and lines[-1] and word.width > left + EPSILON:
                lines.append([])
                left = width
            if lines[-1] or word.text.strip():  # no line begins with a blank
                lines[-1].append(word)
                left -= word.width
        size = _size(look["font-size"], 0)
        height = size * _leading(look["line-height"], size)
        rise = (height - size) / 2 + size * _ascent(self._font(look))
        return [_Line(_trimmed(line), rise, height) for line in lines]

    def _words(self, node: Element, look: TextStyleOf, style: str) -> Iterator[_Word]:
        """Yield the words and blanks of a paragraph and the spans in it."""
        font, size = self._font(look), _size(look["font-size"], 0)
        spaced = look["letter-spacing"]
        gap = 0.0 if spaced == "normal" else length(spaced, "letter-spacing", NOWHERE, "x")
        drawn = f"{style};font-family:'{_family(font)}'".lstrip(";")  # it is broken in this one

        def cut(text: str | None) -> Iterator[_Word]:
            for word in _WORDS.findall(_BLANKS.sub(" ", text or "")):
                yield _Word(word, drawn, text_width(word, font, size) + gap * len(word))

        yield from cut(node.text)
        for child in node:
            own = ";".join(filter(None, (style, child.get("style"))))
            yield from self._words(child, _look_of(child, look), own)
            yield from cut(child.tail)

    def _font(self, look: TextStyleOf) -> Font:
        """Return the font that draws a style: of the game, or the one of pnp that replaces it."""
        bold = look["font-weight"] in ("bold", "bolder", "600", "700", "800", "900")
        italic = look["font-style"] in ("italic", "oblique")
        names = [one.strip().strip("'\"") for one in look["font-family"].split(",")]
        usual = (SERIF if WITH_SERIFS.search(look["font-family"]) else SANS).cut(bold, italic)
        for name in names:
            named = [file for file in self._fonts if name in family_names(file)]
            if named:
                return OwnFont(
                    name, min(named, key=lambda file: _unlike(file, bold, italic)), (usual,)
                )
        return usual


def _family(font: Font) -> str:
    """Return the name under which resvg finds a font."""
    if isinstance(font, OwnFont):
        return font.name
    return SERIF_NAME if font.startswith("serif") else SANS_NAME


def _unlike(file: FontFile, bold: bool, italic: bool) -> int:
    """Return how unlike a weight and a slope a font is."""
    style = style_name(file).lower()
    leans = "italic" in style or "oblique" in style
    return 2 * (leans != italic) + (("bold" in style) != bold)


def _frame(shape: Element, by_id: Mapping[str, Element]) -> Rect:
    """Return the rectangle in which a text flows: a shape, or a use of one."""
    into, uses = IDENTITY, 0
    while shape.tag == "use":
        name = target_id(shape)
        x, y = (length(shape.get(axis, "0"), axis, NOWHERE, axis) for axis in "xy")
        into = Transform.move(x, y).then(transform(shape.get("transform", ""))).then(into)
        uses += 1
        if name not in by_id or uses > DEPTH:
            raise PictureError(f"has flowed text in a frame that is not in it; {TO_TEXT}")
        shape = by_id[name]
    into = transform(shape.get("transform", "")).then(into)
    drawn = outlines(shape, NOWHERE) if shape.tag in SHAPES else []
    paths = [moved(path, into) for path in drawn]
    if len(paths) != 1 or not _is_rectangle(paths[0]):
        raise PictureError(f"has flowed text in a frame that is not a rectangle; {TO_TEXT}")
    return path_bounds(paths[0])


def _is_rectangle(path: Path) -> bool:
    """Return whether a path is a rectangle, perhaps with rounded corners."""
    box = path_bounds(path)
    return abs(ring_area(flattened(path, 0.1))) > FILLED * box.width * box.height > 0


def _text(line: _Line, paragraph: Element, look: TextStyleOf, frame: Rect, top: float) -> Element:
    """Return a line as text in its place."""
    anchor = _ANCHORS.get(look["text-align"], "start")
    left = {"start": frame.x, "middle": frame.center.x, "end": frame.right}[anchor]
    style = f"{paragraph.get('style', '')};text-anchor:{anchor}".lstrip(";")
    at = {"x": f"{left:.6g}", "y": f"{top + line.rise:.6g}", "style": style}
    text = Element("text", {**paragraph.attrib, **at, f"{{{XML}}}space": "preserve"})
    text.attrib.pop("id", None)
    for style, words in groupby(line.words, key=lambda word: word.style):
        span = SubElement(text, "tspan", {"style": style})
        span.text = "".join(word.text for word in words)
    return text


def _trimmed(words: Sequence[_Word]) -> tuple[_Word, ...]:
    """Return the words of a line without the blanks at its end."""
    end = max((at for at, word in enumerate(words, 1) if word.text.strip()), default=0)
    return tuple(words[:end])


def _leading(text: str, size: float) -> float:
    """Return a line height in sizes of type."""
    if text == "normal":
        return 1.25
    if text.endswith(("px", "pt", "mm", "cm", "in")):
        return length(text, "line-height", NOWHERE, "y") / size
    return _times(text.removesuffix("em"), "line-height")


def _ascent(font: Font) -> float:
    """Return the part of the type size above the baseline, as Inkscape divides it."""
    extents = open_font(files_of(font)[0]).font.get_font_extents("ltr")
    return float(extents.ascender / (extents.ascender - extents.descender))
