"""Rows of a workbook, as spreadsheets save it: .xlsx."""

import warnings
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from io import BytesIO
from typing import Any
from zipfile import BadZipFile, ZipFile

from pnp.base.errors import WorkbookError
from pnp.base.extras import missing_extra
from pnp.base.limits import limits, over
from pnp.base.units import quoted

_PARSED = (".xml", ".rels")


def read_workbook(content: bytes, sheet: str = "") -> list[tuple[int, list[str]]]:
    """Return the rows of a sheet that say something, each with its number.

    The sheet is the first one if none is named. A formula counts as what the spreadsheet last
    made of it.

    Raises:
        WorkbookError: If it is no workbook, has no such sheet, or holds more than the limits.
    """
    try:
        from openpyxl import load_workbook
    except ImportError:
        line = missing_extra("xlsx", "reading a workbook", ["openpyxl"])
        raise WorkbookError(f"{line}, or save the table as CSV") from None
    try:
        _must_be_small(content)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # its advice on parts that we do not use
            book = load_workbook(BytesIO(content), read_only=True, data_only=True, keep_links=False)
            found = _sheet(book, sheet)
            found.reset_dimensions()  # what a file says of its size may be anything
            return list(_rows(found.iter_rows(values_only=True)))
    except WorkbookError:
        raise
    except Exception as error:  # its reader raises whatever a broken part leads to
        why = quoted(str(error).split("\n")[0])
        raise WorkbookError(f"is no workbook that can be read: {why}; save it as CSV") from None


def _must_be_small(content: bytes) -> None:
    """See to it that reading a workbook takes neither long nor much memory.

    Raises:
        WorkbookError: If it unpacks to too much, or to more tags than sheets of our size have.
    """
    try:
        packed = ZipFile(BytesIO(content))
    except BadZipFile:
        raise WorkbookError("is no workbook; save it as .xlsx, or as CSV") from None
    with packed:
        entries = packed.infolist()
        if sum(entry.file_size for entry in entries) > 1000 * limits().unpacked_kb:
            raise WorkbookError(f"unpacks to too much: {over('unpacked_kb')}")
        parts = (packed.read(entry) for entry in entries if entry.filename.endswith(_PARSED))
        tags = sum(part.count(b"<") for part in parts)
    if tags > limits().tags:
        raise WorkbookError(f"is too large: {over('tags', tags)}; save the sheet alone, as CSV")


def _sheet(book: Any, name: str) -> Any:
    if name and name not in book.sheetnames:
        has = ", ".join(book.sheetnames)
        raise WorkbookError(f"has no sheet {quoted(name)}; it has: {has}")
    return book[name] if name else book.worksheets[0]


def _rows(written: Iterable[tuple[object, ...]]) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that say something; those between are many where a lone cell is far below."""
    room = limits().rows * limits().columns
    for number, row in enumerate(written, start=1):
        room -= max(len(row), 1)
        if room < 0:
            raise WorkbookError(
                f"is too large: {over('rows')} of {over('columns')}, those counted that are empty"
            )
        cells = [_text(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            yield number, cells


def _text(value: object) -> str:
    """Write a cell as the spreadsheet shows it, but for its number of decimals."""
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
