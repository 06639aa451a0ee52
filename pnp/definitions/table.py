"""Rows of a CSV file, one a card."""

import csv
import io
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

from pnp.model.deck import Card
from pnp.units import shown

COLUMNS = tuple(field.name for field in fields(Card))


class Table(NamedTuple):
    """Rows by column name, the line of the file each ends on, and the faults found."""

    rows: list[dict[str, str]]
    lines: list[int]
    faults: list[str]


def read_rows(name: object, folder: Path, place: str, digest: Any) -> Table:
    """Read the CSV file ``name`` in ``folder``: UTF-8, commas or semicolons, a header row.

    Its bytes are added to ``digest``. An empty cell counts as not written. A fault begins
    with where it is: the file, or ``place`` if it is the name that is wrong.
    """
    if not isinstance(name, str) or not _is_inside(name):
        advice = "write the name of a CSV file beside the definition"
        return Table([], [], [f"{place}: {advice}, not {shown(name)}"])
    file = folder / name
    try:
        content = file.read_bytes()
        text = content.decode("utf-8-sig")
    except OSError as error:
        return Table([], [], [f"{place}: {name}: cannot be read: {error.strerror}"])
    except UnicodeDecodeError as error:
        fault = f"{file}: byte {error.start} is not UTF-8; save it as UTF-8"
        return Table([], [], [fault])
    digest.update(content)
    try:
        return _table(text, str(file))
    except csv.Error as error:
        return Table([], [], [f"{file}: is not a table: {error}"])


def _is_inside(name: str) -> bool:
    return not (Path(name).is_absolute() or ".." in Path(name).parts or "\0" in name)


def _table(text: str, file: str) -> Table:
    header = text.lstrip().partition("\n")[0]
    delimiter = ";" if header.count(";") > header.count(",") else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    filled = (row for row in reader if any(row))
    columns = [column.strip() for column in next(filled, [])]
    faults = [
        f"{file}: column {shown(column)} is not known here; known: {', '.join(COLUMNS)}"
        for column in columns
        if column not in COLUMNS
    ]
    faults += [
        f"{file}: column {column!r} is there twice; write it once"
        for column in COLUMNS
        if columns.count(column) > 1
    ]
    rows: list[dict[str, str]] = []
    lines: list[int] = []
    for row in filled:
        if len(row) > len(columns):
            faults.append(
                f"{file}: line {reader.line_num}: has {len(row)} cells for {len(columns)} columns"
            )
        cells = zip(columns, row, strict=False)
        rows.append({column: cell for column, cell in cells if cell and column in COLUMNS})
        lines.append(reader.line_num)
    if not rows:
        faults.append(f"{file}: has no rows; write a header and a row for each card")
    return Table(rows, lines, faults)
