"""Paints drawings in one colour, as icons need, without a background that would hide them.

Most icons of https://game-icons.net are white on a black square, which in one colour would be only
a square.
"""

from itertools import pairwise
from math import fsum

from pnp.base.geometry import Rect, Size, Transform
from pnp.base.path import flattened, path_bounds
from pnp.scene import Group, Image, Item, Leaf, Shape, Text, changed, leaves_in, placed_leaves

WHOLE = 0.99  # of the width and the height of a drawing
FILLED = 0.85  # of that area: corners may be round, but a disc is none


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
    twice = fsum(a.x * b.y - b.x * a.y for a, b in pairwise(points))
    return abs(twice) / 2 >= FILLED * bounds.width * bounds.height


def _without_lowest(items: tuple[Item, ...]) -> tuple[Item, ...]:
    for number, item in enumerate(items):
        if not isinstance(item, Group):
            return items[:number] + items[number + 1 :]
        if any(leaves_in(item.items)):
            inner = item._replace(items=_without_lowest(item.items))
            return (*items[:number], inner, *items[number + 1 :])
    return items
