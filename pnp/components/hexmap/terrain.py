"""Terrain of a map: its kinds, and the CSV file with one letter for each hexagon."""

import csv
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from pnp.base.files import found_name
from pnp.base.units import quoted
from pnp.components.hexmap.tables import map_table, rows_of
from pnp.game.base import Model, not_both
from pnp.game.fields import Color, NonEmptyText
from pnp.game.player_marks import Mark

MOST = 200  # columns, and rows
NOTHING = ". "  # letters for clear ground, unless the definition gives them a terrain

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


def read_cells(table: dict[str, Any], folder: Path, place: str, digest: Any) -> Iterator[str]:
    """Replace the ``cells`` file of a hexagon map with its rows, and yield the faults.

    The file is UTF-8, with commas or semicolons and no header; an empty cell is clear ground.
    ``digest`` is updated with its bytes.
    """
    if "map" in table:
        yield f"{place}.cells: write either cells or map, not both"
        return
    name = table["cells"]
    table["cells"] = found_name(folder, name)
    faults: list[str] = []
    text = map_table(name, folder, f"{place}.cells", digest, faults)
    if faults:
        yield from faults
        return
    file = folder / table["cells"]
    try:
        rows = list(_letters(text, file, faults))
    except csv.Error as error:
        rows, faults = [], [*faults, f"{file}: is not a table: {error}"]
    if not any(rows) and not faults:
        faults.append(f"{file}: has no rows; write a row of letters for each row of hexagons")
    yield from faults
    if rows:
        table["map"] = rows


def _letters(text: str, file: Path, faults: list[str]) -> Iterator[str]:
    rows = rows_of(text)
    if len(rows) > MOST:
        faults.append(f"{file}: has {len(rows)} lines; a map has at most {MOST} rows")
        rows = []
    for number, row in enumerate(rows, start=1):
        cells = [cell or "." for cell in row]
        for column, cell in enumerate(cells, start=1):
            if len(cell) > 1:
                faults.append(
                    f"{file}: line {number}, column {column}: write one letter, not {quoted(cell)}"
                )
        yield "".join(cell[0] for cell in cells)
