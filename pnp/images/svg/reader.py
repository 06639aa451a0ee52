"""Read SVG files as shapes and groups, in user units.

Features that shapes can show faithfully are drawn; everything else is an error that names it, and
nothing is omitted silently. Libraries read path data, CSS and colours, but none reads whole files:
those that were tried skip what they do not know (svgelements draws a gradient black), and expand
reused elements before a limit could stop them.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from math import isclose, sqrt
from typing import NamedTuple
from xml.etree.ElementTree import Element

from pnp.base.color import BLACK
from pnp.base.errors import PictureError
from pnp.base.geometry import IDENTITY, Point, Rect, Size, Transform
from pnp.base.path import Path, joined, path_bounds, rectangle
from pnp.base.picture import PictureFile
from pnp.base.units import quoted
from pnp.images.svg.bitmaps import MOST_NESTED, content_of, describe_embedded
from pnp.images.svg.outlines import SHAPES, WITH_LENGTHS, moved, outlines
from pnp.images.svg.paint import Paints, only_tile, shapes
from pnp.images.svg.parts import (
    applies,
    chosen,
    condition_remarks,
    forbid_page,
    has_shapes,
    made_with,
    part_names,
    path_to,
    require_harmless,
)
from pnp.images.svg.styles import (
    INITIAL,
    ComputedStyle,
    Styles,
    is_shown,
    opacity_of,
    read_color,
    reference_in,
    require_plain,
)
from pnp.images.svg.tree import DEPTH, NotShapesError, is_svg, read_tree, target_id, too_deep
from pnp.images.svg.values import (
    Basis,
    Viewport,
    fitted,
    length,
    origin,
    root_view,
    transform,
    view_box,
)
from pnp.scene import Group, Image, Item, Shape, Style, items_bounds

# Elements that draw nothing by themselves; what refers to them is drawn or refused.
SILENT = {"clipPath", "color-profile", "cursor", "defs", "desc", "filter", "font", "font-face"}
SILENT |= {"linearGradient", "marker", "mask", "metadata", "pattern", "radialGradient", "style"}
SILENT |= {"symbol", "title", "view"}
UNDRAWN = {"text": "has text", "flowRoot": "has flowed text"}
GROUPS = {"a", "g", "svg", "switch", "use"}
HARD_PIXELS = {"pixelated", "crisp-edges", "optimizespeed"}
UNSIZED = Size(100, 100)  # what lengths in per cent refer to in a picture without a size
FARTHEST = 1000  # widths or heights from its corner: cairo counts up to 8 million pixels


class SvgDrawing(NamedTuple):
    """The contents of an SVG file: ``size`` and items in user units, from (0, 0).

    ``remark`` is what a report should say of it.
    """

    size: Size
    items: tuple[Item, ...]
    remark: str = ""


class SvgFile(NamedTuple):
    """An SVG file as read: its elements, also by their ids, and their styles.

    ``nested`` is the number of files around it.
    """

    root: Element
    by_id: dict[str, Element]
    styles: Styles
    program: str
    nested: int = 0


def read_svg(data: bytes, part: str = "", current: str = BLACK) -> SvgDrawing:
    """Return the size and the items of an SVG file, or of its part with the id ``part``.

    ``current`` is the colour for ``currentColor``.
    """
    known = _drawn(sha256(data).hexdigest(), part, current)
    if not known:
        known.append(_read(data, part, current))
    return known[0]


@lru_cache(maxsize=64)  # a picture is read to check it and to draw it, and in a game read again
def _drawn(digest: str, part: str, current: str) -> list[SvgDrawing]:
    """Return a mutable cache entry for a drawing; files have megabytes of bitmaps in them."""
    return []


def _read(data: bytes, part: str, current: str) -> SvgDrawing:
    file = _of_many_parts(data) if part else open_svg(data)
    try:
        reader = SvgReader(file, current)
        drawing = reader.part(path_to(file.root, part)) if part else reader.whole()
        _require_near(drawing.items, FARTHEST * max(drawing.size))
    except ArithmeticError:
        raise PictureError("has numbers too large or too small to be drawn") from None
    return drawing


def shown_svg(data: bytes, part: str) -> SvgDrawing:
    """Return the drawing in an SVG file or a part of it, and reject an empty one.

    A file without any shapes counts as a blank picture.
    """
    drawing = read_svg(data, part)
    if drawing.items:
        return drawing
    root = open_svg(data).root
    if not (part or has_shapes(root)):
        return drawing
    names = "" if part else part_names(root)
    more = f"; write one of its parts after a #: {names}" if names else ""
    raise PictureError(f"draws nothing{more}")


def open_svg(data: bytes, nested: int = 0) -> SvgFile:
    """Parse an SVG file, compute its styles, and reject what is dangerous in it."""
    root = read_tree(data)
    require_harmless(root)
    by_id: dict[str, Element] = {}
    for node in root.iter():
        if name := node.get("id"):
            by_id.setdefault(name, node)
    return SvgFile(root, by_id, Styles(root), made_with(data), nested)


_of_many_parts = lru_cache(maxsize=2)(open_svg)  # megabytes each


def _require_near(items: Iterable[Item], most: float, into: Transform = IDENTITY) -> None:
    """Reject shapes and clips that extend beyond ``most``, which formats cannot represent."""
    for item in items:
        paths: tuple[Path, ...] = ()
        match item:
            case Group(inner, transform, clip):
                _require_near(inner, most, transform.then(into))
                paths = (clip,) if clip else ()
            case Image(_, place):
                _require_within(into.apply_to(place), most)
            case Shape(paths, style):
                box = into.apply_to(Rect(0, 0, style.stroke_width, style.stroke_width))
                _require_within(box, most)
        for path in paths:
            _require_within(into.apply_to(path_bounds(path)), most)


def _require_within(box: Rect, most: float) -> None:
    if not all(abs(value) <= most for value in (box.x, box.y, box.right, box.bottom)):
        raise PictureError(
            f"reaches more than {FARTHEST:,} times its size beyond its edges; "
            "remove what lies there"
        )


class SvgReader:
    """Reads the elements of one file as items of a scene, in surroundings of one colour."""

    def __init__(self, file: SvgFile, current: str = BLACK) -> None:
        self._file = file
        self._root = file.root
        self._styles = file.styles
        self._by_id = file.by_id
        self._current = current
        self._paints = Paints(file.by_id, file.styles, current)
        self._outlined: dict[tuple[Element, Basis | None], list[Path]] = {}
        self._pictures: dict[Element, PictureFile | SvgDrawing] = {}
        self._remarks = [*file.styles.remarks, *condition_remarks(file.root, file.program)]

    def whole(self) -> SvgDrawing:
        """Return the whole picture."""
        size, place = self.view()
        outside = {**INITIAL, "color": self._current}
        if size is None:
            items = tuple(self._picture(place, None, outside))
            bounds = items_bounds(items)
            if bounds is None or min(bounds.right, bounds.bottom) <= 0:
                raise PictureError("has no size; give its svg element a viewBox")
            return self._drawing(Size(bounds.right, bounds.bottom), items)
        return self._drawing(size, tuple(self._picture(place, size, outside)))

    def part(self, path: list[Element]) -> SvgDrawing:
        """Return the last of several nested elements as a separate picture.

        It looks as it does in the picture without what clips or hides it from outside, and is as
        large as its viewBox, or as what it draws if it has none.
        """
        *around, node = path
        if not around:
            return self.whole()
        size, place = self.view()
        look = self._styles.look_of(self._root, {**INITIAL, "color": self._current})
        for one in around[1:]:
            look = self._styles.look_of(one, look)
            place = place.within(self.transform(one, look, place))
        box = view_box(node) if node.tag in ("svg", "symbol") else None
        if box is not None:
            look = self._styles.look_of(node, look)
            inner = Viewport(Transform.move(-box.x, -box.y), Basis(*box.size))
            return self._drawing(box.size, self._children(node, look, inner))
        if node.tag == "symbol":
            items = self._children(node, self._styles.look_of(node, look), place)
        else:
            items = tuple(self._element(node, look, place))
        bounds = items_bounds(items)
        if bounds is None or min(bounds.size) <= 0:
            return SvgDrawing(size or Size(place.view.width, place.view.height), ())
        return self._drawing(bounds.size, (Group(items, Transform.move(-bounds.x, -bounds.y)),))

    def view(self) -> tuple[Size | None, Viewport]:
        """Return the size of the whole picture if it has one, and the viewport of its content."""
        size, into = root_view(self._root)
        box = view_box(self._root)
        return size, Viewport(into, Basis(*(box.size if box else size or UNSIZED)))

    def _drawing(self, size: Size, items: tuple[Item, ...]) -> SvgDrawing:
        return SvgDrawing(size, items, "; ".join(dict.fromkeys(self._remarks)))

    def _picture(
        self, place: Viewport, size: Size | None, outside: ComputedStyle
    ) -> Iterator[Item]:
        """Yield the items of the whole picture, on its background if it has one."""
        root = self._root
        look = self._styles.look_of(root, outside)
        require_plain(look)
        if root.get("transform"):
            raise PictureError("has a transform on its svg element; put its contents into a group")
        if not (is_shown(look) and applies(root)):
            return
        if size is not None:
            yield from _background(look, size)
        yield from self._seen(self._children(root, look, place), look, place)

    def _children(self, node: Element, look: ComputedStyle, place: Viewport) -> tuple[Item, ...]:
        """Return the items of an element's children."""
        return tuple(i for child in node for i in self._element(child, look, place))

    def _element(self, node: Element, around: ComputedStyle, place: Viewport) -> Iterator[Item]:
        if " " in node.tag or node.tag in SILENT or not applies(node):
            return
        look = self._styles.look_of(node, around)
        if not is_shown(look):
            return
        _require_depth(place)
        self._require_drawn(node)
        require_plain(look)
        inner = place.within(self.transform(node, look, place))
        items = tuple(self._inside(node, look, inner))
        yield from self._seen(items, look, inner)

    def _require_drawn(self, node: Element) -> None:
        """Reject an element that is not drawn as shapes, or not at all."""
        words = "".join(node.itertext()).strip() if node.tag in UNDRAWN else ""
        if words or (node.tag == "text" and next(node.iter("tref"), None) is not None):
            raise NotShapesError(UNDRAWN[node.tag])
        require_known_tag(node, self._file.program)

    def transform(self, node: Element, look: ComputedStyle, place: Viewport) -> Transform:
        """Return the transform of an element, from an attribute or a style."""
        text = look["transform"]
        if text == "none":
            return IDENTITY
        box = Rect(0, 0, place.view.width, place.view.height)
        around = look["transform-origin"]
        if look["transform-box"] not in ("view-box", "border-box") and (
            "%" in text or around != "0 0"
        ):
            box = self._box(node, look, place)
        turned = transform(text, box if "%" in text else None)
        middle = origin(around, box) if around != "0 0" else Point(0, 0)
        if middle == Point(0, 0):
            return turned
        back = Transform.move(*middle)
        return Transform.move(-middle.x, -middle.y).then(turned).then(back)

    def _box(self, node: Element, look: ComputedStyle, place: Viewport) -> Rect:
        """Return the rectangle around a shape, without its stroke."""
        paths = self._outlines(node, place) if node.tag in SHAPES else []
        if not paths or look["transform-box"] not in ("fill-box", "content-box"):
            raise PictureError(
                f"has a transform in its {look['transform-box'][:40]}; write it as an attribute"
            )
        return Rect.around_all(map(path_bounds, paths))

    def _inside(self, node: Element, look: ComputedStyle, place: Viewport) -> Iterator[Item]:
        place = place.with_em(look["font-size"])
        match node.tag:
            case "a" | "g":
                yield from self._children(node, look, place)
            case "svg":
                yield from self._nested(node, node, look, place)
            case "switch":
                if (shown := chosen(node)) is not None:
                    yield from self._element(shown, look, place)
            case "use":
                yield from self._use(node, look, place)
            case "text" | "flowRoot":  # an empty one, as a slip of the mouse leaves behind
                return
            case "image":
                if look["visibility"] == "visible":
                    yield from self._image(node, look, place)
            case _:
                paths = self._outlines(node, place)
                if not paths or look["visibility"] != "visible":
                    return
                pattern = self._by_id.get(reference_in(look["fill"]))
                if pattern is not None and pattern.tag == "pattern" and node.tag != "line":
                    yield from self._tiled(pattern, paths, look, place)
                    look = {**look, "fill": "none"}
                yield from shapes(paths, node, look, place, self._paints)

    def _tiled(
        self, pattern: Element, paths: list[Path], look: ComputedStyle, place: Viewport
    ) -> Iterator[Item]:
        """Yield a pattern in outlines that one tile of it fills."""
        if look["stroke"] != "none" and look["paint-order"] != "normal":
            raise NotShapesError("has a pattern")
        tile = only_tile(pattern, self._by_id, Rect.around_all(map(path_bounds, paths)), place.view)
        if tile is None:
            return
        name = pattern.get("id", "")
        if name in place.uses:
            raise PictureError(f"uses {quoted(name)} within itself")
        inner = place.within(tile.content.then(tile.into))
        inner = inner._replace(view=tile.view, uses=(*place.uses, name))
        _require_depth(inner)
        own = self._styles.natural(tile.node, self._current)
        items = self._children(tile.node, own, inner)
        if items and own["overflow"] not in ("visible", "auto"):
            room = moved(rectangle(tile.room), tile.into.then(place.into))
            items = (Group(items, clip=room),)
        if items:
            outline = joined(paths) if len(paths) > 1 else paths[0]._replace(closed=True)
            even_odd = look["fill-rule"] == "evenodd"
            opacity = opacity_of(look, "fill-opacity")
            clip = moved(outline, place.into)
            yield Group(items, clip=clip, even_odd=even_odd, opacity=opacity)

    def _outlines(self, node: Element, place: Viewport) -> list[Path]:
        view = place.view if node.tag in WITH_LENGTHS else None
        known = self._outlined.get((node, view))
        if known is None:
            known = self._outlined[node, view] = outlines(node, place.view)
        return known

    def _use(self, node: Element, look: ComputedStyle, place: Viewport) -> Iterator[Item]:
        name = target_id(node)
        if not name:
            return
        target = self._by_id.get(name)
        if target is None:
            raise PictureError(f"uses {quoted(name)}, which is not in it")
        if name in place.uses:
            raise PictureError(f"uses {quoted(name)} within itself")
        x, y = (length(node.get(a, "0"), a, place.view, a) for a in "xy")
        inner = place.within(Transform.move(x, y))._replace(uses=(*place.uses, name))
        if target.tag not in ("symbol", "svg"):
            yield from self._element(target, look, inner)
            return
        own = self._styles.look_of(target, look)
        if is_shown(own) and applies(target):
            require_plain(own)
            _require_depth(inner)
            items = tuple(self._nested(target, node, own, inner))
            yield from self._seen(items, own, inner)

    def _nested(
        self, node: Element, sized: Element, look: ComputedStyle, place: Viewport
    ) -> Iterator[Item]:
        """Yield the content of a nested viewport, clipped to it unless it may overflow."""
        view = place.view
        sides = [
            length(_side(name, sized, node), name, view, axis)
            for name, axis in (("width", "x"), ("height", "y"))
        ]
        own = node.tag == "svg"
        corner = [length(node.get(a, "0") if own else "0", a, view, a) for a in "xy"]
        room, box = Rect(*corner, *sides), view_box(node)
        if room.width <= 0 or room.height <= 0:
            return
        inner = Transform.move(room.x, room.y) if box is None else fitted(box, room, node)
        there = place.within(inner)._replace(view=Basis(*(box or room).size, view.em))
        items = self._children(node, look, there)
        if items and look["overflow"] in ("visible", "auto"):
            yield from items
        elif items:
            yield Group(items, clip=moved(rectangle(room), place.into))

    def _image(self, node: Element, look: ComputedStyle, place: Viewport) -> Iterator[Item]:
        """Yield a bitmap or a drawing from a ``data:`` address in its place."""
        picture = self._pictures.get(node) or self._embedded(node)
        if picture is None:
            return
        self._pictures[node] = picture
        size = picture.size if isinstance(picture, SvgDrawing) else (picture.width, picture.height)
        whole = Rect(0, 0, *size)
        room = _room(node, whole, place.view)
        if min(room.size) <= 0:
            return
        into = fitted(whole, room, node).then(place.into)
        if isinstance(picture, SvgDrawing):
            shown: tuple[Item, ...] = (Group(picture.items, into, moved(rectangle(whole), into)),)
        else:
            if look["image-rendering"].lower() in HARD_PIXELS:
                raise NotShapesError("has a bitmap with hard pixels (image-rendering)")
            shown = tuple(_placed(picture, into))
        if look["overflow"] in ("visible", "auto") or "slice" not in node.get(
            "preserveAspectRatio", ""
        ):
            yield from shown
        else:
            yield Group(shown, clip=moved(rectangle(room), place.into))

    def _embedded(self, node: Element) -> PictureFile | SvgDrawing | None:
        """Return the picture in the address of an element, or None if it has no address."""
        content = content_of(node, self._file.program)
        if not content:
            return None
        if not is_svg(content):
            picture = describe_embedded(content)
            if picture.remark:
                self._remarks.append(f"has a bitmap that is {picture.remark}")
            return picture
        drawing = SvgReader(open_svg(content, within(self._file))).whole()
        self._remarks += filter(None, [drawing.remark])
        return drawing

    def _seen(
        self, items: tuple[Item, ...], look: ComputedStyle, place: Viewport
    ) -> Iterator[Item]:
        """Yield the items of an element, clipped, and blended as one group if it has an opacity."""
        opacity = opacity_of(look, "opacity")
        shown = tuple(self._clipped(items, look, place)) if items else ()
        if opacity == 1 or not shown:
            yield from shown
        else:
            yield Group(shown, opacity=opacity)

    def _clipped(
        self, items: tuple[Item, ...], look: ComputedStyle, place: Viewport
    ) -> Iterator[Item]:
        if look["clip-path"] == "none":
            yield from items
            return
        node = self._by_id.get(reference_in(look["clip-path"]))
        if node is None or node.tag != "clipPath":
            raise PictureError(f"has a clip-path that is not in it: {quoted(look['clip-path'])}")
        path, even_odd = self._clip(node, place)
        yield Group(items, IDENTITY, path, even_odd=even_odd)

    def _clip(self, node: Element, place: Viewport) -> tuple[Path, bool]:
        """Return the outline of a clipPath of one shape, and whether its rule is even-odd."""
        drawn = [one for one in node if " " not in one.tag and one.tag not in SILENT]
        boxed = node.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse"
        own = self._styles.natural(node, self._current)
        if [one.tag in SHAPES for one in drawn] != [True] or boxed or own["clip-path"] != "none":
            raise NotShapesError(
                "has a clip-path of several shapes, or one that depends on what it clips"
            )
        (shape,) = drawn
        look = self._styles.look_of(shape, own)
        hidden = look["visibility"] != "visible" or not (is_shown(look) and applies(shape))
        if look["clip-path"] != "none" or hidden:
            raise NotShapesError("has a clip-path that is clipped or hidden itself")
        inner = place.within(self.transform(node, own, place))
        inner = inner.within(self.transform(shape, look, inner))
        paths = [moved(path, inner.into) for path in self._outlines(shape, inner)]
        if not paths:
            raise PictureError("has a clip-path without an area, which hides what it clips")
        even_odd = look["clip-rule"] == "evenodd"
        return joined(paths) if len(paths) > 1 else paths[0]._replace(closed=True), even_odd


