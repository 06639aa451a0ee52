"""Components as pictures: their pieces, front and back, and positions on boards."""

from pnp.draw.component import draw_component
from pnp.draw.example import draw_example
from pnp.draw.hidden import draw_hidden
from pnp.draw.piece import Piece, trimmed, with_bleed
from pnp.draw.setup import draw_setup

__all__ = [
    "Piece",
    "draw_component",
    "draw_example",
    "draw_hidden",
    "draw_setup",
    "trimmed",
    "with_bleed",
]
