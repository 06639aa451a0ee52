"""Components as pictures: their pieces, front and back, and positions on boards."""

from pnp.draw.component import draw_component
from pnp.draw.example import draw_example
from pnp.draw.piece import Piece, trimmed
from pnp.draw.setup import draw_setup

__all__ = ["Piece", "draw_component", "draw_example", "draw_setup", "trimmed"]
