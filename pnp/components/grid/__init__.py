"""A board of rows and columns."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product, starmap
from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import EPSILON, Mm
from pnp.components.framed_board import CornerSign, FramedBoard
from pnp.game.board import EdgeLabel
from pnp.game.component import GameBox, Neighbours
from pnp.game.fields import CellSize, Color, Length, NonEmptyText, ThemeColor
from pnp.game.places import Place, column_name, rectangle_place

LETTERED_RIM: Mm = 4.0  # the narrowest that has room for letters and numbers


class Grid(FramedBoard):
    """Rows and columns of equal cells with a rim around them.

    A cell has room for a piece of the size ``cell`` with some ``play``. Columns have letters from
    the left, rows numbers from below, as the near player sees them: a1 is that player's left
    corner. With ``coordinates``, both players can read these on the rim; by default they are drawn
    where the rim has room and no cell has a label, which they could contradict. A ``checkered``
    board has ``dark`` and ``light`` cells, a1 dark.
    ``lozenges`` tints one in every other cell. Where cells meet there may be a ``crossing``:
    ``dots`` in the colours of ``corners``, or ``quarters`` of circles and squares. ``colors`` and
    ``labels`` map names of cells; those of ``colors`` may be ranges.
    """

    player_lists = ("corners",)
    sentences = (*FramedBoard.sentences, "labels")

    kind: Literal["grid"]
    rows: Annotated[StrictInt, Field(ge=1, le=50)]
    columns: Annotated[StrictInt, Field(ge=1, le=50)]
    cell: CellSize
    play: Length = 0.0
    checkered: StrictBool = False
    lozenges: StrictBool = False
    coordinates: StrictBool | None = None
    crossing: Literal["plain", "dots", "quarters"] = "plain"
    corners: Annotated[tuple[CornerSign, ...], Field(max_length=4)] = ()
    colors: Mapping[NonEmptyText, Color] = Field(default_factory=dict)
    labels: Mapping[NonEmptyText, NonEmptyText] = Field(default_factory=dict)
    dark: Annotated[Color, ThemeColor("dark")] = "#b58a56"
    light: Annotated[Color, ThemeColor("light")] = "#e5d2a8"
    circle: Annotated[Color, ThemeColor("circle")] = "#0a337c"
    square: Annotated[Color, ThemeColor("square")] = "#c8741b"

    @property
    def pitch(self) -> Size:
        """The distance between the centres of adjacent cells."""
        return Size(self.cell.width + self.play, self.cell.height + self.play)

    @property
    def size(self) -> Size:
        rim, pitch = 2 * self.rim, self.pitch
        return Size(self.columns * pitch.width + rim, self.rows * pitch.height + rim)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The cells, column by column, each from below."""
        pitch, left, bottom = self.pitch, self.rim, self.size.height - self.rim

        def cell(column: int, row: int) -> Place:
            x, y = left + (column + 0.5) * pitch.width, bottom - (row + 0.5) * pitch.height
            return rectangle_place(f"{column_name(column)}{row + 1}", pitch, Point(x, y))

        return tuple(starmap(cell, product(range(self.columns), range(self.rows))))

    @cached_property
    def painted(self) -> Mapping[str, str]:
        """The colour of each coloured cell, by name."""
        found: dict[str, str] = {}
        if self.checkered:
            for number, place in enumerate(self.places):
                is_light = sum(divmod(number, self.rows)) % 2
                found[place.name] = self.light if is_light else self.dark
        for word, color in self.colors.items():
            found |= dict.fromkeys(self.require_places([word], f"colors.{word}"), color)
        return found

    @property
    def has_coordinates(self) -> bool:
        """Whether the rim has letters and numbers."""
        if self.coordinates is None:
            return self.rim >= LETTERED_RIM and not self.labels
        return self.coordinates

    @cached_property
    def neighbours(self) -> Neighbours:
        """The pairs of cells that share an edge, column by column."""
        found: list[tuple[str, str, Literal["right", "above"]]] = []
        names, rows = [place.name for place in self.places], self.rows
        for number, here in enumerate(names):
            if number + rows < len(names):
                found.append((here, names[number + rows], "right"))
            if (number + 1) % rows:
                found.append((here, names[number + 1], "above"))
        return tuple(found)

    def edge_labels(self, shown: Sequence[Place], frame: Rect) -> Iterator[EdgeLabel]:
        """Yield the letters of columns below the figure, and the numbers of rows beside it."""
        names = {place.name for place in shown}
        for column, place in enumerate(self.places[:: self.rows]):
            if any(f"{column_name(column)}{row + 1}" in names for row in range(self.rows)):
                at = Point(place.center.x, frame.bottom)
                yield EdgeLabel(column_name(column), at, Point(0, 1))
        for row, place in enumerate(self.places[: self.rows], start=1):
            if any(f"{column_name(column)}{row}" in names for column in range(self.columns)):
                yield EdgeLabel(str(row), Point(frame.x, place.center.y), Point(-1, 0))

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        return {
            "rows": self.rows,
            "columns": self.columns,
            "cells": self.rows * self.columns,
            "cell": min(self.cell),
            "width": self.cell.width,
            "height": self.cell.height,
        }

    def _check(self) -> None:
        super()._check()
        for word in self.colors:
            self.require_places([word], f"colors.{word}")
        self.require_single_places(self.labels, "labels")
        if self.coordinates and self.rim < LETTERED_RIM - EPSILON:
            raise ValueError(
                f"a rim of {self.rim:g} mm has no room for coordinates; "
                f"make it {LETTERED_RIM:g} mm or more"
            )
