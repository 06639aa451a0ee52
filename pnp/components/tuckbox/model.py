"""Boxes to fold and glue, for piles of cards, tiles, chips or counters, or of a size one says."""

import re
from collections.abc import Sequence
from math import ceil
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, StrictInt

from pnp.base.units import LONGEST, MM_PER_UNIT, SHORTEST, Mm, dimensions, quoted
from pnp.components.cards.model import Cards
from pnp.components.chips.model import Chips
from pnp.components.counters.model import Counters
from pnp.components.deck.model import Deck
from pnp.components.tiles.model import Tiles
from pnp.game.component import BaseComponent
from pnp.game.fields import Ground, Ink, Known, Length, Reads, Text

Packed = Tiles | Deck | Cards | Chips | Counters
PackedId = Annotated[
    str, Known("components", kinds=("tiles", "deck", "cards", "chips", "counters"))
]


class Inside(NamedTuple):
    """The room in a box: as wide and high as its front, as deep as its piles are high."""

    width: Mm
    height: Mm
    depth: Mm


_NUMBER = r"\s*(\d{1,4}(?:\.\d{1,4})?)\s*"
_ROOM = re.compile(rf"{_NUMBER}x{_NUMBER}x{_NUMBER}([a-z]+)\s*")


def _room(value: object) -> Inside:
    """Read ``"60x90x20mm"``: as wide as the front, as high, and as deep as what is in it."""
    match = _ROOM.fullmatch(value) if isinstance(value, str) else None
    if match is None or match[4] not in MM_PER_UNIT:
        raise ValueError(
            "write width, height and depth with their unit, "
            f'such as "60x90x20mm", not {quoted(value)}'
        )
    room = Inside(*(float(match[n]) * MM_PER_UNIT[match[4]] for n in (1, 2, 3)))
    if not all(SHORTEST <= length <= LONGEST for length in room):
        raise ValueError(f"a length is from {SHORTEST:g} mm to {LONGEST:g} mm, not {quoted(value)}")
    return room


class Tuckbox(BaseComponent):
    """A box with a tuck-in lid, sized from the pieces it holds, in ``stacks`` piles in a row.

    ``play`` is the room left over in each direction. A ``room`` of one's own stands for pieces
    and play. On the box stand the game's name and what is in it, or a ``title`` and a ``text``.
    """

    kind: Literal["tuckbox"]
    of: tuple[PackedId, ...] = ()
    room: Annotated[Inside, Reads(_room, "room")] | None = None
    title: Text | None = None
    text: Text | None = None
    stacks: Annotated[StrictInt, Field(ge=1, le=100)] = 1
    play: Length = 1.0
    ground: Ground = "#f6efdc"
    ink: Ink = "#1b1b1b"

    def _check(self) -> None:
        if bool(self.of) == (self.room is not None):
            raise ValueError("write either of, the components that it holds, or its room")
        if self.room is not None and self.stacks > 1:
            raise ValueError("stacks: are of a box for pieces; of this one its room says all")

    @property
    def count(self) -> int:
        """There is one."""
        return 1

    def pile(self, packed: Sequence[Packed]) -> int:
        """Return how many pieces the highest pile has."""
        return ceil(sum(component.count for component in packed) / self.stacks)

    def inside(self, packed: Sequence[Packed], stock: Mm, folded: bool = False) -> Inside:
        """Return the room that the pieces need, made from ``stock``, folded and glued or not."""
        if self.room is not None:
            return self.room
        width, height = packed[0].size
        thickest = max(_layers(component, folded) for component in packed) * stock
        return Inside(
            self.stacks * width + self.play,
            height + self.play,
            self.pile(packed) * thickest + self.play,
        )

    def must_hold(self, packed: Sequence[Packed]) -> None:
        """Raise ValueError unless the pieces are of one size and make so many piles."""
        if self.room is not None:
            return
        if len(set(self.of)) < len(self.of):
            raise ValueError(f"names a component twice; write each once, not {list(self.of)}")
        sizes = dict.fromkeys(dimensions(*component.size) for component in packed)
        if len(sizes) > 1:
            raise ValueError(
                f"a box holds pieces of one size, not {' and '.join(sizes)}; give each a box"
            )
        pieces = sum(component.count for component in packed)
        if self.stacks > pieces:
            raise ValueError(f"{pieces} pieces do not make {self.stacks} stacks")


def _layers(component: Packed, folded: bool) -> int:
    """Return how many layers of paper a piece is: two if its sides are glued back to back."""
    match component:
        case Deck():
            two_sided = bool(component.pairs)
        case Cards():
            two_sided = component.back is not None
        case _:
            two_sided = True
    return 2 if folded and two_sided else 1
