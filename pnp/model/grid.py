"""A board of rows and columns."""

from functools import cached_property
from typing import Annotated, Literal

from pnp.geometry import Point, Size
from pnp.model.base import model
from pnp.model.board import BaseBoard
from pnp.model.fields import BoardLine, CellSize, Length, Paper, Within
from pnp.model.places import Place, column_name, rectangle_corners


@model
class Grid(BaseBoard):
    """Rows and columns of equal cells with a rim around them.

    A cell has room for a piece of the size ``cell`` and some ``play``. Columns have letters
    from the left, rows numbers from below, as the near player sees them: a1 is that
    player's left corner.
    """

    kind: Literal["grid"]
    rows: Annotated[int, Within(1, 50)]
    columns: Annotated[int, Within(1, 50)]
    cell: CellSize
    play: Length = 0.0
    rim: Length = 5.0
    ground: Paper = "#ffffff"
    ink: BoardLine = "#9a9486"

    @property
    def pitch(self) -> Size:
        """From cell to cell."""
        return Size(self.cell.width + self.play, self.cell.height + self.play)

    @property
    def size(self) -> Size:
        """The board with its rim."""
        rim, pitch = 2 * self.rim, self.pitch
        return Size(self.columns * pitch.width + rim, self.rows * pitch.height + rim)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The cells, column by column, each from below."""
        pitch = self.pitch
        found: list[Place] = []
        for column in range(self.columns):
            for row in range(self.rows):
                center = Point(
                    self.rim + (column + 0.5) * pitch.width,
                    self.size.height - self.rim - (row + 0.5) * pitch.height,
                )
                name = f"{column_name(column)}{row + 1}"
                found.append(Place(name, center, rectangle_corners(pitch, center)))
        return tuple(found)