def _require_depth(place: Viewport) -> None:
    if place.depth > DEPTH:
        raise too_deep()


def require_known_tag(node: Element, program: str) -> None:
    """Reject an element that is not drawn at all, saying what to do about it."""
    if node.tag == "foreignObject":
        raise forbid_page(program)
    if node.tag not in SHAPES | GROUPS | UNDRAWN.keys() | {"image"}:
        raise PictureError(f"has <{node.tag[:40]}>, which pnp does not draw; save it as plain SVG")


def within(file: SvgFile) -> int:
    """Return the number of files around one within another."""
    if file.nested >= MOST_NESTED:
        raise PictureError(f"has drawings more than {MOST_NESTED} deep in one another")
    return file.nested + 1


def _background(look: ComputedStyle, size: Size) -> Iterator[Item]:
    """Yield the ground that a style gives to the whole picture."""
    for name in ("background-color", "background"):
        if look[name] != INITIAL[name]:
            color, opacity = read_color(look[name])
            shape = Shape((rectangle(Rect(0, 0, *size)),), Style(color))
            if opacity:
                yield shape if opacity == 1 else Group((shape,), opacity=opacity)


def _side(name: str, *nodes: Element) -> str:
    """Return the width or the height that the first of several elements states."""
    said = (node.get(name, "auto").strip() for node in nodes)
    return next((one for one in said if one != "auto"), "100%")


def _room(node: Element, whole: Rect, view: Basis) -> Rect:
    """Return the place of a picture; a side that it does not state follows from the other."""
    x, y = (length(node.get(axis, "0"), axis, view, axis) for axis in "xy")
    width, height = (
        None
        if (text := node.get(name, "auto").strip()) == "auto"
        else length(text, name, view, axis)
        for name, axis in (("width", "x"), ("height", "y"))
    )
    if width is None:
        width = whole.width if height is None else height * whole.width / whole.height
    if height is None:
        height = width * whole.height / whole.width
    return Rect(x, y, width, height)


def _placed(picture: PictureFile, into: Transform) -> Iterator[Item]:
    """Yield a bitmap with its pixels mapped to a drawing, in a place as large as it is there."""
    scale = sqrt(abs(into.a * into.d - into.b * into.c))
    if not scale:
        return
    place = Rect(0, 0, picture.width * scale, picture.height * scale)
    upright = into.b == into.c == 0 and into.a > 0 and isclose(into.a, into.d)
    if upright:
        yield Image(picture, Rect(into.e, into.f, place.width, place.height))
    else:
        yield Group((Image(picture, place),), Transform.scale(1 / scale).then(into))
