"""Scenes item by item."""

from pnp.base.geometry import IDENTITY
from pnp.scene import Group


def placed(items, transform=IDENTITY):
    """Every item that is not a group, with where it comes to lie."""
    for item in items:
        if isinstance(item, Group):
            yield from placed(item.items, item.transform.then(transform))
        else:
            yield item, transform
