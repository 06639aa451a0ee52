"""Draw plaques."""

from pnp.components.plaques import Plaques

from pnp.base.geometry import Rect
from pnp.base.path import rectangle
from pnp.components.art.label import centered
from pnp.components.piece import BLEED, REACH, DrawContext, Piece, cut_line
from pnp.scene import Item, Scene, Shape, Style


def draw(plaques: Plaques, context: DrawContext) -> tuple[Piece, ...]:
    """Draw each plaque, with a plain back."""
    back = _face(plaques)
    return tuple(
        Piece(name, _face(plaques, name), back, copies, BLEED)
        for name, copies in plaques.pieces.items()
    )


def _face(plaques: Plaques, number: str = "") -> Scene:
    trim = Rect(0, 0, *plaques.size)
    items: list[Item] = [Shape((rectangle(trim.inset(-REACH)),), Style(fill=plaques.ground))]
    if number:
        items.append(centered(number, trim.center, "serif-bold", 9.0, plaques.ink))
    return Scene(plaques.size, (*items, cut_line(rectangle(trim))))
