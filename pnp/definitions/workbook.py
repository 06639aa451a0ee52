"""Rows of a workbook (.xlsx, ECMA-376 part 1), read in one pass."""

import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from io import BytesIO
from math import isfinite
from posixpath import join, normpath, split
from typing import NamedTuple
from xml.parsers.expat import ExpatError
from zipfile import BadZipFile, ZipFile

from pnp.base.errors import WorkbookError
from pnp.base.limits import limits, over
from pnp.base.text import TableCell
from pnp.base.units import quoted
from pnp.definitions.number_formats import (
    EPOCH,
    EPOCH_1904,
    LOCAL_DATE,
    LOCAL_MONEY,
    LONGEST_FORMAT,
    NumberFormat,
    UnfollowedError,
    built_in,
    date_of,
    parse_format,
    plain_number,
)
from pnp.definitions.xml_parts import (
    PartReader,
    ReadSheet,
    SheetFindings,
    boolean_cell,
    error_cell,
    followed,
    formula_cell,
    no_sheet,
    place_of_cell,
    plain,
    sheet_meant,
    shown_as,
)

LAST_ROW = 1_048_576  # of any spreadsheet, whose columns end at XFD
_MOST_RANGES = 1000  # of hidden columns
_CELL = re.compile(r"([A-Z]{1,3})\d{0,7}")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_RETURN = re.compile(r"\r\n?")

OLD_OFFICE = b"\xd0\xcf\x11\xe0"  # how files of Excel 97 begin, and those with a password
BROKEN = (
    *(BadZipFile, zlib.error, ExpatError, ValueError, LookupError, EOFError, OSError),
    *(RuntimeError, NotImplementedError),  # it is encrypted, or packed in a rare way
)


class Relation(NamedTuple):
    """A relation: the kind of the target, and its path in the file."""

    kind: str
    part: str


def read_relations(data: bytes, folder: str) -> dict[str, Relation]:
    """Return the relations of a part in a folder, by id (ECMA-376-2, 9.3)."""
    return followed(data, _RelationsReader(folder)).relations


class BookSheet(NamedTuple):
    """A sheet: its name, the id of its relation, and whether it is hidden."""

    name: str
    relation: str
    is_hidden: bool


class Book(NamedTuple):
    """The sheets of a workbook, the epoch of its dates, and whether results may be old."""

    sheets: list[BookSheet]
    epoch: datetime
    is_old: bool


class StyledText(NamedTuple):
    """A text, and whether only some of its words are bold or italic."""

    text: str
    is_partly_styled: bool = False


def read_book(data: bytes) -> Book:
    """Return what a workbook says of its sheets."""
    book = followed(data, _BookReader())
    return Book(book.sheets, book.epoch, book.is_old)


def read_strings(data: bytes) -> list[StyledText]:
    """Return the shared strings."""
    return followed(data, _StringsReader()).texts


def read_formats(data: bytes) -> list[NumberFormat]:
    """Return the number format of each style."""
    return followed(data, _StylesReader()).formats()


def read_cells(
    data: bytes,
    strings: list[StyledText],
    formats: list[NumberFormat],
    book: Book,
    findings: SheetFindings,
) -> list[tuple[int, list[str]]]:
    """Return the non-empty rows, each with its number."""
    reader = followed(data, _SheetReader(strings, formats, book, findings))
    reader.find_hidden_columns()
    return reader.rows


class _RelationsReader(PartReader):
    def __init__(self, folder: str) -> None:
        self._folder = folder
        self.relations: dict[str, Relation] = {}

    def start(self, tag: str, given: dict[str, str]) -> None:
        if tag == "Relationship" and given.get("TargetMode") != "External":
            kind = given["Type"].rpartition("/")[2]
            part = normpath(join("/", self._folder, given["Target"])).lstrip("/")
            self.relations[given["Id"]] = Relation(kind, part)


class _BookReader(PartReader):
    """Collects the names of sheets with the ids of their relations."""

    def __init__(self) -> None:
        self.sheets: list[BookSheet] = []
        self.epoch = EPOCH
        self.is_old = False

    def start(self, tag: str, given: dict[str, str]) -> None:
        if tag == "workbookPr" and _is_on(given, "date1904"):
            self.epoch = EPOCH_1904
        elif tag == "calcPr":
            self.is_old = _is_on(given, "fullCalcOnLoad")
        elif tag == "sheet":
            relation = next((value for key, value in given.items() if key.endswith(":id")), "")
            is_hidden = given.get("state", "visible") != "visible"
            self.sheets.append(BookSheet(given["name"], relation, is_hidden))


