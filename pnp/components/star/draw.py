"""Draw the mat of a star."""

from collections.abc import Iterator

from pnp.base.color import blended
from pnp.base.geometry import Point
from pnp.base.path import polygon
from pnp.base.units import Mm
from pnp.components.art.boards import draw_board, draw_title
from pnp.components.art.mats import draw_mat, draw_mat_strips
from pnp.components.piece import DrawContext, Piece
from pnp.components.star import SIDES, Star
from pnp.game.livery import LiveryColors
from pnp.game.places import away
from pnp.scene import Extra, Group, Item, Shape, Style

TITLE = 0.06  # of an arm: the font size of the title
LARGEST: Mm = 16.0
DOWN = 0.12  # of an arm: how far the title is from the rim
# Between two arms in a livery: the directions of rays, in degrees, and their lengths, of an arm.
RAYS = ((-11.0, 0.5), (0.0, 0.66), (11.0, 0.5))
RAY_WIDTH = 4.5  # degrees: half of a ray's foot
RAY_FOOT = 1.3  # of the hexagon's edge, from its middle
FAINT = 0.55  # of the tint in a ray


def draw(star: Star, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the mat; places of each arm are numbered from the hexagon outward."""
    title = _title(star, context) if context.lettered else ()
    rays = (_rays(star, context.livery),) if context.livery and context.lettered else ()
    return draw_board(star, context, rays, (*draw_mat(star, context), *title))


def _rays(star: Star, livery: LiveryColors) -> Item:
    """Draw the faint rays of a sun between the arms."""
    middle, arm = star.places[-1].center, star.arm * star.room.height
    rays = tuple(
        polygon(
            (
                away(middle, 60 * wedge + aside, RAY_FOOT * star.edge + length * arm),
                away(middle, 60 * wedge + aside + RAY_WIDTH, RAY_FOOT * star.edge),
                away(middle, 60 * wedge + aside - RAY_WIDTH, RAY_FOOT * star.edge),
            )
        )
        for wedge in range(SIDES)
        for aside, length in RAYS
    )
    faint = Style(fill=blended(star.ground, livery.tint, FAINT))
    return Group((Shape(rays, faint),), extra=Extra.ORNAMENT)


def _title(star: Star, context: DrawContext) -> Iterator[Item]:
    """Draw the title between the two upper arms, and turned between the lower ones."""
    size, arm = star.size, star.arm * star.room.height
    high = min(TITLE * arm, LARGEST)
    at = Point(size.width / 2, size.height - star.rim - DOWN * arm)
    yield from draw_title(star, context, [(at, 0.9 * arm)], high)


def draw_strips(star: Star, context: DrawContext) -> Iterator[tuple[Piece, ...]]:
    """Yield the ways to draw it as strips: each arm in one, two or three parts."""
    return draw_mat_strips(star, context)
