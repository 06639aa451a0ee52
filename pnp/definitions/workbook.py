"""Rows of a workbook, as spreadsheets save it: .xlsx."""

from collections.abc import Iterator
from datetime import date, datetime, time
from io import BytesIO
from zipfile import BadZipFile, ZipFile

from pnp.errors import WorkbookError
from pnp.units import shown

MOST_BYTES = 100_000_000  # once unpacked: a table of 100,000 rows has a fifth of that
LONGEST_ROW = 500  # columns
BROKEN = (BadZipFile, KeyError, SyntaxError, TypeError, ValueError)  # what its parts may raise


def read_workbook(content: bytes, sheet: str = "") -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a sheet, the first one if none is named, each with its number.

    A formula counts as what the spreadsheet last made of it.

    Raises:
        WorkbookError: If it is no workbook, has no such sheet, or claims to be huge.
    """
    try:
        from openpyxl import load_workbook
        from openpyxl.utils.exceptions import InvalidFileException
    except ImportError:
        raise WorkbookError(
            "workbooks are read by openpyxl, which is not here; install pnp[xlsx], or save as CSV"
        ) from None
    _must_be_small(content)
    try:
        book = load_workbook(BytesIO(content), read_only=True, data_only=True, keep_links=False)
    except (InvalidFileException, *BROKEN) as error:
        raise WorkbookError(f"is no workbook that can be read: {shown(str(error))}") from None
    names = book.sheetnames
    if sheet and sheet not in names:
        raise WorkbookError(f"has no sheet {shown(sheet)}; it has: {', '.join(names)}")
    found = book[sheet] if sheet else book.worksheets[0]
    for number, row in enumerate(found.iter_rows(values_only=True, max_col=LONGEST_ROW), start=1):
        cells = [_text(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        yield number, cells


def _must_be_small(content: bytes) -> None:
    try:
        with ZipFile(BytesIO(content)) as packed:
            size = sum(entry.file_size for entry in packed.infolist())
    except BadZipFile:
        raise WorkbookError("is no workbook; save it as .xlsx, or as CSV") from None
    if size > MOST_BYTES:
        most = MOST_BYTES // 1_000_000
        raise WorkbookError(f"holds {size // 1_000_000} MB once unpacked; at most {most} are read")


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