def _is_on(given: dict[str, str], key: str) -> bool:
    return given.get(key) in ("1", "true")


class _StylesReader(PartReader):
    """Collects the number formats of styles."""

    def __init__(self) -> None:
        self._codes: dict[int, str] = {}
        self._used: list[int] = []
        self._is_of_cells = False

    def start(self, tag: str, given: dict[str, str]) -> None:
        if tag == "numFmt":
            self._codes[int(given["numFmtId"])] = given["formatCode"][:LONGEST_FORMAT]
        elif tag == "xf" and self._is_of_cells:
            self._used.append(int(given.get("numFmtId", 0)))
        elif tag == "cellXfs":
            self._is_of_cells = True

    def end(self, tag: str) -> None:
        self._is_of_cells &= tag != "cellXfs"

    def formats(self) -> list[NumberFormat]:
        """Return the number format of each style."""
        known = {one: parse_format(self._codes.get(one, built_in(one))) for one in {*self._used}}
        return [known[number] for number in self._used]


class _StringsReader(PartReader):
    """Collects the shared strings."""

    def __init__(self) -> None:
        self.texts: list[StyledText] = []
        self._text = _RichText()

    def start(self, tag: str, given: dict[str, str]) -> None:
        if tag == "si":
            self._text = _RichText()
        self._text.start(tag, given)

    def end(self, tag: str) -> None:
        self._text.end(tag)
        if tag == "si":
            self.texts.append(self._text.whole)

    def text(self, text: str) -> None:
        self._text.add(text)


