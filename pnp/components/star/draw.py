"""Draw the mat of a star."""

from collections.abc import Iterator

from pnp.base.geometry import Point
from pnp.base.units import Mm
from pnp.components.art.boards import draw_board, draw_title
from pnp.components.art.mats import draw_mat, draw_mat_strips
from pnp.components.piece import DrawContext, Piece
from pnp.components.star import Star
from pnp.scene import Item

TITLE = 0.06  # of an arm: the font size of the title
LARGEST: Mm = 16.0
DOWN = 0.12  # of an arm: how far the title is from the rim


def draw(star: Star, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the mat; places of each arm are numbered from the hexagon outward."""
    title = _title(star, context) if context.lettered else ()
    return draw_board(star, context, (), (*draw_mat(star, context), *title))


def _title(star: Star, context: DrawContext) -> Iterator[Item]:
    """Draw the title between the two upper arms, and turned between the lower ones."""
    size, arm = star.size, star.arm * star.room.height
    high = min(TITLE * arm, LARGEST)
    at = Point(size.width / 2, size.height - star.rim - DOWN * arm)
    yield from draw_title(star, context, [(at, 0.9 * arm)], high)


def draw_strips(star: Star, context: DrawContext) -> Iterator[tuple[Piece, ...]]:
    """Yield the ways to draw it as strips: each arm in one, two or three parts."""
    return draw_mat_strips(star, context)
