"""Draw pictures in their frames: whole or cropped, in an outline, mirrored."""

from typing import Literal

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Path, circle, ellipse, polygon, rectangle
from pnp.base.picture import PictureFile
from pnp.base.units import Mm
from pnp.components.faces.draw_effects import Chosen, gradient_over
from pnp.components.faces.focus import parse_focus
from pnp.components.faces.frames import BEFORE, ImageFrame, Outline
from pnp.images.file import draw_picture
from pnp.scene import Group, Item, Shape, Style

HEXAGON = ((0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75), (0, 0.25))  # in a square of side 1
LIKE = 0.01  # how much the proportions of an exact picture may differ


def draw_image(
    frame: ImageFrame, picture: PictureFile, focus: str, place: Rect, chosen: Chosen
) -> Item:
    """Draw a picture in the place of its frame, with the frame's gradient over its visible part.

    ``focus`` is the point of the picture to keep visible.
    """
    whole = _whole(frame, picture, focus, place)
    item = draw_picture(picture, whole)
    if frame.mirror is not None:
        item = Group((item,), _mirror(frame.mirror, whole))
    seen = whole if frame.fit == "fit" else place
    edge = outline(frame.shape, seen, frame.corner)
    items = [item]
    if frame.gradient is not None:
        items.append(Shape((edge,), Style(gradient_over(frame.gradient, seen, chosen))))
    if frame.fit == "fit" and frame.shape == "rectangle" and not frame.corner:
        return Group(tuple(items)) if frame.gradient else item
    return Group(tuple(items), clip=edge)


def outline(shape: Outline, place: Rect, corner: Mm) -> Path:
    """Return the outline of a shape that fills a place; a circle is centred in it."""
    match shape:
        case "rectangle":
            return rectangle(place, min(corner, *(side / 2 for side in place.size)))
        case "circle":
            return circle(place.center, min(place.size) / 2)
        case "ellipse":
            return ellipse(place)
        case "hexagon":
            return polygon(
                Point(place.x + x * place.width, place.y + y * place.height) for x, y in HEXAGON
            )


def _whole(frame: ImageFrame, picture: PictureFile, focus: str, place: Rect) -> Rect:
    """Return the rectangle of the whole picture, before its frame crops it."""
    across, down = place.width / picture.width, place.height / picture.height
    if frame.fit == "exact" and abs(across / down - 1) > LIKE:
        raise LayoutError(
            f"the picture is {picture.width / picture.height:.3f} times as wide as high, its frame "
            f'{place.width / place.height:.3f} times; crop it, or write fit = "fit" or "fill"'
        )
    scale = (min if frame.fit == "fit" else max)(across, down)
    size = Size(scale * picture.width, scale * picture.height)
    left, above = BEFORE[frame.align], BEFORE[frame.vertical]
    room = Size(place.width - size.width, place.height - size.height)
    if point := _focus(focus):
        x = 1 - point.x if frame.mirror == "across" else point.x
        y = 1 - point.y if frame.mirror == "down" else point.y
        left = _before(x * size.width, size.width, place.width)
        above = _before(y * size.height, size.height, place.height)
    return Rect(place.x + left * room.width, place.y + above * room.height, *size)


def _focus(text: str) -> Point | None:
    try:
        return parse_focus(text)
    except ValueError as error:
        raise LayoutError(f"focus: {error}") from None


def _before(point: Mm, length: Mm, room: Mm) -> float:
    """Return the share of the cropped length to take off before, to centre a point."""
    cropped = length - room
    return min(1.0, max(0.0, (point - room / 2) / cropped)) if cropped > 0 else 0.5


def _mirror(way: Literal["across", "down"], place: Rect) -> Transform:
    """Return the reflection of a place, across or down."""
    x, y = place.center
    return Transform(-1, 0, 0, 1, 2 * x, 0) if way == "across" else Transform(1, 0, 0, -1, 0, 2 * y)
