"""Fills and strokes of SVG elements."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import sqrt
from typing import get_args

from tinycss2 import parse_one_component_value
from tinycss2.color4 import Color, parse_color

from pnp.base.errors import PictureError
from pnp.base.geometry import Size, Transform
from pnp.base.path import Path
from pnp.base.units import quoted
from pnp.images.svg.outlines import curved, moved
from pnp.images.svg.styles import ComputedStyle, Styles, opacity_of, reference_in
from pnp.images.svg.tree import NotShapesError, SvgElement
from pnp.images.svg.values import Viewport, is_even, length, numbers, unreadable
from pnp.scene import Cap, Group, Item, Join, Pen, Shape, Style

MOST_DASHES = 100  # before they repeat
GRADIENTS = ("linearGradient", "radialGradient")
MARKERS = ("marker", "marker-start", "marker-mid", "marker-end")
PAINTED = {"fill", "stroke", "markers"}  # in this order, unless paint-order names some first
CAPS: dict[str, Cap] = {name: name for name in get_args(Cap)}
JOINS: dict[str, Join] = {name: name for name in get_args(Join)}
SRGB = ("rgb", "rgba", "hsl", "hsla", "hwb")


class Paints:
    """The colours of a file, with those of gradients whose stops all have the same colour."""

    def __init__(self, by_id: Mapping[str, SvgElement], styles: Styles) -> None:
        self._by_id = by_id
        self._styles = styles
        self._gradients: dict[SvgElement, str] = {}

    def color(self, look: ComputedStyle, name: str) -> str | None:
        """Return the colour of a fill or a stroke, or None if it has none."""
        text = look[name].strip()
        if text == "none" or opacity_of(look, f"{name}-opacity") == 0:
            return None
        if text.lower() == "currentcolor":
            text = look["color"]
        if text.startswith("url("):
            return self._gradient(text)
        color, opacity = read_color(text)
        if opacity not in (0.0, 1.0):
            raise NotShapesError(
                f"has a transparent {name} ({quoted(text)}), which is not drawn; give it "
                "the colour that it has on its background, or save it as PNG"
            )
        return color if opacity else None

    def _gradient(self, text: str) -> str:
        """Return the colour that all stops of a gradient share."""
        node = self._by_id.get(reference_in(text))
        if node is not None and node.tag == "pattern":
            raise NotShapesError(
                "has a pattern, which is not drawn; convert it to objects, or save it as PNG"
            )
        if node is None or node.tag not in GRADIENTS:
            raise PictureError(f"has a paint that is not in it: {quoted(text)}")
        if node not in self._gradients:
            stops = {self._stop(stop) for stop in self._stops(node)}
            if len(stops) != 1:
                raise _gradient_refused()
            self._gradients[node] = stops.pop()
        return self._gradients[node]

    def _stops(self, node: SvgElement) -> list[SvgElement]:
        """Return the stops of a gradient, or of the gradient that it refers to."""
        for _ in range(8):
            stops = [child for child in node.children if child.tag == "stop"]
            following = self._by_id.get((node.reference or "").removeprefix("#"))
            if stops or following is None:
                return stops
            node = following
        return []

    def _stop(self, stop: SvgElement) -> str:
        look = self._styles.look_of(stop)
        text = look["stop-color"]
        color, opacity = read_color(look["color"] if text.lower() == "currentcolor" else text)
        if opacity * opacity_of(look, "stop-opacity") != 1:
            raise _gradient_refused()
        return color


def _gradient_refused() -> NotShapesError:
    return NotShapesError(
        "has a gradient, which is not drawn; fill it with one colour, or save it as PNG"
    )


def shapes(
    paths: list[Path], node: SvgElement, look: ComputedStyle, place: Viewport, paints: Paints
) -> Iterator[Item]:
    """Yield outlines with their fill and stroke, in the coordinates of the root."""
    for marker in MARKERS:
        if look[marker] != "none" and node.tag in ("path", "line", "polyline", "polygon"):
            raise NotShapesError("has markers, such as arrow heads; convert them to paths")
    fill = paints.color(look, "fill") if node.tag != "line" else None
    stroke = paints.color(look, "stroke")
    width = length(look["stroke-width"], "stroke-width", place.view, "r") if stroke else 0.0
    even_odd = look["fill-rule"] == "evenodd"
    if width <= 0:
        if fill is not None:
            outlines = tuple(moved(path, place.into) for path in paths)
            yield Shape(outlines, Style(fill=fill), even_odd=even_odd)
        return
    dashes = _dashes(look["stroke-dasharray"], look["stroke-dashoffset"], place.view)
    line = Style(None, stroke, width, dashes, _pen(look))
    styles = [line._replace(fill=fill)]
    if fill is not None and _stroke_first(look):
        styles = [line, Style(fill=fill)]
    for style in styles:
        yield from _drawn(paths, style, place.into, even_odd)


def _drawn(paths: list[Path], style: Style, into: Transform, even_odd: bool) -> Iterator[Item]:
    """Yield a shape, in a group if a transform distorts its stroke as well."""
    scale = sqrt(abs(into.a * into.d - into.b * into.c))
    if not scale:
        return
    even = is_even(into)
    own = into if even else Transform.scale(scale)
    shape = Shape(
        tuple(moved(path if even else curved(path), own) for path in paths),
        style.scaled(scale),
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
            f"has a stroke with {quoted(cap if cap not in CAPS else join)} ends or corners, which "
            "are not drawn; convert the stroke to a path"
        )
    (miter,) = numbers(look["stroke-miterlimit"], "stroke-miterlimit", (1,))
    return Pen(CAPS[cap], JOINS[join], max(1.0, miter))


@lru_cache(maxsize=1024)
def _dashes(text: str, offset: str, view: Size) -> tuple[float, ...]:
    if text == "none":
        return ()
    parts = text.replace(",", " ").split()
    if len(parts) > MOST_DASHES:
        raise NotShapesError(
            f"has a stroke of more than {MOST_DASHES} dashes; convert the stroke to a path"
        )
    dashes = tuple(length(part, "stroke-dasharray", view, "r") for part in parts)
    if min(dashes, default=0) < 0 or not sum(dashes):
        return ()
    if length(offset, "stroke-dashoffset", view, "r"):
        raise NotShapesError(
            "has dashes with an offset (stroke-dashoffset); convert the stroke to a path"
        )
    return dashes


@lru_cache(maxsize=1024)
def read_color(text: str) -> tuple[str, float]:
    """Return a colour of CSS Color Module Level 4 in sRGB as ``#rrggbb``, and its opacity."""
    token = parse_one_component_value(text, skip_comments=True)
    plain = token.type in ("ident", "hash")
    if plain or (token.type == "function" and token.lower_name in SRGB):
        color = parse_color(token)
        if isinstance(color, Color):
            values = (min(1.0, max(0.0, value)) for value in color.to("srgb").coordinates)
            return "#" + "".join(f"{round(255 * value):02x}" for value in values), color.alpha
    raise PictureError(f"has the colour {quoted(text)}, which cannot be read; write it as #rrggbb")
