"""Draw shapes in frames: their outlines, fills and lines."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from math import cos, dist, fsum, hypot, radians, sin
from typing import Literal, get_args

from pnp.base.color import BLACK
from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import (
    Arc,
    Curve,
    Line,
    Path,
    arc_as_curves,
    circle,
    ellipse,
    flattened,
    line,
    path_bounds,
    placed,
    polygon,
    rectangle,
)
from pnp.base.picture import PictureFile
from pnp.base.units import Mm
from pnp.components.art.livery import drawn_tile, tiled
from pnp.components.faces.draw_effects import Chosen, cast_shadow, gradient_over, seen_through
from pnp.components.faces.effects import FrameHatch
from pnp.components.faces.frames import ShapeFrame
from pnp.components.faces.places import point_in
from pnp.components.faces.shapes import Outlined, RectangleEdge
from pnp.scene import Group, Item, Pen, Shape, Style
from pnp.scene.gradient import ShapePaint
from pnp.scene.ink import hatch_lines

_CUT = 1 - 0.5**0.5  # of half a side, at the corners of an octagon
_CORNERS: Mapping[str, Sequence[tuple[float, float]]] = {  # in a square of side 1
    "hexagon": ((0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75), (0, 0.25)),
    "triangle": ((0.5, 0), (1, 1), (0, 1)),
    "rhombus": ((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)),
    "octagon": (
        *((_CUT, 0), (1 - _CUT, 0), (1, _CUT), (1, 1 - _CUT)),
        *((1 - _CUT, 1), (_CUT, 1), (0, 1 - _CUT), (0, _CUT)),
    ),
}
MITER = 10.0  # of the line's width, as in PDF
MOST_TILES = 10_000
MOST_LINES = 2_000  # of a hatch
MOST_DASHED = 5_000
_STAR = 5  # corners
_BLUNT = "rectangle", "circle", "ellipse"  # which every join draws alike


def outline(frame: Outlined, place: Rect) -> Path:
    """Return the outline of a shape in a place; a circle is centred in it."""
    points = [point_in(place, at) for at in frame.points]
    match frame.shape:
        case "rectangle":
            return rectangle(place, min(frame.corner, *(side / 2 for side in place.size)))
        case "circle":
            return circle(place.center, min(place.size) / 2)
        case "ellipse":
            return ellipse(place)
        case "sector" | "arc":
            return _arc(frame, place)
        case "line":
            ends = points or [Point(place.x, place.y), Point(place.right, place.bottom)]
            return polygon(ends)._replace(closed=False)
        case "curve":
            return _curve(frame, points, [point_in(place, at) for at in frame.controls])
        case "arrow":
            return polygon(_arrow(frame, place))
        case "polygon" | "star":
            return polygon(points or _inscribed(frame, place))
    return polygon(
        Point(place.x + x * place.width, place.y + y * place.height)
        for x, y in _CORNERS[frame.shape]
    )


def _inscribed(frame: Outlined, place: Rect) -> Iterator[Point]:
    """Yield the corners of a regular polygon or a star, clockwise from the top."""
    radii = [1.0] if frame.shape == "polygon" else [1.0, frame.inner / 100]
    count = (frame.sides or _STAR) * len(radii)
    for number in range(count):
        radius = radii[number % len(radii)]
        yield _on_ellipse(place, 360 * number / count, radius)


def _on_ellipse(place: Rect, angle: float, radius: float = 1.0) -> Point:
    """Return the point at an angle from the top, at a share of the way from the middle."""
    across, down = radius * place.width / 2, radius * place.height / 2
    return place.center.moved(across * sin(radians(angle)), -down * cos(radians(angle)))


def _arc(frame: Outlined, place: Rect) -> Path:
    """Return a part of the ellipse in a place; a sector goes through the middle."""
    sweep = (frame.to - frame.start) % 360
    if not sweep:
        return ellipse(place)
    square = Rect(-1, -1, 2, 2)
    begin, end = (_on_ellipse(square, angle) for angle in (frame.start, frame.to))
    arc = Arc(end, 1.0, clockwise=True, large=sweep > 180)
    segments = (arc,) if place.width == place.height else tuple(arc_as_curves(begin, arc))
    path = Path(begin, segments, frame.is_closed)
    if frame.shape == "sector":
        path = Path(Point(0, 0), (Line(begin), *segments))
    return placed(path, Transform(place.width / 2, 0, 0, place.height / 2, *place.center))


def _arrow(frame: Outlined, place: Rect) -> Iterable[Point]:
    """Return the corners of an arrow to the right."""
    neck = place.right - min(frame.head / 100 * place.height, place.width)
    middle, half = place.center.y, frame.shaft / 200 * place.height
    above = Point(place.x, middle - half), Point(neck, middle - half), Point(neck, place.y)
    below = Point(neck, place.bottom), Point(neck, middle + half), Point(place.x, middle + half)
    return (*above, Point(place.right, middle), *below)


def _curve(frame: Outlined, points: list[Point], controls: list[Point]) -> Path:
    """Return a curve through points: with Bézier controls, or smooth (Catmull-Rom)."""
    ends = [*points, points[0]] if frame.is_closed else points
    if not controls:
        first, last = (points[-1], points[1]) if frame.is_closed else (points[0], points[-1])
        around = [first, *ends, last]
        for before, here, there, after in zip(around, ends, ends[1:], around[3:], strict=False):
            controls += (
                here.moved((there.x - before.x) / 6, (there.y - before.y) / 6),
                there.moved((here.x - after.x) / 6, (here.y - after.y) / 6),
            )
    curves = map(Curve, controls[::2], controls[1::2], ends[1:])
    return Path(ends[0], tuple(curves), frame.is_closed)


def mirrored(way: Literal["across", "down"], place: Rect) -> Transform:
    """Return the reflection of a place, across or down."""
    x, y = place.center
    return Transform(-1, 0, 0, 1, 2 * x, 0) if way == "across" else Transform(1, 0, 0, -1, 0, 2 * y)


def draw_shape(
    frame: ShapeFrame, place: Rect, chosen: Chosen, tile: PictureFile | None = None
) -> Iterator[Item]:
    """Yield the shadow and the fill of a shape, its gradient, pattern and hatch, and its line.

    A line takes the colour of the fill if it has no stroke.
    """
    paths = (_path(frame, place),)
    paints = (paint and chosen(paint) for paint in (frame.fill, frame.stroke))
    fill, stroke = (seen if seen and seen.opacity else None for seen in paints)
    shaded = None if frame.gradient is None else gradient_over(frame.gradient, place, chosen)
    is_line = frame.shape == "line"
    if is_line:
        fill, stroke = None, stroke or fill
    whole = not (shaded or tile or frame.hatch or frame.edges or frame.shadow or 0.0 in frame.dash)
    if fill and stroke and whole and fill.opacity == stroke.opacity == 1:
        for one in _lines(frame, paths, stroke.color):
            yield one._replace(style=one.style._replace(fill=fill.color))
        return
    edges = tuple(_edges(frame, place)) or paths
    if frame.shadow:
        solid = fill or (shaded and not is_line) or tile or frame.hatch
        around = _lines(frame, edges, BLACK) if stroke or (shaded and is_line) else ()
        shapes = [*([Shape(paths, Style(BLACK))] if solid else []), *around]
        yield from cast_shadow(shapes, frame.shadow, chosen)
    if fill:
        yield from seen_through((Shape(paths, Style(fill.color)),), fill.opacity)
    if shaded:
        yield from _lines(frame, paths, shaded) if is_line else [Shape(paths, Style(shaded))]
    if tile and frame.pattern:
        yield _pattern(tile, frame.pattern.width, *paths)
    if frame.hatch:
        yield from _hatched(frame.hatch, *paths, chosen)
    if stroke:
        yield from seen_through(tuple(_lines(frame, edges, stroke.color)), stroke.opacity)


def _pattern(picture: PictureFile, width: Mm, within: Path) -> Group:
    size = Size(width, picture.height * width / picture.width)
    bounds = path_bounds(within)
    count = (bounds.width / size.width + 2) * (bounds.height / size.height + 2)
    if count > MOST_TILES:
        raise LayoutError(
            f"pattern: there are {count:,.0f} tiles, and at most {MOST_TILES:,} are drawn; write a "
            "larger width"
        )
    return tiled(drawn_tile(picture, size), within)


def _hatched(hatch: FrameHatch, within: Path, chosen: Chosen) -> tuple[Item, ...]:
    color, opacity = chosen(hatch.color)
    bounds, pitch = path_bounds(within), hatch.width + hatch.gap
    if (count := hypot(*bounds.size) / pitch) > MOST_LINES:
        raise LayoutError(
            f"hatch: there are {count:,.0f} lines, and at most {MOST_LINES:,} are drawn; write a "
            "larger gap"
        )
    angles = (hatch.angle, hatch.angle + 90) if hatch.cross else (hatch.angle,)
    lines = chain.from_iterable(hatch_lines(bounds, bounds.center, a, pitch) for a in angles)
    shape = Shape(tuple(lines), Style(None, color, hatch.width))
    return seen_through((Group((shape,), clip=within),), opacity)


def _lines(frame: ShapeFrame, paths: Sequence[Path], paint: ShapePaint) -> Iterator[Shape]:
    """Yield the line of a frame along paths, and its dots as areas."""
    style = Style(None, paint, frame.width, frame.dash, _pen(frame))
    if frame.dash:
        ways = chain.from_iterable(pairwise(flattened(path, frame.width)) for path in paths)
        count = fsum(dist(*way) for way in ways) / fsum(frame.dash) * len(frame.dash) / 2
        if count > MOST_DASHED:
            raise LayoutError(
                f"dash: there are {count:,.0f} dashes, and at most {MOST_DASHED:,} are drawn; "
                "write longer ones"
            )
    if 0.0 not in frame.dash:
        yield Shape(tuple(paths), style)
        return
    from pnp.images.svg.paint import read_dashes, taken_apart  # only for frames with dots

    pattern = read_dashes(frame.dash, 0.0, butt=False)
    assert pattern is not None, "only dots with butt ends are invisible"
    lines, dots, dash = taken_apart(paths, pattern, frame.width, frame.cap)
    if lines:
        yield Shape(tuple(lines), style._replace(dash=dash))
    if dots:
        yield Shape(tuple(dots), Style(paint))


def _pen(frame: ShapeFrame) -> Pen | None:
    """Return the ends and corners of a line; edges meet as they do around a rectangle."""
    if frame.edges and not frame.dash:
        return Pen("square")
    pen = Pen(frame.cap, frame.join, MITER)
    return None if pen == Pen(miter=MITER) and frame.shape in _BLUNT else pen


def _edges(frame: ShapeFrame, place: Rect) -> Iterator[Path]:
    corners = [*place.corners, place.corners[0]]
    for edge, ends in zip(get_args(RectangleEdge), pairwise(corners), strict=True):
        if edge in frame.edges:
            yield line(*ends)


def _path(frame: ShapeFrame, place: Rect) -> Path:
    path = outline(frame, place)
    return placed(path, mirrored(frame.mirror, place)) if frame.mirror else path
