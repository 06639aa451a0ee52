"""Rows of a CSV file or a workbook (.xlsx), one for each card."""

import csv
import io
import warnings
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile, ZipFile

from pnp.base.errors import MOST_FAULTS, WorkbookError
from pnp.base.extras import missing_extra
from pnp.base.files import read_sandboxed, sandboxed
from pnp.base.limits import limits, over
from pnp.base.text import BREAKS, control_character_fault, escaped, text_fault
from pnp.base.units import quoted

_LONGEST_NAME = 60  # letters of a column's name
Numbered = Iterable[tuple[int, list[str]]]  # rows with their line, or row, in the file


class RowTable(NamedTuple):
    """Rows by column name, the line of the file on which each ends, and the faults found.

    ``noun`` is what the numbers in ``lines`` count: lines of a CSV file, or rows of a workbook.
    """

    rows: list[dict[str, str]]
    lines: list[int]
    faults: list[str]
    noun: str = "line"


def read_rows(
    name: object,
    folder: Path,
    place: str,
    digest: Any,
    known: tuple[str, ...] | None = None,
    room: int = 0,
) -> RowTable:
    """Read the CSV file ``name`` in ``folder``: UTF-8, commas or semicolons, a header row.

    ``cards.xlsx`` is a workbook, ``cards.xlsx#Monsters`` one of its sheets. ``digest`` is updated
    with the file's bytes. If ``known`` is None columns may have any name, and empty cells are kept.
    A fault begins with the file, or with ``place`` if the name itself is wrong. ``room`` is how
    many rows the table may have; 0 stands for the limit of a game.
    """
    name, _, sheet = name.partition("#") if isinstance(name, str) else (name, "", "")
    try:
        file = sandboxed(folder, name, "a CSV file beside the definition")
        content = read_sandboxed(folder, file, "table_kb")
        digest.update(content)
        room = room or limits().rows
        if file.suffix.lower() == ".xlsx":
            return _table(read_workbook(content, sheet), str(file), known, "row", room)
        return _table(_lines(content.decode("utf-8-sig")), str(file), known, "line", room)
    except UnicodeDecodeError as error:
        fault = f"{folder / str(name)}: byte {error.start} is not UTF-8; save it as UTF-8"
    except csv.Error as error:
        fault = f"{folder / str(name)}: is not a table: {escaped(str(error))}"
    except WorkbookError as error:
        fault = f"{folder / str(name)}: {error}"
    except ValueError as error:
        fault = f"{place}: {error}"
    except OSError as error:
        fault = f"{place}: {name}: cannot be read: {error.strerror}"
    return RowTable([], [], [fault])


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a CSV file, each with the line on which it ends."""
    header = text.lstrip().partition("\n")[0].partition("\r")[0]
    delimiter = ";" if header.count(";") > header.count(",") else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    for row in reader:
        yield reader.line_num, row


def _table(
    numbered: Numbered, file: str, known: tuple[str, ...] | None, noun: str, room: int
) -> RowTable:
    filled = ((number, row) for number, row in numbered if any(row))
    columns = [column.strip() for column in next(filled, (0, []))[1]]
    if len(columns) > limits().columns:
        return RowTable([], [], [f"{file}: is too wide: {over('columns', len(columns))}"])
    faults = list(_header_faults(columns, file, known))
    if any(map(name_fault, columns)):
        return RowTable([], [], faults)
    letters = limits().letters
    rows: list[dict[str, str]] = []
    lines: list[int] = []
    for line, row in filled:
        where = f"{file}: {noun} {line}"
        if len(row) > len(columns):
            faults.append(f"{where}: has {len(row)} cells for {len(columns)} columns")
        cells = list(zip(columns, row, strict=False))
        if text_fault("".join(row), letters):
            told = ((column, text_fault(cell, letters)) for column, cell in cells)
            faults += [f"{where}: {column}: {fault}" for column, fault in told if fault]
        if known is None and any(cell.strip() for column, cell in cells if not column):
            faults.append(f"{where}: has a cell in a column without a name; name it in the header")
        if known is None:
            rows.append({column: cell.strip() for column, cell in cells if column})
        else:
            rows.append({column: cell for column, cell in cells if cell and column in known})
        lines.append(line)
        if len(faults) > MOST_FAULTS:
            break
        if len(rows) > room:
            return RowTable([], [], [f"{file}: has too many rows: a game has {over('rows')}"])
    if not rows:
        faults.append(f"{file}: has no rows; write a header and a row for each card")
    return RowTable(rows, lines, faults, noun)


def _header_faults(columns: list[str], file: str, known: tuple[str, ...] | None) -> Iterator[str]:
    for column in columns:
        fault = name_fault(column)
        if fault:
            yield f"{file}: column {quoted(column)} {fault}"
        elif known is not None and column not in known:
            yield f"{file}: column {quoted(column)} is not known here; known: {', '.join(known)}"
    for column in dict.fromkeys(columns):
        if columns.count(column) > 1 and (column if known is None else column in known):
            yield f"{file}: column {quoted(column)} occurs twice; write it once"


def name_fault(column: str) -> str | None:
    """Return what is wrong with the name of a column, which messages repeat."""
    if set(column) & BREAKS:
        return "has a line break in its name"
    if len(column) > _LONGEST_NAME:
        return f"has a name of {len(column):,} letters; write at most {_LONGEST_NAME}"
    return control_character_fault(column)


def read_workbook(content: bytes, sheet: str = "") -> list[tuple[int, list[str]]]:
    """Return the rows of a sheet that are not empty, each with its number.

    Without a name, read the first sheet. A formula counts as the value that was last saved.

    Raises:
        WorkbookError: If it is not a workbook, has no such sheet, or exceeds a limit.
    """
    try:
        from openpyxl import load_workbook
    except ImportError:
        line = missing_extra("xlsx", "reading a workbook", ["openpyxl"])
        raise WorkbookError(f"{line}, or save the table as CSV") from None
    try:
        _check_size(content)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about parts that we do not read
            book = load_workbook(BytesIO(content), read_only=True, data_only=True, keep_links=False)
            found = _sheet(book, sheet)
            found.reset_dimensions()  # the size that a file claims may be wrong
            return list(_rows(found.iter_rows(values_only=True)))
    except WorkbookError:
        raise
    except Exception as error:  # openpyxl raises many kinds for broken files
        why = quoted(str(error).split("\n")[0])
        raise WorkbookError(f"cannot be read as a workbook: {why}; save it as CSV") from None


def _check_size(content: bytes) -> None:
    """Check that a workbook can be read quickly and in little memory.

    Raises:
        WorkbookError: If it unpacks to too many bytes or tags.
    """
    try:
        packed = ZipFile(BytesIO(content))
    except BadZipFile:
        raise WorkbookError("is not a workbook; save it as .xlsx, or as CSV") from None
    with packed:
        entries = packed.infolist()
        if sum(entry.file_size for entry in entries) > 1000 * limits().unpacked_kb:
            raise WorkbookError(f"unpacks to too much: {over('unpacked_kb')}")
        parsed = (entry for entry in entries if entry.filename.endswith((".xml", ".rels")))
        parts = map(packed.read, parsed)
        tags = sum(part.count(b"<") for part in parts)
    if tags > limits().tags:
        raise WorkbookError(f"is too large: {over('tags', tags)}; save the sheet alone, as CSV")


def _sheet(book: Any, name: str) -> Any:
    if name and name not in book.sheetnames:
        has = ", ".join(book.sheetnames)
        raise WorkbookError(f"has no sheet {quoted(name)}; it has: {has}")
    return book[name] if name else book.worksheets[0]


def _rows(written: Iterable[tuple[object, ...]]) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not empty, with their numbers.

    A lone cell far below leaves many empty rows before it, so these count against the limits.
    """
    room = limits().rows * limits().columns
    for number, row in enumerate(written, start=1):
        room -= max(len(row), 1)
        if room < 0:
            raise WorkbookError(
                f"is too large: {over('rows')} of {over('columns')}, empty ones included"
            )
        cells = [_text(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            yield number, cells


def _text(value: object) -> str:
    """Return a cell as the spreadsheet shows it, except for its number of decimals."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case float() if value.is_integer():
            return str(int(value))
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case date() | time():
            return value.isoformat()
        case _:
            return str(value)
