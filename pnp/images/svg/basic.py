"""The basic shapes of SVG (SVG 1.1, chapter 9) as outlines."""

from typing import NamedTuple

from pnp.base.errors import PictureError
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Arc, Line, Path, Segment, arc_as_curves, circle, line, placed, rectangle
from pnp.images.svg.outlines import arc_segments, read_outlines, too_many_segments
from pnp.images.svg.tree import SvgElement
from pnp.images.svg.values import is_even, length, numbers

SHAPES = {"circle", "ellipse", "line", "path", "polygon", "polyline", "rect"}


class ReadContext(NamedTuple):
    """The size that percentages refer to, and the most segments that are allowed."""

    view: Size
    most: int


def outlines(node: SvgElement, context: ReadContext) -> list[Path]:
    """Return the outlines of a shape; none if it has no size.

    Raises:
        PictureError: If it cannot be read.
    """
    match node.tag:
        case "path":
            return read_outlines(node.attributes.get("d", ""), context.most)
        case "rect":
            return _rect(node, context)
        case "circle":
            return _ellipse(node, context, "r", "r")
        case "ellipse":
            return _ellipse(node, context, "rx", "ry")
        case "line":
            start, end = (
                Point(_side(node, f"x{n}", context), _side(node, f"y{n}", context)) for n in (1, 2)
            )
            return [line(start, end)]
    values = numbers(node.attributes.get("points", ""), "points")
    if len(values) % 2:
        raise PictureError("has points with an x but no y")
    if len(values) > 2 * context.most:
        raise too_many_segments()
    start, *others = map(Point, values[::2], values[1::2]) if values else [Point(0, 0)]
    closed = node.tag == "polygon"
    return [Path(start, tuple(map(Line, others)), closed)] if others else []


def _side(node: SvgElement, name: str, context: ReadContext) -> float:
    axis = "x" if "x" in name or name == "width" else "r" if name == "r" else "y"
    text = node.attributes.get(name, "auto")
    return length("0" if text == "auto" else text, name, context.view, axis)


def _rect(node: SvgElement, context: ReadContext) -> list[Path]:
    rect = Rect(*(_side(node, name, context) for name in ("x", "y", "width", "height")))
    if rect.width <= 0 or rect.height <= 0:
        return []
    rx, ry = _radii(node, context, "rx", "ry")
    rx, ry = min(max(rx, 0), rect.width / 2), min(max(ry, 0), rect.height / 2)
    if not (rx and ry):
        return [rectangle(rect)]
    x, y, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    sides = (  # where each side begins and ends, and where the corner after it ends
        (Point(right - rx, y), Point(right, y + ry)),
        (Point(right, bottom - ry), Point(right - rx, bottom)),
        (Point(x + rx, bottom), Point(x, bottom - ry)),
        (Point(x, y + ry), Point(x + rx, y)),
    )
    segments: list[Segment] = []
    for end, after in sides:
        segments += [Line(end), *arc_segments(end, (rx, ry), 0, False, True, after)]
    return [Path(Point(x + rx, y), tuple(segments))]


def _ellipse(node: SvgElement, context: ReadContext, across: str, down: str) -> list[Path]:
    middle = Point(_side(node, "cx", context), _side(node, "cy", context))
    rx, ry = _radii(node, context, across, down)
    if rx <= 0 or ry <= 0:
        return []
    if rx == ry:
        return [circle(middle, rx)]
    left, right = middle.moved(-rx, 0), middle.moved(rx, 0)
    halves = [*arc_segments(left, (rx, ry), 0, False, True, right)]
    halves += arc_segments(right, (rx, ry), 0, False, True, left)
    return [Path(left, tuple(halves))]


def _radii(node: SvgElement, context: ReadContext, across: str, down: str) -> tuple[float, float]:
    """Return two radii; a missing one equals the other."""
    given = [name for name in (across, down) if node.attributes.get(name, "auto") != "auto"]
    radii = [_side(node, name, context) for name in given or (across, down)]
    return radii[0], radii[-1]


def moved(path: Path, into: Transform) -> Path:
    """Return a transformed outline; its arcs become curves if they would not stay circular."""
    return placed(path if is_even(into) else curved(path), into)


def curved(path: Path) -> Path:
    """Return an outline with its arcs turned into curves."""
    segments: list[Segment] = []
    here = path.start
    for segment in path.segments:
        segments += arc_as_curves(here, segment) if isinstance(segment, Arc) else [segment]
        here = segment.to
    return path._replace(segments=tuple(segments))
