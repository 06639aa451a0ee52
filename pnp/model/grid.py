"""A board of square cells."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pnp.geometry import Size
from pnp.model.component import BaseComponent
from pnp.model.fields import Color, Length, PositiveLength, Within


@dataclass(frozen=True, kw_only=True)
class Grid(BaseComponent):
    """Rows and columns of equal squares with a rim around them."""

    kind: Literal["grid"]
    rows: Annotated[int, Within(1, 50)]
    columns: Annotated[int, Within(1, 50)]
    cell: PositiveLength
    rim: Length = 5.0
    ground: Color = "#ffffff"
    ink: Color = "#9a9486"

    @property
    def size(self) -> Size:
        """The board with its rim."""
        rim = 2 * self.rim
        return Size(self.columns * self.cell + rim, self.rows * self.cell + rim)

    @property
    def count(self) -> int:
        """There is one."""
        return 1
