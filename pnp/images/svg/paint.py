"""Convert fills and strokes of SVG elements: colours, gradients, patterns, dashes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial, reduce
from itertools import pairwise
from math import ceil, degrees, dist, floor, fsum, hypot, sqrt
from typing import NamedTuple, get_args
from xml.etree.ElementTree import Element

from pnp.base.errors import PictureError
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import (
    Line,
    Path,
    circle,
    dashed,
    flattened,
    path_bounds,
    placed,
    polygon,
    rectangle,
)
from pnp.base.units import quoted
from pnp.images.svg.outlines import curved, moved
from pnp.images.svg.styles import ComputedStyle, Styles, opacity_of, read_color, reference_in
from pnp.images.svg.tree import NotShapesError, target_id
from pnp.images.svg.values import (
    Basis,
    Viewport,
    checked,
    fitted,
    is_even,
    length,
    numbers,
    share,
    transform,
    unreadable,
    view_box,
)
from pnp.scene import Cap, Group, Item, Join, Pen, Shape, Style
from pnp.scene.gradient import Gradient, ShapePaint, Stop, placed_paint

# Gradients.
GRADIENTS = ("linearGradient", "radialGradient")
MOST_STOPS = 200
MOST_LINKS = 8  # from a gradient to one that it takes something from
LEAST_AREA = 1e-18  # of the unit square of a gradient that is not taken for a point or a line
INSIDE = 0.999  # of the radius: farther out, a gradient is a cone
UNIT = Basis(1, 1)

# Patterns.
SLACK = 1e-3  # of a tile, by which programs round

# Dashes.
MOST_DASHES = 100  # before they repeat
MOST_PIECES = 10_000  # of a stroke that is taken apart
FINE = 1 / 50_000  # of the longer side of an outline: how far its curves may be from their chords

MARKERS = ("marker", "marker-start", "marker-mid", "marker-end")
PAINTED = {"fill", "stroke", "markers"}  # in this order, unless paint-order names some first
CAPS: dict[str, Cap] = {name: name for name in get_args(Cap)}
JOINS: dict[str, Join] = {name: name for name in get_args(Join)}


class GradientReader:
    """Reads the gradients of one file."""

    def __init__(self, by_id: Mapping[str, Element], styles: Styles, current: str) -> None:
        self._by_id = by_id
        self._current = current
        self._styles = styles
        self._stops: dict[Element, tuple[Stop, ...]] = {}

    def paint(self, node: Element, paths: list[Path], view: Basis) -> ShapePaint | Stop | None:
        """Return the paint of a gradient on the outlines of a shape, in the shape's coordinates.

        A gradient without an extent, or whose stops are all alike, is one colour; it may be None.
        """
        stops = self._stops_of(node)
        if len({stop[1:] for stop in stops}) < 2:
            return stops[-1] if stops else None
        look = self._styles.natural(node, self._current)
        if look["transform-origin"] != "0 0":
            raise NotShapesError("has a gradient with a transform-origin")
        if self._value(node, "spreadMethod", "pad") != "pad":
            raise NotShapesError("has a gradient that repeats (spreadMethod)")
        boxed = self._value(node, "gradientUnits", "") != "userSpaceOnUse"
        into = transform(self._value(node, "gradientTransform", ""))
        if boxed:
            box = reduce(Rect.union, map(path_bounds, paths))
            if min(box.size) <= 0:
                return None
            into = into.then(Transform(box.width, 0, 0, box.height, box.x, box.y))
            view = UNIT
        lies, focus = self._place(node, view)
        whole = checked(lies.then(into))
        if abs(whole.a * whole.d - whole.b * whole.c) < LEAST_AREA:
            return stops[-1]
        return Gradient("linear" if node.tag == "linearGradient" else "radial", stops, whole, focus)

    def _place(self, node: Element, view: Basis) -> tuple[Transform, Point]:
        """Return the transform from a gradient of a scene, and its focus there."""

        def side(name: str, default: str, axis: str) -> float:
            return length(self._value(node, name, default), name, view, axis)

        if node.tag == "linearGradient":
            x, y = side("x1", "0%", "x"), side("y1", "0%", "y")
            across, down = side("x2", "100%", "x") - x, side("y2", "0%", "y") - y
            return Transform(across, down, -down, across, x, y), Point(0, 0)
        if self._value(node, "fr", "0").strip("0.%"):
            raise NotShapesError("has a gradient that begins at a circle (fr)")
        radius = side("r", "50%", "r")
        cx, cy = side("cx", "50%", "x"), side("cy", "50%", "y")
        fx = side("fx", self._value(node, "cx", "50%"), "x")
        fy = side("fy", self._value(node, "cy", "50%"), "y")
        if radius < 0:
            raise PictureError("has a gradient with a radius below 0")
        focus = Point((fx - cx) / radius, (fy - cy) / radius) if radius else Point(0, 0)
        if hypot(*focus) > INSIDE:
            raise NotShapesError("has a gradient whose focus is outside it")
        return Transform(radius, 0, 0, radius, cx, cy), focus

    def _chain(self, node: Element) -> Iterator[Element]:
        """Yield a gradient and those from which it inherits missing values."""
        for _ in range(MOST_LINKS):
            yield node
            following = self._by_id.get(target_id(node))
            if following is None or following.tag not in GRADIENTS:
                return
            node = following

    def _value(self, node: Element, name: str, default: str) -> str:
        said = (one.get(name) for one in self._chain(node))
        return next((value for value in said if value), default)

    def _stops_of(self, node: Element) -> tuple[Stop, ...]:
        if node not in self._stops:
            listed = ([c for c in one if c.tag == "stop"] for one in self._chain(node))
            stops: list[Stop] = []
            for stop in next(filter(None, listed), []):
                stops.append(self._stop(stop, stops[-1].at if stops else 0.0))
            if len(stops) > MOST_STOPS:
                raise NotShapesError(f"has a gradient of more than {MOST_STOPS} colours")
            self._stops[node] = tuple(stops)
        return self._stops[node]

    def _stop(self, stop: Element, least: float) -> Stop:
        look = self._styles.natural(stop, self._current)
        color, opacity = read_color(_stop_color(look))
        at = share(stop.get("offset", "0"), "offset")
        return Stop(max(least, at), color, opacity * opacity_of(look, "stop-opacity"))


def _stop_color(look: ComputedStyle) -> str:
    text = look["stop-color"]
    return look["color"] if text.lower() == "currentcolor" else text


class Tile(NamedTuple):
    """The one tile of a pattern on a shape, in the coordinates of the shape.

    ``node`` has its content, which ``content`` leads to those of the tile, and ``into`` leads from
    there to the shape. ``room`` is the tile in its own coordinates.
    """

    node: Element
    room: Rect
    content: Transform
    into: Transform
    view: Basis


def only_tile(
    pattern: Element, by_id: Mapping[str, Element], bounds: Rect, view: Basis
) -> Tile | None:
    """Return the one tile that fills ``bounds``, or None if the pattern paints nothing."""
    chain = list(_chain(pattern, by_id))

    def value(name: str, default: str) -> str:
        return next((said for one in chain if (said := one.get(name))), default)

    def side(name: str, axis: str) -> float:
        return length(value(name, "0"), name, UNIT if boxed else view, axis)

    boxed = value("patternUnits", "objectBoundingBox") == "objectBoundingBox"
    to_bounds = Transform(bounds.width, 0, 0, bounds.height, bounds.x, bounds.y)
    room = Rect(side("x", "x"), side("y", "y"), side("width", "x"), side("height", "y"))
    room = to_bounds.apply_to(room) if boxed else room
    filled = next((one for one in chain if len(one)), None)
    into = checked(transform(value("patternTransform", "")))
    if min(room.size) <= 0 or filled is None or min(bounds.size) <= 0:
        return None
    if abs(into.a * into.d - into.b * into.c) < LEAST_AREA or value("transform-origin", ""):
        raise NotShapesError("has a pattern")
    seen = into.inverse.apply_to(bounds)
    across = _only_one(seen.x - room.x, seen.right - room.x, room.width)
    down = _only_one(seen.y - room.y, seen.bottom - room.y, room.height)
    room = room.moved(across * room.width, down * room.height)
    content = Transform.move(room.x, room.y)
    viewed = next((one for one in chain if one.get("viewBox")), None)
    box = None if viewed is None else view_box(viewed)
    if box is not None and viewed is not None:
        content, view = fitted(box, room, viewed), Basis(*box.size)
    elif value("patternContentUnits", "userSpaceOnUse") == "objectBoundingBox":
        content = Transform(bounds.width, 0, 0, bounds.height, 0, 0).then(content)
    return Tile(filled, room, content, into, view)


def _only_one(start: float, end: float, side: float) -> int:
    """Return the number of the one tile between two places, counted from that at 0."""
    first, last = floor(start / side + SLACK), ceil(end / side - SLACK) - 1
    if first != last:
        raise NotShapesError("has a pattern")
    return first


def _chain(pattern: Element, by_id: Mapping[str, Element]) -> Iterator[Element]:
    """Yield a pattern and those from which it inherits missing values."""
    for _ in range(MOST_LINKS):
        yield pattern
        following = by_id.get(target_id(pattern))
        if following is None or following.tag != "pattern":
            return
        pattern = following


class Dashes(NamedTuple):
    """A pattern of dashes and gaps, an even number of lengths, and where in it a line begins."""

    lengths: tuple[float, ...] = ()
    offset: float = 0.0


def read_dashes(lengths: tuple[float, ...], offset: float, *, butt: bool) -> Dashes | None:
    """Return a pattern without parts that do nothing; None if all of it is gaps.

    With ``butt`` ends, dashes without length are invisible.
    """
    if not lengths or min(lengths) < 0 or not fsum(lengths):
        return Dashes()
    if len(lengths) > MOST_DASHES:
        raise NotShapesError(f"has a stroke of more than {MOST_DASHES} dashes")
    both = lengths * (1 + len(lengths) % 2)
    if not fsum(both[1::2]):
        return Dashes()
    if butt and not fsum(both[::2]):
        return None
    kept: list[float] = []
    for number, one in enumerate(both):
        if len(kept) % 2 != number % 2:
            kept[-1] += one
        elif one or not kept or not (butt or number % 2):
            kept.append(one)
    if len(kept) % 2:  # the last dash goes on in the first
        offset += kept[-1]
        kept[0] += kept.pop()
    return Dashes(tuple(kept), offset % fsum(both))


def taken_apart(
    paths: Iterable[Path], pattern: Dashes, width: float, cap: str
) -> tuple[list[Path], list[Path], tuple[float, ...]]:
    """Return the lines of a stroke, the outlines of its dots, and the dashes left to draw."""
    whole = not pattern.offset and all(pattern.lengths[::2])
    lines: list[Path] = []
    dots: list[Path] = []
    for path in paths:
        points = path_bounds(path)
        if not max(points.size):
            dots += _dot(path.start, 0.0, width, cap)
        elif whole:
            lines.append(path)
        else:
            line = flattened(path, FINE * max(points.size))
            for piece, angle in dashed(line, pattern.lengths, pattern.offset):
                if len(set(piece)) == 1:
                    dots += _dot(piece[0], angle, width, cap)
                else:
                    lines.append(polygon(piece)._replace(closed=False))
                if len(lines) + len(dots) > MOST_PIECES:
                    raise NotShapesError(f"has a stroke of more than {MOST_PIECES:,} dashes")
    return lines, dots, pattern.lengths if whole else ()


def _dot(at: Point, angle: float, width: float, cap: str) -> list[Path]:
    """Return the outline that the ends of a line without length have together."""
    if cap == "round":
        return [circle(at, width / 2)]
    if cap == "square":
        square = rectangle(Rect(at.x - width / 2, at.y - width / 2, width, width))
        return [placed(square, Transform.turn(degrees(angle), at))]
    return []


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
