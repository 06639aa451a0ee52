"""Draw boards of square cells."""

from pnp.draw.piece import Piece, cut_line
from pnp.geometry import Point, Rect
from pnp.model.grid import Grid
from pnp.path import line, rectangle
from pnp.scene import Scene, Shape, Style

CELL_LINE = 0.25  # mm: light enough to see what lies on the cells
FRAME_LINE = 0.6


def draw_grid(grid: Grid) -> tuple[Piece, ...]:
    """Draw the one board, its cells framed."""
    trim = Rect(0, 0, *grid.size)
    cells = trim.inset(grid.rim)
    upright = [
        line(Point(x, cells.y), Point(x, cells.bottom))
        for x in (cells.x + n * grid.cell for n in range(1, grid.columns))
    ]
    level = [
        line(Point(cells.x, y), Point(cells.right, y))
        for y in (cells.y + n * grid.cell for n in range(1, grid.rows))
    ]
    lines = Shape((*upright, *level), Style(stroke=grid.ink, stroke_width=CELL_LINE))
    frame = Shape((rectangle(cells),), Style(stroke=grid.ink, stroke_width=FRAME_LINE))
    ground = Shape((rectangle(trim),), Style(fill=grid.ground))
    inside = (lines,) if upright or level else ()
    return (Piece("board", Scene(grid.size, (ground, *inside, frame, cut_line(rectangle(trim))))),)
