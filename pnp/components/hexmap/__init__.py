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
from pnp.base.messages import Location
from pnp.base.units import Mm, quoted
from pnp.components.hexmap.terrain import (
    CLEAR,
    HOLES,
    MOST,
    HexSide,
    MapLine,
    Terrain,
    check_terrain,
    edge_inside,
    inside,
    inward,
    line_faults,
    read_cells,
    read_sides,
    sides_beyond,
    sides_of,
)
from pnp.game.board import Board
from pnp.game.component import GameBox
from pnp.game.fields import Length, NonEmptyText, PositiveLength, not_both
from pnp.game.places import Place, PlaceEdge, edge_key, hexagon_corners

MOST_HEXES = 20_000
MOST_FAULTY_ROWS = 4  # reported; the rest is counted
HEADING: Mm = 12.0  # the height of a title above the hexagons
CELL_LINE: Mm = 0.25
LEGEND_GAP: Mm = 4.0
LEGEND_ROW: Mm = 10.0
LEGEND_ENTRY: Mm = 40.0  # the least width of an entry of the legend


class HexMap(Board):
    """Columns and rows of hexagons, each ``cell`` wide across flats.

    They have a flat side or a ``point`` at the ``top``. In a flat map every other column is half a
    hexagon lower, in a pointed one every other row half a hexagon to the right: the even or the odd
    ones, as ``shift`` says. Names are column and row, counted from the top left: 0101, with three
    digits each if there are more than 99. ``map`` has a row of letters for each row of hexagons;
    ``terrain`` says what they mean, a dot is clear ground, and a blank is a hole, where there is no
    hexagon. ``cells`` names the CSV file that
    ``map`` was read from, ``sides`` the one with the sides of ``lines``.

    With ``halves`` the map is a rectangle that halves the hexagons along its edges: the first and
    the last column of a flat map, and the first and the last hexagon of each lower column, whose
    first ones form row 00, with its own row of letters. A pointed map has its first and last row
    halved, and a column 00. A half hexagon is a place like any other.
    """

    sentences = (*Board.sentences, "title", "labels")

    schema_rules = not_both("map", "cells")

    kind: Literal["hexmap"]
    columns: Annotated[StrictInt, Field(ge=1, le=MOST)]
    rows: Annotated[StrictInt, Field(ge=1, le=MOST)]
    cell: PositiveLength
    top: Literal["flat", "point"] = "flat"
    shift: Literal["even", "odd"] = "even"
    halves: StrictBool = False
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
        """The angle of a hexagon's first corner, in degrees clockwise from its top."""
        return 30.0 if self.top == "flat" else 0.0

    @property
    def area(self) -> Rect:
        """The rectangle around the hexagons, which cuts through halves."""
        flat = self.top == "flat"
        along, across = (self.columns, self.rows) if flat else (self.rows, self.columns)
        long = (1.5 * (along - 1) + (0 if self.halves else 2)) * self.edge
        wide = (across + (0.5 if along > 1 and not self.halves else 0.0)) * self.cell
        width, height = (long, wide) if flat else (wide, long)
        return Rect(self.rim, self.rim + (HEADING if self.title else 0.0), width, height)

    @property
    def entries(self) -> tuple[Terrain | MapLine, ...]:
        """The entries of the legend, in the order of the definition."""
        return (*self.terrain.values(), *self.lines.values()) if self.legend else ()

    @property
    def legend_columns(self) -> int:
        """The number of columns in the legend, with rows as even as possible."""
        most = max(1, int(self.area.width // LEGEND_ENTRY))
        rows = max(1, ceil(len(self.entries) / most))
        return max(1, ceil(len(self.entries) / rows))

    @property
    def size(self) -> Size:
        """The size of the map with its rim, title and legend."""
        area = self.area
        rows = ceil(len(self.entries) / self.legend_columns)
        below = LEGEND_GAP + rows * LEGEND_ROW if rows else 0.0
        return Size(area.width + 2 * self.rim, area.bottom + below + self.rim)

    @cached_property
    def edges(self) -> tuple[PlaceEdge, ...]:
        """Every edge of the hexagons once; cached, as figures draw them repeatedly."""
        found: dict[object, PlaceEdge] = {}
        for place in self.places:
            for edge in place.edges():
                found.setdefault(edge_key(edge), edge)
        if not self.halves:
            return tuple(found.values())
        return tuple(filter(None, (edge_inside(edge, self.area) for edge in found.values())))

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The hexagons, column by column, each from the top."""
        corners = hexagon_corners(self.edge, first=self.first_corner)

        def hexagon(column: int, row: int) -> Place:
            x, y = self._center(column, row)
            name = self._name(column, row)
            return Place(name, Point(x, y), tuple(corner.moved(x, y) for corner in corners))

        return tuple(starmap(hexagon, self._slots()))

    def _name(self, column: int, row: int) -> str:
        digits = 2 if max(self.columns, self.rows) < 100 else 3
        return f"{column + 1:0{digits}}{row + 1:0{digits}}"

    def _center(self, column: int, row: int) -> Point:
        """Return the centre of a hexagon; columns and rows are counted from 0."""
        (left, top, _, _), edge = self.area, self.edge
        flat = self.top == "flat"
        along, of = (column, self.columns) if flat else (row, self.rows)
        pushed = 0.5 * self.cell if of > 1 and self._is_pushed(along) else 0.0
        begin = (0.0 if self.halves else edge) + 1.5 * edge * along
        if flat:
            return Point(left + begin, top + (row + 0.5) * self.cell + pushed)
        return Point(left + (column + 0.5) * self.cell + pushed, top + begin)

    def _is_pushed(self, along: int) -> bool:
        # The first column is number 1 to a reader, so it is odd.
        return (along % 2 == 1) == (self.shift == "even")

    def inward(self, place: Place) -> Point:
        """Return the directions inward from the map's edges to a half; 0 for a whole hexagon."""
        return inward(place.center, self.area) if self.halves else Point(0, 0)

    def outline(self, place: Place) -> tuple[Point, ...]:
        return inside(place.corners, self.area) if self.halves else place.corners

    def crop_of(self, place: Place) -> tuple[Point, ...]:
        return self.outline(place)

    @cached_property
    def letters(self) -> Mapping[str, str]:
        """The terrain letter of each place with terrain, by the place's name."""
        if not self.map:
            return {}
        left, up = self._first
        every = (self.map[row - up][column - left] for column, row in self._slots())
        named = zip((place.name for place in self.places), every, strict=True)
        return {name: letter for name, letter in named if letter in self.terrain}

    @cached_property
    def line_sides(self) -> Mapping[str, tuple[HexSide, ...]]:
        """The sides of each line."""
        return {
            key: sides_of(line, self.top, self.by_name, self.cell)
            for key, line in self.lines.items()
        }

    @property
    def _first(self) -> tuple[int, int]:
        """The index of the first column and row; -1 where halves precede them."""
        if not self.halves:
            return 0, 0
        return (0, -1) if self.top == "flat" else (-1, 0)

    def _slots(self) -> Iterator[tuple[int, int]]:
        left, up = self._first
        slots = filter(self._is_slot, product(range(left, self.columns), range(up, self.rows)))
        if not self.map:
            return slots
        holes = set(HOLES) - self.terrain.keys()
        return (slot for slot in slots if self.map[slot[1] - up][slot[0] - left] not in holes)

    def _is_slot(self, slot: tuple[int, int]) -> bool:
        column, row = slot
        along = column if self.top == "flat" else row
        return min(slot) >= 0 or self._is_pushed(along)

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
            "cells": len(self.places),
            "halves": sum(any(self.inward(place)) for place in self.places),
            "cell": self.cell,
            "terrains": len(self.terrain),
            **self.named_figures,
        }

    @classmethod
    def read_files(
        cls, table: dict[str, Any], folder: Path, place: Location, digest: Any
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
        along = "columns" if self.top == "flat" else "rows"
        if self.halves and getattr(self, along) < 2:
            raise ValueError(f"halves: a map of half hexagons has 2 {along} or more")
        check_terrain(self.terrain)
        faults = list(self._map_faults()) if self.map else []
        if faults:
            left = len(faults) - MOST_FAULTY_ROWS
            more = [f"and {left} more rows"] if left > 0 else []
            raise ValueError("; ".join(faults[:MOST_FAULTY_ROWS] + more))
        if not self.places:
            raise ValueError(f"{self.cells or 'map'}: has no hexagon; write a dot for each")
        super()._check()
        self.require_single_places(self.labels, "labels")
        if lines := line_faults(self.lines, self.top, self.by_name):
            raise ValueError("; ".join(lines))
        if halved := list(self._half_faults()):
            raise ValueError("; ".join(halved[:MOST_FAULTY_ROWS]))

    def _half_faults(self) -> Iterator[str]:
        """Yield the faults of maps with halves: names, goals, and sides beyond the edge."""
        if not self.halves:
            return
        for key, line in self.lines.items():
            yield from sides_beyond(key, line, self.top, self.by_name, self.area, self.cell)
        halved = {place.name for place in self.places if any(self.inward(place))}
        for name in filter(halved.__contains__, self.labels):
            yield f"labels.{name}: is half a hexagon, with no room; name a whole one beside it"
        for number, zone in enumerate(self.zones, start=1):
            names = [place.name for place in self.places_of(zone) if place.name in halved]
            if zone.sign == "goal" and names:
                yield f"zones[{number}].at: {names[0]} is half a hexagon; a goal takes whole ones"

    def _map_faults(self) -> Iterator[str]:
        where = f"{self.cells}: line " if self.cells else "map: row "
        left, up = self._first
        rows, columns = self.rows - up, self.columns - left
        none = CLEAR + HOLES
        if len(self.map) != rows:
            zero = ", with row 00 of halves" if up else ""
            yield f"{self.cells or 'map'}: has {len(self.map)} rows, and the map has {rows}{zero}"
        for number, row in enumerate(self.map, start=1):
            unknown = sorted(set(row) - self.terrain.keys() - set(none))
            if len(row) != columns:
                zero = ", with column 00 of halves" if left else ""
                yield (
                    f"{where}{number}: has {len(row)} letters, and the map has "
                    f"{columns} columns{zero}"
                )
            slots = ((column + left, number - 1 + up) for column in range(min(columns, len(row))))
            for column, row_number in slots:
                if not self._is_slot((column, row_number)) and row[column - left] not in none:
                    name = self._name(column, row_number)
                    yield f"{where}{number}: there is no half hexagon {name}; write . for it"
            if unknown:
                known = ", ".join(self.terrain) or "none yet"
                letters = ", ".join(map(quoted, unknown))
                yield (
                    f"{where}{number}: {letters}: no terrain has this letter; there are: {known}, "
                    "and . for none, a blank for a hole"
                )
