"""Components on their own: draw one, and read the figures that claims have of it."""

from pnp.base.expressions import Named
from pnp.components.registry import draw_component
from pnp.game.game import Game


def game_of(component):
    return Game(id="game", name="Game", summary="A game.", components={"it": component})


def draw(component):
    """Draw a component of a game that has no other."""
    return draw_component(game_of(component), "it")


def figures(component, game):
    return Named(component.count, component.claim_figures(game))
