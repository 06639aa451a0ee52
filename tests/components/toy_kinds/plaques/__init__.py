"""Plaques: two-sided cards with a number on the front."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, StrictInt

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Size
from pnp.game.component import Component, GameBox, Offered, TabletopShape
from pnp.game.fields import GroundColor, InkColor, PieceSize
from pnp.game.paper import part_of_size, read_card_size


class Plaques(Component):
    """Plaques numbered from 1 to ``last``."""

    noun = "plaques"
    played_as = "tiles"
    lies_on_boards = True
    covers_places = True
    fits_tuckboxes = True
    is_resizable = True
    is_printed_by_shops = True
    offers = ("width", "height", "size")

    kind: Literal["plaques"]
    size: PieceSize
    last: Annotated[StrictInt, Field(ge=1, le=20)]
    ground: GroundColor = "#f6efdc"
    ink: InkColor = "#1b1b1b"

    @property
    def count(self) -> int:
        return self.last

    @property
    def pieces(self) -> Mapping[str, int]:
        return {str(number): 1 for number in range(1, self.last + 1)}

    @property
    def face_size(self) -> Size:
        return self.size

    @property
    def two_sided(self) -> bool:
        return True

    @property
    def tabletop_shape(self) -> TabletopShape:
        return "rounded"

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        return {"last": self.last}

    @classmethod
    def measure_written(cls, table: Mapping[str, Any], part: Offered) -> str:
        return part_of_size(read_card_size(table.get("size")), part)
