"""Draw SVG files at their size on a page, or painted in one colour, as icons need."""

from functools import lru_cache

from pnp.base.color import BLACK
from pnp.base.geometry import IDENTITY, Rect, Size, Transform, ring_area
from pnp.base.path import flattened, path_bounds, placed, rectangle
from pnp.base.picture import PictureFile
from pnp.base.units import EPSILON
from pnp.images.svg.reader import SvgDrawing, read_svg
from pnp.scene import (
    Group,
    Image,
    Item,
    Leaf,
    Shape,
    Text,
    changed,
    items_bounds,
    leaves_in,
    placed_leaves,
)

WHOLE = 0.99  # of the width and the height of a drawing
FILLED = 0.85  # of that area: corners may be round, but a disc is none

_LARGE = 5_000  # segments of a drawing that is held at one size
_SHARED = 100.0  # mm, that size: written to a thousandth of a millimetre, it bears enlarging


def in_one_color(items: tuple[Item, ...], ink: str) -> tuple[Item, ...]:
    """Return the same shapes in one colour; a bitmap keeps its own."""

    def painted(leaf: Leaf) -> tuple[Item, ...]:
        match leaf:
            case Shape(style=style):
                style = style._replace(fill=style.fill and ink, stroke=style.stroke and ink)
                return (leaf._replace(style=style),)
            case Text():
                return (leaf._replace(fill=ink, colored=False),)
            case Image():
                return (leaf,)

    return changed(items, painted)


def has_ground(items: tuple[Item, ...], size: Size) -> bool:
    """Return whether the lowest shape covers the whole drawing, and others lie on it."""
    lowest = next(placed_leaves(items), None)
    return lowest is not None and _covers(*lowest, size) and len(list(leaves_in(items))) > 1


def without_ground(items: tuple[Item, ...], size: Size) -> tuple[Item, ...]:
    """Return a drawing without its lowest shape if that covers everything and others lie on it."""
    return _without_lowest(items) if has_ground(items, size) else items


def _covers(item: Item, into: Transform, size: Size) -> bool:
    if not isinstance(item, Shape) or item.style.fill is None or len(item.paths) != 1:
        return False
    (path,) = item.paths
    bounds = into.apply_to(path_bounds(path))
    seen = bounds.intersection(Rect(0, 0, *size))
    if seen.width < WHOLE * size.width or seen.height < WHOLE * size.height:
        return False
    points = [into.apply(point) for point in flattened(path, min(path_bounds(path).size) / 200)]
    return abs(ring_area(points)) >= FILLED * bounds.width * bounds.height


def _without_lowest(items: tuple[Item, ...]) -> tuple[Item, ...]:
    for number, item in enumerate(items):
        if not isinstance(item, Group):
            return items[:number] + items[number + 1 :]
        if any(leaves_in(item.items)):
            inner = item._replace(items=_without_lowest(item.items))
            return (*items[:number], inner, *items[number + 1 :])
    return items


def draw_svg(picture: PictureFile, place: Rect, current: str = BLACK, ink: str = "") -> Group:
    """Return the picture of an SVG file as items that fill ``place``, which has its proportions.

    It takes its ``currentColor`` from what is around it, or is painted in one ``ink`` altogether,
    without a ground that covers all of it.
    The picture is clipped to its edges. It is a symbol: groups of the same picture and size
    share their items, and of a large picture those of all sizes, or each would take megabytes.
    """
    scale = place.width / picture.width
    drawn = _SHARED / max(picture.width, picture.height) if _is_large(picture) else scale
    into = Transform.move(place.x, place.y)
    if drawn != scale:
        into = Transform.scale(scale / drawn).then(into)
    around = current if current != BLACK and not ink and _takes_color(picture) else BLACK
    return Group(_items(picture, drawn, around, ink), into, is_symbol=True)


@lru_cache(maxsize=64)
def _takes_color(picture: PictureFile) -> bool:
    return b"currentcolor" in picture.read().lower()


@lru_cache(maxsize=64)
def _is_large(picture: PictureFile) -> bool:
    return sum(map(_segments, _read(picture, BLACK).items)) > _LARGE


def _segments(item: Item) -> int:
    match item:
        case Shape(paths):
            return sum(len(path.segments) for path in paths)
        case Group(items, _, clip):
            return sum(map(_segments, items)) + (len(clip.segments) if clip else 0)
    return 0


@lru_cache(maxsize=256)
def _items(picture: PictureFile, scale: float, current: str, ink: str) -> tuple[Item, ...]:
    drawing = _read(picture, current)
    shown = without_ground(drawing.items, drawing.size) if ink else drawing.items
    items = tuple(_scaled(item, scale, picture) for item in shown)
    if ink:
        items = in_one_color(items, ink)
    edge = Rect(0, 0, drawing.size.width * scale, drawing.size.height * scale)
    bounds = items_bounds(items)
    if bounds is None or edge.inset(-EPSILON).contains(bounds):
        return items
    return (Group(items, clip=rectangle(edge)),)


@lru_cache(maxsize=64)
def _read(picture: PictureFile, current: str) -> SvgDrawing:
    return read_svg(picture.read(), picture.part, current)


def _scaled(item: Item, scale: float, file: PictureFile) -> Item:
    """Return an item scaled about the origin; a bitmap is that of a file."""
    larger = Transform.scale(scale)
    match item:
        case Shape(paths, style):
            return item._replace(
                paths=tuple(placed(path, larger) for path in paths), style=style.scaled(scale)
            )
        case Group(items, t, clip):
            into = IDENTITY if t is IDENTITY else t._replace(e=t.e * scale, f=t.f * scale)
            children = tuple(_scaled(child, scale, file) for child in items)
            clip = clip and placed(clip, larger)
            return item._replace(items=children, transform=into, clip=clip)
        case Image(bitmap, place):
            inside = bitmap._replace(file=file.file, sha256=file.sha256)
            return item._replace(picture=inside, place=larger.apply_to(place))
    raise AssertionError(f"a drawing is shapes, bitmaps and groups, not {type(item).__name__}")
