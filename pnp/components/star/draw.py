"""Draw the mat of a star."""

from pnp.components.art.boards import draw_mat
from pnp.components.piece import DrawContext, Piece
from pnp.components.star.model import Star


def draw(star: Star, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the one mat, the places of each arm numbered from the hexagon outward."""
    return draw_mat(star)
