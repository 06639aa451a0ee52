"""Rows of an OpenDocument spreadsheet (.ods, or .fods in one XML file), read in one pass.

Follows OpenDocument 1.3, part 3. Cells and rows may be repeated: empty ones take no room, others
count towards the limits of a table.
"""

import re
from datetime import datetime, time, timedelta
from io import BytesIO
from zipfile import ZipFile, is_zipfile

from pnp.base.errors import WorkbookError
from pnp.base.limits import limits, over
from pnp.base.units import quoted
from pnp.definitions.workbook import BROKEN
from pnp.definitions.xml_parts import PartReader, followed, no_sheet, plain, plain_number

LAST_COLUMN = 16_384  # of any spreadsheet
CONTENT, MANIFEST = "content.xml", "META-INF/manifest.xml"
HIDDEN = ("annotation", "note", "ruby-text", "frame")  # in a paragraph, and not a part of its text
_BLANKS = re.compile(r"[ \t\r\n]+")
# Characters that XML cannot contain replace tabs and line breaks while blanks are collapsed.
_SPACE, _TAB, _BREAK = "\x00", "\x01", "\x02"
_RESTORED = str.maketrans({_SPACE: " ", _TAB: "\t", _BREAK: "\n"})
_SPAN = re.compile(
    r"PT(?:(?P<hours>\d{1,9})H)?(?:(?P<minutes>\d{1,9})M)?(?:(?P<seconds>\d{1,9}(?:\.\d{1,9})?)S)?"
)


def read_open_sheet(content: bytes, sheet: str = "") -> list[tuple[int, list[str]]]:
    """Return the non-empty rows of a sheet, each with its number.

    Without a name, read the first sheet. A formula counts as its last saved value.

    Raises:
        WorkbookError: If it is not a spreadsheet, has no such sheet, or exceeds a limit.
    """
    try:
        reader = followed(_unpacked(content), _SheetsReader(sheet))
    except WorkbookError:
        raise
    except BROKEN as error:
        why = quoted(str(error).split("\n")[0])
        raise WorkbookError(f"cannot be read as a spreadsheet: {why}; save it as CSV") from None
    if not reader.is_found:
        raise no_sheet(sheet, reader.names)
    return reader.rows


def _unpacked(content: bytes) -> bytes:
    """Return the XML with the sheets."""
    if not is_zipfile(BytesIO(content)):
        if content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
            return content
        raise WorkbookError("is not a spreadsheet; save it as .ods, or as CSV")
    with ZipFile(BytesIO(content)) as packed:
        if sum(entry.file_size for entry in packed.infolist()) > 1000 * limits().unpacked_kb:
            raise WorkbookError(f"unpacks to too much: {over('unpacked_kb')}")
        names = packed.NameToInfo
        if MANIFEST in names and b"encryption-data" in packed.read(MANIFEST):
            raise WorkbookError("has a password; save it without one")
        if CONTENT not in names:
            raise ValueError(f"it has no {CONTENT}")
        return packed.read(CONTENT)


class _SheetsReader(PartReader):
    """Collects the names of sheets, and the rows of the wanted one."""

    def __init__(self, wanted: str) -> None:
        self.names: list[str] = []
        self.rows: list[tuple[int, list[str]]] = []
        self.is_found = False
        self._wanted = wanted
        self._room = limits().rows * limits().columns
        self._tables = 0  # the nesting depth of tables
        self._is_read = False
        self._next_row = self._next_column = 1
        self._row_times = self._cell_times = 1
        self._row: dict[int, str] = {}
        self._cell: _Cell | None = None

    def start(self, tag: str, given: dict[str, str]) -> None:
        if self._cell is not None:
            self._cell.start(tag, given)
        elif tag == "table":
            self._tables += 1
            if self._tables == 1:
                self._start_sheet(given.get("table:name", ""))
        elif self._is_read and tag == "table-row":
            self._next_column, self._row = 1, {}
            self._row_times = _times(given, "table:number-rows-repeated")
        elif self._is_read and tag in ("table-cell", "covered-table-cell"):
            self._cell_times = _times(given, "table:number-columns-repeated")
            self._cell = _Cell(tag, given)

    def end(self, tag: str) -> None:
        if self._cell is not None:
            if self._cell.end(tag):
                self._end_cell(self._cell.shown)
                self._cell = None
        elif tag == "table":
            self._tables -= 1
            self._is_read = False
        elif self._is_read and tag == "table-row":
            self._end_row()

    def text(self, text: str) -> None:
        if self._cell is not None:
            self._cell.text(text)

    def _start_sheet(self, name: str) -> None:
        self.names.append(name)
        if not self.is_found and self._wanted in ("", name):
            self.is_found = self._is_read = True

    def _end_cell(self, shown: str) -> None:
        first = self._next_column
        self._next_column += self._cell_times
        if shown:
            if self._next_column - 1 > LAST_COLUMN:
                raise ValueError(f"it has a cell in column {self._next_column - 1}")
            self._row.update(dict.fromkeys(range(first, self._next_column), shown))

    def _end_row(self) -> None:
        first = self._next_row
        self._next_row += self._row_times
        width = max(self._row, default=0)
        self._room -= width * self._row_times
        if self._room < 0:
            raise WorkbookError(
                f"is too large: {over('rows')} of {over('columns')}, empty ones included"
            )
        if width:
            cells = [self._row.get(column, "") for column in range(1, width + 1)]
            self.rows += ((number, cells) for number in range(first, self._next_row))


