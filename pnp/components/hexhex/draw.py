"""Draw hexagonal boards."""

from pnp.components.art.boards import draw_board, outlined
from pnp.components.hexhex.model import HexHex
from pnp.components.piece import DrawContext, Piece
from pnp.scene import Style

CELL_LINE = 0.3  # mm: light enough to see what lies on the cells


def draw(board: HexHex, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the board on an upright rectangle."""
    lines = outlined(board.places, Style(stroke=board.ink, stroke_width=CELL_LINE))
    return draw_board(board, (), (lines,))
