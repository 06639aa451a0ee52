"""Pictures as data: measured, filtered, compared and rendered by any back end."""

from pnp.scene.ink import Ink, InkSaver
from pnp.scene.items import (
    Group,
    Image,
    Item,
    Pen,
    Role,
    RoleFilter,
    Scene,
    Shape,
    Style,
    Text,
    Tint,
    has_pictures,
    images_in,
    item_bounds,
    items_bounds,
    leaves_in,
    shapes_in,
)

__all__ = [
    "Group",
    "Image",
    "Ink",
    "InkSaver",
    "Item",
    "Pen",
    "Role",
    "RoleFilter",
    "Scene",
    "Shape",
    "Style",
    "Text",
    "Tint",
    "has_pictures",
    "images_in",
    "item_bounds",
    "items_bounds",
    "leaves_in",
    "shapes_in",
]
