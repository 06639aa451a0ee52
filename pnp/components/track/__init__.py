"""A board of numbered spaces in a row: for points, turns, rounds or phases."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, ClassVar, Literal

from pydantic import Field, StrictBool, StrictInt

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import Mm
from pnp.game.board import Board
from pnp.game.component import GameBox
from pnp.game.fields import OPEN, CellSize, Length, NonEmptyText, Quantity, Schema, needs_where
from pnp.game.places import Place, rectangle_place

MOST = 999  # the highest number: names of four figures are coordinates
HEADING: Mm = 11.0  # the height of a title above the spaces

Slot = tuple[int, int]  # column from the left and row from the top, both from 0


class Track(Board):
    """Spaces from ``first`` to ``last`` in steps, each a place named by its number.

    They run ``straight``, in ``rows`` that all go to the right, as a ``snake`` whose rows
    alternate, or around an ``edge``, clockwise from the top left. ``columns`` is the number of
    spaces in a row or along the upper edge. With ``upward`` rows are counted from below. Numbers
    that are multiples of ``every`` stand out, none if that is 0.
    """

    sentences = (*Board.sentences, "title", "start", "finish", "labels")

    schema_rules: ClassVar[Schema] = {
        **needs_where("layout", ("rows", "snake", "edge"), "columns"),
        "else": {"not": {"required": ["columns"], **OPEN}, **OPEN},
    }

    kind: Literal["track"]
    first: Annotated[StrictInt, Field(ge=0, le=MOST)] = 0
    last: Annotated[StrictInt, Field(ge=0, le=MOST)]
    step: Quantity = 1
    space: CellSize
    play: Length = 0.0
    layout: Literal["straight", "rows", "snake", "edge"] = "straight"
    columns: Annotated[StrictInt, Field(ge=1, le=MOST)] | None = None
    upward: StrictBool = False
    every: Annotated[StrictInt, Field(ge=0, le=MOST)] = 5
    numbered: StrictBool = True
    start: NonEmptyText | None = None
    finish: NonEmptyText | None = None
    labels: Mapping[NonEmptyText, NonEmptyText] = Field(default_factory=dict)
    title: NonEmptyText | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the spaces in order, counting down if ``last`` is less than ``first``."""
        down = self.last < self.first
        step, end = (-self.step, self.last - 1) if down else (self.step, self.last + 1)
        return tuple(range(self.first, end, step))

    @property
    def pitch(self) -> Size:
        """The distance between the centres of adjacent spaces."""
        return Size(self.space.width + self.play, self.space.height + self.play)

    @cached_property
    def shape(self) -> tuple[int, int]:
        """The numbers of columns and rows."""
        count = len(self.numbers)
        columns = self.columns or count
        if self.layout == "edge":
            return columns, max(2, (count + 1) // 2 - columns + 2)
        return columns, -(-count // columns)

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The slot of each space, in order."""
        columns, rows = self.shape
        count = len(self.numbers)
        if self.layout == "edge":
            return _around(columns, rows)[:count]

        def slot(number: int) -> Slot:
            row, column = divmod(number, columns)
            back = self.layout == "snake" and row % 2 == 1
            return columns - 1 - column if back else column, rows - 1 - row if self.upward else row

        return tuple(map(slot, range(count)))

    @property
    def heading(self) -> Mm:
        """The height of a title above the spaces; a track around an edge has it inside."""
        return HEADING if self.title is not None and self.layout != "edge" else 0.0

    @property
    def area(self) -> Rect:
        """The smallest rectangle around the spaces."""
        columns, rows = self.shape
        pitch = self.pitch
        return Rect(self.rim, self.rim + self.heading, columns * pitch.width, rows * pitch.height)

    @property
    def size(self) -> Size:
        return Size(self.area.right + self.rim, self.area.bottom + self.rim)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The spaces in order."""
        area, pitch = self.area, self.pitch

        def space(number: int, slot: Slot) -> Place:
            x, y = area.x + (slot[0] + 0.5) * pitch.width, area.y + (slot[1] + 0.5) * pitch.height
            return rectangle_place(str(number), pitch, Point(x, y))

        return tuple(map(space, self.numbers, self.slots))

    @cached_property
    def words(self) -> Mapping[str, str]:
        """The words in spaces besides their numbers, by name."""
        ends = {str(self.numbers[0]): self.start, str(self.numbers[-1]): self.finish}
        return {name: word for name, word in ends.items() if word is not None} | dict(self.labels)

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        return {
            "spaces": len(self.numbers),
            "first": self.numbers[0],
            "last": self.numbers[-1],
            "width": self.space.width,
            "height": self.space.height,
        }

    def _check(self) -> None:
        count, layout = len(self.numbers), self.layout
        if layout == "straight" and self.columns is not None:
            raise ValueError("columns: a straight track has one row; write another layout")
        if layout != "straight" and self.columns is None:
            raise ValueError(f"columns: is missing; write how many spaces a row of {layout} has")
        if self.upward and layout not in ("rows", "snake"):
            raise ValueError(f"upward: is of rows and snakes, not of layout {layout!r}")
        if self.columns is not None and self.columns > count:
            raise ValueError(f"columns: {self.columns} are more than there are spaces: {count}")
        if layout == "edge" and (count < 8 or not 3 <= self.shape[0] <= (count + 1) // 2 - 1):
            raise ValueError(
                f"{count} spaces do not go around an edge with {self.columns} in the upper row; "
                "it has 3 columns and 3 rows or more"
            )
        super()._check()
        self.require_single_places(self.labels, "labels")
        ends = {"start": (self.start, self.numbers[0]), "finish": (self.finish, self.numbers[-1])}
        for key, (word, number) in ends.items():
            if word is not None and str(number) in self.labels:
                raise ValueError(f"labels.{number}: is there as {key} as well; write one of them")


def _around(columns: int, rows: int) -> tuple[Slot, ...]:
    """Return the slots along the edge, clockwise from the top left."""
    top = [(column, 0) for column in range(columns)]
    right = [(columns - 1, row) for row in range(1, rows)]
    bottom = [(column, rows - 1) for column in range(columns - 2, -1, -1)]
    left = [(0, row) for row in range(rows - 2, 0, -1)]
    return (*top, *right, *bottom, *left)
