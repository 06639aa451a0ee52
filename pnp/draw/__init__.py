"""Components as pictures. Positions and examples are imported from their own modules."""

from pnp.draw.component import draw_component
from pnp.draw.piece import Piece, trimmed, with_bleed

__all__ = ["Piece", "draw_component", "trimmed", "with_bleed"]
