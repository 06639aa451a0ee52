"""A board of rows and columns."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import EPSILON, Mm, quoted
from pnp.components.framed_board import CornerSign, FramedBoard, ShapedBoard
from pnp.components.grid.plan import (
    Diagonals,
    GridSlot,
    has_lines,
    joined_up,
    lines_in,
    places_in,
    plan_faults,
)
from pnp.game.board import EdgeLabel
from pnp.game.component import GameBox, Neighbours
from pnp.game.fields import CellSize, Color, Length, NonEmptyText, ThemeColor
from pnp.game.places import Place, away, column_name, rectangle_place

LETTERED_RIM: Mm = 4.0  # the narrowest that has room for letters and numbers
ROUND = 0.4  # of the pitch: the radius of what shows a place on a crossing


class Grid(ShapedBoard, FramedBoard):
    """Rows and columns of equal cells with a rim around them, or of crossings of lines.

    A cell has room for a piece of the size ``cell`` with some ``play``. Columns have letters from
    the left, rows numbers from below, as the near player sees them: a1 is that player's left
    corner. With ``coordinates``, both players can read these on the rim; by default they are drawn
    where the rim has room and no cell has a label, which they could contradict. A ``checkered``
    board has ``dark`` and ``light`` cells, a1 dark.
    ``lozenges`` tints one in every other cell. Where cells meet there may be a ``crossing``:
    ``dots`` or the marks of ``corners``, or ``quarters`` of circles and squares. ``colors`` and
    ``labels`` map names of cells; those of ``colors`` may be ranges.

    With ``pieces_on`` crossings, places are points as far apart as cells are wide, and lines join
    adjacent ones, also along ``diagonals``; ``stars`` are dots on some. A ``map`` says which places
    there are, a character for each; on crossings it may have the lines too, between the places.
    """

    player_lists = ("corners",)
    sentences = (*FramedBoard.sentences, "labels")

    kind: Literal["grid"]
    rows: Annotated[StrictInt, Field(ge=1, le=50)]
    columns: Annotated[StrictInt, Field(ge=1, le=50)]
    cell: CellSize
    play: Length = 0.0
    pieces_on: Literal["cells", "crossings"] = "cells"
    map: Annotated[tuple[str, ...], Field(max_length=99)] = ()
    diagonals: Diagonals = "none"
    stars: tuple[NonEmptyText, ...] = ()
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

    @property
    def on_crossings(self) -> bool:
        """Whether pieces lie where lines cross."""
        return self.pieces_on == "crossings"

    @property
    def maps_lines(self) -> bool:
        """Whether the map has lines besides places."""
        return bool(self.map) and has_lines(self.map, self.rows, self.columns)

    @cached_property
    def slots(self) -> Mapping[GridSlot, str]:
        """The name of each place by its column and its row from below, column by column."""
        there = places_in(self.map, 2 if self.maps_lines else 1) if self.map else None
        return {
            (column, row): f"{column_name(column)}{row + 1}"
            for column, row in product(range(self.columns), range(self.rows))
            if there is None or (column, self.rows - 1 - row) in there
        }

    @property
    def lines(self) -> Sequence[tuple[Point, Point]]:
        """The ends of the lines on which places lie; none if places are cells."""
        if not self.on_crossings:
            return ()
        plan, last = self.map, self.rows - 1
        if not self.maps_lines:
            there = {(column, last - row) for column, row in self.slots}
            plan = joined_up(there, self.rows, self.columns, self.diagonals)
        return [
            (self.center(x / 2, last - y / 2), self.center(u / 2, last - v / 2))
            for (x, y), (u, v) in lines_in(plan)
        ]

    def center(self, column: float, row: float) -> Point:
        """Return the centre of a cell by its column and its row from below, from 0."""
        pitch, bottom = self.pitch, self.size.height - self.rim
        return Point(self.rim + (column + 0.5) * pitch.width, bottom - (row + 0.5) * pitch.height)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The places, column by column, each from below."""
        pitch = self.pitch
        return tuple(
            rectangle_place(name, pitch, self.center(*slot)) for slot, name in self.slots.items()
        )

    def outline(self, place: Place) -> tuple[Point, ...]:
        """Return the corners of a cell, or of what is nearly a circle around a crossing."""
        if not self.on_crossings:
            return place.corners
        radius = ROUND * min(self.pitch)
        return tuple(away(place.center, 22.5 * n, radius) for n in range(16))

    @cached_property
    def painted(self) -> Mapping[str, str]:
        """The colour of each coloured place, by name."""
        found: dict[str, str] = {}
        if self.checkered:
            for slot, name in self.slots.items():
                found[name] = self.light if sum(slot) % 2 else self.dark
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
        for (column, row), here in self.slots.items():
            if right := self.slots.get((column + 1, row)):
                found.append((here, right, "right"))
            if above := self.slots.get((column, row + 1)):
                found.append((here, above, "above"))
        return tuple(found)

    def edge_labels(self, shown: Sequence[Place], frame: Rect) -> Iterator[EdgeLabel]:
        """Yield the letters of columns below the figure, and the numbers of rows beside it."""
        names = {place.name for place in shown}
        slots = [slot for slot, name in self.slots.items() if name in names]
        for column in sorted({column for column, _ in slots}):
            at = Point(self.center(column, 0).x, frame.bottom)
            yield EdgeLabel(column_name(column), at, Point(0, 1))
        for row in sorted({row for _, row in slots}):
            yield EdgeLabel(str(row + 1), Point(frame.x, self.center(0, row).y), Point(-1, 0))

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        return {
            "rows": self.rows,
            "columns": self.columns,
            "cells": len(self.slots),
            "cell": min(self.cell),
            "width": self.cell.width,
            "height": self.cell.height,
        }

    def _check(self) -> None:
        if faults := list(self._faults_of_places()):
            raise ValueError(*faults)
        super()._check()
        self.require_places(self.stars, "stars")
        for word in self.colors:
            self.require_places([word], f"colors.{word}")
        self.require_single_places(self.labels, "labels")
        if self.corners and self.shape != "rectangle":
            raise ValueError(f"corners: a board that is {self.shape} has none; leave them out")
        if self.coordinates and self.rim < LETTERED_RIM - EPSILON:
            raise ValueError(
                f"a rim of {self.rim:g} mm has no room for coordinates; "
                f"make it {LETTERED_RIM:g} mm or more"
            )

    def _faults_of_places(self) -> Iterator[str]:
        """Yield what does not go with cells or with crossings, and the faults of the map."""
        of_others = (
            {"checkered": self.checkered, "lozenges": self.lozenges}
            if self.on_crossings
            else {"diagonals": self.diagonals != "none", "stars": bool(self.stars)}
        )
        of_others["crossing"] = self.on_crossings and self.crossing == "quarters"
        for key, is_written in of_others.items():
            if is_written:
                yield f"{key}: does not go with pieces_on = {quoted(self.pieces_on)}; leave it out"
        if self.map:
            yield from plan_faults(self.map, self.rows, self.columns, crossings=self.on_crossings)
        if self.maps_lines and self.diagonals != "none":
            yield "diagonals: the map has all lines; write diagonals there too"
