"""Rows of a CSV file, one a card."""

import csv
import io
from dataclasses import fields
from pathlib import Path
from typing import Any

from pnp.model.deck import Card

COLUMNS = tuple(field.name for field in fields(Card))


def read_rows(
    name: object, folder: Path, place: str, digest: Any
) -> tuple[list[dict[str, str]], list[str]]:
    """Read the CSV file ``name`` in ``folder``: UTF-8, commas or semicolons, a header row.

    Its bytes are added to ``digest``. An empty cell counts as not written.

    Returns:
        The rows by column name, and the faults, each with the place it is told of.
    """
    if not isinstance(name, str) or not _is_inside(name):
        return [], [f"{place}: write the name of a CSV file beside the definition, not {name!r}"]
    try:
        content = (folder / name).read_bytes()
        text = content.decode("utf-8-sig")
    except OSError as error:
        return [], [f"{place}: {name}: cannot be read: {error.strerror}"]
    except UnicodeDecodeError as error:
        return [], [f"{name}: byte {error.start} is not UTF-8; save it as UTF-8"]
    digest.update(content)
    try:
        return _rows(text, name)
    except csv.Error as error:
        return [], [f"{name}: is not a table: {error}"]


def _is_inside(name: str) -> bool:
    return not (Path(name).is_absolute() or ".." in Path(name).parts or "\0" in name)


def _rows(text: str, name: str) -> tuple[list[dict[str, str]], list[str]]:
    header = text.partition("\n")[0]
    delimiter = ";" if header.count(";") > header.count(",") else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    columns = [column.strip() for column in next(reader, [])]
    faults = [
        f"{name}: column {column!r} is not known here; known: {', '.join(COLUMNS)}"
        for column in columns
        if column not in COLUMNS
    ]
    faults += [
        f"{name}: column {column!r} is there twice; write it once"
        for column in COLUMNS
        if columns.count(column) > 1
    ]
    rows: list[dict[str, str]] = []
    for row in reader:
        if not any(row):
            continue
        if len(row) > len(columns):
            faults.append(
                f"{name}: line {reader.line_num}: has {len(row)} cells for {len(columns)} columns"
            )
        cells = zip(columns, row, strict=False)
        rows.append({column: cell for column, cell in cells if cell and column in COLUMNS})
    if not rows:
        faults.append(f"{name}: has no rows; write a header and a row for each card")
    return rows, faults
