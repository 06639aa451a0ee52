"""From each component its pieces, whatever its kind."""

from typing import assert_never

from pnp.draw.chips import draw_chips
from pnp.draw.cones import draw_cones
from pnp.draw.counters import draw_counters
from pnp.draw.deck import draw_deck
from pnp.draw.die import draw_die
from pnp.draw.grid import draw_grid
from pnp.draw.hexagon import draw_hexagon
from pnp.draw.hexhex import draw_hexhex
from pnp.draw.hexmap import draw_hexmap
from pnp.draw.mat import draw_loop, draw_star
from pnp.draw.piece import Piece
from pnp.draw.standees import draw_standees
from pnp.draw.strips import draw_strips
from pnp.draw.tables import draw_tables
from pnp.draw.tiles import draw_tiles
from pnp.draw.track import draw_track
from pnp.draw.tracker import draw_tracker
from pnp.draw.tuckbox import draw_tuckbox
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


def draw_component(game: Game, component_id: str, folded: bool = False) -> tuple[Piece, ...]:
    """Draw every different piece of a component, all of one size, in the component's order.

    ``folded`` says that pieces with two sides are folded and glued: a box for them is deeper.
    """
    component = game.components[component_id]
    match component:
        case Tiles():
            return draw_tiles(component)
        case Deck():
            return draw_deck(component)
        case Cards():
            from pnp.draw.cards import draw_cards  # sets text: nobody waits for it who has none

            return draw_cards(component, game.pictures, component.language or game.language)
        case Hexagon():
            return draw_hexagon(component)
        case Standees():
            return draw_standees(component)
        case Die():
            return draw_die(component)
        case Tracker():
            return draw_tracker(component, game.pairs_of(component.of))
        case Chips():
            return draw_chips(component)
        case Counters():
            return draw_counters(component)
        case Tables():
            return draw_tables(component)
        case HexHex():
            return draw_hexhex(component)
        case HexMap():
            return draw_hexmap(component)
        case Track():
            return draw_track(component)
        case Strips():
            return draw_strips(component)
        case Grid():
            return draw_grid(component)
        case Cones():
            return draw_cones(component)
        case Tuckbox():
            packed = game.packed_in(component)
            return draw_tuckbox(component, game.name, packed, game.stock, folded)
        case Loop():
            return draw_loop(component)
        case Star():
            return draw_star(component)
        case _:
            assert_never(component)
