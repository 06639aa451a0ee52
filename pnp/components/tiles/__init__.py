"""Two-sided tiles."""

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, Literal

from pydantic import StrictBool

from pnp.base.expressions import FigureValue
from pnp.components.sized import (
    Pair,
    PairText,
    RectangularPieces,
    ordered_pairs,
    pair_figures,
    read_pair,
)
from pnp.game.component import GameBox, TabletopShape
from pnp.game.fields import GroundColor, InkColor, PipRange


class Tiles(RectangularPieces):
    """One tile for every ordered pair of a front and a back, such as TURNO's 36."""

    noun, one = "tiles", "tile"
    played_as = "tiles"
    has_pairs = True
    two_sided: ClassVar[bool] = True
    tabletop_shape: ClassVar[TabletopShape] = "rounded"

    kind: Literal["tiles"]
    fronts: PipRange
    backs: PipRange
    without: tuple[PairText, ...] = ()
    rim: StrictBool = True
    ground: GroundColor = "#f6efdc"
    ink: InkColor = "#1b1b1b"

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """The pips of each tile, fronts changing slowest."""
        return ordered_pairs(self.fronts, self.backs, self.without)

    @property
    def count(self) -> int:
        return len(self.pairs)

    @cached_property
    def pieces(self) -> Mapping[str, int]:
        """One of each tile, named by its pips: "3-4"."""
        return {str(pair): 1 for pair in self.pairs}

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        return {**pair_figures(dict.fromkeys(self.pairs, 1)), **self.sides}

    def pips_of(self, piece: str) -> Pair:
        return read_pair(piece)
