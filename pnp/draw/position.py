"""Draw pieces on the places of a board."""

from collections.abc import Iterator
from itertools import count
from math import gcd

from pnp.draw.component import draw_component
from pnp.draw.token import draw_tokens
from pnp.geometry import Point, Size, Transform
from pnp.model.game import Board, Game
from pnp.model.pieces import pieces_of
from pnp.model.places import Place, away, spelled_out
from pnp.model.setup import Lay, Position
from pnp.model.standees import Standees
from pnp.model.tables import Tables
from pnp.path import circle
from pnp.scene import Group, Item, Role, Shape, Style

FREE = Style(stroke="#9a9486", stroke_width=0.4, dash=(1.6, 1.2))


def draw_position(game: Game, position: Position) -> tuple[Item, ...]:
    """Draw the board and all that lies on it; pieces that may be any are dealt in a fixed order.

    Places that stay free at the players' choice have a dashed ring.
    """
    board = game.boards[position.board]
    (face,) = draw_component(game, position.board)
    items: list[Item] = list(face.front.only(Role.ART).items)
    deals: dict[str, Iterator[str]] = {}
    for lay in (lay for lay in position.lay if lay.at):
        names = dealt(game, lay)
        if not lay.pieces:
            names = deals.setdefault(lay.component, names)
        items += _laid(game, board, lay, names)
    return tuple(items)


def dealt(game: Game, lay: Lay) -> Iterator[str]:
    """Yield names of pieces over and over, mixed, in the same order on every day."""
    box = pieces_of(game.components[lay.component]) or _drawn_pieces(game, lay.component)
    names = [name for name in box if not lay.pieces or name in lay.pieces]
    pile = [name for name in names for _ in range(box[name])]
    stride = next(n for n in range(max(1, len(pile) * 5 // 8), 2**31) if gcd(n, len(pile)) == 1)
    for number in count():
        yield pile[number * stride % len(pile)]


def _drawn_pieces(game: Game, component_id: str) -> dict[str, int]:
    return {piece.name: piece.copies for piece in draw_component(game, component_id)}


def _laid(game: Game, board: Board, lay: Lay, names: Iterator[str]) -> Iterator[Item]:
    """Draw one entry's pieces on its places."""
    tokens = draw_tokens(game, lay.component)
    upright = isinstance(game.components[lay.component], Standees)
    by_name = {place.name: place for place in board.places}
    places = [by_name[name] for name in spelled_out(lay.at)]
    left = lay.count if lay.count is not None else len(places) * lay.each
    for place in places:
        here = min(lay.each, left)
        left -= here
        if not here:
            yield Shape((circle(place.center, 0.3 * min(place.size)),), FREE)
        for number in range(here):
            token = tokens[next(names)]
            at = _spot(board, place, token.size, number, here)
            turn = 0.0 if upright else place.turn + 90 * lay.turned
            yield Group(token.items, _onto(token.size, at, turn))


def _spot(board: Board, place: Place, size: Size, number: int, of: int) -> Point:
    """Return where one of several pieces on a place lies: along a point, or side by side."""
    if isinstance(board, Tables):
        return away(place.center, place.turn, number * size.height)
    pitch = min(size.width, 0.9 * (place.size.width - size.width) / max(1, of - 1))
    return place.center.moved(pitch * (number - (of - 1) / 2), 0)


def _onto(size: Size, at: Point, turn: float) -> Transform:
    middle = Point(size.width / 2, size.height / 2)
    return Transform.turn(turn, middle).then(Transform.move(at.x - middle.x, at.y - middle.y))
