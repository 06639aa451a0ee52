"""Tables of a project, as Squib reads them: a list of cells for each column."""

import csv
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from io import StringIO
from typing import Any

from pnp.base.errors import UsageError, WorkbookError
from pnp.definitions.table import read_rows
from pnp.definitions.workbook import sheet_names
from pnp.squib.folder import ProjectFolder
from pnp.squib.layout_files import read_yaml_rows
from pnp.squib.ruby import DataFrame, SheetCell, UntakenError, text_of

_WHOLE = re.compile(r"[-+]?[0-9]+(?:_[0-9]+)*")
_DECIMAL = re.compile(r"[-+]?(?:\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)")
_MOST_CARDS = 20_000


def read_table(
    folder: ProjectFolder,
    kind: str,
    options: Mapping[str, Any],
    block: Callable[..., Any] | None,
    place: str,
) -> DataFrame:
    """Return a table of kind ``csv``, ``xlsx`` or ``yaml``, with a cell for each card.

    A ``block`` changes the cells. ``place`` is where the script reads it, for messages.
    """
    source, rows = _rows(folder, kind, options, place)
    names = list(dict.fromkeys(name for row in rows for name in row))
    read = {"csv": _csv_value, "xlsx": _sheet_value}.get(kind, lambda value: value)
    columns = {name: [read(row.get(name)) for row in rows] for name in names}
    if block is not None:
        columns = {name: [block(name, cell) for cell in cells] for name, cells in columns.items()}
    explode = text_of(options.get("explode", "qty")).strip()
    places = list(_exploded(columns.get(explode), len(rows)))
    frame = DataFrame(
        source, {n: [cells[p] for p in places] for n, cells in columns.items()}, places
    )
    frame.file_rows = [{name: text_of(row.get(name)) for name in names} for row in rows]
    frame.copies = explode if explode in columns else ""
    return frame


def _rows(
    folder: ProjectFolder, kind: str, options: Mapping[str, Any], place: str
) -> tuple[str, list[dict[str, Any]]]:
    """Return the path of a table with its sheet, and its rows; in a script the path is ""."""
    written, name = options.get("data"), options.get("file", f"sample.{kind}")
    if isinstance(written, str):
        return "", _written(written, options)
    if not isinstance(name, str):
        raise UntakenError(
            f"the {kind} file is not named in the script", "write rows = and its name"
        )
    path = folder.find(name)
    if path is None:
        raise UntakenError(f"{name} is not in the project", "copy it there, and begin again")
    if kind == "yaml":
        rows = read_yaml_rows(folder.top, path)
        ours = read_rows(path, folder.top, place, sha256()).rows
        texts = [{name: text_of(cell) for name, cell in row.items()} for row in rows]
        names = dict.fromkeys(name for row in texts for name in row)
        same = [{name: row.get(name, "") for name in names} for row in texts] == ours
        return path if same else "", rows
    source = f"{path}{_sheet(folder, path, options)}"
    table = read_rows(source, folder.top, place, sha256())
    if table.faults:
        raise UsageError(*table.faults)
    return source, [dict(row) for row in table.rows]


def _written(text: str, options: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of a table that stands in the script."""
    divider = text_of(options.get("col_sep", ","))
    lines = csv.reader(StringIO(text), skipinitialspace=True, delimiter=divider[:1] or ",")
    header, *rows = [line for line in lines if line] or [[]]
    names = [name.strip() for name in header]
    return [
        {name: cell.strip() for name, cell in zip(names, row, strict=False) if name} for row in rows
    ]


def _sheet(folder: ProjectFolder, path: str, options: Mapping[str, Any]) -> str:
    """Return the part of a table's name that names a sheet, which Squib counts from 0."""
    number = options.get("sheet", 0)
    if isinstance(number, UntakenError) or not path.lower().endswith(".xlsx"):
        return ""
    try:
        names = sheet_names(folder.read(path, "table_kb"))
    except (OSError, WorkbookError):
        return ""  # which reading its rows reports
    if isinstance(number, str) and number in names:
        return f"#{number}"
    if not isinstance(number, (int, float)) or not -len(names) <= number < len(names):
        raise UntakenError(f"{path} has no sheet {text_of(number)}", f"it has {len(names)}")
    return f"#{names[int(number)]}" if number else ""


def _csv_value(cell: Any) -> Any:
    """Return a cell as Squib reads it from CSV: numbers are numbers, and nothing is nil."""
    text = text_of(cell)
    if not text:
        return None
    with suppress(ValueError):
        if _WHOLE.fullmatch(text):
            digits = text.lstrip("+-").replace("_", "")
            if digits.startswith("0") and len(digits) > 1:
                number = int(digits, 8)
                return -number if text[0] == "-" else number
            return int(text.replace("_", ""))
        if _DECIMAL.fullmatch(text):
            return float(text)
    return text if not _WHOLE.fullmatch(text) else float(text)


def _sheet_value(cell: Any) -> Any:
    text = text_of(cell)
    return SheetCell(text) if text else None


def _exploded(copies: list[Any] | None, count: int) -> Iterable[int]:
    """Yield the number of the row of each card; a column says how many cards a row makes."""
    made = 0
    for row in range(count):
        number = 1 if copies is None else _copies(copies[row])
        made += number
        if made > _MOST_CARDS:
            raise UsageError(f"a table of Squib makes more than {_MOST_CARDS:,} cards")
        yield from (row for _ in range(number))


def _copies(value: Any) -> int:
    found = re.match(r"\s*[-+]?\d+", text_of(value))
    return max(int(found[0]), 0) if found else 0
