"""How large the pieces of a component are."""

from typing import Literal, NamedTuple, assert_never

from pnp.base.units import Mm
from pnp.components.cards.model import Cards
from pnp.components.chips.model import Chips
from pnp.components.cones.model import Cones
from pnp.components.counters.model import Counters
from pnp.components.deck.model import Deck
from pnp.components.die.model import Die
from pnp.components.grid.model import Grid
from pnp.components.hexagon.model import Hexagon
from pnp.components.hexhex.model import HexHex
from pnp.components.hexmap.model import HexMap
from pnp.components.loop.model import Loop
from pnp.components.registry import draw_component
from pnp.components.standees.model import Standees
from pnp.components.star.model import Star
from pnp.components.strips.model import Strips
from pnp.components.tables.model import Tables
from pnp.components.tiles.model import Tiles
from pnp.components.track.model import Track
from pnp.components.tracker.model import Tracker
from pnp.components.tuckbox.model import Tuckbox
from pnp.game.game import Game

Direction = Literal["width", "height", "depth", "diameter"]
FINEST = 2  # decimals of a millimetre


class Measure(NamedTuple):
    """How large a piece is in one direction; a box is measured ``inside``."""

    direction: Direction
    mm: Mm
    inside: bool = False


def measures(game: Game, component_id: str) -> tuple[Measure, ...]:
    """Return the measures of one piece, as it is played with: folded and glued."""
    component = game.components[component_id]
    match component:
        case Counters(diameter=None):
            size = component.size
        case Counters():
            return _rounded(diameter=component.width)
        case Cones():
            return _rounded(height=component.height, diameter=component.diameter)
        case Die():
            return _rounded(width=component.edge, height=component.edge, depth=component.edge)
        case Standees():
            return _rounded(width=component.width, height=component.height, depth=component.base)
        case Tuckbox():
            room = component.inside(game.packed_in(component), game.stock)
            return tuple(one._replace(inside=True) for one in _rounded(**room._asdict()))
        case Tracker() | Strips():
            size = draw_component(game, component_id)[0].front.size
        case (
            Tiles()
            | Deck()
            | Cards()
            | Chips()
            | Hexagon()
            | Grid()
            | HexHex()
            | HexMap()
            | Track()
            | Tables()
            | Loop()
            | Star()
        ):
            size = component.size
        case _:
            assert_never(component)
    return _rounded(width=size.width, height=size.height)


def _rounded(**lengths: Mm) -> tuple[Measure, ...]:
    order: tuple[Direction, ...] = ("width", "height", "depth", "diameter")
    return tuple(Measure(one, round(lengths[one], FINEST)) for one in order if one in lengths)
