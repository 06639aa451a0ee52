"""A hexagonal board of hexagonal or triangular cells."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import sqrt
from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictInt

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Point, Rect, Size
from pnp.components.framed_board import FramedBoard
from pnp.game.board import EdgeLabel
from pnp.game.component import GameBox
from pnp.game.fields import PositiveLength
from pnp.game.places import Place, column_name, hexagon_corners, triangle_corners


class HexHex(FramedBoard):
    """``side`` cells along each of six sides; cells have a corner at the top, in level rows.

    Triangles stand on an edge and on a corner in turn; there are ``side`` edges along each side.

    Rows have letters from below, and their cells numbers from the left, as the near player sees
    them. ``coordinates`` draws these in the cells.
    """

    kind: Literal["hexhex"]
    side: Annotated[StrictInt, Field(ge=1, le=20)]
    cells: Literal["hexagons", "triangles"] = "hexagons"
    cell: PositiveLength
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
        longest = 2 * self.side - 1
        return tuple(longest - abs(row - self.side + 1) for row in range(longest))

    @property
    def size(self) -> Size:
        rows = len(self.rows)
        if self.cells == "triangles":
            area = Size(rows * self.cell, rows * self.cell * sqrt(3) / 2)
            return Size(*(side + 2 * self.rim for side in area))
        height = (1.5 * (rows - 1) + 2) * self.edge
        return Size(rows * self.cell + 2 * self.rim, height + 2 * self.rim)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The cells, row by row from below, each from the left."""
        if self.cells == "triangles":
            return tuple(self._triangles())
        found: list[Place] = []
        middle, bottom = self.size.width / 2, self.size.height - self.rim - self.edge
        for row, count in enumerate(self.rows):
            y = bottom - 1.5 * row * self.edge
            for number in range(count):
                center = Point(middle + (number - (count - 1) / 2) * self.cell, y)
                name = f"{column_name(row)}{number + 1}"
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
        """Yield the names of the first and the last cell of each row, beside the figure."""
        rows: dict[str, list[Place]] = {}
        for place in shown:
            rows.setdefault(place.name.rstrip("0123456789"), []).append(place)
        for places in rows.values():
            first, *_, last = sorted(places, key=lambda place: place.center.x) * 2
            yield EdgeLabel(first.name, Point(frame.x, first.center.y), Point(-1, 0))
            if len(places) > 1:
                yield EdgeLabel(last.name, Point(frame.right, last.center.y), Point(1, 0))

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
