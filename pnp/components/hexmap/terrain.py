"""Terrain and lines of a hexagon map, the CSV files of both, and hexagons halved by its edge."""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, hypot, radians, sin
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import Field

from pnp.base.errors import unreadable
from pnp.base.files import found_name, read_sandboxed, sandboxed
from pnp.base.geometry import Point, Rect
from pnp.base.messages import Location, Message, within
from pnp.base.units import EPSILON, Mm, quoted
from pnp.game.fields import Color, Model, NonEmptyText, PositiveLength, not_both
from pnp.game.places import Mark, Place, PlaceEdge


def map_table(name: object, folder: Path, key: Location, digest: Any, faults: list[str]) -> str:
    """Return the text of a CSV file, in UTF-8, and update ``digest`` with its bytes.

    If it cannot be read, returns "" and adds a fault with its ``key`` to ``faults``.
    """
    try:
        file = sandboxed(folder, name, "a CSV file beside the definition")
        content = read_sandboxed(folder, file, "table_kb")
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        fault = f"byte {error.start} is not UTF-8; save it as UTF-8"
        faults += within(Location(file=folder / str(name)), [fault])
    except ValueError as error:
        faults += within(key, [str(error)])
    except OSError as error:
        faults += within(key, within(str(name), [unreadable(error)]))
    else:
        digest.update(content)
        return text
    return ""


def rows_of(text: str) -> list[list[str]]:
    """Return the cells of a table with commas or semicolons, stripped."""
    delimiter = ";" if text.count(";") > text.count(",") else ","
    rows = csv.reader(text.rstrip().splitlines(), delimiter=delimiter, strict=True)
    return [[cell.strip() for cell in row] for row in rows]


MOST = 200  # columns, and rows
# Letters for clear ground and for holes, unless the definition gives them a terrain. An underscore
# is for tables, in which empty cells are clear ground.
CLEAR, HOLES = ".", " _"

Pattern = Literal[
    "trees", "hills", "mountains", "waves", "reeds", "houses", "furrows", "dots", "lines"
]


class Terrain(Model):
    """One kind of terrain, drawn with a ``pattern`` or a ``mark``; one kind may have neither.

    Figures for claims are named after its ``name``; the ``legend`` defaults to that.
    """

    schema_rules = not_both("pattern", "mark")

    name: NonEmptyText
    legend: NonEmptyText | None = None
    color: Color
    pattern: Pattern | None = None
    mark: Mark | None = None

    @property
    def sign(self) -> str | None:
        """The pattern or mark that identifies it without colour."""
        return self.pattern or self.mark

    def _check(self) -> None:
        if self.pattern is not None and self.mark is not None:
            raise ValueError("has a pattern and a mark; write one of them")

    def with_sentences(self, change: Callable[[str], str]) -> Mapping[str, Any]:
        """Return only the legend, since claims and rules refer to the terrain by its name."""
        return {"legend": change(self.legend or self.name)}


def check_terrain(terrain: Mapping[str, Terrain]) -> None:
    """Raise ValueError unless all letters, names and patterns or marks are distinct."""
    names: dict[str, str] = {}
    signs: dict[str | None, str] = {}
    for letter, one in terrain.items():
        if len(letter) != 1:
            raise ValueError(f"terrain.{letter}: write one letter for each kind of terrain")
        if one.name in names:
            raise ValueError(f"terrain.{letter}: {names[one.name]} has the name {one.name!r} too")
        if one.sign in signs:
            what = f"are both drawn with {one.sign}" if one.sign else "have no pattern and no mark"
            raise ValueError(
                f"terrain.{letter}: {signs[one.sign]} and {one.name} {what}; give each its own, "
                "so that they are told apart without colour"
            )
        names[one.name] = letter
        signs[one.sign] = one.name


def read_cells(table: dict[str, Any], folder: Path, place: Location, digest: Any) -> Iterator[str]:
    """Replace the ``cells`` file of a hexagon map with its rows, and yield the faults.

    The file is UTF-8, with commas or semicolons and no header; an empty cell is clear ground.
    ``digest`` is updated with its bytes.
    """
    if "map" in table:
        yield from within(place.plus(".cells"), ["write either cells or map, not both"])
        return
    name = table["cells"]
    table["cells"] = found_name(folder, name)
    faults: list[str] = []
    text = map_table(name, folder, place.plus(".cells"), digest, faults)
    if faults:
        yield from faults
        return
    file = folder / table["cells"]
    try:
        rows = list(_letters(text, faults))
    except csv.Error as error:
        rows, faults = [], [*faults, f"is not a table: {error}"]
    if not any(rows) and not faults:
        faults.append("has no rows; write a row of letters for each row of hexagons")
    yield from within(Location(file=file), faults)
    if rows:
        table["map"] = rows


