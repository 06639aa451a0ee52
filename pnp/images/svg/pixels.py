"""Render SVG files or parts of them with resvg, if scenes cannot hold them as shapes."""

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from functools import lru_cache
from io import BytesIO
from math import fsum, hypot, isclose, isqrt, prod
from typing import NamedTuple
from unicodedata import category
from xml.etree import ElementTree as Xml
from xml.etree.ElementTree import Element, SubElement

from PIL import Image as Pillow

from pnp.base.color import BLACK
from pnp.base.errors import PictureError
from pnp.base.font_files import FontFile, FontName, font_file, sign_files
from pnp.base.geometry import IDENTITY, Rect, Size, Transform
from pnp.base.limits import limits, over
from pnp.base.open_font import open_font, read_font
from pnp.base.shaping import LOOK_ALIKES, needs_order
from pnp.base.units import quoted
from pnp.images.svg.bitmaps import content_of, describe_embedded
from pnp.images.svg.flowed import set_flowed_text
from pnp.images.svg.parts import (
    SANS_NAME,
    SERIF_NAME,
    WITH_SERIFS,
    applies,
    chosen,
    condition_remarks,
    convert_to_paths,
    path_to,
    readable,
)
from pnp.images.svg.reader import (
    SILENT,
    UNDRAWN,
    SvgFile,
    SvgReader,
    open_svg,
    require_known_tag,
    within,
)
from pnp.images.svg.styles import GEOMETRY, INITIAL, ComputedStyle, filled, require_known
from pnp.images.svg.tree import SVG, NotShapesError, is_svg, read_tree, reference, target_id
from pnp.images.svg.values import Basis, Viewport, is_even, length, numbers, root_view, view_box
from pnp.scene import Item, items_bounds

# What hides, cuts or shades all that lies in an element, and what makes it larger or names it.
OUTER = {"clip-path", "display", "filter", "id", "mask", "opacity", "preserveAspectRatio"}
OUTER |= {"viewBox", "width", "height", "x", "y"}

_REFERENCE = re.compile(r"#([^\s)\"']+)")

XML = "http://www.w3.org/XML/1998/namespace"
LEFT_OUT = {"cursor", "desc", "metadata", "style", "title", "view"}
RESOLVED = {"class", "requiredExtensions", "requiredFeatures", "style", "systemLanguage"}
MOVED = {"transform", "transform-box", "transform-origin", "vector-effect"}
PAINTS = {"linearGradient", "pattern", "radialGradient"}  # which have transforms of their own
# Elements that are drawn as part of one that the reader of shapes does not go into.
INNER = {"stop", "tspan", "textPath", "tref"}
REFERRING = {"filter", "linearGradient", "pattern", "radialGradient", "textPath", "tref", "use"}

MOST_ELEMENTS = 100_000  # once those that are used again are counted each time
LARGE = 100  # elements that take no more time than a bitmap
USING = ("use", "feImage")
TRIAL = 64  # pixels a side, to find out whether a file can be drawn at all
PANIC = "PanicException"  # of PyO3, for a mistake in Rust; no module exports it
LARGEST_TILE = 4.0  # of the longer side of the picture, or of a shape
TILED = (b"<pattern", b"<feTile")
FILTERED = b"<filter"
LARGER = 4  # times, so that a tile is less than a quarter of a pixel too large or small
# What filters take resvg, in nanoseconds a pixel: a step, an octave of a turbulence, a number of a
# matrix, a pixel that a morphology compares; and the most that one filter may take for a picture.
STEP, OCTAVE, OF_MATRIX, COMPARED = 100, 85, 5, 43
SLOWEST = 20e9
USUAL_SIDE = 1000  # pixels, for which it is judged before its size is known
COMPRESSION = 4  # of 9: about as small as 6 in half the time
FONTS: tuple[FontName, ...] = (
    *("sans", "sans-bold", "sans-italic", "sans-bold-italic"),
    *("serif", "serif-bold", "serif-italic", "serif-bold-italic"),
)  # fmt: skip

