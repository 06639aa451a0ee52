"""Draw hexagonal boards."""

from collections.abc import Iterator
from math import sqrt

from pnp.base.color import blended
from pnp.base.fonts import FontName
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import polygon, rectangle
from pnp.base.units import Mm
from pnp.components.art.boards import (
    EDGE,
    SMALLEST_LETTERS,
    draw_board,
    draw_frame,
    draw_title,
    outlined,
)
from pnp.components.art.label import centered, letters_on
from pnp.components.art.signs import draw_mark
from pnp.components.hexhex import NAMED, HexHex
from pnp.components.piece import DrawContext, Piece
from pnp.game.livery import LiveryColors
from pnp.game.places import Place
from pnp.scene import Extra, Group, Item, Shape, Style

CELL_LINE = 0.3  # mm: light enough to see what lies on the cells
COORDINATE = 0.12  # of a cell: a font size
LARGEST_COORDINATE: Mm = 4.0
COORDINATE_PLACE = 0.25  # of a cell: from its middle towards the near player, clear of outlines
IN_TRIANGLE = 0.12  # the same where cells are triangles
FONT: FontName = "sans"
BESIDE = 0.24  # of a cell: the font size of what stands beside a rhombus
ON_BAND = 0.62  # of the width of a coloured edge: how high the marks on it are
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
    ground = () if context.lettered else tuple(polygon(one.corners) for one in board.places)
    names = _coordinates(board, context) if context.lettered else ()
    around = _surroundings(board, context.livery) if context.lettered and context.livery else ()
    below = (*around, *_edges(board))
    return draw_board(board, context, below, above, ground=ground, names=names)


def _surroundings(board: HexHex, livery: LiveryColors) -> tuple[Item, ...]:
    """Draw what lies around the cells in a little of the tint of a livery."""
    tint = blended(livery.ground, livery.tint, 0.5)
    around = Shape((rectangle(Rect(0, 0, *board.size).inset(EDGE)),), Style(fill=tint))
    cells = outlined(board.places, Style(fill=board.ground))
    return (Group((around, cells), extra=Extra.ORNAMENT),)


def _edges(board: HexHex) -> Iterator[Item]:
    """Draw the sides of a rhombus in the colours of the players, with their marks."""
    if not board.edges:
        return
    firsts = range(0, len(board.places), board.side)
    rows = [board.places[first : first + board.side] for first in firsts]
    left, right = ([row[n] for row in rows] for n in (0, -1))
    # Each from an acute corner to an obtuse one, and the corners of its cells in that order.
    sides = (
        (rows[-1], (5, 0, 1)),
        (rows[0][::-1], (2, 3, 4)),
        (left[::-1], (5, 4, 3)),
        (right, (2, 1, 0)),
    )
    for number, (cells, corners) in enumerate(sides):
        sign = board.edges[number // 2]
        across, out, beyond = (_outward(board, cells[0], corner) for corner in corners)
        inner = [one.corners[n] for one in cells for n in corners[:2]]
        (x, y), (u, v) = (cells[-1].corners[n] for n in corners[1:])
        end = Point((x + u) / 2, (y + v) / 2)
        outer = [inner[0].moved(*across), *(point.moved(*out) for point in inner[1:])]
        outer.append(end.moved((out.x + beyond.x) / 2, (out.y + beyond.y) / 2))
        yield Shape((polygon((*inner, end, *reversed(outer))),), Style(fill=sign.color))
        for tip in inner[1::2]:
            at = tip.moved(out.x / 2, out.y / 2)
            yield draw_mark(sign.mark, at, ON_BAND * board.band, letters_on(sign.color))


def _outward(board: HexHex, cell: Place, corner: int) -> Point:
    """Return how far and which way the outline of a band is from a corner of a cell."""
    (x, y), part = cell.corners[corner], 2 / sqrt(3) * board.band / board.edge
    return Point(part * (x - cell.center.x), part * (y - cell.center.y))


def _coordinates(board: HexHex, context: DrawContext) -> Iterator[Item]:
    """Draw the name of each cell in its near corner, or those of rows and columns beside them."""
    if board.shape == "rhombus":
        yield from _beside(board, context)
        return
    size = min(COORDINATE * board.cell, LARGEST_COORDINATE)
    if board.coordinates and size >= SMALLEST_LETTERS:
        font = context.font(FONT)
        down = COORDINATE_PLACE if board.cells == "hexagons" else IN_TRIANGLE
        for place in board.places:
            at = place.center.moved(0, down * board.cell)
            yield centered(place.name, at, font, size, letters_on(board.ground))


def _beside(board: HexHex, context: DrawContext) -> Iterator[Item]:
    """Draw the names of columns and rows beside a rhombus, for both players."""
    size = min(BESIDE * board.cell, LARGEST_COORDINATE)
    if not board.coordinates or size < SMALLEST_LETTERS:
        return
    font, reach = context.font(FONT), NAMED * board.cell / 2
    for way, turn in ((1, 0.0), (-1, 180.0)):
        for name, at, out in board.beside_rhombus(board.places, way):
            middle = at.moved(reach * out.x, reach * out.y)
            text = centered(name, middle, font, size, letters_on(board.ground))
            yield Group((text,), Transform.turn(turn, middle)) if turn else text


def _title(board: HexHex, context: DrawContext) -> Iterator[Item]:
    """Draw the title in the corners beside the cells."""
    is_triangle = board.shape == "triangle"
    row = board.places[-1 if is_triangle else 0]
    left = row.center.x - (board.cell / 2 if board.cells == "hexagons" else 0.0)
    inset = board.rim - board.clear_rim + MARGIN
    room = left - 2 * inset
    size = min(TITLE * board.cell, room)
    down = inset + size / 2
    at = Point(inset + room / 2, down if is_triangle else board.size.height - down)
    yield from draw_title(board, context, [(at, room)], size, twice=not is_triangle)
