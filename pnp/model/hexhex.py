"""A hexagonal board of hexagonal cells."""

from dataclasses import dataclass
from math import sqrt
from typing import Annotated, Literal

from pnp.geometry import Size
from pnp.model.component import BaseComponent
from pnp.model.fields import Color, Length, PositiveLength, Within


@dataclass(frozen=True, kw_only=True)
class HexHex(BaseComponent):
    """``side`` cells along each of six sides; the cells stand on a corner, in level rows."""

    kind: Literal["hexhex"]
    side: Annotated[int, Within(1, 20)]
    cell: PositiveLength
    rim: Length = 5.0
    ground: Color = "#ffffff"
    ink: Color = "#9a9486"

    @property
    def edge(self) -> float:
        """The edge of a cell; ``cell`` is its width, from flat to flat."""
        return self.cell / sqrt(3)

    @property
    def rows(self) -> tuple[int, ...]:
        """How many cells each row has, from the top."""
        longest = 2 * self.side - 1
        return tuple(longest - abs(row - self.side + 1) for row in range(longest))

    @property
    def size(self) -> Size:
        """The upright rectangle around the board, with its rim."""
        rows = len(self.rows)
        height = (1.5 * (rows - 1) + 2) * self.edge
        return Size(rows * self.cell + 2 * self.rim, height + 2 * self.rim)

    @property
    def count(self) -> int:
        """There is one."""
        return 1