class _RichText:
    """A text in runs, without phonetic ones, which show its pronunciation."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._styles: set[bool] = set()
        self._is_shown = self._is_spoken = self._is_styled = False

    def start(self, tag: str, given: dict[str, str]) -> None:
        self._is_spoken |= tag == "rPh"
        self._is_shown = tag == "t" and not self._is_spoken
        if tag == "r":
            self._is_styled = False
        elif tag in ("b", "i", "strike", "vertAlign"):
            self._is_styled |= given.get("val", "1") not in ("0", "false", "baseline")

    def end(self, tag: str) -> None:
        self._is_spoken &= tag != "rPh"
        self._is_shown = False

    def add(self, text: str) -> None:
        if self._is_shown:
            self._parts.append(text)
            if text.strip():
                self._styles.add(self._is_styled)

    @property
    def whole(self) -> StyledText:
        return StyledText(unescaped("".join(self._parts)), len(self._styles) > 1)


def unescaped(text: str) -> str:
    """Return a text with the characters that XML cannot hold (22.9.2.19) and simple line breaks."""
    if "_x" in text:
        found = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)
        if found != text:
            text = found.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return _RETURN.sub("\n", text) if "\r" in text else text


class _SheetReader(PartReader):
    """Collects the rows of a sheet that have cells; cells may omit their position."""

    def __init__(
        self,
        strings: list[StyledText],
        formats: list[NumberFormat],
        book: Book,
        findings: SheetFindings,
    ) -> None:
        self.rows: list[tuple[int, list[str]]] = []
        self._strings, self._formats, self._book = strings, formats, book
        self._findings = findings
        self._hidden: list[tuple[int, int]] = []
        self._room = limits().rows * limits().columns
        self._number = self._column = 0
        self._row_is_hidden = False
        self._row: dict[int, str] = {}
        self._cell: dict[str, str] = {}
        self._value: list[str] | None = None
        self._formula: list[str] | None = None
        self._is_in_formula = False
        self._text = _RichText()

    def start(self, tag: str, given: dict[str, str]) -> None:
        match tag:
            case "row":
                self._number = int(given.get("r", self._number + 1))
                self._column, self._row = 0, {}
                self._row_is_hidden = _is_on(given, "hidden")
                if not 0 < self._number <= LAST_ROW:
                    raise ValueError(f"it has a row {quoted(given['r'])}")
            case "c":
                self._column = _column(given["r"]) if "r" in given else self._column + 1
                self._cell, self._text = given, _RichText()
                self._value = self._formula = None
            case "v":
                self._value = []
            case "f":
                self._formula, self._is_in_formula = [], True
            case "col" if _is_on(given, "hidden") and len(self._hidden) < _MOST_RANGES:
                self._hidden.append((int(given["min"]), int(given["max"])))
            case "mergeCell":
                self._findings.merged.append(given["ref"][:20])
            case "drawing":
                self._findings.is_drawn_on = True
            case _:
                self._text.start(tag, given)

    def end(self, tag: str) -> None:
        match tag:
            case "row":
                self._end_row()
            case "c":
                shown = self._shown()
                if shown or isinstance(shown, TableCell):
                    self._row[self._column] = shown
                self._value = None
            case "f":
                self._is_in_formula = False
            case _:
                self._text.end(tag)

    def text(self, text: str) -> None:
        if self._is_in_formula and self._formula is not None:
            self._formula.append(text)
        elif self._value is not None:
            self._value.append(text)
        else:
            self._text.add(text)

    def find_hidden_columns(self) -> None:
        """Name the hidden columns that have cells."""
        width = max((len(row) for _, row in self.rows), default=0)
        hidden = (range(first, min(last, width) + 1) for first, last in self._hidden)
        self._findings.hidden_columns = {number - 1 for some in hidden for number in some}

    def _end_row(self) -> None:
        width = max(self._row, default=0)
        self._room -= width
        if self._room < 0:
            raise WorkbookError(
                f"is too large: {over('rows')} of {over('columns')}, empty ones included"
            )
        if any(self._row.values()):
            row = [self._row.get(column, "") for column in range(1, width + 1)]
            self.rows.append((self._number, row))
            if self._row_is_hidden:
                self._findings.hidden_rows.add(self._number)
        self._row = {}

    def _shown(self) -> str:
        """Return a cell as the spreadsheet shows it (18.18.11)."""
        value, kind = "".join(self._value or ()), self._cell.get("t", "n")
        if self._formula is not None and not value and (kind != "str" or self._value is None):
            return formula_cell("".join(self._formula))
        self._findings.is_old |= self._formula is not None and self._book.is_old
        match kind:
            case "e":
                return error_cell(value, _RICH_VALUE if "vm" in self._cell else "")
            case "b" if value:
                return boolean_cell(value.strip() == "1")
            case "n" if value:
                return self._number_shown(float(value))
            case "d" if value:
                return self._moment_shown(datetime.fromisoformat(value).replace(tzinfo=None))
            case "s" if value:
                return self._text_shown(self._strings[int(value)])
            case "str":
                return self._text_shown(StyledText(unescaped(value)))
        return self._text_shown(self._text.whole)

    @property
    def _format(self) -> NumberFormat | None:
        style = int(self._cell.get("s", 0))
        return self._formats[style] if 0 <= style < len(self._formats) else None

    def _text_shown(self, text: StyledText) -> str:
        if text.is_partly_styled:
            self._findings.styled.append(place_of_cell(self._number, self._column))
        shown = text.text if self._format is None else self._format.text(text.text)
        return shown_as(shown, text.text)

    def _moment_shown(self, moment: datetime) -> str:
        if self._format is None or not self._format.is_date:
            return plain(moment)
        return self._number_shown((moment - self._book.epoch) / timedelta(days=1))

    def _number_shown(self, number: float) -> str:
        if not isfinite(number):
            raise ValueError(f"it has a number {number}")
        format = self._format or parse_format("General")
        value = plain_number(number)
        try:
            if format.is_date:
                value = _plain_date(number, self._book.epoch, format.is_span)
            return shown_as(format.number(number, self._book.epoch), value)
        except UnfollowedError:
            self._findings.formats.setdefault(self._column - 1, _unfollowed(format.code, value))
            return value


_RICH_VALUE = (
    "has a picture or another value that is not text; write text or the name of a file there"
)


def _unfollowed(code: str, value: str) -> str:
    if code in (LOCAL_DATE, LOCAL_MONEY):
        return (
            f"has a format that depends on the reader's country, and is printed as {value}; any "
            "other format is printed as the sheet shows it"
        )
    return f"is printed without its number format {quoted(code)}, as {value}"


def _column(place: str) -> int:
    """Return the column number of a cell such as ``AB12``: 28."""
    match = _CELL.fullmatch(place)
    if match is None:
        raise ValueError(f"it has a cell {quoted(place)}")
    number = 0
    for letter in match[1]:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


def _plain_date(days: float, epoch: datetime, is_span: bool) -> str:
    """Return a date, a date and time, below 1 only the time, or a span of time."""
    if is_span:
        return plain(timedelta(seconds=round(86_400 * days)))
    moment = date_of(days, epoch)
    return plain(moment.time() if days < 1 and moment.date() == epoch.date() else moment)


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
