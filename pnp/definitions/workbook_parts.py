"""Readers for the parts of a workbook (.xlsx, ECMA-376-1, chapter 18), element by element."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from posixpath import join, normpath
from typing import NamedTuple

from pnp.base.errors import WorkbookError
from pnp.base.limits import limits, over
from pnp.base.units import quoted
from pnp.definitions.xml_parts import PartReader, followed, plain, plain_number

LAST_ROW = 1_048_576  # of any spreadsheet, whose columns end at XFD
EPOCH, EPOCH_1904 = datetime(1899, 12, 30), datetime(1904, 1, 1)  # ECMA-376-1, 18.17.4.1
DATES = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}  # 18.8.30, numFmtId
LONGEST_FORMAT = 255  # letters
_NO_DATE = re.compile(r'"[^"]*"|[\\_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]', re.IGNORECASE)
_ELAPSED = re.compile(r"\[[hms]+\]", re.IGNORECASE)
_CELL = re.compile(r"([A-Z]{1,3})\d{0,7}")

DateReader = Callable[[float, datetime], object] | None  # a number to a date


class Relation(NamedTuple):
    """A relation: the kind of the target, and its path in the file."""

    kind: str
    part: str


def read_relations(data: bytes, folder: str) -> dict[str, Relation]:
    """Return the relations of a part in a folder, by id (ECMA-376-2, 9.3)."""
    return followed(data, _RelationsReader(folder)).relations


def read_book(data: bytes) -> tuple[list[tuple[str, str]], datetime]:
    """Return the name and the relation of each sheet, and the epoch of its dates."""
    book = followed(data, _BookReader())
    return book.sheets, book.epoch


def read_strings(data: bytes) -> list[str]:
    """Return the shared strings."""
    return followed(data, _StringsReader()).texts


def read_formats(data: bytes) -> list[DateReader]:
    """Return for each style the function that converts its numbers to dates, if any."""
    return followed(data, _StylesReader()).formats()


def read_cells(
    data: bytes, strings: list[str], formats: list[DateReader], epoch: datetime
) -> list[tuple[int, list[str]]]:
    """Return the non-empty rows, each with its number.

    Raises:
        WorkbookError: If the gaps between cells are too large.
    """
    return followed(data, _SheetReader(strings, formats, epoch)).rows


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
        self.sheets: list[tuple[str, str]] = []
        self.epoch = EPOCH

    def start(self, tag: str, given: dict[str, str]) -> None:
        if tag == "workbookPr" and given.get("date1904") in ("1", "true"):
            self.epoch = EPOCH_1904
        elif tag == "sheet":
            ids = (value for key, value in given.items() if key.endswith(":id"))
            self.sheets.append((given["name"], next(ids, "")))


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

    def formats(self) -> list[DateReader]:
        """Return for each style the function that converts its numbers to dates, if any."""
        known = {number: self._format(number) for number in set(self._used)}
        return [known[number] for number in self._used]

    def _format(self, number: int) -> DateReader:
        code = self._codes.get(number, "[h]" if number == 46 else "d" if number in DATES else "")
        shown = _NO_DATE.sub("", code.split(";")[0])
        if _ELAPSED.search(shown):
            return _span
        return _moment if re.search("[dmhys]", shown, re.IGNORECASE) else None


class _StringsReader(PartReader):
    """Collects the shared strings."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._text = _RichText()

    def start(self, tag: str, given: dict[str, str]) -> None:
        if tag == "si":
            self._text = _RichText()
        self._text.start(tag)

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
        self._is_shown = self._is_spoken = False

    def start(self, tag: str) -> None:
        self._is_spoken |= tag == "rPh"
        self._is_shown = tag == "t" and not self._is_spoken

    def end(self, tag: str) -> None:
        self._is_spoken &= tag != "rPh"
        self._is_shown = False

    def add(self, text: str) -> None:
        if self._is_shown:
            self._parts.append(text)

    @property
    def whole(self) -> str:
        return "".join(self._parts)


class _SheetReader(PartReader):
    """Collects the rows of a sheet that have cells; cells may omit their position."""

    def __init__(
        self,
        strings: list[str],
        formats: list[DateReader],
        epoch: datetime,
    ) -> None:
        self.rows: list[tuple[int, list[str]]] = []
        self._strings, self._formats, self._epoch = strings, formats, epoch
        self._room = limits().rows * limits().columns
        self._number = self._column = 0
        self._row: dict[int, str] = {}
        self._cell: dict[str, str] = {}
        self._value: list[str] | None = None
        self._text = _RichText()

    def start(self, tag: str, given: dict[str, str]) -> None:
        match tag:
            case "row":
                self._number = int(given.get("r", self._number + 1))
                self._column, self._row = 0, {}
                if not 0 < self._number <= LAST_ROW:
                    raise ValueError(f"it has a row {quoted(given['r'])}")
            case "c":
                self._column = _column(given["r"]) if "r" in given else self._column + 1
                self._cell, self._text = given, _RichText()
            case "v":
                self._value = []
            case _:
                self._text.start(tag)

    def end(self, tag: str) -> None:
        match tag:
            case "row":
                self._end_row()
            case "c":
                value, self._value = "".join(self._value or ()), None
                shown = self._shown(value) if value else self._text.whole
                if shown:
                    self._row[self._column] = shown
            case _:
                self._text.end(tag)

    def text(self, text: str) -> None:
        if self._value is not None:
            self._value.append(text)
        else:
            self._text.add(text)

    def _end_row(self) -> None:
        width = max(self._row, default=0)
        self._room -= width
        if self._room < 0:
            raise WorkbookError(
                f"is too large: {over('rows')} of {over('columns')}, empty ones included"
            )
        if width:
            row = [self._row.get(column, "") for column in range(1, width + 1)]
            self.rows.append((self._number, row))
        self._row = {}

    def _shown(self, value: str) -> str:
        """Return a value as the spreadsheet shows it, except for its number of decimals."""
        match self._cell.get("t", "n"):  # 18.18.11
            case "s":
                return self._strings[int(value)]
            case "b":
                return "true" if value.strip() == "1" else "false"
            case "n":
                return self._number_shown(value)
            case "d":
                return plain(datetime.fromisoformat(value))
        return value

    def _number_shown(self, value: str) -> str:
        number, style = float(value), int(self._cell.get("s", 0))
        format = self._formats[style] if style < len(self._formats) else None
        if format is not None:
            try:
                return plain(format(number, self._epoch))
            except OverflowError:
                return value  # no date: the spreadsheet shows "####"
        return plain_number(number)


def _column(place: str) -> int:
    """Return the column number of a cell such as ``AB12``: 28."""
    match = _CELL.fullmatch(place)
    if match is None:
        raise ValueError(f"it has a cell {quoted(place)}")
    number = 0
    for letter in match[1]:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


def _span(days: float, epoch: datetime) -> timedelta:
    return timedelta(seconds=round(86_400 * days))


def _moment(days: float, epoch: datetime) -> object:
    """Return a date, a date and time, or below 1 only the time, in whole milliseconds."""
    moment = timedelta(milliseconds=round(86_400_000 * days))
    if 0 <= days < 1 and moment.days == 0:
        return (epoch + moment).time()
    if 0 < days < 60 and epoch == EPOCH:  # before the 29th of February 1900, which never was
        moment += timedelta(days=1)
    return epoch + moment
