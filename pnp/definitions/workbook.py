"""Rows of a workbook (.xlsx, ECMA-376 part 1), read in one pass.

Other readers do not do: openpyxl 3.1 tells of merged and hidden cells only when it builds every
cell, which takes 2 GB for one distant cell, and of formulas without results in neither mode;
calamine allocates the whole rectangle around a distant cell.
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
    BookSheet,
    Relation,
    read_book,
    read_cells,
    read_formats,
    read_relations,
    read_strings,
)
from pnp.definitions.xml_parts import ReadSheet, SheetFindings, no_sheet, sheet_meant

OLD_OFFICE = b"\xd0\xcf\x11\xe0"  # how files of Excel 97 begin, and those with a password
BROKEN = (
    *(BadZipFile, zlib.error, ExpatError, ValueError, LookupError, EOFError, OSError),
    *(RuntimeError, NotImplementedError),  # it is encrypted, or packed in a rare way
)


def read_workbook(content: bytes, sheet: str = "") -> ReadSheet:
    """Read a sheet: values as the sheet shows them, and of a formula its last saved result.

    Without a name, read the first sheet that is not hidden.
    """
    with _opened(content) as book:
        return book.sheet(sheet)


def sheet_names(content: bytes) -> list[str]:
    """Return the names of all sheets of a workbook, in order."""
    with _opened(content) as book:
        return book.names()


@contextmanager
def _opened(content: bytes) -> Iterator["_Workbook"]:
    try:
        packed = ZipFile(BytesIO(content))
    except BadZipFile:
        if content.startswith(OLD_OFFICE):
            raise WorkbookError(
                "has a password, or is a workbook of Excel 97; save it as .xlsx without a password"
            ) from None
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
        return [one.name for one in read_book(self._data(self._main())).sheets]

    def sheet(self, name: str) -> ReadSheet:
        """Return the sheet of this name, or the first one that is not hidden."""
        main = self._main()
        book = read_book(self._data(main))
        relations = self._relations(main)
        sheets: dict[str, BookSheet] = {}
        for one in book.sheets:
            if one.relation in relations and relations[one.relation].kind == "worksheet":
                sheets.setdefault(one.name, one)
        first = next((title for title, one in sheets.items() if not one.is_hidden), "")
        wanted = sheet_meant(name, sheets) if name else first or next(iter(sheets), "")
        if wanted not in sheets:
            raise no_sheet(wanted, sheets)
        findings = SheetFindings()
        if not name and wanted != next(iter(sheets)):
            findings.passed_over = next(iter(sheets))
        texts, styles = _part(relations, "sharedStrings"), _part(relations, "styles")
        strings = read_strings(self._data(texts)) if texts else []
        formats = read_formats(self._data(styles)) if styles else []
        part = self._data(relations[sheets[wanted].relation].part)
        return findings.sheet(read_cells(part, strings, formats, book, findings))

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