class _Cell:
    """A cell: its value, or the text in it."""

    def __init__(self, tag: str, given: dict[str, str]) -> None:
        self._tag = tag
        self._given = given
        self._depth = 1
        self._hidden_from = 0  # the depth of an element that is not part of the text, if in one
        self._room = limits().letters + 1  # more is a fault, and need not be kept
        self._paragraphs: list[list[str]] = []

    def start(self, tag: str, given: dict[str, str]) -> None:
        """Handle the start of an element within the cell."""
        self._depth += 1
        if self._hidden_from:
            return
        if tag in HIDDEN or (self._depth == 2 and tag != "p"):
            self._hidden_from = self._depth
        elif self._depth == 2:
            self._paragraphs.append([])
        elif tag == "s":
            self._add(_SPACE * min(_times(given, "text:c"), self._room))
        elif tag in ("tab", "line-break"):
            self._add(_TAB if tag == "tab" else _BREAK)

    def end(self, tag: str) -> bool:
        """Handle the end of an element; return whether it ends the cell."""
        if self._hidden_from == self._depth:
            self._hidden_from = 0
        self._depth -= 1
        return self._depth == 0

    def text(self, text: str) -> None:
        """Handle a text."""
        if self._depth > 1 and not self._hidden_from:
            self._add(text)

    def _add(self, text: str) -> None:
        self._paragraphs[-1].append(text[: self._room])
        self._room -= min(len(text), self._room)

    @property
    def shown(self) -> str:
        """The value, with numbers and dates formatted as in other tables; "" if covered."""
        if self._tag == "covered-table-cell":
            return ""
        text = "\n".join(map(_joined, self._paragraphs))
        kind = self._given.get("office:value-type", "string")
        value = self._given.get(f"office:{VALUES.get(kind, 'value')}")
        if value is None:
            return text
        match kind:
            case "string" | "boolean":
                return value
            case "date":
                return _date(value) or text
            case "time":
                return _time(value) or text
        return plain_number(float(value))


VALUES = {
    "string": "string-value",
    "boolean": "boolean-value",
    "date": "date-value",
    "time": "time-value",
}


def _times(given: dict[str, str], key: str) -> int:
    """Return how often an element is repeated."""
    times = given.get(key, "1")
    if not (times.isascii() and times.isdecimal() and len(times) < 10):
        raise ValueError(f"it has {key} {quoted(times)}")
    return int(times)


def _joined(paragraph: list[str]) -> str:
    """Join the text of a paragraph, collapsing blanks (part 3, 6.1.2)."""
    return _BLANKS.sub(" ", "".join(paragraph)).strip(" ").translate(_RESTORED)


def _date(value: str) -> str:
    try:
        return plain(datetime.fromisoformat(value))
    except ValueError:  # long before Christ
        return ""


def _time(value: str) -> str:
    """Format a duration of XML Schema as a time of day, or as a longer time span."""
    match = _SPAN.fullmatch(value)
    if match is None:
        return ""
    span = timedelta(**{unit: float(number or 0) for unit, number in match.groupdict().items()})
    day = span < timedelta(days=1)
    return plain((datetime.min + span).time() if day else span) if span else plain(time())
