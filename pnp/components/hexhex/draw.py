"""Draw hexagonal boards."""

from pnp.base.geometry import Rect
from pnp.base.path import polygon, rectangle
from pnp.components.art.boards import draw_areas, draw_starts_and_goals
from pnp.components.hexhex.model import HexHex
from pnp.components.piece import DrawContext, Piece, cut_line
from pnp.scene import Scene, Shape, Style

CELL_LINE = 0.3  # mm: light enough to see what lies on the cells


def draw(board: HexHex, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the one board on an upright rectangle."""
    trim = rectangle(Rect(0, 0, *board.size))
    cells = tuple(polygon(place.corners) for place in board.places)
    items = (
        Shape((trim,), Style(fill=board.ground)),
        *draw_areas(board),
        Shape(cells, Style(stroke=board.ink, stroke_width=CELL_LINE)),
        *draw_starts_and_goals(board),
        cut_line(trim),
    )
    return (Piece("board", Scene(board.size, items)),)
