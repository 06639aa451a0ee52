"""Reads SVG files as shapes and groups, in user units.

Features that shapes can show faithfully are drawn; everything else is an error that names it, and
nothing is omitted silently. Libraries read path data, CSS and colours, but none reads whole files:
those that were tried skip what they do not know (svgelements draws a gradient black), and expand
reused elements before a limit could stop them.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from pnp.base.color import BLACK
from pnp.base.errors import PictureError
from pnp.base.geometry import IDENTITY, Rect, Size, Transform
from pnp.base.path import Path, joined, path_bounds, rectangle
from pnp.base.units import quoted
from pnp.images.svg.harmless import FORBIDDEN, require_harmless
from pnp.images.svg.outlines import SHAPES, WITH_LENGTHS, moved, outlines
from pnp.images.svg.paint import Paints, shapes
from pnp.images.svg.parts import has_shapes, part_names, path_to
from pnp.images.svg.styles import (
    INITIAL,
    ComputedStyle,
    Styles,
    is_shown,
    opacity_of,
    reference_in,
    require_plain,
)
from pnp.images.svg.tree import (
    DEPTH,
    NotShapesError,
    SvgElement,
    read_tree,
    too_deep,
)
from pnp.images.svg.values import Viewport, fitted, length, root_view, transform, view_box
from pnp.scene import Group, Item, Shape, items_bounds

# Elements that draw nothing by themselves; what refers to them is drawn or refused.
SILENT = {"clipPath", "defs", "desc", "filter", "linearGradient", "marker", "mask", "metadata"}
SILENT |= {"pattern", "radialGradient", "style", "symbol", "title", "view"}
UNDRAWN = {"text": "has text", "flowRoot": "has flowed text", "switch": "has a switch"}
FARTHEST = 1000  # widths or heights from its corner: cairo counts up to 8 million pixels


class SvgDrawing(NamedTuple):
    """The contents of an SVG file: ``size`` and items in user units, from (0, 0)."""

    size: Size
    items: tuple[Item, ...]


def read_svg(data: bytes, part: str = "", current: str = BLACK) -> SvgDrawing:
    """Return the size and the items of an SVG file, or of its part with the id ``part``.

    ``current`` is the colour for ``currentColor``.

    Raises:
        NotShapesError: If it has a feature that shapes cannot show.
        PictureError: If it is not SVG, exceeds a limit, is forbidden, or lacks the part.
    """
    return _read(data, part, current)


@lru_cache(maxsize=64)  # a picture is read to check it and to draw it, and in a game read again
def _read(data: bytes, part: str, current: str) -> SvgDrawing:
    root, reader = _of_many_parts(data) if part else _opened(data)
    try:
        around = {**INITIAL, "color": current}
        drawing = reader.part(path_to(root, part), around) if part else reader.whole(around)
        _require_near(drawing.items, FARTHEST * max(drawing.size))
    except ArithmeticError:
        raise PictureError("has numbers too large or too small to be drawn") from None
    return drawing


def shown_svg(data: bytes, part: str) -> SvgDrawing:
    """Return the drawing in an SVG file or a part of it, and reject an empty one.

    A file without any shapes counts as a blank picture.

    Raises:
        PictureError: If it draws nothing, or for the errors of :func:`read_svg`.
    """
    drawing = read_svg(data, part)
    if drawing.items:
        return drawing
    root, _ = _opened(data)
    if not (part or has_shapes(root)):
        return drawing
    names = "" if part else part_names(root)
    more = f"; write one of its parts after a #: {names}" if names else ""
    raise PictureError(f"draws nothing{more}")


def _opened(data: bytes) -> tuple[SvgElement, "SvgReader"]:
    root = read_tree(data)
    require_harmless(root)
    return root, SvgReader(root)


_of_many_parts = lru_cache(maxsize=2)(_opened)  # megabytes each


def _require_near(items: Iterable[Item], most: float, into: Transform = IDENTITY) -> None:
    """Reject shapes and clips that extend beyond ``most``, which formats cannot represent."""
    for item in items:
        paths: tuple[Path, ...] = ()
        match item:
            case Group(inner, transform, clip):
                _require_near(inner, most, transform.then(into))
                paths = (clip,) if clip else ()
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
    """Reads the elements of one file as items of a scene."""

    def __init__(self, root: SvgElement) -> None:
        self._root = root
        self._styles = Styles(root)
        self._by_id: dict[str, SvgElement] = {}
        for node in root.walk():
            if name := node.attributes.get("id"):
                self._by_id.setdefault(name, node)
        self._paints = Paints(self._by_id, self._styles)
        self._outlined: dict[tuple[SvgElement, Size | None], list[Path]] = {}

    def whole(self, outside: ComputedStyle) -> SvgDrawing:
        """Return the whole picture."""
        size, place = self.view()
        return SvgDrawing(size, tuple(self._picture(place, outside)))

    def part(self, path: list[SvgElement], outside: ComputedStyle) -> SvgDrawing:
        """Return the last of several nested elements as a separate picture.

        It looks as it does in the picture without what clips or hides it from outside, and is as
        large as its viewBox, or as what it draws if it has none.
        """
        *around, node = path
        if not around:
            return self.whole(outside)
        size, place = self.view()
        look = self._styles.look_of(self._root, outside)
        for one in around[1:]:
            look = self._styles.look_of(one, look)
            place = place.within(transform(one.attributes.get("transform", "")))
        box = view_box(node) if node.tag in ("svg", "symbol") else None
        if box is not None:
            look = self._styles.look_of(node, look)
            inner = Viewport(Transform.move(-box.x, -box.y), box.size)
            return SvgDrawing(box.size, self._children(node, look, inner))
        if node.tag == "symbol":
            items = self._children(node, self._styles.look_of(node, look), place)
        else:
            items = tuple(self._element(node, look, place))
        bounds = items_bounds(items)
        if bounds is None or min(bounds.size) <= 0:
            return SvgDrawing(size, ())
        return SvgDrawing(bounds.size, (Group(items, Transform.move(-bounds.x, -bounds.y)),))

    def view(self) -> tuple[Size, Viewport]:
        """Return the size of the whole picture, and the viewport of its content."""
        size, into = root_view(self._root)
        box = view_box(self._root)
        return size, Viewport(into, box.size if box else size)

    def _picture(self, place: Viewport, outside: ComputedStyle) -> Iterator[Item]:
        """Yield the items of the whole picture."""
        root = self._root
        look = self._styles.look_of(root, outside)
        require_plain(look)
        if "transform" in root.attributes:
            raise PictureError("has a transform on its svg element; put its contents into a group")
        if is_shown(look):
            yield from self._seen(self._children(root, look, place), look, place)

    def _children(self, node: SvgElement, look: ComputedStyle, place: Viewport) -> tuple[Item, ...]:
        """Return the items of an element's children."""
        return tuple(i for child in node.children for i in self._element(child, look, place))

    def _element(self, node: SvgElement, around: ComputedStyle, place: Viewport) -> Iterator[Item]:
        if " " in node.tag or node.tag in SILENT:
            return
        look = self._styles.look_of(node, around)
        if not is_shown(look):
            return
        _require_depth(place)
        if (
            node.tag == "flowRoot"
            and not "".join(word for one in node.walk() for word in one.text).strip()
        ):
            return  # what Inkscape leaves where its text tool was dragged by mistake
        if node.tag in UNDRAWN:
            raise NotShapesError(UNDRAWN[node.tag])
        if node.tag in FORBIDDEN:
            raise PictureError(FORBIDDEN[node.tag])
        if node.tag not in SHAPES | {"g", "svg", "use"}:
            raise PictureError(
                f"has <{node.tag[:40]}>, which pnp does not draw; save it as plain SVG"
            )
        require_plain(look)
        inner = place.within(transform(node.attributes.get("transform", "")))
        items = tuple(self._inside(node, look, inner))
        yield from self._seen(items, look, inner)

    def _inside(self, node: SvgElement, look: ComputedStyle, place: Viewport) -> Iterator[Item]:
        match node.tag:
            case "g":
                yield from self._children(node, look, place)
            case "svg":
                yield from self._nested(node, node, look, place)
            case "use":
                yield from self._use(node, look, place)
            case _:
                paths = self._outlines(node, place)
                if paths and look["visibility"] == "visible":
                    yield from shapes(paths, node, look, place, self._paints)

    def _outlines(self, node: SvgElement, place: Viewport) -> list[Path]:
        view = place.view if node.tag in WITH_LENGTHS else None
        known = self._outlined.get((node, view))
        if known is None:
            known = self._outlined[node, view] = outlines(node, place.view)
        return known

    def _use(self, node: SvgElement, look: ComputedStyle, place: Viewport) -> Iterator[Item]:
        name = (node.reference or "").strip().removeprefix("#")
        target = self._by_id.get(name)
        if target is None:
            raise PictureError(f"uses {quoted(name)}, which is not in it")
        if name in place.uses:
            raise PictureError(f"uses {quoted(name)} within itself")
        x, y = (length(node.attributes.get(a, "0"), a, place.view, a) for a in "xy")
        inner = place.within(Transform.move(x, y))._replace(uses=(*place.uses, name))
        if target.tag not in ("symbol", "svg"):
            yield from self._element(target, look, inner)
            return
        own = self._styles.look_of(target, look)
        if is_shown(own):
            require_plain(own)
            _require_depth(inner)
            items = tuple(self._nested(target, node, own, inner))
            yield from self._seen(items, own, inner)

    def _nested(
        self, node: SvgElement, sized: SvgElement, look: ComputedStyle, place: Viewport
    ) -> Iterator[Item]:
        """Yield the content of a nested viewport, clipped to it unless it may overflow."""
        view = place.view
        sides = [
            length(sized.attributes.get(name, node.attributes.get(name, "100%")), name, view, axis)
            for name, axis in (("width", "x"), ("height", "y"))
        ]
        own = node.tag == "svg"
        corner = [length(node.attributes.get(a, "0") if own else "0", a, view, a) for a in "xy"]
        room, box = Rect(*corner, *sides), view_box(node)
        if room.width <= 0 or room.height <= 0:
            return
        inner = Transform.move(room.x, room.y) if box is None else fitted(box, room, node)
        there = place.within(inner)._replace(view=(box or room).size)
        items = self._children(node, look, there)
        if items and look["overflow"] in ("visible", "auto"):
            yield from items
        elif items:
            yield Group(items, clip=moved(rectangle(room), place.into))

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

    def _clip(self, node: SvgElement, place: Viewport) -> tuple[Path, bool]:
        """Return the outline of a clipPath of one shape, and whether its rule is even-odd."""
        drawn = [one for one in node.children if " " not in one.tag and one.tag not in SILENT]
        boxed = node.attributes.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse"
        own = self._styles.look_of(node)
        if [one.tag in SHAPES for one in drawn] != [True] or boxed or own["clip-path"] != "none":
            raise NotShapesError(
                "has a clip-path of several shapes, or one that depends on what it clips"
            )
        (shape,) = drawn
        look = self._styles.look_of(shape, own)
        if look["clip-path"] != "none" or not is_shown(look):
            raise NotShapesError("has a clip-path that is clipped itself")
        inner = place.within(transform(node.attributes.get("transform", "")))
        inner = inner.within(transform(shape.attributes.get("transform", "")))
        paths = [moved(path, inner.into) for path in self._outlines(shape, inner)]
        if not paths:
            raise PictureError("has a clip-path without an area, which hides what it clips")
        even_odd = look["clip-rule"] == "evenodd"
        return joined(paths) if len(paths) > 1 else paths[0]._replace(closed=True), even_odd


def _require_depth(place: Viewport) -> None:
    if place.depth > DEPTH:
        raise too_deep()
