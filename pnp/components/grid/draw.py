"""Draw boards of rows and columns."""

from collections.abc import Iterator

from pnp.base.errors import Faults
from pnp.base.fonts import FontName
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import line, rectangle
from pnp.base.units import Mm
from pnp.components.art.boards import draw_board, outlined
from pnp.components.art.label import Lettering, centered, draw_label, letters_on
from pnp.components.grid.model import Grid
from pnp.components.piece import DrawContext, Piece
from pnp.game.places import Place, column_name
from pnp.scene import Group, Item, Shape, Style, Text

CELL_LINE = 0.25  # mm: light enough to see what lies on the cells
FRAME_LINE = 0.6
COORDINATE = 0.62  # of the rim: a font size
LARGEST_COORDINATE: Mm = 5.0
INSET = 0.09  # of a cell's shorter side: around its label
LABEL = 0.3  # of a cell's shorter side: a font size
LARGEST_LABEL: Mm = 6.0
LABEL_LINES = 3
FONT: FontName = "serif-bold"


def draw(grid: Grid, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the board, its cells framed.

    Raises:
        LayoutError: If a label has no room in its cell: a line for each.
    """
    cells, pitch = Rect(0, 0, *grid.size).inset(grid.rim), grid.pitch
    xs = (cells.x + n * pitch.width for n in range(1, grid.columns))
    ys = (cells.y + n * pitch.height for n in range(1, grid.rows))
    lines = [line(Point(x, cells.y), Point(x, cells.bottom)) for x in xs]
    lines += [line(Point(cells.x, y), Point(cells.right, y)) for y in ys]
    above: list[Item] = []
    if lines:
        above.append(Shape(tuple(lines), Style(stroke=grid.ink, stroke_width=CELL_LINE)))
    above.append(Shape((rectangle(cells),), Style(stroke=grid.ink, stroke_width=FRAME_LINE)))
    if grid.coordinates:
        above += _coordinates(grid)
    above += _labels(grid)
    return draw_board(grid, _colors(grid), above)


def _colors(grid: Grid) -> Iterator[Shape]:
    """Draw the cells of each colour as one shape."""
    by_color: dict[str, list[Place]] = {}
    for name, color in grid.painted.items():
        by_color.setdefault(color, []).append(grid.by_name[name])
    for color, places in by_color.items():
        yield outlined(places, Style(fill=color))


def _coordinates(grid: Grid) -> Iterator[Item]:
    """Write letters and numbers on the near and left rim, and turned on the far and right one."""
    size = min(COORDINATE * grid.rim, LARGEST_COORDINATE)
    ink = letters_on(grid.ground)
    (width, height), low = grid.size, grid.rim / 2
    names: list[tuple[str, Point, Point]] = []
    for column, place in enumerate(grid.places[:: grid.rows]):
        x = place.center.x
        names.append((column_name(column), Point(x, height - low), Point(x, low)))
    for row, place in enumerate(grid.places[: grid.rows], start=1):
        y = place.center.y
        names.append((str(row), Point(low, y), Point(width - low, y)))
    for name, near, across in names:
        yield centered(name, near, FONT, size, ink)
        turned = centered(name, across, FONT, size, ink)
        yield Group((turned,), Transform.turn(180, across))


def _labels(grid: Grid) -> tuple[Text, ...]:
    """Write each cell's label in its middle, in a colour that is read on the cell's."""
    texts: list[Text] = []
    faults = Faults()
    for name, label in grid.labels.items():
        place = grid.by_name[name]
        side = min(place.size)
        room = Rect.around(place.corners).inset(INSET * side)
        ink = letters_on(grid.painted.get(name, grid.ground))
        lettering = Lettering(ink, min(LABEL * side, LARGEST_LABEL), lines=LABEL_LINES)
        with faults.within(f"labels.{name}"):
            texts += draw_label(label, room, lettering)
    faults.check()
    return tuple(texts)
