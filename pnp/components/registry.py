"""From each component its pieces, whatever its kind.

How a kind is drawn is loaded when a game has it: there are many, and most games have few.
"""

from typing import assert_never

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
from pnp.components.piece import Piece
from pnp.components.standees.model import Standees
from pnp.components.star.model import Star
from pnp.components.strips.model import Strips
from pnp.components.tables.model import Tables
from pnp.components.tiles.model import Tiles
from pnp.components.track.model import Track
from pnp.components.tracker.model import Tracker
from pnp.components.tuckbox.model import Tuckbox
from pnp.game.game import Game


def draw_component(game: Game, component_id: str, folded: bool = False) -> tuple[Piece, ...]:
    """Draw every different piece of a component, all of one size, in the component's order.

    ``folded`` says that pieces with two sides are folded and glued: a box for them is deeper.
    """
    component = game.components[component_id]
    match component:
        case Tiles():
            from pnp.components.tiles.draw import draw_tiles

            return draw_tiles(component)
        case Deck():
            from pnp.components.deck.draw import draw_deck

            return draw_deck(component)
        case Cards():
            from pnp.components.cards.draw import draw_cards

            return draw_cards(component, game.pictures, component.language or game.language)
        case Hexagon():
            from pnp.components.hexagon.draw import draw_hexagon

            return draw_hexagon(component)
        case Standees():
            from pnp.components.standees.draw import draw_standees

            return draw_standees(component)
        case Die():
            from pnp.components.die.draw import draw_die

            return draw_die(component)
        case Tracker():
            from pnp.components.tracker.draw import draw_tracker

            return draw_tracker(component, game.pairs_of(component.of))
        case Chips():
            from pnp.components.chips.draw import draw_chips

            return draw_chips(component)
        case Counters():
            from pnp.components.counters.draw import draw_counters

            return draw_counters(component)
        case Tables():
            from pnp.components.tables.draw import draw_tables

            return draw_tables(component)
        case HexHex():
            from pnp.components.hexhex.draw import draw_hexhex

            return draw_hexhex(component)
        case HexMap():
            from pnp.components.hexmap.draw import draw_hexmap

            return draw_hexmap(component)
        case Track():
            from pnp.components.track.draw import draw_track

            return draw_track(component)
        case Strips():
            from pnp.components.strips.draw import draw_strips

            return draw_strips(component)
        case Grid():
            from pnp.components.grid.draw import draw_grid

            return draw_grid(component)
        case Cones():
            from pnp.components.cones.draw import draw_cones

            return draw_cones(component)
        case Tuckbox():
            from pnp.components.tuckbox.draw import draw_tuckbox

            packed = game.packed_in(component)
            return draw_tuckbox(component, game.name, packed, game.stock, folded)
        case Loop():
            from pnp.components.art.mat import draw_loop

            return draw_loop(component)
        case Star():
            from pnp.components.art.mat import draw_star

            return draw_star(component)
        case _:
            assert_never(component)
