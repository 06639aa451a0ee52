"""What can be counted in a position: pairs of symbols, totals of tiles, colours."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pnp.model.chips import ChipKind, Chips
from pnp.model.game import Game
from pnp.model.grid import Grid
from pnp.model.places import column_name, spelled_out
from pnp.model.setup import Position
from pnp.model.tiles import Tiles


class ChipPair(NamedTuple):
    """Two quarters of one symbol side by side across the edge between two places."""

    places: tuple[str, str]
    symbol: str


def readings(game: Game, position: Position) -> dict[str, int]:
    """Return what can be counted in a position, by the names that texts use."""
    counted: dict[str, int] = {}
    pairs = tuple(chip_pairs(game, position))
    laid = [lay for lay in position.lay if lay.at]
    if any(isinstance(game.components[lay.component], Chips) for lay in laid):
        counted |= {
            "pairs": len(pairs),
            "circle_pairs": sum(pair.symbol == "C" for pair in pairs),
            "square_pairs": sum(pair.symbol == "S" for pair in pairs),
            "fixed": len(fixed_places(pairs)),
        }
    for lay in laid:
        component = game.components[lay.component]
        if isinstance(component, Tiles):
            for name in lay.pieces:
                front, back = map(int, name.split("-"))
                counted[f"total_{lay.at[0]}"] = front + back
                counted[f"shown_{lay.at[0]}"] = front
    return counted


def chip_pairs(game: Game, position: Position) -> Iterator[ChipPair]:
    """Yield every pair of a position of chips on a grid, each edge from the left or from below.

    Corners run clockwise from the top left; a chip turned by a quarter shows at each corner
    what was at the one before.
    """
    board = game.boards[position.board]
    if not isinstance(board, Grid):
        return
    corners = dict(_corners(game, position))
    for column in range(board.columns):
        for row in range(1, board.rows + 1):
            here = f"{column_name(column)}{row}"
            right, above = f"{column_name(column + 1)}{row}", f"{column_name(column)}{row + 1}"
            for there, own, others in ((right, (1, 2), (0, 3)), (above, (0, 1), (3, 2))):
                if here in corners and there in corners:
                    for one, other in zip(own, others, strict=True):
                        symbol = corners[here][one]
                        if symbol != "-" and symbol == corners[there][other]:
                            yield ChipPair((here, there), symbol)


def fixed_places(pairs: tuple[ChipPair, ...]) -> tuple[str, ...]:
    """Return the places whose chip is in two pairs or more, in alphabetical order."""
    places = [place for pair in pairs for place in pair.places]
    return tuple(sorted({place for place in places if places.count(place) > 1}))


def _corners(game: Game, position: Position) -> Iterator[tuple[str, tuple[str, ...]]]:
    for lay in position.lay:
        component = game.components[lay.component]
        if isinstance(component, Chips):
            kinds: Mapping[str, ChipKind] = {str(kind): kind for kind in component.kinds}
            for name in lay.pieces:
                if name in kinds:
                    corners = kinds[name].corners
                    shift = -lay.turned % len(corners)
                    for place in spelled_out(lay.at):
                        yield place, corners[shift:] + corners[:shift]
