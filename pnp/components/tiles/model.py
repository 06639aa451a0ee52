"""Two-sided tiles."""

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from pnp.components.pairs import Pair, PairText, must_be_among, ordered_pairs
from pnp.game.component import BaseComponent
from pnp.game.fields import Ground, Ink, Length, PieceSize, PipRange


class Tiles(BaseComponent):
    """One tile for every ordered pair of a front and a back, such as TURNO's 36."""

    kind: Literal["tiles"]
    size: PieceSize
    corner: Length = 0.0
    fronts: PipRange
    backs: PipRange
    without: tuple[PairText, ...] = ()
    ground: Ground = "#f6efdc"
    ink: Ink = "#1b1b1b"

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """The pips of each tile, the front changing slowest."""
        return ordered_pairs(self.fronts, self.backs, self.without)

    @property
    def copies(self) -> Mapping[Pair, int]:
        """How many tiles there are of each pair."""
        return dict.fromkeys(self.pairs, 1)

    @property
    def count(self) -> int:
        """How many tiles there are."""
        return len(self.pairs)

    def _check(self) -> None:
        must_be_among(self.without, self.fronts, self.backs)
        if not self.pairs:
            raise ValueError("leaves every tile out; a component has pieces")
        if self.corner * 2 > min(self.size.width, self.size.height):
            raise ValueError(f"a corner of {self.corner:g} mm is more than half of the tile")
