"""Maps read from a CSV file beside the definition: one letter of terrain for each hexagon."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pnp.base.files import read_sandboxed, sandboxed
from pnp.base.units import quoted
from pnp.components.hexmap.model import MOST

CLEAR = "."


def take_maps(components: dict[str, dict[str, Any]], file: Path, digest: Any) -> list[str]:
    """Replace the ``cells`` file of every hex map by its rows, and return the faults.

    A file is UTF-8, with commas or semicolons and no header; an empty cell is clear ground.
    ``digest`` is updated with its bytes.
    """
    faults: list[str] = []
    for component_id, component in components.items():
        if component.get("kind") != "hexmap" or "cells" not in component:
            continue
        place = f"{file}: components.{component_id}.cells"
        if "map" in component:
            faults.append(f"{place}: write either cells or map, not both")
            continue
        found: list[str] = []
        rows = _rows(component["cells"], file.parent, place, digest, found)
        faults += found
        if rows:
            component["map"] = rows
        component["cells"] = str(component["cells"])
    return faults


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
