"""Converts fills and strokes of SVG elements."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from math import dist, fsum, hypot, sqrt
from typing import NamedTuple, get_args
from xml.etree.ElementTree import Element

from pnp.base.errors import PictureError
from pnp.base.geometry import Transform
from pnp.base.path import Line, Path, flattened, path_bounds
from pnp.base.units import quoted
from pnp.images.svg.dashes import FINE, read_dashes, taken_apart
from pnp.images.svg.gradients import GRADIENTS, GradientReader
from pnp.images.svg.outlines import curved, moved
from pnp.images.svg.rules import reference_in
from pnp.images.svg.styles import ComputedStyle, Styles, opacity_of, read_color
from pnp.images.svg.tree import NotShapesError
from pnp.images.svg.values import Basis, Viewport, is_even, length, numbers, unreadable
from pnp.scene import Cap, Group, Item, Join, Pen, Shape, Style
from pnp.scene.gradient import ShapePaint, Stop, placed_paint

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

    def __init__(self, by_id: Mapping[str, Element], styles: Styles, current: str) -> None:
        self._by_id = by_id
        self._gradients = GradientReader(by_id, styles, current)

    def use(
        self, look: ComputedStyle, name: str, paths: list[Path], view: Basis
    ) -> PaintUse | None:
        """Return the paint of a fill or a stroke of outlines, or None if it is invisible."""
        text, opacity = look[name].strip(), opacity_of(look, f"{name}-opacity")
        if not opacity:
            return None
        if not text.startswith("url("):
            return self._plain(text, look, opacity)
        text, _, instead = text.partition(")")
        node = self._paint_of(f"{text})", instead.strip())
        found = None if node is None else self._gradients.paint(node, paths, view)
        if isinstance(found, Stop):
            return PaintUse(found.color, found.opacity * opacity) if found.opacity else None
        if found is None:
            return self._plain(instead.strip() or "none", look, opacity)
        return PaintUse(found, opacity)

    def _plain(self, text: str, look: ComputedStyle, opacity: float) -> PaintUse | None:
        if text == "none":
            return None
        if text.lower() == "currentcolor":
            text = look["color"]
        if text.startswith("context-"):
            raise NotShapesError(f"has a {text[:14]} colour")
        color, own = read_color(text)
        return PaintUse(color, own * opacity) if own else None

    def _paint_of(self, text: str, instead: str) -> Element | None:
        """Return the gradient to which a paint refers; None if only its replacement counts."""
        node = self._by_id.get(reference_in(text))
        if node is not None and node.tag == "pattern":
            raise NotShapesError("has a pattern")
        if node is not None and node.tag in GRADIENTS:
            if instead not in ("", "none") and instead.lower() != "currentcolor":
                read_color(instead)
            return node
        if not instead:
            raise PictureError(f"has a paint that is not in it: {quoted(text)}")
        return None


def shapes(
    paths: list[Path], node: Element, look: ComputedStyle, place: Viewport, paints: Paints
) -> Iterator[Item]:
    """Yield outlines with their fill and stroke, in the coordinates of the root."""
    for marker in MARKERS:
        if look[marker] != "none" and node.tag in ("path", "line", "polyline", "polygon"):
            raise NotShapesError("has markers, such as arrow heads")
    use = partial(paints.use, look, paths=paths, view=place.view)
    fill = use("fill") if any(map(_has_area, paths)) else None
    even_odd = look["fill-rule"] == "evenodd"
    stroke = _stroke(paths, node, look, place, use("stroke"))
    if fill is None:
        yield from stroke.items(place.into)
        return
    inside = Style(fill.paint)
    drawn = partial(_drawn, paths, into=place.into, even_odd=even_odd)
    if stroke.line is None:
        outlines = tuple(moved(path, place.into) for path in paths)
        painted = inside._replace(fill=placed_paint(fill.paint, place.into))
        yield from _seen([Shape(outlines, painted, even_odd=even_odd)], fill.opacity)
    elif _stroke_first(look):
        yield from stroke.items(place.into)
        yield from _seen(drawn(inside), fill.opacity)
    elif fill.opacity == stroke.opacity == 1 and stroke.paths == paths:
        yield from drawn(stroke.line._replace(fill=fill.paint))
    else:
        yield from _seen(drawn(inside), fill.opacity)
        yield from stroke.items(place.into)


def _has_area(path: Path) -> bool:
    """Return whether an outline is more than a line, which viewers of PDF fill with a hair line."""
    points = {path.start, *(segment.to for segment in path.segments)}
    curves = not all(isinstance(segment, Line) for segment in path.segments)
    return (curves or len(points) > 2) and min(path_bounds(path).size) > 0


class _Stroke(NamedTuple):
    """A stroke: the paths that a pen draws, if any, and dots besides."""

    line: Style | None = None
    paths: Sequence[Path] = ()
    dots: Sequence[Path] = ()
    opacity: float = 1.0

    def items(self, into: Transform) -> Iterator[Item]:
        """Yield the items that show it, in the coordinates to which ``into`` leads."""
        if self.line is None:
            return
        made: list[Item] = []
        if self.paths:
            made += _drawn(self.paths, self.line, into, False)
        if self.dots:
            made += _drawn(self.dots, Style(self.line.stroke), into, False)
        yield from _seen(made, self.opacity)


def _stroke(
    paths: list[Path], node: Element, look: ComputedStyle, place: Viewport, paint: PaintUse | None
) -> _Stroke:
    if paint is None:
        return _Stroke()
    width = length(look["stroke-width"], "stroke-width", place.view, "r")
    if look["vector-effect"] == "non-scaling-stroke":
        width *= _steady(place.into)
    elif look["vector-effect"] != "none":
        raise PictureError(f"has vector-effect {quoted(look['vector-effect'])}, which is not drawn")
    if width <= 0:
        return _Stroke()
    pen = _pen(look)
    lengths, offset = _dashes(look["stroke-dasharray"], look["stroke-dashoffset"], place.view)
    if lengths and (said := node.get("pathLength")) is not None:
        scale = _path_scale(paths, said)
        lengths, offset = tuple(scale * one for one in lengths), scale * offset
    pattern = read_dashes(lengths, offset, butt=pen.cap == "butt")
    if pattern is None:
        return _Stroke()
    if lengths and node.tag in ("circle", "ellipse"):
        paths = list(map(_from_right, paths))
    lines, dots, dash = taken_apart(paths, pattern, width, pen.cap)
    return _Stroke(Style(None, paint.paint, width, dash, pen), lines, dots, paint.opacity)


def _from_right(path: Path) -> Path:
    """Return a circle or an ellipse from its right, where dashes begin, and not from its left."""
    half = len(path.segments) // 2
    around = (*path.segments[half:], *path.segments[:half])
    return Path(path.segments[half - 1].to, around, path.closed)


def _steady(into: Transform) -> float:
    """Return the factor for a width that a transform leaves as it is."""
    if not is_even(into):
        raise NotShapesError("has lines of steady width in a distorted group (vector-effect)")
    scale = hypot(into.a, into.b)
    return 1 / scale if scale else 0.0


def _path_scale(paths: list[Path], said: str) -> float:
    """Return the factor from lengths along a path as its ``pathLength`` counts them."""
    (whole,) = numbers(said, "pathLength", (1,))
    if whole <= 0:
        return 1.0
    points = (flattened(path, FINE * max(path_bounds(path).size)) for path in paths)
    return fsum(dist(*ends) for line in points for ends in pairwise(line)) / whole


def _seen(items: Iterable[Item], opacity: float) -> Iterator[Item]:
    """Yield items, blended as one group if they have an opacity."""
    if opacity == 1:
        yield from items
    elif shown := tuple(items):
        yield Group(shown, opacity=opacity)


def _drawn(paths: Sequence[Path], style: Style, into: Transform, even_odd: bool) -> Iterator[Item]:
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
def _dashes(text: str, offset: str, view: Basis) -> tuple[tuple[float, ...], float]:
    """Return the lengths of dashes and gaps, and where in them a line begins."""
    if text == "none":
        return (), 0.0
    parts = text.replace(",", " ").split()
    lengths = tuple(length(part, "stroke-dasharray", view, "r") for part in parts)
    return lengths, length(offset, "stroke-dashoffset", view, "r")
