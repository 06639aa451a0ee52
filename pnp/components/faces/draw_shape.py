"""Draw the shapes of frames."""

from collections.abc import Iterator

from pnp.base.geometry import Point, Rect
from pnp.base.path import Path, line
from pnp.components.faces.draw_effects import Chosen, gradient_over, seen_through
from pnp.components.faces.draw_images import outline
from pnp.components.faces.frames import ShapeFrame
from pnp.scene import Item, Shape, Style


def draw_shape(frame: ShapeFrame, place: Rect, chosen: Chosen) -> Iterator[Item]:
    """Yield the fill of a shape, its gradient over that, and its line.

    A line from corner to corner takes the colour of the fill if it has no stroke.
    """
    paths = (_path(frame, place),)
    fill, stroke = (paint and chosen(paint) for paint in (frame.fill, frame.stroke))
    shaded = None if frame.gradient is None else gradient_over(frame.gradient, place, chosen)
    if frame.shape == "line":
        fill, stroke = None, stroke or fill
        shaded_style = Style(None, shaded, frame.width)
    else:
        shaded_style = Style(shaded)
    if fill and stroke and shaded is None and fill.opacity == stroke.opacity == 1:
        yield Shape(paths, Style(fill.color, stroke.color, frame.width))
        return
    if fill:
        yield from seen_through((Shape(paths, Style(fill.color)),), fill.opacity)
    if shaded:
        yield Shape(paths, shaded_style)
    if stroke:
        line_style = Style(None, stroke.color, frame.width)
        yield from seen_through((Shape(paths, line_style),), stroke.opacity)


def _path(frame: ShapeFrame, place: Rect) -> Path:
    if frame.shape == "line" and frame.mirror:
        return line(Point(place.right, place.y), Point(place.x, place.bottom))
    if frame.shape == "line":
        return line(Point(place.x, place.y), Point(place.right, place.bottom))
    return outline(frame.shape, place, frame.corner)