def _letters(text: str, faults: list[str]) -> Iterator[str]:
    rows = rows_of(text)
    if len(rows) > MOST:
        faults.append(f"has {len(rows)} lines; a map has at most {MOST} rows")
        rows = []
    for number, row in enumerate(rows, start=1):
        cells = [cell or "." for cell in row]
        for column, cell in enumerate(cells, start=1):
            if len(cell) > 1:
                place = Location(
                    f"line {number}, column {column}", line=number, rest=f"column {column}"
                )
                faults.append(Message("letter_wanted", place, written=cell))
        yield "".join(cell[0] for cell in cells)


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


def read_sides(table: dict[str, Any], folder: Path, place: Location, digest: Any) -> Iterator[str]:
    """Read the ``sides`` file of a hexagon map into its lines, and yield the faults.

    It has a column ``hex`` and one for each line; its cells name sides. ``digest`` is updated with
    the file's bytes.
    """
    name = table["sides"]
    table["sides"] = found_name(folder, name)
    faults: list[str] = []
    text = map_table(name, folder, place.plus(".sides"), digest, faults)
    file, lines = Location(file=folder / table["sides"]), table.get("lines")
    try:
        rows = rows_of(text)
    except csv.Error as error:
        faults += within(file, [f"is not a table: {error}"])
    yield from faults
    if faults:
        return
    first = Location(file=file.file, line=1)
    head = [cell.lower() for cell in rows[0]] if rows else []
    if HEX not in head or not isinstance(lines, dict):
        yield from within(first, [f"name a column {HEX}, and one for each of the lines"])
        return
    if len(rows) > MOST_ROWS:
        yield from within(file, [f"has {len(rows)} lines; at most {MOST_ROWS} are read"])
        return
    columns = {n: key for n, cell in enumerate(head) for key in lines if key.lower() == cell}
    for n, cell in enumerate(head):
        if n not in columns and cell != HEX:
            known = ", ".join(map(str, lines)) or "none"
            yield from within(first, [f"{quoted(cell)} is none of the lines; there are: {known}"])
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


_Depth = Callable[[Point], Mm]  # how far a point is inside an edge of the map


def inward(center: Point, area: Rect) -> Point:
    """Return the directions, -1, 0 or 1, from the map's edges inward to a half hexagon.

    Both are 0 if no edge halves it.
    """
    x = (abs(center.x - area.x) < EPSILON) - (abs(center.x - area.right) < EPSILON)
    y = (abs(center.y - area.y) < EPSILON) - (abs(center.y - area.bottom) < EPSILON)
    return Point(x, y)


def inside(corners: Sequence[Point], area: Rect) -> tuple[Point, ...]:
    """Clip a convex outline to an area, keeping the order of its corners."""
    for depth in _depths(area):
        inner: list[Point] = []
        for a, b in pairwise((*corners, corners[0])):
            if depth(a) > -EPSILON:
                inner.append(a)
            if depth(a) * depth(b) < 0 and min(abs(depth(a)), abs(depth(b))) > EPSILON:
                inner.append(_crossing(a, b, depth))
        corners = inner
    return tuple(corners)


def edge_inside(edge: PlaceEdge, area: Rect) -> PlaceEdge | None:
    """Return the part of an edge within an area; None if it is outside or on the boundary."""
    a, b = edge
    for depth in _depths(area):
        if depth(a) < EPSILON and depth(b) < EPSILON:
            return None
        if depth(a) * depth(b) < 0:
            cut = _crossing(a, b, depth)
            a, b = (cut, b) if depth(a) < 0 else (a, cut)
    return a, b


def sides_beyond(
    key: str, line: MapLine, top: Top, places: Mapping[str, Place], area: Rect, cell: Mm
) -> Iterator[str]:
    """Yield a line for each side of a line that lies beyond the edge of the map."""
    for hexagon, side in line.named_sides():
        angle = radians(SIDES[top][side])
        x, y = cos(angle) * cell / 2, sin(angle) * cell / 2
        middle = places[hexagon].center.moved(x, y)
        if any(depth(middle) < -EPSILON for depth in _depths(area)):
            yield (
                f"lines.{key}.sides.{hexagon}: {quoted(side)} lies beyond the edge, which halves "
                "the hexagon"
            )


def _depths(area: Rect) -> tuple[_Depth, ...]:
    return (
        lambda p: p.x - area.x,
        lambda p: area.right - p.x,
        lambda p: p.y - area.y,
        lambda p: area.bottom - p.y,
    )


def _crossing(a: Point, b: Point, depth: _Depth) -> Point:
    return a.toward(b, depth(a) / (depth(a) - depth(b)))
