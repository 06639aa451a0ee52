"""The pieces of a component by name, and the ground they cover: what boards need to know."""

from collections.abc import Mapping
from typing import assert_never

from pnp.base.geometry import Size
from pnp.components.board import BaseBoard
from pnp.components.cards.model import Cards
from pnp.components.chips.model import Chips
from pnp.components.cones.model import Cones
from pnp.components.counters.model import Counters
from pnp.components.deck.model import Deck
from pnp.components.die.model import Die
from pnp.components.hexagon.model import Hexagon
from pnp.components.standees.model import Standees
from pnp.components.strips.model import Strips
from pnp.components.tiles.model import Tiles
from pnp.components.tracker.model import Tracker
from pnp.components.tuckbox.model import Tuckbox
from pnp.game.game import Component
from pnp.game.places import MIDDLE, Footprint, hexagon_corners, rectangle_corners


def pieces_of(component: Component) -> Mapping[str, int]:
    """Return how many there are of each piece, by the name that set-ups give it.

    Of a deck, whose cards have no names there, it is empty.
    """
    match component:
        case Tiles():
            return {str(pair): copies for pair, copies in component.copies.items()}
        case Chips(crossed=crossed):
            kinds = {str(kind): kind.copies for kind in component.kinds}
            return kinds | ({"x": crossed} if crossed else {})
        case Counters(series=series) | Cones(series=series):
            return {one.id: one.copies for one in series}
        case Standees(pawns=pawns):
            return {pawn.id: pawn.copies for pawn in pawns}
        case Cards(cards=cards, names=names):
            named = zip(names, cards, strict=True)
            return {name: row.copies for name, row in named if row.copies}
        case Deck():
            return {}
        case Die() | Hexagon() | Tracker():
            return {component.kind: component.count}
        case Strips():
            return {"strip": component.count}
        case Tuckbox():
            return {"box": component.count}
        case BaseBoard():
            return {"board": component.count}
        case _:
            assert_never(component)


def colors_of(component: Component) -> Mapping[str, str]:
    """Return the colour of each piece that has one of its own, by its name; of others nothing."""
    match component:
        case Counters(series=series) | Cones(series=series):
            return {one.id: one.color for one in series}
        case Standees(pawns=pawns):
            return {pawn.id: pawn.color for pawn in pawns}
        case _:
            return {}


def turns_of(component: Component) -> int:
    """Return by how many turns a piece comes round again: six for a hexagon, four for others."""
    match component:
        case Hexagon() | Cards(shape="hexagon"):
            return 6
        case _:
            return 4


def footprint(component: Component) -> Footprint | None:
    """Return the ground that a piece covers as it lies or stands; None of what lies on no board."""
    match component:
        case Tiles(size=size) | Deck(size=size) | Chips(size=size):
            return Footprint(rectangle_corners(size))
        case Cards(shape="round", size=size):
            return Footprint((MIDDLE,), size.width / 2)
        case Cards(shape="hexagon", size=size):
            return Footprint(hexagon_corners(size.height / 2))
        case Cards(size=size):
            return Footprint(rectangle_corners(size))
        case Counters(diameter=None):
            return Footprint(rectangle_corners(component.size))
        case Counters(width=diameter) | Cones(diameter=diameter):
            return Footprint((MIDDLE,), diameter / 2)
        case Standees(width=width, base=base):
            return Footprint(rectangle_corners(Size(width, base)))
        case Hexagon(edge=edge):
            return Footprint(hexagon_corners(edge))
        case Die() | Tracker() | Strips() | Tuckbox() | BaseBoard():
            return None
        case _:
            assert_never(component)
