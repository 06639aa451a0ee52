"""How a drawing comes to lie in its slot."""

from pnp.base.geometry import Point, Transform
from pnp.sheets.layout.duplex import Place


def onto(place: Place) -> Transform:
    """Return what moves a face, whose origin is its top left, into a slot."""
    slot = place.slot
    move = Transform.move(slot.x, slot.y)
    if not place.upside_down:
        return move
    return Transform.turn(180, Point(slot.width / 2, slot.height / 2)).then(move)
