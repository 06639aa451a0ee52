"""Pictures painted over in one colour."""

from pnp.scene import Group, Item, Shape, Text


def painted(items: tuple[Item, ...], ink: str) -> tuple[Item, ...]:
    """Return the same shapes in one colour; a picture of pixels keeps its own."""
    return tuple(_painted(item, ink) for item in items)


def _painted(item: Item, ink: str) -> Item:
    match item:
        case Group():
            return item._replace(items=painted(item.items, ink))
        case Shape(style=style):
            own = style._replace(fill=style.fill and ink, stroke=style.stroke and ink)
            return item._replace(style=own)
        case Text():
            return item._replace(fill=ink)
        case _:
            return item
