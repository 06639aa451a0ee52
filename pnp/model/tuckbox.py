"""Boxes to fold and glue, for piles of cards, tiles or chips."""

from collections.abc import Sequence
from math import ceil
from typing import Annotated, Literal, NamedTuple

from pnp.model.base import model
from pnp.model.chips import Chips
from pnp.model.component import BaseComponent
from pnp.model.deck import Deck
from pnp.model.fields import Ground, Ink, Known, Length, Within
from pnp.model.tiles import Tiles
from pnp.units import Mm, dimensions

Packed = Tiles | Deck | Chips
PackedId = Annotated[str, Known("components", kinds=("tiles", "deck", "chips"))]


class Inside(NamedTuple):
    """The room in a box: as wide and high as its front, as deep as its piles are high."""

    width: Mm
    height: Mm
    depth: Mm


@model
class Tuckbox(BaseComponent):
    """A box with a tuck-in lid, sized from the pieces it holds, in ``stacks`` piles in a row.

    ``play`` is the room left over in each direction.
    """

    kind: Literal["tuckbox"]
    of: Annotated[tuple[PackedId, ...], Within(1)]
    stacks: Annotated[int, Within(1, 100)] = 1
    play: Length = 1.0
    ground: Ground = "#f6efdc"
    ink: Ink = "#1b1b1b"

    @property
    def count(self) -> int:
        """There is one."""
        return 1

    def pile(self, packed: Sequence[Packed]) -> int:
        """Return how many pieces the highest pile has."""
        return ceil(sum(component.count for component in packed) / self.stacks)

    def inside(self, packed: Sequence[Packed], stock: Mm, folded: bool = False) -> Inside:
        """Return the room that the pieces need, made from ``stock``, folded and glued or not."""
        width, height = packed[0].size
        thickest = max(_layers(component, folded) for component in packed) * stock
        return Inside(
            self.stacks * width + self.play,
            height + self.play,
            self.pile(packed) * thickest + self.play,
        )

    def must_hold(self, packed: Sequence[Packed]) -> None:
        """Raise ValueError unless the pieces are of one size and make so many piles."""
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
    two_sided = not isinstance(component, Deck) or bool(component.pairs)
    return 2 if folded and two_sided else 1
