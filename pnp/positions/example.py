"""Draw an example of play: part of a board with pieces, arrows and marked places."""

from collections.abc import Container, Iterable, Iterator, Sequence

from pnp.base.color import WHITE
from pnp.base.geometry import Point, Rect
from pnp.base.path import polygon
from pnp.game.board import Board
from pnp.game.game import Game
from pnp.game.places import spelled_out
from pnp.game.resolve import ResolvedPosition
from pnp.game.rules import Example, LaidPiece, RuleSet
from pnp.positions.arrows import COLORS, draw_arrow, draw_number_of, looks_of
from pnp.positions.figure import (
    AIR,
    LEAST,
    LETTER,
    USUAL,
    composed,
    cropped,
    draw_hidden_face,
    draw_labels,
    draw_reach,
    faded,
    frame_of,
    legible,
    shown_of,
)
from pnp.positions.position import PieceDrawings, PlacedPiece, draw_placed, tiled_places
from pnp.scene import Item, Scene, Shape, Style

MARK = Style(stroke=COLORS[0], stroke_width=0.9)
MARK_EDGE = Style(stroke=WHITE, stroke_width=2.1)  # which parts it from what it lies on


def draw_example(
    game: Game,
    example: Example,
    rule_set: RuleSet | None = None,
    scale: float = USUAL,
    drawings: PieceDrawings | None = None,
) -> Scene:
    """Draw an audited position, cropped to the places that it shows.

    Marks and arrows lie on the board and on tiles, and other pieces stand on them. Lettering is
    drawn for the ``scale`` at which the figure is printed.
    """
    drawings = drawings or PieceDrawings(game)
    board, letter = game.boards[example.board], LETTER / scale
    position = drawings.resolved(example, rule_set)
    shown = shown_of(board, spelled_out(example.show))
    frame = frame_of(board, shown, whole=not example.show)
    names = {place.name for place in shown}
    labels = tuple(draw_labels(board, shown, frame, letter)) if example.coordinates else ()
    inner = letter if example.coordinates and not labels else 0.0
    empty = drawings.empty(example.board, inner)
    ground = (*legible(empty, LEAST / scale), *draw_reach(board, example.reach))
    items = (
        cropped(board, shown, frame, ground),
        *_pieces_and_arrows(drawings, example, position, names, scale, frame),
        *labels,
    )
    return composed(frame, items, AIR * letter)


def _pieces_and_arrows(
    drawings: PieceDrawings,
    example: Example,
    position: ResolvedPosition,
    names: Container[str],
    scale: float,
    frame: Rect,
) -> Iterator[Item]:
    """Draw the pieces on the visible places, and the moves over them."""
    game = drawings.game
    board = game.boards[example.board]
    tiled = tiled_places(
        game, example.board, position.laid, *(move.before.values() for move in position.moves)
    )

    def drawn(laid: Iterable[LaidPiece]) -> tuple[PlacedPiece, ...]:
        here = tuple(piece for piece in laid if piece.place in names)
        found = tuple(draw_placed(drawings, example.board, here, tiled, scale))
        shown = legible(tuple(one.item for one in found), LEAST / scale)
        return tuple(one._replace(item=item) for one, item in zip(found, shown, strict=True))

    laid, gone = drawn(position.laid), drawn(move.gone for move in position.moves if move.gone)
    standing = [one for one in laid if not one.covers]
    marked = [polygon(outline) for outline in _outlines(board, example.marked)]
    yield from faded(tuple(one.item for one in gone if one.covers))
    yield from (one.item for one in laid if one.covers)
    yield from _hidden(drawings, example, position)
    yield from (Shape(tuple(marked), style) for style in (MARK_EDGE, MARK) if marked)
    yield from faded(tuple(one.item for one in gone if not one.covers))
    looks = looks_of(game, example, position, USUAL / scale, frame)
    for arrow, look in zip(example.arrows, looks, strict=True):
        yield from draw_arrow(arrow, board, standing, look)
    yield from (one.item for one in standing)
    for arrow, look in zip(example.arrows, looks, strict=True):
        yield from draw_number_of(arrow, board, LETTER / scale, look)


def _hidden(
    drawings: PieceDrawings, example: Example, position: ResolvedPosition
) -> Iterator[Item]:
    """Draw the hidden faces of the pieces that an example mentions."""
    wanted = set(spelled_out(example.hidden))
    for piece in position.laid:
        if piece.place in wanted and drawings.game.components[piece.component].two_sided:
            (placed,) = draw_placed(drawings, example.board, (piece,))
            faces = (drawings.tokens if piece.turned_over else drawings.turned)(piece.component)
            yield draw_hidden_face(placed, faces[piece.names[-1]])


def _outlines(board: Board, words: Sequence[str]) -> list[tuple[Point, ...]]:
    """Return the corners of the places that words name."""
    return [board.outline(board.by_name[name]) for name in spelled_out(words)]
