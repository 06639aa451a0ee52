"""Draw an example of play: part of a board with pieces, moves and marked places."""

from collections.abc import Iterator, Sequence

from pnp.base.geometry import Rect, Size, Transform
from pnp.base.path import polygon, rectangle
from pnp.base.units import Mm
from pnp.game.board import Board
from pnp.game.game import Game
from pnp.game.places import Place, spelled_out
from pnp.game.setup import Arrow, Example
from pnp.positions.arrow import COLOR, draw_arrow
from pnp.positions.position import PlacedPiece, draw_empty, draw_placed
from pnp.scene import Group, Item, Scene, Shape, Style, items_bounds

RIM: Mm = 2.0  # around the places that are shown
BEFORE = 0.16  # of a place's shorter side: how far from its middle a head ends
GAP: Mm = 0.8  # between a head and the piece it ends at
MARK = Style(stroke=COLOR, stroke_width=0.9)


def draw_example(game: Game, example: Example) -> Scene:
    """Draw a position that its audit has passed, cut off around the places it shows.

    Marks and arrows lie on the board and on tiles, and other pieces stand on them.
    """
    board = game.boards[example.board]
    laid = tuple(draw_placed(game, example))
    standing = [one for one in laid if not one.covers]
    items = (
        *draw_empty(game, example),
        *(one.item for one in laid if one.covers),
        *_marked(board, [board.by_name[name] for name in spelled_out(example.marked)]),
        *(item for arrow in example.arrows for item in _arrow(arrow, board, standing)),
        *(one.item for one in standing),
    )
    shown = _shown(board, [board.by_name[name] for name in spelled_out(example.show)])
    frame = rectangle(Rect(0, 0, *shown.size))
    return Scene(shown.size, (Group(items, Transform.move(-shown.x, -shown.y), frame),))


def _shown(board: Board, places: list[Place]) -> Rect:
    whole = Rect(0, 0, *board.size)
    if not places:
        return whole
    corners = (corner for place in places for corner in board.outline(place))
    return Rect.around(corners).inset(-RIM).intersection(whole)


def _marked(board: Board, places: list[Place]) -> Iterator[Item]:
    if places:
        yield Shape(tuple(polygon(board.outline(place)) for place in places), MARK)


def _arrow(arrow: Arrow, board: Board, standing: Sequence[PlacedPiece]) -> Iterator[Item]:
    """Draw an arrow that ends before a piece, or just before the middle of an empty place."""
    stops = [board.by_name[name].center for name in arrow.stops]
    piece = items_bounds(one.item for one in standing if one.place == arrow.to)
    room = 2 * BEFORE * min(board.by_name[arrow.to].size)
    before = piece.inset(-GAP).size if piece else Size(room, room)
    yield from draw_arrow(stops, before, arrow.aside, arrow.kind == "capture")
