"""A rectangular map of hexagons."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import product, starmap
from math import ceil, sqrt
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictInt

from pnp.base.expressions import FigureValue, figure_name
from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import Mm, quoted
from pnp.components.hexmap.lines import HexSide, MapLine, line_faults, read_sides, sides_of
from pnp.components.hexmap.terrain import MOST, NOTHING, Terrain, check_terrain, read_cells
from pnp.game.base import not_both
from pnp.game.board import Board
from pnp.game.component import GameBox
from pnp.game.fields import Length, NonEmptyText, PositiveLength
from pnp.game.places import Place, PlaceEdge, edge_key, hexagon_corners

MOST_HEXES = 20_000
MOST_FAULTY_ROWS = 4  # reported; the rest is counted
HEADING: Mm = 12.0  # the height of a title above the hexagons
LEGEND_GAP: Mm = 4.0
LEGEND_ROW: Mm = 10.0
LEGEND_ENTRY: Mm = 40.0  # the least width of an entry of the legend


class HexMap(Board):
    """Columns and rows of hexagons, each ``cell`` wide from flat to flat.

    They lie with a flat side or a ``point`` at the ``top``. Every other column of a flat map
    stands half a hexagon lower, every other row of a pointed one half a hexagon to the right: the
    even ones or the odd ones, as ``shift`` says. Names are column and row, counted from the top
    left: 0101, of three figures each where there are more than 99. ``map`` has a row of letters for
    each row of hexagons; what they stand for is ``terrain``, and a dot is clear ground.
    ``cells`` names the CSV file that ``map`` was read from, ``sides`` that with the sides of
    ``lines``.
    """

    sentences = (*Board.sentences, "title", "labels")

    schema_rules = not_both("map", "cells")

    kind: Literal["hexmap"]
    columns: Annotated[StrictInt, Field(ge=1, le=MOST)]
    rows: Annotated[StrictInt, Field(ge=1, le=MOST)]
    cell: PositiveLength
    top: Literal["flat", "point"] = "flat"
    shift: Literal["even", "odd"] = "even"
    coordinates: StrictBool = True
    map: tuple[str, ...] = ()
    cells: NonEmptyText | None = None
    terrain: Mapping[NonEmptyText, Terrain] = Field(default_factory=dict)
    lines: Mapping[NonEmptyText, MapLine] = Field(default_factory=dict)
    sides: NonEmptyText | None = None
    legend: StrictBool = True
    labels: Mapping[NonEmptyText, NonEmptyText] = Field(default_factory=dict)
    title: NonEmptyText | None = None
    rim: Length = 8.0

    @property
    def edge(self) -> Mm:
        """The edge of a hexagon."""
        return self.cell / sqrt(3)

    @property
    def first_corner(self) -> float:
        """Where the first corner of a hexagon is, in degrees clockwise from its top."""
        return 30.0 if self.top == "flat" else 0.0

    @property
    def area(self) -> Rect:
        """The smallest rectangle around the hexagons."""
        flat = self.top == "flat"
        along, across = (self.columns, self.rows) if flat else (self.rows, self.columns)
        long = (1.5 * (along - 1) + 2) * self.edge
        wide = (across + (0.5 if along > 1 else 0.0)) * self.cell
        width, height = (long, wide) if flat else (wide, long)
        return Rect(self.rim, self.rim + (HEADING if self.title else 0.0), width, height)

    @property
    def entries(self) -> tuple[Terrain | MapLine, ...]:
        """The entries of the legend, in the order of the definition."""
        return (*self.terrain.values(), *self.lines.values()) if self.legend else ()

    @property
    def legend_columns(self) -> int:
        """The number of legend entries side by side, with rows as even as possible."""
        most = max(1, int(self.area.width // LEGEND_ENTRY))
        rows = max(1, ceil(len(self.entries) / most))
        return max(1, ceil(len(self.entries) / rows))

    @property
    def size(self) -> Size:
        """The map with its rim, its title and its legend."""
        area = self.area
        rows = ceil(len(self.entries) / self.legend_columns)
        below = LEGEND_GAP + rows * LEGEND_ROW if rows else 0.0
        return Size(area.width + 2 * self.rim, area.bottom + below + self.rim)

    @cached_property
    def edges(self) -> tuple[PlaceEdge, ...]:
        """Every edge of the hexagons once; figures draw them again and again."""
        found: dict[object, PlaceEdge] = {}
        for place in self.places:
            for edge in place.edges():
                found.setdefault(edge_key(edge), edge)
        return tuple(found.values())

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The hexagons, column by column, each from the top."""
        corners = hexagon_corners(self.edge, first=self.first_corner)
        digits = 2 if max(self.columns, self.rows) < 100 else 3

        def hexagon(column: int, row: int) -> Place:
            x, y = self._center(column, row)
            name = f"{column + 1:0{digits}}{row + 1:0{digits}}"
            return Place(name, Point(x, y), tuple(corner.moved(x, y) for corner in corners))

        return tuple(starmap(hexagon, self._slots()))

    def _center(self, column: int, row: int) -> Point:
        """Return the middle of a hexagon; columns and rows are counted from 0."""
        (left, top, _, _), edge = self.area, self.edge
        flat = self.top == "flat"
        along, of = (column, self.columns) if flat else (row, self.rows)
        # The first column is number 1 to a reader, so it is odd.
        pushed = 0.5 * self.cell if of > 1 and (along % 2 == 1) == (self.shift == "even") else 0.0
        if flat:
            return Point(left + edge + 1.5 * edge * along, top + (row + 0.5) * self.cell + pushed)
        return Point(left + (column + 0.5) * self.cell + pushed, top + edge + 1.5 * edge * along)

    @cached_property
    def letters(self) -> Mapping[str, str]:
        """The terrain letter of each place that has one, by the place's name."""
        if not self.map:
            return {}
        every = (self.map[row][column] for column, row in self._slots())
        named = zip((place.name for place in self.places), every, strict=True)
        return {name: letter for name, letter in named if letter in self.terrain}

    @cached_property
    def line_sides(self) -> Mapping[str, tuple[HexSide, ...]]:
        """The sides of each line."""
        return {
            key: sides_of(line, self.top, self.by_name, self.cell)
            for key, line in self.lines.items()
        }

    def _slots(self) -> Iterator[tuple[int, int]]:
        return product(range(self.columns), range(self.rows))

    @property
    def table_files(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.cells, self.sides)))

    @property
    def named_figures(self) -> Mapping[str, FigureValue]:
        times = Counter(self.letters.values())
        sides = {
            f"sides_{figure_name(line.name)}": len(self.line_sides[key])
            for key, line in self.lines.items()
        }
        named = {f"hexes_{figure_name(one.name)}": times[key] for key, one in self.terrain.items()}
        return named | sides

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        return {
            "rows": self.rows,
            "columns": self.columns,
            "cells": self.rows * self.columns,
            "cell": self.cell,
            "terrains": len(self.terrain),
            **self.named_figures,
        }

    @classmethod
    def read_files(
        cls, table: dict[str, Any], folder: Path, place: str, digest: Any
    ) -> Iterator[str]:
        if "cells" in table:
            yield from read_cells(table, folder, place, digest)
        if "sides" in table:
            yield from read_sides(table, folder, place, digest)

    def _check(self) -> None:
        if self.columns * self.rows > MOST_HEXES:
            raise ValueError(
                f"{self.columns} x {self.rows} are {self.columns * self.rows} hexagons; "
                f"a map has at most {MOST_HEXES}"
            )
        check_terrain(self.terrain)
        faults = list(self._map_faults()) if self.map else []
        if faults:
            left = len(faults) - MOST_FAULTY_ROWS
            more = [f"and {left} more rows"] if left > 0 else []
            raise ValueError("; ".join(faults[:MOST_FAULTY_ROWS] + more))
        super()._check()
        self.require_single_places(self.labels, "labels")
        if lines := line_faults(self.lines, self.top, self.by_name):
            raise ValueError("; ".join(lines))

    def _map_faults(self) -> Iterator[str]:
        where = f"{self.cells}: line " if self.cells else "map: row "
        if len(self.map) != self.rows:
            yield f"{self.cells or 'map'}: has {len(self.map)} rows, and the map has {self.rows}"
        for number, row in enumerate(self.map, start=1):
            unknown = sorted(set(row) - self.terrain.keys() - set(NOTHING))
            if len(row) != self.columns:
                yield (
                    f"{where}{number}: has {len(row)} letters, and the map has "
                    f"{self.columns} columns"
                )
            if unknown:
                known = ", ".join(self.terrain) or "none yet"
                letters = ", ".join(map(quoted, unknown))
                yield (
                    f"{where}{number}: {letters}: no terrain has this letter; there are: {known}, "
                    "and . for none"
                )
