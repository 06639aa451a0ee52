"""Draw the mat of a star."""

from collections.abc import Iterator

from pnp.components.art.mats import draw_mat, draw_mat_strips
from pnp.components.piece import DrawContext, Piece
from pnp.components.star.model import Star


def draw(star: Star, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the one mat, the places of each arm numbered from the hexagon outward."""
    return draw_mat(star)


def draw_strips(star: Star, context: DrawContext) -> Iterator[tuple[Piece, ...]]:
    """Yield the ways to draw it as strips: an arm in one, two or three."""
    return draw_mat_strips(star)
