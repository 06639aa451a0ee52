"""Draw boards of rows and columns."""

from pnp.draw.piece import Piece, cut_line
from pnp.draw.zones import draw_areas, draw_starts_and_goals
from pnp.geometry import Point, Rect
from pnp.model.grid import Grid
from pnp.path import line, rectangle
from pnp.scene import Scene, Shape, Style

CELL_LINE = 0.25  # mm: light enough to see what lies on the cells
FRAME_LINE = 0.6


def draw_grid(grid: Grid) -> tuple[Piece, ...]:
    """Draw the one board, its cells framed."""
    trim = Rect(0, 0, *grid.size)
    cells, pitch = trim.inset(grid.rim), grid.pitch
    upright = [
        line(Point(x, cells.y), Point(x, cells.bottom))
        for x in (cells.x + n * pitch.width for n in range(1, grid.columns))
    ]
    level = [
        line(Point(cells.x, y), Point(cells.right, y))
        for y in (cells.y + n * pitch.height for n in range(1, grid.rows))
    ]
    lines = Shape((*upright, *level), Style(stroke=grid.ink, stroke_width=CELL_LINE))
    frame = Shape((rectangle(cells),), Style(stroke=grid.ink, stroke_width=FRAME_LINE))
    items = (
        Shape((rectangle(trim),), Style(fill=grid.ground)),
        *draw_areas(grid),
        *((lines,) if upright or level else ()),
        frame,
        *draw_starts_and_goals(grid),
        cut_line(rectangle(trim)),
    )
    return (Piece("board", Scene(grid.size, items)),)