_FAMILIES = re.compile(r'font-family\s*(?:=\s*"|:)(?P<names>(?:&quot;|[^;}"<>])*)')


def part_alone(whole: Element, file: SvgFile, part: str) -> Element:
    """Return one part of a plain SVG file, as large as its shapes or its viewBox."""
    path = path_to(whole, part)
    box = view_box(path[-1]) if path[-1].tag in ("svg", "symbol") else None
    box = box or _Outlines(file).bounds(path_to(file.root, part))
    if box is None:
        raise PictureError(f"has no outlines in {quoted(part)} to take its size from")
    alone = Element(whole.tag, _inherited(whole))
    alone.set("viewBox", " ".join(f"{value:.6g}" for value in box))
    hidden = SubElement(alone, "defs")
    hidden.extend(_needed(whole, part))
    inside = alone
    for one in path[1:-1]:
        inside = SubElement(inside, "g", _inherited(one))
    shown = SubElement(inside, "use", {"href": f"#{part}"})
    if path[-1].tag == "symbol" and view_box(path[-1]) is not None:
        names = ("x", "y", "width", "height")
        shown.attrib |= {name: f"{side:.6g}" for name, side in zip(names, box, strict=True)}
    return alone


def _inherited(node: Element) -> dict[str, str]:
    """Return an element's transform and the attributes that its children inherit."""
    kept = {name: value for name, value in node.attrib.items() if name not in OUTER}
    styles = [one for one in kept.get("style", "").split(";") if one.strip()]
    style = ";".join(one for one in styles if one.partition(":")[0].strip() not in OUTER)
    return kept | {"style": style}


def _needed(whole: Element, part: str) -> list[Element]:
    """Return the part of a file and everything to which it refers."""
    by_id: dict[str, Element] = {}
    for node in whole.iter():
        by_id.setdefault(node.get("id", ""), node)
    found: dict[str, Element] = {}
    wanted = [part]
    while wanted:
        name = wanted.pop()
        if name in found or name not in by_id:
            continue
        found[name] = by_id[name]
        for one in by_id[name].iter():
            wanted += (name for value in one.attrib.values() for name in _REFERENCE.findall(value))
    inner = {id(one) for node in found.values() for one in node.iter() if one is not node}
    return [node for node in found.values() if id(node) not in inner]


class _Outlines(SvgReader):
    """Draws the shapes of a file and ignores everything else."""

    def bounds(self, path: list[Element]) -> Rect | None:
        """Return the rectangle around the last of several nested elements, or None."""
        place = self.view()[1]._replace(into=IDENTITY)
        look = self._styles.look_of(self._root, INITIAL)
        for one in path[1:-1]:
            look = self._styles.look_of(one, look)
            place = place.within(self.transform(one, look, place))
        found = items_bounds(self._element(path[-1], look, place))
        return found if found is not None and min(found.size) > 0 else None

    def _element(self, node: Element, around: ComputedStyle, place: Viewport) -> Iterator[Item]:
        try:
            items = tuple(super()._element(node, around, place))
        except NotShapesError:
            items = ()
            if node.tag in ("a", "g", "switch", "use"):
                look = self._styles.look_of(node, around)
                inner = place.within(self.transform(node, look, place))
                items = tuple(self._inside(node, look, inner))
        yield from items


INNER |= {"flowDiv", "flowLine", "flowPara", "flowRegion", "flowRegionExclude", "flowSpan"}


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


