"""Converts fills and strokes of SVG elements."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial
from math import fsum, sqrt
from typing import NamedTuple, get_args

from pnp.base.errors import PictureError
from pnp.base.geometry import Size, Transform
from pnp.base.path import Path
from pnp.base.units import quoted
from pnp.images.svg.gradients import GRADIENTS, GradientReader
from pnp.images.svg.outlines import curved, moved
from pnp.images.svg.styles import ComputedStyle, Styles, opacity_of, read_color, reference_in
from pnp.images.svg.tree import NotShapesError, SvgElement
from pnp.images.svg.values import Viewport, is_even, length, numbers, unreadable
from pnp.scene import Cap, Group, Item, Join, Pen, Shape, Style
from pnp.scene.gradient import ShapePaint, Stop, placed_paint

MOST_DASHES = 100  # before they repeat
MARKERS = ("marker", "marker-start", "marker-mid", "marker-end")
PAINTED = {"fill", "stroke", "markers"}  # in this order, unless paint-order names some first
CAPS: dict[str, Cap] = {name: name for name in get_args(Cap)}
JOINS: dict[str, Join] = {name: name for name in get_args(Join)}


class PaintUse(NamedTuple):
    """The paint of a shape and its opacity."""

    paint: ShapePaint
    opacity: float


class Paints:
    """The colours and gradients of a file."""

    def __init__(self, by_id: Mapping[str, SvgElement], styles: Styles) -> None:
        self._by_id = by_id
        self._gradients = GradientReader(by_id, styles)

    def use(self, look: ComputedStyle, name: str, paths: list[Path], view: Size) -> PaintUse | None:
        """Return the paint of a fill or a stroke of outlines, or None if it is invisible."""
        text, opacity = look[name].strip(), opacity_of(look, f"{name}-opacity")
        if text == "none" or not opacity:
            return None
        if text.lower() == "currentcolor":
            text = look["color"]
        if not text.startswith("url("):
            color, own = read_color(text)
            return PaintUse(color, own * opacity) if own else None
        found = self._gradients.paint(self._gradient(text), paths, view)
        if isinstance(found, Stop):
            return PaintUse(found.color, found.opacity * opacity) if found.opacity else None
        return None if found is None else PaintUse(found, opacity)

    def _gradient(self, text: str) -> SvgElement:
        node = self._by_id.get(reference_in(text))
        if node is not None and node.tag == "pattern":
            raise NotShapesError("has a pattern")
        if node is None or node.tag not in GRADIENTS:
            raise PictureError(f"has a paint that is not in it: {quoted(text)}")
        return node


def shapes(
    paths: list[Path], node: SvgElement, look: ComputedStyle, place: Viewport, paints: Paints
) -> Iterator[Item]:
    """Yield outlines with their fill and stroke, in the coordinates of the root."""
    for marker in MARKERS:
        if look[marker] != "none" and node.tag in ("path", "line", "polyline", "polygon"):
            raise NotShapesError("has markers, such as arrow heads")
    use = partial(paints.use, look, paths=paths, view=place.view)
    fill = use("fill") if node.tag != "line" else None
    stroke = use("stroke")
    width = length(look["stroke-width"], "stroke-width", place.view, "r") if stroke else 0.0
    even_odd = look["fill-rule"] == "evenodd"
    inside = Style(fill.paint) if fill else Style()
    if width <= 0 or stroke is None:
        if fill is not None:
            outlines = tuple(moved(path, place.into) for path in paths)
            painted = inside._replace(fill=placed_paint(fill.paint, place.into))
            yield from _seen([Shape(outlines, painted, even_odd=even_odd)], fill.opacity)
        return
    dashes = _dashes(look["stroke-dasharray"], look["stroke-dashoffset"], place.view)
    line = Style(None, stroke.paint, width, dashes, _pen(look))
    drawn = partial(_drawn, paths, into=place.into, even_odd=even_odd)
    if fill is None:
        yield from _seen(drawn(line), stroke.opacity)
    elif _stroke_first(look):
        yield from _seen(drawn(line), stroke.opacity)
        yield from _seen(drawn(inside), fill.opacity)
    elif fill.opacity == stroke.opacity == 1:
        yield from drawn(line._replace(fill=fill.paint))
    else:
        yield from _seen(drawn(inside), fill.opacity)
        yield from _seen(drawn(line), stroke.opacity)


def _seen(items: Iterable[Item], opacity: float) -> Iterator[Item]:
    """Yield items, blended as one group if they have an opacity."""
    if opacity == 1:
        yield from items
    elif shown := tuple(items):
        yield Group(shown, opacity=opacity)


def _drawn(paths: list[Path], style: Style, into: Transform, even_odd: bool) -> Iterator[Item]:
    """Yield a shape, in a group if a transform distorts its stroke as well."""
    scale = sqrt(abs(into.a * into.d - into.b * into.c))
    if not scale:
        return
    even = is_even(into)
    own = into if even else Transform.scale(scale)
    fill, stroke = placed_paint(style.fill, own), placed_paint(style.stroke, own)
    shape = Shape(
        tuple(moved(path if even else curved(path), own) for path in paths),
        style.scaled(scale)._replace(fill=fill, stroke=stroke),
        even_odd=even_odd and style.fill is not None,
    )
    if even:
        yield shape
    else:
        yield Group((shape,), Transform.scale(1 / scale).then(into))


def _stroke_first(look: ComputedStyle) -> bool:
    order = look["paint-order"].split()
    if order != ["normal"] and (len(set(order)) < len(order) or not PAINTED.issuperset(order)):
        raise unreadable("paint-order", " ".join(order))
    return "stroke" in order and "fill" not in order[: order.index("stroke")]


def _pen(look: ComputedStyle) -> Pen:
    cap, join = look["stroke-linecap"], look["stroke-linejoin"]
    if cap not in CAPS or join not in JOINS:
        raise NotShapesError(
            f"has a stroke with {quoted(cap if cap not in CAPS else join)} ends or corners"
        )
    (miter,) = numbers(look["stroke-miterlimit"], "stroke-miterlimit", (1,))
    return Pen(CAPS[cap], JOINS[join], max(1.0, miter))


@lru_cache(maxsize=1024)
def _dashes(text: str, offset: str, view: Size) -> tuple[float, ...]:
    if text == "none":
        return ()
    parts = text.replace(",", " ").split()
    if len(parts) > MOST_DASHES:
        raise NotShapesError(f"has a stroke of more than {MOST_DASHES} dashes")
    dashes = tuple(length(part, "stroke-dasharray", view, "r") for part in parts)
    if min(dashes, default=0) < 0 or not fsum(dashes):
        return ()
    if length(offset, "stroke-dashoffset", view, "r"):
        raise NotShapesError("has dashes with an offset (stroke-dashoffset)")
    return dashes
