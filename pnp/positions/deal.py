"""Which places of a board hold how many pieces of an entry, and which pieces these are."""

from collections.abc import Iterator
from itertools import count
from math import gcd

from pnp.components.registry import draw_component
from pnp.game.board import Board
from pnp.game.game import Game
from pnp.game.places import Place, spelled_out
from pnp.game.setup import Lay


def filled(board: Board, lay: Lay) -> Iterator[tuple[Place, int]]:
    """Yield each place of an entry with the number of its pieces there, the first places first."""
    places = [board.by_name[name] for name in spelled_out(lay.at)]
    left = lay.count if lay.count is not None else len(places) * lay.on_each
    for place in places:
        here = min(lay.on_each, left)
        left -= here
        yield place, here


def dealt(game: Game, lay: Lay) -> Iterator[str]:
    """Yield names of pieces in an endless shuffled cycle, always in the same order."""
    box = game.components[lay.component].pieces or {
        piece.name: piece.copies for piece in draw_component(game, lay.component)
    }
    names = [name for name in box if not lay.pieces or name in lay.pieces]
    pile = [name for name in names for _ in range(box[name])]
    stride = next(n for n in range(max(1, len(pile) * 5 // 8), 2**31) if gcd(n, len(pile)) == 1)
    for number in count():
        yield pile[number * stride % len(pile)]
