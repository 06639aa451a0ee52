"""Draw pieces on the places of a board."""

from collections.abc import Iterator, Mapping
from functools import cache, partial
from itertools import cycle
from typing import NamedTuple

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import circle
from pnp.components.registry import draw_component, draw_covered, draw_tokens
from pnp.game.board import Board
from pnp.game.game import Game
from pnp.game.places import Place
from pnp.game.setup import Lay, Position
from pnp.positions.deal import dealt, filled
from pnp.scene import Group, Item, Role, Scene, Shape, Style

FREE = Style(stroke="#9a9486", stroke_width=0.4, dash=(1.6, 1.2))
LIFT = 0.2  # of a piece's height: how much of it shows below the one that lies on it
HEADROOM = 1.0  # of a place's height: how high a pile on it may be drawn


class PlacedPiece(NamedTuple):
    """The drawing of a piece on a place; ``covers`` if it fills the place as a tile does."""

    place: str
    item: Item
    covers: bool


def draw_position(game: Game, position: Position) -> tuple[Item, ...]:
    """Draw the board and the pieces on it; pieces that are not named are dealt in a fixed order.

    A dashed ring marks a place that players may leave free.
    """
    return (*draw_empty(game, position), *(one.item for one in draw_placed(game, position)))


def draw_empty(game: Game, position: Position) -> tuple[Item, ...]:
    """Draw the board of a position alone."""
    (face,) = draw_component(game, position.board, lettered=False)
    return face.front.only(Role.ART).items


def draw_placed(game: Game, position: Position) -> Iterator[PlacedPiece]:
    """Draw what lies on the board, one piece after another."""
    board = game.boards[position.board]
    deals: dict[str, Iterator[str]] = {}
    tokens = cache(partial(draw_tokens, game))
    for lay in (lay for lay in position.lay if lay.at):
        names = dealt(game, lay)
        if not lay.pieces:
            names = deals.setdefault(lay.component, names)
        if lay.pile:
            names = cycle(lay.pile)
        yield from _placed(game, board, lay, names, tokens(lay.component))


def _placed(
    game: Game, board: Board, lay: Lay, names: Iterator[str], tokens: Mapping[str, Scene]
) -> Iterator[PlacedPiece]:
    """Draw one entry's pieces on its places."""
    covered = draw_covered(game, lay.component) if lay.pile else tokens
    component = game.components[lay.component]
    for place, here in filled(board, lay):
        if not here:
            ring = Shape((circle(place.center, 0.3 * min(place.size)),), FREE)
            yield PlacedPiece(place.name, ring, component.covers_places)
        for number in range(here):
            below = lay.pile and number < here - 1
            token = (covered if below else tokens)[next(names)]
            spot = _in_pile if lay.pile else board.spot
            at = spot(place, token.size, number, here)
            turn = 0.0 if component.stands else place.turn + 360 / component.turns * lay.turned
            middle = Rect(0, 0, *token.size).center
            move = Transform.move(at.x - middle.x, at.y - middle.y)
            item = Group(token.items, Transform.turn(turn, middle).then(move))
            yield PlacedPiece(place.name, item, component.covers_places)


def _in_pile(place: Place, size: Size, number: int, of: int) -> Point:
    """Return the middle of a piece in a pile, further from the near player than the one below."""
    room = max(0.0, HEADROOM * place.size.height - size.height)
    lift = min(LIFT * size.height, room / max(1, of - 1))
    return place.center.moved(0, lift * ((of - 1) / 2 - number))
