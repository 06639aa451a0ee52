"""SVG files drawn at a size on a page."""

from functools import lru_cache

from pnp.base.geometry import IDENTITY, Rect, Transform
from pnp.base.path import placed, rectangle
from pnp.base.picture import PictureFile
from pnp.base.units import EPSILON
from pnp.images.svg.reader import SvgDrawing, read_svg
from pnp.scene import Group, Item, Shape, items_bounds


def draw_svg(picture: PictureFile, place: Rect) -> Group:
    """Return the picture of an SVG file as items that fill ``place``, which has its proportions.

    The picture is clipped to its edges. The group repeats: groups of the same picture and size
    share their items.

    Raises:
        PictureError: If the file has changed or cannot be read; the message names it.
    """
    scale = place.width / picture.width
    items = _items(picture, scale)
    return Group(items, Transform.move(place.x, place.y), repeats=True)


@lru_cache(maxsize=256)
def _items(picture: PictureFile, scale: float) -> tuple[Item, ...]:
    drawing = _read(picture)
    items = tuple(_scaled(item, scale) for item in drawing.items)
    edge = Rect(0, 0, drawing.size.width * scale, drawing.size.height * scale)
    bounds = items_bounds(items)
    if bounds is None or edge.inset(-EPSILON).contains(bounds):
        return items
    return (Group(items, clip=rectangle(edge)),)


@lru_cache(maxsize=64)
def _read(picture: PictureFile) -> SvgDrawing:
    return read_svg(picture.read())


def _scaled(item: Item, scale: float) -> Item:
    """Return an item scaled about the origin."""
    larger = Transform.scale(scale)
    match item:
        case Shape(paths, style):
            return item._replace(
                paths=tuple(placed(path, larger) for path in paths),
                style=style.scaled(scale),
            )
        case Group(items, t, clip):
            moved = IDENTITY if t is IDENTITY else t._replace(e=t.e * scale, f=t.f * scale)
            return item._replace(
                items=tuple(_scaled(child, scale) for child in items),
                transform=moved,
                clip=clip and placed(clip, larger),
            )
    raise AssertionError(f"a drawing is shapes and groups, not {type(item).__name__}")
