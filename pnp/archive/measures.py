"""The measures of a component's pieces, for records."""

from pnp.components.registry import draw_component
from pnp.game.component import Measure, measured
from pnp.game.game import Game


def measures(game: Game, component_id: str) -> tuple[Measure, ...]:
    """Return the measures of one piece as it is played with: as its kind says, or as drawn."""
    known = game.components[component_id].measures(game)
    if known:
        return known
    size = draw_component(game, component_id)[0].front.size
    return measured(width=size.width, height=size.height)
