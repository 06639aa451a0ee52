"""A hexagonal board of hexagonal or triangular cells, or a rhombus or a triangle of hexagons."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import sqrt
from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictInt

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import Mm
from pnp.components.framed_board import CornerSign, FramedBoard
from pnp.game.board import EdgeLabel
from pnp.game.component import GameBox
from pnp.game.fields import PositiveLength
from pnp.game.places import Place, column_name, hexagon_corners, triangle_corners

BAND = 0.18  # of a cell: how wide a coloured edge is
NAMED = 0.34  # of a cell: the room for letters and numbers beside a rhombus
UP_LEFT, LEFT = Point(-0.5, -sqrt(3) / 2), Point(-1, 0)


class HexHex(FramedBoard):
    """``side`` cells along each of six sides; cells have a corner at the top, in level rows.

    Triangles stand on an edge and on a corner in turn; there are ``side`` edges along each side.

    Rows have letters from below, and their cells numbers from the left, as the near player sees
    them. ``coordinates`` draws these in the cells.

    A triangle has ``side`` cells in its lowest row. A rhombus, as for Hex, has as many in each row,
    half a cell to the right of the one above; its columns have letters from the left and its rows
    numbers from above, beside it, and ``edges`` are the signs of its upper and lower sides, and of
    the others.
    """

    player_lists = ("edges",)

    kind: Literal["hexhex"]
    side: Annotated[StrictInt, Field(ge=1, le=20)]
    cells: Literal["hexagons", "triangles"] = "hexagons"
    cell: PositiveLength
    shape: Literal["hexagon", "rhombus", "triangle"] = "hexagon"
    edges: Annotated[tuple[CornerSign, ...], Field(max_length=2)] = ()
    coordinates: StrictBool = True

    @property
    def edge(self) -> float:
        """The edge length of a hexagon, of which ``cell`` is the width across flats."""
        return self.cell / sqrt(3)

    @property
    def rows(self) -> tuple[int, ...]:
        """The number of cells in each row."""
        if self.cells == "triangles":
            lower = range(2 * self.side + 1, 4 * self.side, 2)
            return (*lower, *reversed(lower))
        if self.shape == "rhombus":
            return (self.side,) * self.side
        if self.shape == "triangle":
            return tuple(range(self.side, 0, -1))
        longest = 2 * self.side - 1
        return tuple(longest - abs(row - self.side + 1) for row in range(longest))

    @property
    def size(self) -> Size:
        rows = len(self.rows)
        if self.cells == "triangles":
            area = Size(rows * self.cell, rows * self.cell * sqrt(3) / 2)
            return Size(*(side + 2 * self.rim for side in area))
        height = (1.5 * (rows - 1) + 2) * self.edge
        across = 1.5 * rows - 0.5 if self.shape == "rhombus" else rows
        around = 2 * (self.rim + self.beside)
        return Size(across * self.cell + around, height + around)

    @property
    def band(self) -> Mm:
        """The width of the coloured edges of a rhombus."""
        return BAND * self.cell if self.edges else 0.0

    @property
    def beside(self) -> Mm:
        """The room beside the cells of a rhombus for its edges and its coordinates."""
        named = self.shape == "rhombus" and self.coordinates
        return self.band + (NAMED * self.cell if named else 0.0)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The cells, row by row from below, each from the left."""
        if self.cells == "triangles":
            return tuple(self._triangles())
        found: list[Place] = []
        is_rhombus, last = self.shape == "rhombus", len(self.rows) - 1
        middle = self.size.width / 2
        bottom = self.size.height - self.rim - self.beside - self.edge
        for row, count in enumerate(self.rows):
            y = bottom - 1.5 * row * self.edge
            aside = (last / 2 - row) * self.cell / 2 if is_rhombus else 0.0
            for number in range(count):
                center = Point(middle + aside + (number - (count - 1) / 2) * self.cell, y)
                name = f"{column_name(row)}{number + 1}"
                if is_rhombus:
                    name = f"{column_name(number)}{last - row + 1}"
                found.append(Place(name, center, hexagon_corners(self.edge, center)))
        return tuple(found)

    def _triangles(self) -> Iterator[Place]:
        middle, bottom = self.size.width / 2, self.size.height - self.rim
        for row, count in enumerate(self.rows):
            for number in range(count):
                stands = (number % 2 == 0) == (row >= self.side)
                up = (row + (1 / 3 if stands else 2 / 3)) * self.cell * sqrt(3) / 2
                center = Point(middle + (number - (count - 1) / 2) * self.cell / 2, bottom - up)
                turn = 0.0 if stands else 180.0
                corners = triangle_corners(self.cell, center, turn)
                yield Place(f"{column_name(row)}{number + 1}", center, corners, turn)

    def edge_labels(self, shown: Sequence[Place], frame: Rect) -> Iterator[EdgeLabel]:
        """Yield the names of the first and the last cell of each row, beside the figure.

        Those of a rhombus are its columns' and its rows', beside their first cells.
        """
        if self.shape == "rhombus":
            yield from self.beside_rhombus(shown)
            return
        rows: dict[str, list[Place]] = {}
        for place in shown:
            rows.setdefault(place.name.rstrip("0123456789"), []).append(place)
        for places in rows.values():
            first, *_, last = sorted(places, key=lambda place: place.center.x) * 2
            yield EdgeLabel(first.name, Point(frame.x, first.center.y), Point(-1, 0))
            if len(places) > 1:
                yield EdgeLabel(last.name, Point(frame.right, last.center.y), Point(1, 0))

    def beside_rhombus(self, shown: Sequence[Place], way: int = 1) -> Iterator[EdgeLabel]:
        """Yield the names of columns and rows of a rhombus beside their first cells.

        With -1 for a ``way`` they are beside the last ones.
        """
        lines: dict[str, Place] = {}
        for place in sorted(shown, key=lambda one: (way * one.center.y, way * one.center.x)):
            column = place.name.rstrip("0123456789")
            lines.setdefault(column, place)
            lines.setdefault(place.name.removeprefix(column), place)
        for name, place in lines.items():
            out = LEFT if name.isdecimal() else UP_LEFT
            x, y = way * out.x, way * out.y
            reach = self.cell / 2 + self.band
            yield EdgeLabel(name, place.center.moved(reach * x, reach * y), Point(x, y))

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        return {"side": self.side, "cells": sum(self.rows), "cell": self.cell}

    @classmethod
    def places_asked(cls, table: Mapping[str, Any]) -> int:
        side = table.get("side")
        if not isinstance(side, int) or side < 0:
            return 0
        return (
            6 * side**2 if table.get("cells") == "triangles" else max(3 * side * (side - 1) + 1, 0)
        )

    def _check(self) -> None:
        super()._check()
        if self.edges and self.shape != "rhombus":
            raise ValueError('edges: are those of a rhombus; write shape = "rhombus" as well')
        if len(self.edges) == 1:
            raise ValueError("edges: write two, one for either player")
        if self.shape != "hexagon" and self.cells == "triangles":
            raise ValueError(f"shape: a {self.shape} has hexagons; leave out cells")
