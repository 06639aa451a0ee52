"""Frames that are repeated: over a list, over a range of numbers, or over the places of a grid."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field, StrictInt

from pnp.base.geometry import Point
from pnp.base.messages import Message
from pnp.components.faces.effects import Offset, Words
from pnp.game.fields import OPEN, Model, Schema

NAMES = ("item", "index", "row", "column")  # that a repeated frame may use
MOST_FRAMES = 2500  # on a face, with all copies: a board of 50 x 50
_MOST = 1_000_000
_Number = Annotated[StrictInt, Field(ge=-_MOST, le=_MOST)]
_Count = Annotated[StrictInt, Field(ge=1, le=_MOST)]


class Repeat(Model):
    """Copies of a frame, one for each item of a list or a range, or for each place of a grid.

    The copies fill rows of ``columns``, or else columns of ``rows``; without either each lies a
    ``step`` further than the one before. Each is turned by ``turn`` more.
    """

    schema_rules: ClassVar[Schema] = {
        "anyOf": [{"required": keys, **OPEN} for keys in (["over"], ["to"], ["columns", "rows"])],
        "dependentRequired": {"from": ["to"]},
        "not": {"required": ["over", "to"], **OPEN},
    }

    over: Annotated[tuple[Words, ...], Field(min_length=1)] | None = None
    start: _Number = Field(1, alias="from")
    to: _Number | None = None
    columns: _Count | None = None
    rows: _Count | None = None
    step: Offset = Point(0, 0)
    turn: Annotated[StrictInt, Field(ge=0, le=359)] = 0

    @property
    def count(self) -> int:
        """The number of copies."""
        if self.over is not None:
            return len(self.over)
        if self.to is not None:
            return abs(self.to - self.start) + 1
        return (self.columns or 1) * (self.rows or 1)

    def copies(self) -> Iterator[tuple[Point, dict[str, str]]]:
        """Yield how far each copy is moved, and the values of its names."""
        for index in range(self.count):
            column, row = self._place(index)
            values = (self._item(index), index + 1, row + 1, column + 1)
            moved = Point(column * self.step.x, row * self.step.y)
            yield moved, dict(zip(NAMES, map(str, values), strict=True))

    def _place(self, index: int) -> tuple[int, int]:
        if self.columns is not None:
            return index % self.columns, index // self.columns
        if self.rows is not None:
            return index // self.rows, index % self.rows
        return index, index

    def _item(self, index: int) -> object:
        if self.over is not None:
            return self.over[index].words
        if self.to is not None:
            return self.start + (index if self.to >= self.start else -index)
        return index + 1

    def _check(self) -> None:
        if self.over is not None and self.to is not None:
            raise ValueError("write either over or to, not both")
        if self.to is None and "start" in self.model_fields_set:
            raise ValueError("a range needs its end: from = 1, to = 60")
        if self.step == (0, 0) and not self.turn:
            raise ValueError(
                'all copies would lie in one place; write step = "10x8mm", or turn = 45 for copies '
                "around the middle of the frame"
            )
        if self.over is None and self.to is None and None in (self.columns, self.rows):
            raise ValueError(
                'write what it is repeated over: over = ["a", "b"], from = 1 and to = 60, or '
                "columns = 7 and rows = 5"
            )
        for item in self.over or ():
            if set("{}") & {*item.text}:
                raise ValueError(Message("braces_in_item", written=item.text))
        if self.columns and self.rows and self.count > self.columns * self.rows:
            raise ValueError(
                f"{self.columns} columns and {self.rows} rows have room for "
                f"{self.columns * self.rows}, not for {self.count:,}; leave out rows"
            )
