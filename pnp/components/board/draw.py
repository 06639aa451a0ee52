"""Draw boards from their layouts."""

from pnp.components.art.boards import draw_board
from pnp.components.board import DrawnBoard
from pnp.components.faces import draw_pieces as faces
from pnp.components.piece import BLEED, DrawContext, Piece
from pnp.game.component import NamedFrame
from pnp.scene import Role


def draw(board: DrawnBoard, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the board with its zones."""
    (card,) = faces.draw_pieces(board.card, context)
    (piece,) = draw_board(board, context, card.front.only(Role.ART).items, (), BLEED)
    return (piece._replace(faults=card.faults),)


def place_frames(
    board: DrawnBoard, context: DrawContext, piece: str, side: str
) -> tuple[NamedFrame, ...]:
    """Return the frames of the board, named by number and content."""
    (name,) = board.card.names
    return faces.place_frames(board.card, context, name, side)
