"""Draw hexagonal boards."""

from pnp.draw.piece import Piece, cut_line
from pnp.geometry import Point, Rect
from pnp.model.hexhex import HexHex
from pnp.path import Path, rectangle, regular_polygon
from pnp.scene import Scene, Shape, Style

CELL_LINE = 0.3  # mm: light enough to see what lies on the cells


def draw_hexhex(board: HexHex) -> tuple[Piece, ...]:
    """Draw the one board on an upright rectangle."""
    trim = rectangle(Rect(0, 0, *board.size))
    cells = Style(stroke=board.ink, stroke_width=CELL_LINE)
    items = (Shape((trim,), Style(fill=board.ground)), Shape(_cells(board), cells), cut_line(trim))
    return (Piece("board", Scene(board.size, items)),)


def _cells(board: HexHex) -> tuple[Path, ...]:
    middle = board.size.width / 2
    top = board.rim + board.edge
    return tuple(
        regular_polygon(
            Point(middle + (column - (count - 1) / 2) * board.cell, top + 1.5 * row * board.edge),
            6,
            board.edge,
        )
        for row, count in enumerate(board.rows)
        for column in range(count)
    )
