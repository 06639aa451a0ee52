"""Rows of an OpenDocument spreadsheet (.ods, or .fods in one XML file), read in one pass.

Follows OpenDocument 1.3, part 3. Cells and rows may be repeated: empty ones take no room, others
count towards the limits of a table.
"""

import re
from collections.abc import Collection
from datetime import datetime, time, timedelta
from io import BytesIO
from zipfile import ZipFile, is_zipfile

from pnp.base.errors import WorkbookError
from pnp.base.limits import limits, over
from pnp.base.text import TableCell
from pnp.base.units import quoted
from pnp.definitions.number_formats import plain_number
from pnp.definitions.workbook import BROKEN
from pnp.definitions.xml_parts import (
    ERROR,
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

LAST_COLUMN = 16_384  # of any spreadsheet
CONTENT, META, MANIFEST = "content.xml", "meta.xml", "META-INF/manifest.xml"
# Programs that calculate formulas; they write the result "" as a formula without any result.
_CALCULATES = re.compile(
    rb"<meta:generator>[^<]{0,60}(?:Office|Excel|Gnumeric|Calligra|Google)", re.I
)
HIDDEN = ("annotation", "note", "ruby-text", "frame")  # in a paragraph, and not a part of its text
_STYLED = frozenset((("fo:font-weight", "bold"), ("fo:font-style", "italic")))
_MARKED = frozenset(("style:text-line-through-style", "style:text-position"))
_MOST_RANGES = 1000  # of hidden columns
_BLANKS = re.compile(r"[ \t\r\n]+")
# Characters that XML cannot contain replace tabs and line breaks while blanks are collapsed.
_SPACE, _TAB, _BREAK = "\x00", "\x01", "\x02"
_RESTORED = str.maketrans({_SPACE: " ", _TAB: "\t", _BREAK: "\n"})
_SPAN = re.compile(
    r"PT(?:(?P<hours>\d{1,9})H)?(?:(?P<minutes>\d{1,9})M)?(?:(?P<seconds>\d{1,9}(?:\.\d{1,9})?)S)?"
)


def read_open_sheet(content: bytes, sheet: str = "") -> ReadSheet:
    """Read a sheet: texts as the sheet shows them, and of a formula its last saved result.

    Without a name, read the first sheet that is not hidden.
    """
    try:
        sheets, calculates = _unpacked(content)
        reader = followed(sheets, _SheetsReader(sheet, calculates))
    except WorkbookError:
        raise
    except BROKEN as error:
        why = quoted(str(error).split("\n")[0])
        raise WorkbookError(f"cannot be read as a spreadsheet: {why}; save it as CSV") from None
    if not reader.is_found:
        raise no_sheet(sheet, reader.names)
    return reader.findings.sheet(reader.rows)


def _unpacked(content: bytes) -> tuple[bytes, bool]:
    """Return the XML with the sheets, and whether a program wrote it that calculates formulas."""
    if not is_zipfile(BytesIO(content)):
        if content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
            return content, bool(_CALCULATES.search(content))
        raise WorkbookError("is not a spreadsheet; save it as .ods, or as CSV")
    with ZipFile(BytesIO(content)) as packed:
        if sum(entry.file_size for entry in packed.infolist()) > 1000 * limits().unpacked_kb:
            raise WorkbookError(f"unpacks to too much: {over('unpacked_kb')}")
        names = packed.NameToInfo
        if MANIFEST in names and b"encryption-data" in packed.read(MANIFEST):
            raise WorkbookError("has a password; save it without one")
        if CONTENT not in names:
            raise ValueError(f"it has no {CONTENT}")
        meta = packed.read(META) if META in names else b""
        return packed.read(CONTENT), bool(_CALCULATES.search(meta))


class _SheetsReader(PartReader):
    """Collects the names of sheets, and the rows of the wanted one."""

    def __init__(self, wanted: str, calculates: bool) -> None:
        self.names: list[str] = []
        self.rows: list[tuple[int, list[str]]] = []
        self.is_found = False
        self.findings = SheetFindings()
        self._wanted = wanted
        self._calculates = calculates
        self._is_for_want = False  # the sheet that is found
        self._style = ""
        self._hidden_styles: set[str] = set()
        self._bold_styles: set[str] = set()
        self._hidden_columns: list[tuple[int, int]] = []
        self._room = limits().rows * limits().columns
        self._tables = 0  # the nesting depth of tables
        self._is_read = self._row_is_hidden = False
        self._next_row = self._next_column = 1
        self._row_times = self._cell_times = 1
        self._row: dict[int, str] = {}
        self._cell: _Cell | None = None

    def start(self, tag: str, given: dict[str, str]) -> None:
        if self._cell is not None:
            self._cell.start(tag, given)
            return
        match tag:
            case "style":
                self._style = given.get("style:name", "")
            case "table-properties" if given.get("table:display") == "false":
                self._hidden_styles.add(self._style)
            case "text-properties" if _STYLED & {*given.items()} or _MARKED & {*given}:
                self._bold_styles.add(self._style)
            case "table":
                self._tables += 1
                if self._tables == 1:
                    is_hidden = given.get("table:style-name") in self._hidden_styles
                    self._start_sheet(given.get("table:name", ""), is_hidden)
            case "frame" | "custom-shape" if self._is_read:
                self.findings.is_drawn_on = True
            case "table-column" if self._is_read:
                first, times = self._next_column, _times(given, "table:number-columns-repeated")
                self._next_column += times
                if _is_hidden(given) and len(self._hidden_columns) < _MOST_RANGES:
                    self._hidden_columns.append((first, self._next_column))
            case "table-row" if self._is_read:
                self._next_column, self._row = 1, {}
                self._row_times = _times(given, "table:number-rows-repeated")
                self._row_is_hidden = _is_hidden(given)
            case "table-cell" | "covered-table-cell" if self._is_read:
                self._cell_times = _times(given, "table:number-columns-repeated")
                self._cell = _Cell(tag, given, self._bold_styles, self._calculates)

    def end(self, tag: str) -> None:
        if self._cell is not None:
            if self._cell.end(tag):
                self._end_cell(self._cell)
                self._cell = None
        elif tag == "table":
            self._tables -= 1
            if self._is_read and not self._tables:
                self._end_sheet()
        elif self._is_read and tag == "table-row":
            self._end_row()

    def text(self, text: str) -> None:
        if self._cell is not None:
            self._cell.text(text)

    def _start_sheet(self, name: str, is_hidden: bool) -> None:
        self.names.append(name)
        if self._wanted and sheet_meant(self._wanted, [name]) == name:
            self._take_sheet(for_want=name != self._wanted)
        elif not self._wanted:
            self._take_sheet(for_want=is_hidden)

    def _take_sheet(self, *, for_want: bool) -> None:
        """Begin to read a sheet; one ``for want`` of a better one is dropped when that follows."""
        if self.is_found and (for_want or not self._is_for_want):
            return
        passed = self.names[0] if self.is_found and not self._wanted else ""
        self.findings = SheetFindings()
        self.findings.passed_over = passed
        self.rows, self._hidden_columns = [], []
        self._next_row = self._next_column = 1
        self.is_found = self._is_read = True
        self._is_for_want = for_want

    def _end_sheet(self) -> None:
        self._is_read = False
        width = max((len(row) for _, row in self.rows), default=0)
        hidden = (range(first, min(end, width + 1)) for first, end in self._hidden_columns)
        self.findings.hidden_columns = {number - 1 for some in hidden for number in some}

    def _end_cell(self, cell: "_Cell") -> None:
        shown, first = cell.shown, self._next_column
        self._next_column += self._cell_times
        self.findings.is_drawn_on |= cell.is_drawn_on
        if cell.is_partly_styled:
            self.findings.styled.append(place_of_cell(self._next_row, first))
        if merged := cell.merged:
            last = self._next_row + merged[1] - 1, first + merged[0] - 1
            self.findings.merged.append(
                f"{place_of_cell(self._next_row, first)}:{place_of_cell(*last)}"
            )
        if shown or isinstance(shown, TableCell):
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
        if any(self._row.values()):
            cells = [self._row.get(column, "") for column in range(1, width + 1)]
            self.rows += ((number, cells) for number in range(first, self._next_row))
            if self._row_is_hidden:
                self.findings.hidden_rows.update(range(first, self._next_row))


def _is_hidden(given: dict[str, str]) -> bool:
    return given.get("table:visibility", "visible") != "visible"


class _Cell:
    """A cell: its value, and the text in it."""

    def __init__(
        self, tag: str, given: dict[str, str], bold: Collection[str], calculates: bool
    ) -> None:
        self._tag = tag
        self._given = given
        self._bold = bold
        self._calculates = calculates  # the program that wrote it
        self._depth = 1
        self._hidden_from = 0  # the depth of an element that is not part of the text, if in one
        self._bold_from = 0
        self._styles: set[bool] = set()
        self._room = limits().letters + 1  # more is a fault, and need not be kept
        self._paragraphs: list[list[str]] = []
        self.is_drawn_on = False

    def start(self, tag: str, given: dict[str, str]) -> None:
        """Handle the start of an element within the cell."""
        self._depth += 1
        self.is_drawn_on |= tag == "frame" and not self._hidden_from
        if self._hidden_from:
            return
        if tag in HIDDEN or (self._depth == 2 and tag != "p"):
            self._hidden_from = self._depth
        elif self._depth == 2:
            self._paragraphs.append([])
        elif tag == "span" and not self._bold_from and given.get("text:style-name") in self._bold:
            self._bold_from = self._depth
        elif tag == "s":
            self._add(_SPACE * min(_times(given, "text:c"), self._room))
        elif tag in ("tab", "line-break"):
            self._add(_TAB if tag == "tab" else _BREAK)

    def end(self, tag: str) -> bool:
        """Handle the end of an element; return whether it ends the cell."""
        if self._hidden_from == self._depth:
            self._hidden_from = 0
        if self._bold_from == self._depth:
            self._bold_from = 0
        self._depth -= 1
        return self._depth == 0

    def text(self, text: str) -> None:
        """Handle a text."""
        if self._depth > 1 and not self._hidden_from:
            self._add(text)
            if text.strip():
                self._styles.add(self._bold_from > 0)

    def _add(self, text: str) -> None:
        self._paragraphs[-1].append(text[: self._room])
        self._room -= min(len(text), self._room)

    @property
    def is_partly_styled(self) -> bool:
        """Whether only some of its words are bold or italic."""
        return len(self._styles) > 1

    @property
    def merged(self) -> tuple[int, int] | None:
        """The columns and rows over which it extends, if several."""
        across, down = (
            _times(self._given, f"table:number-{way}-spanned") for way in ("columns", "rows")
        )
        return (across, down) if across * down > 1 else None

    @property
    def shown(self) -> str:
        """Its text, with the value behind it; "" if another cell covers it."""
        if self._tag == "covered-table-cell":
            return ""
        text = "\n".join(map(_joined, self._paragraphs)).strip()
        kind = self._given.get("office:value-type", "string")
        is_formula = "table:formula" in self._given
        if self._given.get("calcext:value-type") == "error" or (
            is_formula and ERROR.fullmatch(text)
        ):
            return error_cell(text)
        if is_formula and not (text or "office:value-type" in self._given or self._calculates):
            return formula_cell(self._given["table:formula"].partition("=")[2])
        value = self._given.get(f"office:{VALUES.get(kind, 'value')}")
        if value is None:
            return text
        match kind:
            case "string":
                return text if self._paragraphs else value
            case "boolean":
                return boolean_cell(value == "true", text)
            case "date":
                return shown_as(text, _date(value) or text) if text else _date(value)
            case "time":
                return shown_as(text, _time(value) or text) if text else _time(value)
        number = float(value)
        is_hidden = bool(self._paragraphs) and (number == 0 or self._calculates)  # by its format
        is_shown = bool(text) or is_hidden
        return shown_as(text if is_shown else plain_number(number), plain_number(number))


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