def drawable_size(plain: PlainSvg, fonts: Sequence[FontFile] = ()) -> Size:
    """Return the size of a file that can be drawn as pixels, in user units."""
    for root in plain.roots():
        _require_few(root)
        _require_glyphs(root, fonts)
        size, _ = root_view(root)
        box = view_box(root)
        assert size is not None, "a file without a size is not written in plain form"
        view = Basis(*(box.size if box else size))
        _require_small_tiles(root, view)
        _require_quick_filters(root, view, USUAL_SIDE / max(view[:2]))
    size, _ = root_view(plain.root)
    assert size is not None
    for longest in (TRIAL, USUAL_SIDE):  # thin lines show in the larger one alone
        scale = longest / max(size)
        width, height = (max(1, round(scale * side)) for side in size)
        drawn = draw_pixels(plain.written(), width, height, fonts)
        with Pillow.open(BytesIO(drawn)) as image:
            if image.convert("RGBA").getchannel("A").getbbox() is not None:
                return size
    raise PictureError("draws nothing")


def draw_pixels(data: bytes, width: int, height: int, fonts: Sequence[FontFile] = ()) -> bytes:
    """Return a plain SVG file as PNG of the given pixel size, transparent where nothing is drawn.

    Text may use the families of pnp and of ``fonts``. resvg rounds the tiles of patterns to whole
    pixels, so a file with some is drawn larger first.
    """
    if FILTERED in data:
        root = read_tree(data)
        box = view_box(root) or Rect(0, 0, *(root_view(root)[0] or (width, height)))
        _require_quick_filters(root, Basis(*box.size), max(width, height) / max(box.size))
    if not any(mark in data for mark in TILED):
        return _draw(data, width, height, fonts)
    factor = max(1, min(LARGER, isqrt(limits().pixels // (width * height))))
    drawn = _draw(data, factor * width, factor * height, fonts)
    with Pillow.open(BytesIO(drawn)) as image:
        smaller = image.convert("RGBA").convert("RGBa").reduce(factor).convert("RGBA")
    out = BytesIO()
    smaller.save(out, "PNG", compress_level=COMPRESSION)
    return out.getvalue()


def _draw(data: bytes, width: int, height: int, fonts: Sequence[FontFile]) -> bytes:
    import resvg_py

    own = [one.path for one in readable(fonts) if read_font(one)]
    try:
        drawn = resvg_py.svg_to_bytes(
            svg_string=_in_known_families(_in_usual_signs(data.decode())),
            width=width,
            height=height,
            dpi=96.0,
            skip_system_fonts=True,
            font_files=[*_built_in(), *own],
            font_family=SANS_NAME,
            sans_serif_family=SANS_NAME,
            serif_family=SERIF_NAME,
        )
    except BaseException as error:
        if not isinstance(error, ValueError) and type(error).__name__ != PANIC:
            raise
        raise PictureError("cannot be drawn as pixels; save it as PNG") from None
    return bytes(drawn)


def _in_known_families(text: str) -> str:
    """Return an SVG file in which a font of pnp stands last in each list of families.

    resvg would set all that nobody has in a serif.
    """

    def listed(match: re.Match[str]) -> str:
        names = match["names"].strip()
        usual = SERIF_NAME if WITH_SERIFS.search(names) else SANS_NAME
        is_list = names and names not in ("inherit", "initial", "unset")
        return f"{match[0]}, '{usual}'" if is_list else match[0]

    return _FAMILIES.sub(listed, text)


def _in_usual_signs(text: str) -> str:
    """Return an SVG file with what its characters look like that fonts need not have."""
    for sign, alike in LOOK_ALIKES.items():
        text = re.sub(rf"{sign}|&#0*{ord(sign)};|&#[xX]0*(?i:{ord(sign):x});", alike, text)
    return text


def _require_glyphs(root: Element, fonts: Sequence[FontFile]) -> None:
    """Reject text with letters that resvg would show as boxes.

    Those are letters that no font has and, in text from right to left, letters that its own font
    lacks, since resvg then finds no substitute.
    """
    opened = [open_font(one) for one in (*map(FontFile, _built_in()), *readable(fonts))]
    for text in (node for node in root.iter() if node.tag == "text"):
        words = "".join(LOOK_ALIKES.get(one, one) for one in "".join(text.itertext()))
        letters = {one for one in words if not (one.isspace() or category(one) == "Cf")}
        for one in sorted(letters):
            if not any(font.has(one) for font in opened):
                raise PictureError(
                    f"has text with {one!r} (U+{ord(one):04X}), which no font has: add one under "
                    '[fonts]: fallback = ["…"], or turn the text into paths'
                )
        if needs_order(words, "") and not any(all(map(font.has, letters)) for font in opened):
            raise PictureError(
                f"has text from right to left, {quoted(words.strip())}, with letters of several "
                "fonts; turn it into paths, or write it as several texts"
            )


def _built_in() -> list[str]:
    return [*(str(font_file(font)) for font in FONTS), sign_files()[0].path]


def _require_few(root: Element) -> None:
    """Reject elements reused so often that memory would run out."""
    by_id: dict[str, Element] = {}
    for node in root.iter():
        by_id.setdefault(node.get("id", ""), node)
    if _count(root, by_id, {}, ()) > MOST_ELEMENTS:
        raise PictureError("uses elements again too often; save it as PNG")


def _require_small_tiles(root: Element, view: Basis) -> None:
    """Reject patterns with tiles much larger than the picture, which resvg paints in full."""
    for node in root.iter():
        if node.tag != "pattern":
            continue
        boxed = node.get("patternUnits", "objectBoundingBox") == "objectBoundingBox"
        whole = Basis(1, 1) if boxed else view
        for name, axis in (("width", "x"), ("height", "y")):
            side = length(node.get(name, "0"), name, whole, axis)
            if side > LARGEST_TILE * max(whole[:2]):
                raise PictureError(f"has a pattern whose {name} is far larger than the picture")


def _require_quick_filters(root: Element, view: Basis, scale: float) -> None:
    """Reject filters that take resvg too long on a picture ``scale`` times as large as its view."""
    width, height = scale * view.width, scale * view.height
    for node in root.iter("filter"):
        boxed = node.get("primitiveUnits") == "objectBoundingBox"
        sides = (width, height) if boxed else (scale, scale)
        cost = fsum(_cost(one, sides, (width, height)) for one in node)
        if cost * width * height > SLOWEST:
            steps = ", ".join(dict.fromkeys(one.tag for one in node if one.tag.startswith("fe")))
            raise PictureError(
                f"has a filter that takes too long to draw ({steps[:100]}); make its numbers "
                "smaller, or save it as PNG"
            )


def _cost(node: Element, unit: tuple[float, float], room: tuple[float, float]) -> float:
    """Return what a step of a filter takes for a pixel; ``unit`` and ``room`` are in pixels."""
    match node.tag:
        case "feTurbulence":
            (octaves,) = numbers(node.get("numOctaves", "1"), "numOctaves", (1,))
            return OCTAVE * max(1, octaves)
        case "feConvolveMatrix":
            order = numbers(node.get("order", "3"), "order", (1, 2))
            return OF_MATRIX * max(1, order[0] * order[-1])
        case "feMorphology":
            radius = numbers(node.get("radius", "0"), "radius", (1, 2))
            reach = zip((radius[0], radius[-1]), unit, room, strict=True)
            return COMPARED * prod(max(1, min(2 * r * one, most)) for r, one, most in reach)
    return STEP * max(1, len(node))


def _count(
    node: Element,
    by_id: Mapping[str, Element],
    known: dict[Element, int],
    around: tuple[Element, ...],
) -> int:
    """Return the number of elements in one, counting each use of a reused element."""
    if node in around:
        raise PictureError("uses an element within itself")
    if node not in known:
        inner = (*around, node)
        used = by_id.get(target_id(node)) if target_id(node) else None
        within = [*node, *([used] if node.tag in USING and used is not None else [])]
        known[node] = (LARGE if node.tag in ("image", "feImage") else 1) + sum(
            _count(one, by_id, known, inner) for one in within
        )
    return known[node]
