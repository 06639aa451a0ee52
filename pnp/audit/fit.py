"""Check that pieces fit the places of their boards."""

from collections.abc import Iterator

from pnp.audit.report import CheckedClaim
from pnp.base.units import dimensions
from pnp.game.board import Board
from pnp.game.game import Game
from pnp.game.places import Footprint, Place


def check_fit(game: Game) -> Iterator[CheckedClaim]:
    """Yield, for each board and each component that it holds, whether the pieces fit.

    One place that fits is enough: a mat has places for tiles and one for a hexagon. Set-ups
    are checked place by place.
    """
    for board in game.boards.values():
        for held in board.holds:
            name = game.components[held].name
            piece, place = _best(game, board, held)
            ok = place.holds(piece)
            arithmetic = f"{_wide(piece)} {'in' if ok else 'does not fit in'} {_wide(place)}"
            yield CheckedClaim(f"{name} fit on {board.name}", ok, arithmetic, "derived", None)


def too_small(game: Game, board_id: str, scale: float) -> Iterator[str]:
    """Yield the components that no longer fit on a board scaled by ``scale``."""
    board = game.boards[board_id]
    for held in board.holds:
        piece, best = _best(game, board, held)
        places = dict.fromkeys(board.shapes.values())
        fitting = [place for place in places if place.holds(piece)] or [best]
        place = next((place for place in fitting if not place.holds(piece, scale)), None)
        if place is not None:
            room = dimensions(*(round(scale * side, 1) for side in place.size))
            yield f"{held} of {_wide(piece)} do not fit places of {room}"


def _best(game: Game, board: Board, held: str) -> tuple[Footprint, Place]:
    """Return a component's footprint and the first place that holds it, or else the largest."""
    piece = game.components[held].footprint
    assert piece is not None, "the model lets boards hold only what covers some ground"
    places = tuple(dict.fromkeys(board.shapes.values()))
    holding = next((place for place in places if place.holds(piece)), None)
    return piece, holding or max(places, key=lambda place: min(place.size))


def _wide(thing: Footprint | Place) -> str:
    return dimensions(*(round(side, 2) for side in thing.size))
