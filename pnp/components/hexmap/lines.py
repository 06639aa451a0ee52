"""Lines of a hexagon map, along sides or across them, and the CSV file of their sides."""

import csv
from collections.abc import Callable, Iterator, Mapping
from math import cos, hypot, radians, sin
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import Field

from pnp.base.files import found_name
from pnp.base.geometry import Point
from pnp.base.units import Mm, quoted
from pnp.components.hexmap.tables import map_table, rows_of
from pnp.game.base import Model
from pnp.game.fields import Color, NonEmptyText, PositiveLength
from pnp.game.places import Place

Top = Literal["flat", "point"]
LineStroke = Literal["solid", "dashed", "double"]
HEX = "hex"  # the column of hexagons
# The sides of a hexagon by the directions in which they face, in degrees from the right, y down.
SIDES: Mapping[Top, Mapping[str, int]] = {
    "flat": {"n": 270, "ne": 330, "se": 30, "s": 90, "sw": 150, "nw": 210},
    "point": {"ne": 300, "e": 0, "se": 60, "sw": 120, "w": 180, "nw": 240},
}
MOST_ROWS = 20_000
MOST_FAULTS = 4  # reported; the rest is counted


class MapLine(Model):
    """A kind of line: along sides of hexagons, as rivers and walls, or across them, as roads.

    ``sides`` maps hexagons to the sides that it runs along or crosses: ``0304 = "n ne"``. A line
    across a side continues to the centre of the neighbour. Figures for claims are named after its
    ``name``; the ``legend`` defaults to that.
    """

    name: NonEmptyText
    legend: NonEmptyText | None = None
    color: Color
    width: PositiveLength = 1.4
    runs: Literal["along", "across"] = "along"
    stroke: LineStroke = "solid"
    sides: Mapping[NonEmptyText, NonEmptyText] = Field(default_factory=dict)

    def with_sentences(self, change: Callable[[str], str]) -> Mapping[str, Any]:
        """Return only the legend, since claims and rules refer to the line by its name."""
        return {"legend": change(self.legend or self.name)}

    def named_sides(self) -> Iterator[tuple[str, str]]:
        """Yield each hexagon with one of the line's sides."""
        for hexagon, sides in self.sides.items():
            for side in sides.replace(",", " ").split():
                yield hexagon, side


class HexSide(NamedTuple):
    """One side of a hexagon: its centre, its ends, and the centres of the hexagons beside it."""

    middle: Point
    ends: tuple[Point, Point]
    joined: tuple[Point, Point]


def sides_of(line: MapLine, top: Top, places: Mapping[str, Place], cell: Mm) -> tuple[HexSide, ...]:
    """Return the distinct sides of a line; a line across the map's edge ends there."""
    middles = {_key(place.center) for place in places.values()}
    found: dict[tuple[int, int], HexSide] = {}
    for hexagon, name in line.named_sides():
        center, angle = places[hexagon].center, radians(SIDES[top][name])
        x, y = cos(angle) * cell / 2, sin(angle) * cell / 2
        middle, beyond = center.moved(x, y), center.moved(2 * x, 2 * y)
        half = hypot(x, y) / 3**0.5  # of an edge
        across, down = -y / hypot(x, y) * half, x / hypot(x, y) * half
        ends = middle.moved(across, down), middle.moved(-across, -down)
        there = beyond if _key(beyond) in middles else middle
        found.setdefault(_key(middle), HexSide(middle, ends, (center, there)))
    return tuple(found.values())


def line_faults(lines: Mapping[str, MapLine], top: Top, names: Mapping[str, Place]) -> list[str]:
    """Return the first faults of lines, and how many more there are."""
    faults = list(_every_fault(lines, top, names))
    more = [f"and {len(faults) - MOST_FAULTS} more"] if len(faults) > MOST_FAULTS else []
    return faults[:MOST_FAULTS] + more


def _every_fault(
    lines: Mapping[str, MapLine], top: Top, names: Mapping[str, Place]
) -> Iterator[str]:
    looks: dict[tuple[str, str], str] = {}
    called: dict[str, str] = {}
    for key, line in lines.items():
        if line.name in called:
            yield f"lines.{key}: {called[line.name]} has the name {line.name!r} too"
        look = line.runs, line.stroke
        if look in looks:
            yield (
                f"lines.{key}: {looks[look]} and {line.name} both run {line.runs} sides with a "
                f"{line.stroke} stroke; give each its own, so that they are told apart without "
                "colour"
            )
        called[line.name], looks[look] = key, line.name
        for hexagon, side in line.named_sides():
            if hexagon not in names:
                yield f"lines.{key}.sides: there is no hexagon {quoted(hexagon)}"
            elif side not in SIDES[top]:
                known = ", ".join(SIDES[top])
                where = f"lines.{key}.sides.{hexagon}"
                yield f"{where}: {quoted(side)} is not a side; there are: {known}"


def read_sides(table: dict[str, Any], folder: Path, place: str, digest: Any) -> Iterator[str]:
    """Read the ``sides`` file of a hexagon map into its lines, and yield the faults.

    It has a column ``hex`` and one for each line; its cells name sides. ``digest`` is updated with
    the file's bytes.
    """
    name = table["sides"]
    table["sides"] = found_name(folder, name)
    faults: list[str] = []
    text = map_table(name, folder, f"{place}.sides", digest, faults)
    file, lines = folder / table["sides"], table.get("lines")
    try:
        rows = rows_of(text)
    except csv.Error as error:
        faults.append(f"{file}: is not a table: {error}")
    yield from faults
    if faults:
        return
    head = [cell.lower() for cell in rows[0]] if rows else []
    if HEX not in head or not isinstance(lines, dict):
        yield f"{file}: line 1: name a column {HEX}, and one for each of the lines"
        return
    if len(rows) > MOST_ROWS:
        yield f"{file}: has {len(rows)} lines; at most {MOST_ROWS} are read"
        return
    columns = {n: key for n, cell in enumerate(head) for key in lines if key.lower() == cell}
    for n, cell in enumerate(head):
        if n not in columns and cell != HEX:
            known = ", ".join(map(str, lines)) or "none"
            yield f"{file}: line 1: {quoted(cell)} is none of the lines; there are: {known}"
    at = head.index(HEX)
    for row in rows[1:]:
        for n, key in columns.items():
            if n < len(row) and at < len(row) and row[n] and isinstance(lines[key], dict):
                sides = lines[key].setdefault("sides", {})
                if isinstance(sides, dict):
                    before = f"{sides[row[at]]} " if row[at] in sides else ""
                    sides[row[at]] = before + row[n]


def _key(point: Point) -> tuple[int, int]:
    return round(100 * point.x), round(100 * point.y)
