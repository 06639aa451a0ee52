"""Parse XML parts of workbooks, element by element, and collect what they say of a sheet."""

import re
from collections.abc import Collection, Iterable, Iterator
from datetime import date, datetime, time
from typing import NamedTuple, TypeVar
from xml.parsers import expat

from pnp.base.errors import WorkbookError
from pnp.base.messages import Message, first_of
from pnp.base.text import TableCell, meant
from pnp.base.units import quoted

MOST_NAMED = 10  # sheets, in a message
# Errors as cells show them; of texts in other languages, workbooks say that they are errors.
ERROR = re.compile(r"#(?:REF|VALUE|NAME|DIV/0|NULL|NUM|SPILL|CALC)!|#N/A|#NAME\?|Err:\d{3}")
_MOST_PLACES = 5  # rows or cells, in a note
NO_RESULT = (
    "has a formula without a result; open the file in a spreadsheet program and save it there"
)


class ReadSheet(NamedTuple):
    """The rows of a sheet that are not empty, each with its number, and notes on the sheet.

    ``column_notes`` are about the columns of these numbers, which count from 0.
    """

    rows: list[tuple[int, list[str]]]
    notes: tuple[str, ...] = ()
    column_notes: tuple[tuple[int, str], ...] = ()


class SheetFindings:
    """What a sheet has that a table of cells does not show."""

    def __init__(self) -> None:
        self.passed_over = ""  # a hidden sheet before the one that is read
        self.hidden_rows: set[int] = set()
        self.hidden_columns: set[int] = set()  # from 0
        self.merged: list[str] = []  # ranges of cells
        self.styled: list[str] = []  # cells
        self.is_drawn_on = self.is_old = False
        self.formats: dict[int, str] = {}  # what is said of the numbers in a column

    def notes(self) -> Iterator[str]:
        """Yield notes on the whole sheet."""
        if self.passed_over:
            yield Message("hidden_sheet", written=self.passed_over)
        if self.hidden_rows:
            yield Message("hidden_rows", **first_of(sorted(self.hidden_rows), _MOST_PLACES))
        if self.merged:
            yield Message("merged_cells", **first_of(self.merged, _MOST_PLACES))
        if self.styled:
            yield Message("styled_cells", **first_of(self.styled, _MOST_PLACES))
        if self.is_drawn_on:
            yield Message("sheet_pictures")
        if self.is_old:
            yield Message("old_formulas")

    def column_notes(self) -> Iterator[tuple[int, str]]:
        """Yield notes on columns."""
        for column in sorted(self.hidden_columns):
            yield column, Message("hidden_column")
        for column, note in sorted(self.formats.items()):
            yield column, note

    def sheet(self, rows: list[tuple[int, list[str]]]) -> ReadSheet:
        """Return the sheet with these rows."""
        return ReadSheet(rows, tuple(self.notes()), tuple(self.column_notes()))


def place_of_cell(row: int, column: int) -> str:
    """Return the name of a cell: AB12."""
    letters = ""
    while column > 0:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row}"


def error_cell(shown: str, why: str = "") -> TableCell:
    """Return a cell with an error."""
    fault = why or f"has the error {quoted(shown)}; mend its formula"
    return TableCell(shown or "#ERROR!", fault=fault)


def formula_cell(formula: str) -> TableCell:
    """Return a cell with a formula but without its result."""
    return TableCell(f"={formula}", fault=NO_RESULT)


def boolean_cell(is_true: bool, shown: str = "") -> TableCell:
    """Return a cell of TRUE or FALSE, or of these words in another language."""
    value = "true" if is_true else "false"
    return TableCell(shown or value.upper(), value)


def shown_as(shown: str, value: str) -> str:
    """Return a cell that shows a text for a value."""
    return value if shown == value else TableCell(shown, value)


class PartReader:
    """Receives the elements of a part; tags have no namespaces."""

    def start(self, tag: str, given: dict[str, str]) -> None:
        """Handle the start of an element."""

    def end(self, tag: str) -> None:
        """Handle the end of an element."""

    def text(self, text: str) -> None:
        """Handle a text."""


Reader = TypeVar("Reader", bound=PartReader)


def followed(data: bytes, reader: Reader) -> Reader:
    """Feed a part to a reader, and return the reader.

    All of it is fed at once: expat before 2.6 rescans a long comment that comes in pieces
    (CVE-2023-52425).
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse_doctype
    parser.StartElementHandler = lambda tag, given: reader.start(_local(tag), given)
    parser.EndElementHandler = lambda tag: reader.end(_local(tag))
    parser.CharacterDataHandler = reader.text
    parser.Parse(data, True)
    return reader


def _local(tag: str) -> str:
    return tag.rpartition(":")[2]


def _refuse_doctype(*_: object) -> None:
    raise WorkbookError("has a DOCTYPE, which no workbook needs; save it again")


def plain(value: object) -> str:
    """Format a date or a time as ISO 8601; a date at midnight without its time."""
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    return value.isoformat() if isinstance(value, date | datetime) else str(value)


def sheet_meant(name: str, names: Collection[str]) -> str:
    """Return the sheet that a name means, which may differ in blanks, case or Unicode form."""
    by_name = {one.strip(): one for one in names}
    return name if name in names else by_name.get(meant(name.strip(), by_name), name)


def no_sheet(name: str, names: Iterable[str]) -> WorkbookError:
    """Return the error for a sheet that a workbook lacks, with the names of its sheets."""
    known = list(names)
    has = ", ".join(map(_shortened, known[:MOST_NAMED])) or "none"
    more = ", …" if len(known) > MOST_NAMED else ""
    return WorkbookError(f"has no sheet {quoted(name)}; it has: {has}{more}")


def _shortened(name: str) -> str:
    return name if len(name) <= 60 and name.isprintable() else quoted(name)
