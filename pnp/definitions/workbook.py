"""Rows of a spreadsheet's workbook (.xlsx)."""

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
        raise WorkbookError(f"is no workbook that can be read: {why}; save it as CSV") from None


def _check_size(content: bytes) -> None:
    """Check that a workbook can be read quickly and in little memory.

    Raises:
        WorkbookError: If it unpacks to too many bytes or tags.
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
    """Yield the rows that are not empty, with their numbers.

    A lone cell far below leaves many empty rows before it, so these count against the limits.
    """
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
