"""Two-sided tiles."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Size
from pnp.components.pairs import Pair, PairText, check_among, ordered_pairs, pair_figures
from pnp.game.component import Component, GameBox, TabletopShape
from pnp.game.fields import GroundColor, InkColor, Length, PieceSize, PipRange
from pnp.game.paper import part_of_size, read_card_size


class Tiles(Component):
    """One tile for every ordered pair of a front and a back, such as TURNO's 36."""

    noun = "tiles"
    lies_on_boards = True
    covers_places = True
    fits_tuckboxes = True
    is_resizable = True
    is_printed_by_shops = True
    has_pairs = True
    offers = ("width", "height", "size")

    kind: Literal["tiles"]
    size: PieceSize
    corner: Length = 0.0
    fronts: PipRange
    backs: PipRange
    without: tuple[PairText, ...] = ()
    ground: GroundColor = "#f6efdc"
    ink: InkColor = "#1b1b1b"

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

    @property
    def pieces(self) -> Mapping[str, int]:
        """How many there are of each tile, by its pips: "3-4"."""
        return {str(pair): copies for pair, copies in self.copies.items()}

    @property
    def face_size(self) -> Size:
        """The size of either side."""
        return self.size

    @property
    def two_sided(self) -> bool:
        """Each has a front and a back."""
        return True

    @property
    def tabletop_shape(self) -> TabletopShape:
        """A tile with round corners."""
        return "rounded"

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        """Return how often pips come, and the size of a tile."""
        width, height = self.size
        return {**pair_figures(self.copies), "width": width, "height": height}

    def pips_of(self, piece: str) -> tuple[int, int]:
        """Return the pips that a tile's name says."""
        front, back = piece.split("-")
        return int(front), int(back)

    @classmethod
    def measure_written(cls, table: Mapping[str, Any], part: str) -> str:
        """Return a side or the size of a tile."""
        return part_of_size(read_card_size(table.get("size")), part)

    def _check(self) -> None:
        check_among(self.without, self.fronts, self.backs)
        if not self.pairs:
            raise ValueError("leaves every tile out; a component has pieces")
        if self.corner * 2 > min(self.size.width, self.size.height):
            raise ValueError(f"a corner of {self.corner:g} mm is more than half of the tile")
