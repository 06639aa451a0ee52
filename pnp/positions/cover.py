"""Draws the picture on the cover of a rulebook: a board in play, without names of places."""

from pnp.game.game import Game
from pnp.game.resolve import resolve
from pnp.positions.position import PieceDrawings, draw_placed, in_layers
from pnp.scene import Scene


def position_of_cover(game: Game) -> tuple[str, str] | None:
    """Return the rule set and the name of the position on a game's cover, or None.

    It is the position that the game names, or else the one with the most pieces.
    """
    if game.cover:
        rule_set_id, _, name = game.cover.partition("/")
        return rule_set_id, name
    pieces = {
        (rule_set_id, name): len(resolve(game, position, rule_set).laid)
        for rule_set_id, rule_set in game.rule_sets.items()
        for name, position in rule_set.positions.items()
    }
    return max(pieces, key=pieces.__getitem__, default=None)


def draw_cover(drawings: PieceDrawings, rule_set_id: str, name: str) -> Scene:
    """Draw a position of a rule set for the cover."""
    game = drawings.game
    rule_set = game.rule_sets[rule_set_id]
    shown = resolve(game, rule_set.positions[name], rule_set)
    laid = in_layers(tuple(draw_placed(drawings, shown.board, shown.laid)))
    items = (*drawings.empty(shown.board), *(one.item for one in laid))
    return Scene(game.boards[shown.board].size, items)
