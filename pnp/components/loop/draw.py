"""Draw the mat of a loop: its places, and an arrow for the way round."""

from collections.abc import Iterator
from math import dist

from pnp.base.path import Arc, Path, polygon
from pnp.base.units import Mm
from pnp.components.art.mats import draw_mat, draw_mat_strips
from pnp.components.loop.model import IN, OUT, Loop
from pnp.components.piece import DrawContext, Piece
from pnp.game.places import away
from pnp.scene import Item, Shape, Style

COURSE_LINE: Mm = 0.5


def draw(loop: Loop, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the one mat, its places numbered, and an arrow for the way round."""
    return draw_mat(loop, _course(loop))


def draw_strips(loop: Loop, context: DrawContext) -> Iterator[tuple[Piece, ...]]:
    """Yield the ways to draw it as strips: a spoke or a side in one, two or three."""
    return draw_mat_strips(loop)


def _course(loop: Loop) -> tuple[Item, ...]:
    """Draw three quarters of a circle between hexagon and track, with a head where it ends."""
    *track, middle = loop.places
    nearest = min(dist(tile.center, middle.center) for tile in track[loop.spoke : -loop.spoke])
    inside = nearest - loop.tile.height / 2
    radius = (loop.hexagon + inside) / 2
    start, end = (away(middle.center, angle, radius) for angle in (OUT + 30, IN - 30))
    way = Path(start, (Arc(end, radius, clockwise=True, large=True),), closed=False)
    head = polygon(
        away(end, angle, reach)
        for angle, reach in ((IN + 60, 5.0), (IN - 30, 2.2), (IN + 150, 2.2))
    )
    return (
        Shape((way,), Style(stroke=loop.ink, stroke_width=COURSE_LINE)),
        Shape((head,), Style(fill=loop.ink)),
    )
