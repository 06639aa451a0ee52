"""Draw what boards share: their background, outlines of places, and the order of all layers."""

from collections.abc import Iterable

from pnp.base.geometry import Rect
from pnp.base.path import Path, polygon, rectangle
from pnp.base.units import Mm
from pnp.components.art.zones import FONT, draw_areas, draw_marks, draw_starts
from pnp.components.piece import DrawContext, Piece, cut_line
from pnp.game.board import Board
from pnp.game.places import Place
from pnp.scene import Group, Item, Scene, Shape, Style


def draw_board(
    board: Board,
    context: DrawContext,
    below: Iterable[Item],
    above: Iterable[Item],
    bleed: Mm = 0.0,
    ground: Path | None = None,
    within: Path | None = None,
) -> tuple[Piece, ...]:
    """Draw a board, a single piece, with items below and above the areas of its zones.

    ``ground`` is the outline of its background, by default all of it. Items below, areas and starts
    are clipped to ``within``, if given.
    """
    trim = Rect(0, 0, *board.size)
    on_places = (*below, *draw_areas(board), *draw_starts(board))
    items = (
        Shape((ground or rectangle(trim.inset(-bleed)),), Style(fill=board.ground)),
        *((Group(on_places, clip=within),) if within else on_places),
        *above,
        *draw_marks(board, context.font(FONT)),
        cut_line(rectangle(trim)),
    )
    return (Piece("board", Scene(board.size, items), bleed=bleed),)


def outlined(places: Iterable[Place], style: Style) -> Shape:
    """Draw the outlines of places as one shape."""
    return Shape(tuple(polygon(place.corners) for place in places), style)
