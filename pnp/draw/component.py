"""From each component its pieces, whatever its kind.

How a kind is drawn is loaded when a game has it: there are many, and most games have few.
"""

from typing import assert_never

from pnp.draw.piece import Piece
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
            from pnp.draw.tiles import draw_tiles

            return draw_tiles(component)
        case Deck():
            from pnp.draw.deck import draw_deck

            return draw_deck(component)
        case Cards():
            from pnp.draw.cards import draw_cards

            return draw_cards(component, game.pictures, component.language or game.language)
        case Hexagon():
            from pnp.draw.hexagon import draw_hexagon

            return draw_hexagon(component)
        case Standees():
            from pnp.draw.standees import draw_standees

            return draw_standees(component)
        case Die():
            from pnp.draw.die import draw_die

            return draw_die(component)
        case Tracker():
            from pnp.draw.tracker import draw_tracker

            return draw_tracker(component, game.pairs_of(component.of))
        case Chips():
            from pnp.draw.chips import draw_chips

            return draw_chips(component)
        case Counters():
            from pnp.draw.counters import draw_counters

            return draw_counters(component)
        case Tables():
            from pnp.draw.tables import draw_tables

            return draw_tables(component)
        case HexHex():
            from pnp.draw.hexhex import draw_hexhex

            return draw_hexhex(component)
        case HexMap():
            from pnp.draw.hexmap import draw_hexmap

            return draw_hexmap(component)
        case Track():
            from pnp.draw.track import draw_track

            return draw_track(component)
        case Strips():
            from pnp.draw.strips import draw_strips

            return draw_strips(component)
        case Grid():
            from pnp.draw.grid import draw_grid

            return draw_grid(component)
        case Cones():
            from pnp.draw.cones import draw_cones

            return draw_cones(component)
        case Tuckbox():
            from pnp.draw.tuckbox import draw_tuckbox

            packed = game.packed_in(component)
            return draw_tuckbox(component, game.name, packed, game.stock, folded)
        case Loop():
            from pnp.draw.mat import draw_loop

            return draw_loop(component)
        case Star():
            from pnp.draw.mat import draw_star

            return draw_star(component)
        case _:
            assert_never(component)
