"""The bounds of items."""

from collections.abc import Iterable
from functools import reduce
from typing import assert_never

from pnp.base.fonts import descent, text_width
from pnp.base.geometry import Rect
from pnp.base.path import path_bounds
from pnp.scene.items import Group, Image, Item, Shape, Text


def items_bounds(items: Iterable[Item]) -> Rect | None:
    """Return the rectangle around ``items``, including strokes and clips."""
    found = [bounds for item in items if (bounds := item_bounds(item)) is not None]
    return reduce(Rect.union, found) if found else None


def item_bounds(item: Item) -> Rect | None:
    """Return the rectangle around one item; None for an empty group."""
    match item:
        case Shape(paths, style):
            bounds = reduce(Rect.union, map(path_bounds, paths))
            return bounds.inset(-style.stroke_width / 2 if style.stroke else 0)
        case Text(at, string, font, size):
            width = text_width(string, font, size)
            return Rect(at.x, at.y - size, width, size * (1 + descent(font)))
        case Image(_, place):
            return place
        case Group(items, transform, clip):
            inner = items_bounds(items)
            if inner is None:
                return None
            outer = transform.apply_to(inner)
            return outer if clip is None else _meet(outer, path_bounds(clip))
        case _:
            assert_never(item)


def _meet(one: Rect, other: Rect) -> Rect | None:
    shared = one.intersection(other)
    return shared if shared.width > 0 and shared.height > 0 else None
