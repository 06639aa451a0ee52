"""Rows of a workbook (.xlsx, ECMA-376 part 1), read in one pass and without building cells.

Other readers are not safe for untrusted files: openpyxl 3.1 expands entities and reads every sheet
and style, and calamine allocates the whole rectangle around a single distant cell.
"""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from posixpath import join, split
from xml.parsers.expat import ExpatError
from zipfile import BadZipFile, ZipFile

from pnp.base.errors import WorkbookError
from pnp.base.limits import limits, over
from pnp.base.units import quoted
from pnp.definitions.workbook_parts import (
    Relation,
    read_book,
    read_cells,
    read_formats,
    read_relations,
    read_strings,
)
from pnp.definitions.xml_parts import no_sheet

BROKEN = (
    *(BadZipFile, zlib.error, ExpatError, ValueError, LookupError, EOFError, OSError),
    *(RuntimeError, NotImplementedError),  # it is encrypted, or packed in a rare way
)


def read_workbook(content: bytes, sheet: str = "") -> list[tuple[int, list[str]]]:
    """Return the non-empty rows of a sheet, each with its number.

    Without a name, read the first sheet. A formula counts as its last saved value.

    Raises:
        WorkbookError: If it is not a workbook, has no such sheet, or exceeds a limit.
    """
    with _opened(content) as book:
        return book.rows(sheet)


def sheet_names(content: bytes) -> list[str]:
    """Return the names of all sheets of a workbook, in order.

    Raises:
        WorkbookError: If it is not a workbook, or exceeds a limit.
    """
    with _opened(content) as book:
        return book.names()


@contextmanager
def _opened(content: bytes) -> Iterator["_Workbook"]:
    try:
        packed = ZipFile(BytesIO(content))
    except BadZipFile:
        raise WorkbookError("is not a workbook; save it as .xlsx, or as CSV") from None
    try:
        with packed:
            yield _Workbook(packed)
    except WorkbookError:
        raise
    except BROKEN as error:
        why = quoted(str(error).split("\n")[0])
        raise WorkbookError(f"cannot be read as a workbook: {why}; save it as CSV") from None


class _Workbook:
    """The parts of a workbook, found through their relations (ECMA-376-2)."""

    def __init__(self, packed: ZipFile) -> None:
        self._packed = packed
        if sum(entry.file_size for entry in packed.infolist()) > 1000 * limits().unpacked_kb:
            raise WorkbookError(f"unpacks to too much: {over('unpacked_kb')}")

    def names(self) -> list[str]:
        """Return the names of its sheets."""
        return [title for title, _ in read_book(self._data(self._main()))[0]]

    def rows(self, name: str) -> list[tuple[int, list[str]]]:
        """Return the rows of the sheet of this name, or of the first one."""
        main = self._main()
        written, epoch = read_book(self._data(main))
        relations = self._relations(main)
        sheets: dict[str, str] = {}
        for title, relation in written:
            if relation in relations and relations[relation].kind == "worksheet":
                sheets.setdefault(title, relations[relation].part)
        sheet = sheets.get(name) if name else next(iter(sheets.values()), None)
        if sheet is None:
            raise no_sheet(name, sheets)
        texts, styles = _part(relations, "sharedStrings"), _part(relations, "styles")
        strings = read_strings(self._data(texts)) if texts else []
        formats = read_formats(self._data(styles)) if styles else []
        return read_cells(self._data(sheet), strings, formats, epoch)

    def _main(self) -> str:
        main = _part(self._relations(""), "officeDocument")
        if main is None:
            raise ValueError("it has no workbook")
        return main

    def _relations(self, part: str) -> dict[str, Relation]:
        """Return the relations of a part; ``""`` stands for the whole file."""
        folder, file = split(part)
        return read_relations(self._data(join(folder, "_rels", f"{file}.rels")), folder)

    def _data(self, part: str) -> bytes:
        if part not in self._packed.NameToInfo:
            raise ValueError(f"it has no {part}")
        return self._packed.read(part)


def _part(relations: dict[str, Relation], kind: str) -> str | None:
    """Return the first part of a kind."""
    return next((one.part for one in relations.values() if one.kind == kind), None)
