"""Two-sided tiles."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, Literal

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Size
from pnp.components.pairs import Pair, PairText, check_among, ordered_pairs, pair_figures
from pnp.game.component import Component, GameBox, Offered, TabletopShape
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
    two_sided: ClassVar[bool] = True
    tabletop_shape: ClassVar[TabletopShape] = "rounded"

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
        return len(self.pairs)

    @property
    def pieces(self) -> Mapping[str, int]:
        """How many there are of each tile, by its pips: "3-4"."""
        return {str(pair): copies for pair, copies in self.copies.items()}

    @property
    def face_size(self) -> Size:
        return self.size

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        width, height = self.size
        return {**pair_figures(self.copies), "width": width, "height": height}

    def pips_of(self, piece: str) -> tuple[int, int]:
        front, back = piece.split("-")
        return int(front), int(back)

    @classmethod
    def measure_written(cls, table: Mapping[str, Any], part: Offered) -> str:
        return part_of_size(read_card_size(table.get("size")), part)

    def _check(self) -> None:
        check_among(self.without, self.fronts, self.backs)
        if not self.pairs:
            raise ValueError("leaves every tile out; a component has pieces")
        if self.corner * 2 > min(self.size.width, self.size.height):
            raise ValueError(f"a corner of {self.corner:g} mm is more than half of the tile")
