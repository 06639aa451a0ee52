"""Draw hexagonal boards."""

from collections.abc import Iterator

from pnp.base.fonts import FontName
from pnp.base.geometry import Point
from pnp.base.path import joined, polygon
from pnp.base.units import Mm
from pnp.components.art.boards import SMALLEST_LETTERS, draw_board, draw_frame, draw_title, outlined
from pnp.components.art.label import centered, letters_on
from pnp.components.hexhex import HexHex
from pnp.components.piece import DrawContext, Piece
from pnp.scene import Item, Style, Text

CELL_LINE = 0.3  # mm: light enough to see what lies on the cells
COORDINATE = 0.12  # of a cell: a font size
LARGEST_COORDINATE: Mm = 4.0
COORDINATE_PLACE = 0.28  # of a cell: from its middle towards the near player, clear of outlines
IN_TRIANGLE = 0.12  # the same where cells are triangles
FONT: FontName = "sans"
TITLE = 0.22  # of a cell: a font size
MARGIN: Mm = 4.0  # from the frame to a title


def draw(board: HexHex, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the board on an upright rectangle; figures show only its cells."""
    above: list[Item] = [
        *(draw_frame(board, context) if context.lettered else ()),
        outlined(board.places, Style(stroke=board.ink, stroke_width=CELL_LINE)),
    ]
    if context.lettered:
        above += _title(board, context)
    ground = None if context.lettered else joined(polygon(one.corners) for one in board.places)
    names = _coordinates(board, context) if context.lettered else ()
    return draw_board(board, context, (), above, ground=ground, names=names)


def _coordinates(board: HexHex, context: DrawContext) -> Iterator[Text]:
    """Draw the name of each cell in its near corner."""
    size = min(COORDINATE * board.cell, LARGEST_COORDINATE)
    if board.coordinates and size >= SMALLEST_LETTERS:
        font = context.font(FONT)
        down = COORDINATE_PLACE if board.cells == "hexagons" else IN_TRIANGLE
        for place in board.places:
            at = place.center.moved(0, down * board.cell)
            yield centered(place.name, at, font, size, letters_on(board.ground))


def _title(board: HexHex, context: DrawContext) -> Iterator[Item]:
    """Draw the title in the corners beside the cells."""
    row = board.places[0]
    left = row.center.x - (board.cell / 2 if board.cells == "hexagons" else 0.0)
    inset = board.rim - board.clear_rim + MARGIN
    room = left - 2 * inset
    size = min(TITLE * board.cell, room)
    at = Point(inset + room / 2, board.size.height - inset - size / 2)
    yield from draw_title(board, context, [(at, room)], size)
