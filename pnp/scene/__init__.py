"""A picture as data: measured, mirrored, filtered, compared and rendered anywhere."""

from pnp.scene.ink import Ink, Inking
from pnp.scene.items import (
    Group,
    Item,
    Only,
    Role,
    Scene,
    Shape,
    Style,
    Text,
    shapes_in,
)
from pnp.scene.measure import item_bounds, items_bounds

__all__ = [
    "Group",
    "Ink",
    "Inking",
    "Item",
    "Only",
    "Role",
    "Scene",
    "Shape",
    "Style",
    "Text",
    "item_bounds",
    "items_bounds",
    "shapes_in",
]
