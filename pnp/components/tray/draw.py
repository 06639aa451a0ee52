"""Draw trays as they are seen from above: walls, dividers, and the floors between them."""

from collections.abc import Iterator

from pnp.base.geometry import Rect
from pnp.base.path import rectangle
from pnp.components.piece import HAIRLINE, DrawContext, Piece, cut_line
from pnp.components.tray import StorageTray
from pnp.components.tray.box import box_around
from pnp.scene import Scene, Shape, Style

INK, WALL, FLOOR = "#3c2413", "#d6b783", "#f3e1bd"


def draw(tray: StorageTray, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the tray, or the box with its trays, from above; sheets of paper leave it out."""
    plan = tray.arrangement(context.game)
    if tray.inside is not None and not tray.is_cut:
        whole, left, front = Rect(0, 0, *tray.inside[:2]), 0.0, 0.0
    else:
        box = box_around(plan, tray.wood, tray.closing)
        whole, left, front = Rect(0, 0, box.width, box.depth), tray.wood, box.front
    if tray.trays:
        rooms = [room.moved(left, front) for room in _trays(tray, context)]
    else:
        rooms = [
            Rect(left + x, whole.height - front - y - deep, wide, deep)
            for x, y, wide, deep in (one.room for one in plan.compartments)
        ]
    shapes = (_area(whole, WALL), *(_area(room, FLOOR) for room in rooms))
    items = (*shapes, cut_line(rectangle(whole)))
    return (Piece(tray.kind, Scene(whole.size, items), freed_by_trim=False),)


def _area(room: Rect, color: str) -> Shape:
    return Shape((rectangle(room),), Style(color, INK, HAIRLINE))


def _trays(tray: StorageTray, context: DrawContext) -> Iterator[Rect]:
    """Yield the places of trays in a box, rows from the back, with its play around them."""
    y = tray.play / 2
    for sizes in tray.stowed(context.game):
        x = tray.play / 2
        for size in sizes:
            yield Rect(x, y, size.width, size.depth)
            x += size.width
        y += max(size.depth for size in sizes)
