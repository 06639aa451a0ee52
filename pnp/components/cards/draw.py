"""Draw cards, round pieces and hexagons from their layouts, row by row."""

from pnp.components.cards import Cards
from pnp.components.faces import draw_pieces as faces
from pnp.components.piece import DrawContext, Piece
from pnp.game.component import NamedFrame


def draw(cards: Cards, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the card of each row, named by its id or the number of its row.

    In a draft, cards with faults carry these and what could be drawn.
    """
    return faces.draw_pieces(cards, context)


def place_frames(
    cards: Cards, context: DrawContext, piece: str, side: str
) -> tuple[NamedFrame, ...]:
    """Return the frames on a card whose conditions its row meets, named by number and content."""
    return faces.place_frames(cards, context, piece, side)
