"""Maps read from a CSV file beside the definition: one letter of terrain for each hexagon."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pnp.base.files import read_sandboxed, sandboxed
from pnp.base.units import quoted
from pnp.components.hexmap.terrain import MOST

CLEAR = "."


def read_cells(table: dict[str, Any], folder: Path, place: str, digest: Any) -> Iterator[str]:
    """Replace the ``cells`` file of a hex map by its rows, and yield the faults.

    A file is UTF-8, with commas or semicolons and no header; an empty cell is clear ground.
    ``digest`` is updated with its bytes.
    """
    if "map" in table:
        yield f"{place}.cells: write either cells or map, not both"
        return
    faults: list[str] = []
    rows = _rows(table["cells"], folder, f"{place}.cells", digest, faults)
    yield from faults
    if rows:
        table["map"] = rows
    table["cells"] = str(table["cells"])


def _rows(name: object, folder: Path, place: str, digest: Any, faults: list[str]) -> list[str]:
    try:
        file = sandboxed(folder, name, "a CSV file beside the definition")
        content = read_sandboxed(folder, file, "table_kb")
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        faults.append(f"{folder / str(name)}: byte {error.start} is not UTF-8; save it as UTF-8")
        return []
    except ValueError as error:
        faults.append(f"{place}: {error}")
        return []
    except OSError as error:
        faults.append(f"{place}: {name}: cannot be read: {error.strerror}")
        return []
    digest.update(content)
    try:
        rows = list(_letters(text, file, faults))
    except csv.Error as error:
        faults.append(f"{file}: is not a table: {error}")
        return []
    if not any(rows) and not faults:
        faults.append(f"{file}: has no rows; write a row of letters for each row of hexagons")
    return rows


def _letters(text: str, file: Path, faults: list[str]) -> Iterator[str]:
    delimiter = ";" if text.count(";") > text.count(",") else ","
    lines = text.rstrip().splitlines()
    if len(lines) > MOST:
        faults.append(f"{file}: has {len(lines)} lines; a map has at most {MOST} rows")
        lines = []
    for number, row in enumerate(csv.reader(lines, delimiter=delimiter, strict=True), start=1):
        cells = [cell.strip() or CLEAR for cell in row]
        for column, cell in enumerate(cells, start=1):
            if len(cell) > 1:
                faults.append(
                    f"{file}: line {number}, column {column}: write one letter, not {quoted(cell)}"
                )
        yield "".join(cell[0] for cell in cells)
