"""Writes SVG files again for a renderer of pixels: plain, in UTF-8, and without surprises.

Whatever that renderer would leave out or read in another way is resolved first: style sheets,
variables and transforms of CSS, entities, elements for other languages and programs. Whatever it
might open is rejected. Bitmaps are PNG or JPEG, and upright.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import lru_cache
from math import hypot, isclose
from typing import NamedTuple
from xml.etree import ElementTree as Xml
from xml.etree.ElementTree import Element

from pnp.base.color import BLACK
from pnp.base.errors import PictureError
from pnp.base.font_files import FontFile
from pnp.base.geometry import IDENTITY, Transform
from pnp.base.limits import limits, over
from pnp.images.svg.alone import part_alone
from pnp.images.svg.bitmaps import content_of, describe_embedded
from pnp.images.svg.conditions import applies, chosen, condition_remarks
from pnp.images.svg.flowed import set_flowed_text
from pnp.images.svg.reader import (
    SILENT,
    UNDRAWN,
    SvgFile,
    SvgReader,
    open_svg,
    require_known_tag,
    within,
)
from pnp.images.svg.remedies import convert_to_paths
from pnp.images.svg.styles import GEOMETRY, ComputedStyle, filled, require_known
from pnp.images.svg.tree import SVG, is_svg, reference, target_id
from pnp.images.svg.values import Basis, Viewport, is_even, view_box

XML = "http://www.w3.org/XML/1998/namespace"
LEFT_OUT = {"cursor", "desc", "metadata", "style", "title", "view"}
RESOLVED = {"class", "requiredExtensions", "requiredFeatures", "style", "systemLanguage"}
MOVED = {"transform", "transform-box", "transform-origin", "vector-effect"}
PAINTS = {"linearGradient", "pattern", "radialGradient"}  # which have transforms of their own
# Elements that are drawn as part of one that the reader of shapes does not go into.
INNER = {"stop", "tspan", "textPath", "tref"}
INNER |= {"flowDiv", "flowLine", "flowPara", "flowRegion", "flowRegionExclude", "flowSpan"}
REFERRING = {"filter", "linearGradient", "pattern", "radialGradient", "textPath", "tref", "use"}


class PlainSvg(NamedTuple):
    """A plain SVG file, the drawings in it, and what a report should say of it."""

    root: Element
    within: tuple["PlainSvg", ...]
    remark: str

    def roots(self) -> Iterator[Element]:
        """Yield the roots of the file and of the drawings in it."""
        yield self.root
        for one in self.within:
            yield from one.roots()

    def has_text(self) -> bool:
        """Return whether there is text in the file or in a drawing in it."""
        return any(node.tag in UNDRAWN for root in self.roots() for node in root.iter())

    def written(self) -> bytes:
        """Return the file."""
        data: bytes = Xml.tostring(self.root, encoding="utf-8")
        return data


def plain_svg(data: bytes, part: str = "", fonts: Sequence[FontFile] = ()) -> PlainSvg:
    """Return an SVG file, or one part of it, in plain form; its text may use ``fonts``."""
    if not part:
        plain = _Writer(open_svg(data)).whole()
    else:
        file, plain = _of_many_parts(data)
        plain = plain._replace(root=deepcopy(part_alone(plain.root, file, part)))
    overrun = set_flowed_text(plain.root, fonts)
    return plain._replace(remark="; ".join(filter(None, (plain.remark, overrun))))


@lru_cache(maxsize=2)  # of which many parts may be used, megabytes each
def _of_many_parts(data: bytes) -> tuple[SvgFile, PlainSvg]:
    file = open_svg(data)
    return file, _Writer(file).whole()


class _Place(NamedTuple):
    """Where an element is written: the view of lengths, whether it is shown where it stands.

    In a ``steady`` place, lines are as wide as they say.
    """

    view: Basis
    shown: bool = True
    steady: bool = True


class _Writer:
    """Writes the elements of one file."""

    def __init__(self, file: SvgFile) -> None:
        self._file = file
        self._reader = SvgReader(file)
        self._within: list[PlainSvg] = []
        self._remarks = [*file.styles.remarks, *condition_remarks(file.root, file.program)]
        self._pixels = 0

    def whole(self) -> PlainSvg:
        size, place = self._reader.view()
        if size is None:
            raise PictureError("has no size; give its svg element a viewBox")
        root = self._element(self._file.root, _Place(place.view))
        if root is None:
            root = Element("svg")
        root.set("xmlns", SVG)
        remarks = [*self._remarks, *(one.remark for one in self._within if one.remark)]
        return PlainSvg(root, tuple(self._within), "; ".join(dict.fromkeys(remarks)))

    def _element(self, node: Element, place: _Place) -> Element | None:
        """Return an element with all that is in it, or None if it is not drawn."""
        if " " in node.tag or node.tag in LEFT_OUT or not applies(node):
            return None
        look = self._file.styles.natural(node, BLACK)
        shown = place.shown and node.tag not in SILENT and look["display"] != "none"
        if shown:
            require_known(look)
            if node.tag not in INNER:
                require_known_tag(node, self._file.program)
        if node.tag == "foreignObject":
            return None
        if node.tag == "tref" and not self._names_text(node):
            raise PictureError(f"has text from elsewhere; {convert_to_paths(self._file.program)}")
        made = Element("g" if node.tag == "switch" else node.tag, self._attributes(node, look))
        moved = self._reader.transform(node, look, Viewport(IDENTITY, place.view))
        if moved != IDENTITY or look["transform"] == "none":
            made.attrib.pop("transform", None)
        if moved != IDENTITY:
            made.set("transform", f"matrix({' '.join(map(repr, moved))})")
        box = view_box(node) if node.tag in ("svg", "symbol") else None
        inner = _Place(Basis(*box.size) if box else place.view, shown)
        inner = inner._replace(steady=place.steady and shown and box is None and _is_rigid(moved))
        if look["vector-effect"] != "none" and not inner.steady and look["stroke"] != "none":
            raise PictureError(
                "has lines whose width does not grow with them (vector-effect); turn them into "
                "paths"
            )
        if node.tag in ("image", "feImage"):
            self._embed(node, made)
        made.text, made.tail = node.text, node.tail
        within = [chosen(node)] if node.tag == "switch" else list(node)
        for child in within:
            if child is not None:
                _add(made, child, self._element(child, inner))
        return made

    def _names_text(self, node: Element) -> bool:
        target = self._file.by_id.get(target_id(node))
        return target is not None and target.tag in ("text", "tspan")

    def _attributes(self, node: Element, look: ComputedStyle) -> dict[str, str]:
        """Return the attributes of an element, and what style sheets say in its own style."""
        resolved = RESOLVED if node.tag in PAINTS else RESOLVED | MOVED
        kept = {
            name: filled(value, look)
            for name, value in node.attrib.items()
            if " " not in name and name not in resolved
        }
        for name in ("space", "lang"):
            if (value := node.get(f"{XML} {name}")) is not None:
                kept[f"{{{XML}}}{name}"] = value
        if node.tag not in REFERRING:
            kept.pop("href", None)
        styled = {
            name: filled(value, look)
            for name, value in self._file.styles.styled[node].items()
            if not name.startswith("--") and name not in resolved | GEOMETRY
        }
        if style := ";".join(f"{name}:{value}" for name, value in styled.items() if value):
            kept["style"] = style
        return kept

    def _embed(self, node: Element, made: Element) -> None:
        """Write the picture of an element into its address, as PNG, JPEG or plain SVG."""
        target = reference(node)
        if node.tag == "feImage" and (not target or target.startswith("#")):
            made.set("href", target)
            return
        content = content_of(node, self._file.program)
        if not content:
            return
        if is_svg(content):
            plain = _Writer(open_svg(content, within(self._file))).whole()
            if plain.has_text():  # the renderer has no fonts for it
                raise PictureError(
                    f"has a drawing within it that has text; {convert_to_paths(self._file.program)}"
                )
            self._within.append(plain)
            kind, content = "svg+xml", plain.written()
        else:
            kind, content = self._bitmap(content)
        made.set("href", f"data:image/{kind};base64,{b64encode(content).decode()}")

    def _bitmap(self, content: bytes) -> tuple[str, bytes]:
        """Return the kind and the bytes of a bitmap that the renderer shows as it is."""
        from pnp.images.foreign import upright_png  # Pillow, only where it is needed

        picture = describe_embedded(content)
        if picture.remark:
            self._remarks.append(f"has a bitmap that is {picture.remark}")
        self._pixels += round(picture.width * picture.height)
        if self._pixels > limits().pixels:
            raise PictureError(f"contains too many bitmaps: {over('pixels')}; make them smaller")
        if picture.made_from or picture.orientation != 1:
            return "png", upright_png(content)
        return picture.kind, content


def _is_rigid(into: Transform) -> bool:
    return is_even(into) and isclose(hypot(into.a, into.b), 1)


def _add(made: Element, child: Element, written: Element | None) -> None:
    """Add a child as it is written, or the words after it alone."""
    if written is not None:
        made.append(written)
    elif child.tail and len(made):
        made[-1].tail = (made[-1].tail or "") + child.tail
    elif child.tail:
        made.text = (made.text or "") + child.tail
