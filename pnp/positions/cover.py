"""Draw the picture on the cover of a rulebook: a board in play, without names of places."""

from pnp.game.game import Game
from pnp.game.resolve import ResolvedPosition, resolve
from pnp.positions.position import PieceDrawings, draw_empty, draw_placed, in_layers
from pnp.scene import Scene


def draw_cover(drawings: PieceDrawings) -> Scene | None:
    """Draw the position that the game names for its cover, or the one with the most pieces.

    Returns:
        None if no rule set has a position.
    """
    game = drawings.game
    shown = _cover(game)
    if shown is None:
        return None
    laid = in_layers(tuple(draw_placed(drawings, shown.board, shown.laid)))
    items = (*draw_empty(game, shown.board), *(one.item for one in laid))
    return Scene(game.boards[shown.board].size, items)


def _cover(game: Game) -> ResolvedPosition | None:
    positions = {
        f"{rule_set_id}/{name}": (position, rule_set)
        for rule_set_id, rule_set in game.rule_sets.items()
        for name, position in rule_set.positions.items()
    }
    if game.cover:
        return resolve(game, *positions[game.cover])
    resolved = (resolve(game, *each) for each in positions.values())
    return max(resolved, key=lambda one: len(one.laid), default=None)
