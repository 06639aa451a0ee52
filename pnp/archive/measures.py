"""How large the pieces of a component are."""

from typing import Literal, NamedTuple, assert_never

from pnp.draw.component import draw_component
from pnp.model.cards import Cards
from pnp.model.chips import Chips
from pnp.model.cones import Cones
from pnp.model.counters import Counters
from pnp.model.deck import Deck
from pnp.model.die import Die
from pnp.model.game import Game
from pnp.model.grid import Grid
from pnp.model.hexagon import Hexagon
from pnp.model.hexhex import HexHex
from pnp.model.hexmap import HexMap
from pnp.model.loop import Loop
from pnp.model.standees import Standees
from pnp.model.star import Star
from pnp.model.strips import Strips
from pnp.model.tables import Tables
from pnp.model.tiles import Tiles
from pnp.model.track import Track
from pnp.model.tracker import Tracker
from pnp.model.tuckbox import Tuckbox
from pnp.units import Mm

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
