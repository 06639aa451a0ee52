"""Rows of a table, one for each card: CSV, TSV, JSON, YAML or a workbook (.xlsx, .ods)."""

import csv
import io
import re
from array import array
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, overload
from unicodedata import normalize

from pnp.base.errors import MOST_FAULTS, WorkbookError, unreadable
from pnp.base.files import file_and_part, read_sandboxed, sandboxed
from pnp.base.limits import limits, over
from pnp.base.messages import Location, Message, and_more, within
from pnp.base.text import (
    BREAKS,
    TableCell,
    control_character_fault,
    escaped,
    fault_of,
    in_lines,
    text_fault,
)
from pnp.base.units import quoted
from pnp.base.workplace import working_on

if TYPE_CHECKING:
    from pnp.definitions.xml_parts import ReadSheet

WORKBOOKS = (".xlsx", ".xlsm", ".ods", ".fods")
OTHERS = {
    ".xls": "a workbook of Excel 97",
    ".xlsb": "a binary workbook",
    ".numbers": "a workbook of Numbers",
    ".gsheet": "the address of a sheet",
    ".xml": "XML",
    ".html": "HTML",
}
YAML = (".yaml", ".yml")
SAVE = "save it as .csv, .tsv, .xlsx, .ods or .json"
_SEPARATOR = re.compile(r"sep=([,;\t|])\s*", re.IGNORECASE)
_ANKI = re.compile(
    r"#(separator|html|columns|(?:tags|deck|notetype|guid)(?: column)?):([^\r\n]*)(?:\r?\n|\Z)",
    re.I,
)
_ANKI_SEPARATORS = {
    "comma": ",", "semicolon": ";", "tab": "\t", "space": " ", "pipe": "|", "colon": ":",
}  # fmt: skip
_NO_FIELDS = (
    "is an export of Anki without the names of its fields; add a line such as #columns:Front;Back "
    "at its top, with the separator of the others"
)
_AS_TEXT = re.compile(r'\A="([^"]*)"\Z')  # how 007 is written so that Excel keeps the zeros
_LONGEST_NAME = 60  # letters of a column's name
Numbered = Iterable[tuple[int, list[str]]]  # rows with their line, or row, in the file


def with_header(found: Sequence[tuple[int, dict[str, str]]]) -> list[tuple[int, list[str]]]:
    """Return a row with the columns of all rows, then those rows."""
    columns = tuple(dict.fromkeys(key for _, cells in found for key in cells))
    header = [(0, [*columns])] if found else []
    return header + [(line, [cells.get(key, "") for key in columns]) for line, cells in found]


class RowTable(NamedTuple):
    """Rows by column name, the line on which each begins in the file, and the faults found.

    ``noun`` names what the numbers in ``lines`` count: lines of a CSV file, or rows of a workbook.
    ``notes`` are about the whole table, ``column_notes`` about columns by name.
    """

    rows: list[dict[str, str]]
    lines: list[int]
    faults: list[str]
    noun: str = "line"
    notes: tuple[str, ...] = ()
    column_notes: tuple[tuple[str, str], ...] = ()


class RowPlaces(Sequence[Location]):
    """The places of the rows of a table; messages name few, so they are made on demand."""

    def __init__(self, file: Path | str, table: RowTable) -> None:
        self._file, self._noun = str(file), table.noun
        self._lines = array("L", table.lines)
        self._column_notes = table.column_notes

    def notes_on(self, columns: Collection[str]) -> list[str]:
        """Return the notes on some columns of the table."""
        noted = ((name, note) for name, note in self._column_notes if name in columns)
        return [Message("column_note", written=name, note=note) for name, note in noted]

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, index: int) -> Location: ...
    @overload
    def __getitem__(self, index: slice) -> list[Location]: ...
    def __getitem__(self, index: int | slice) -> Location | list[Location]:
        if isinstance(index, slice):
            return [self[one] for one in range(*index.indices(len(self)))]
        return Location(file=self._file, line=self._lines[index], noun=self._noun)


def read_rows(
    name: object,
    folder: Path,
    place: str,
    digest: Any,
    known: tuple[str, ...] | None = None,
    room: int = 0,
    of: str = "card",
) -> RowTable:
    """Read the table ``name`` in ``folder``: UTF-8, commas, semicolons or tabs, a header row.

    ``cards.xlsx`` is a workbook, ``cards.xlsx#Monsters`` one of its sheets, likewise with ``.ods``;
    ``.json`` is a list of objects, ``.yaml`` one of mappings. ``digest`` is updated with the file's
    bytes. If ``known`` is None, columns may have any name, and empty cells stay. A fault begins
    with the file, or with ``place`` if the name itself is wrong. ``room`` is the number of rows
    allowed; 0 means the limit of a game. ``of`` names the thing in a row, for messages.
    """
    name, sheet = file_and_part(folder, name) if isinstance(name, str) else (name, "")
    at: str = Location(file=folder / str(name))
    faults: tuple[str, ...]
    try:
        file = sandboxed(folder, name, "a CSV file beside the definition")
        content = read_sandboxed(folder, file, "table_kb")
        digest.update(content)
        with working_on(file.name):
            table = _read(content, file, sheet, known, room or limits().rows)
        if known is not None:
            places = RowPlaces(file, table)
            table.faults.extend(cell_faults(table.rows, places, known))
            table = table._replace(notes=(*table.notes, *places.notes_on(known)))
        if not table.rows and not table.faults:
            kinds = {".json": "an object"} | dict.fromkeys(YAML, "a mapping")
            what = kinds.get(file.suffix.lower(), "a header and a row")
            fault = Message("no_rows", what=what, of=of)
            table.faults.extend(within(Location(file=file), [fault]))
        return table
    except UnicodeDecodeError as error:
        faults = (_not_utf_8(error, str(name)),)
    except WorkbookError as error:
        faults = error.faults
    except ValueError as error:
        at, faults = place, (str(error),)
    except OSError as error:
        at, faults = place, within(str(name), [unreadable(error)])
    return RowTable([], [], list(within(at, faults)))


def _read(
    content: bytes, file: Path, sheet: str, known: tuple[str, ...] | None, room: int
) -> RowTable:
    suffix = file.suffix.lower()
    if suffix in OTHERS:
        raise WorkbookError(f"is {OTHERS[suffix]}; {SAVE}")
    if suffix in WORKBOOKS:
        read = _read_sheet(content, sheet, suffix)
        header = read.rows[0][1] if read.rows else []
        columns = tuple(
            (_name(header[number]), note)
            for number, note in read.column_notes
            if number < len(header)
        )
        table = _table(read.rows, str(file), known, "row", room)
        return table._replace(notes=(*read.notes, *table.notes), column_notes=columns)
    if sheet and suffix != ".json":
        raise WorkbookError(f"has no sheets, so leave out #{sheet}; workbooks have them")
    if content.startswith(b"PK\x03\x04"):
        raise WorkbookError("is a workbook; give it the ending .xlsx or .ods")
    text = content.decode("utf-8-sig").lstrip("\ufeff")
    if suffix == ".json":
        from pnp.definitions.json_rows import read_json_rows

        return _table(with_header(read_json_rows(text, sheet)), str(file), known, "line", room)
    if suffix in YAML:
        from pnp.definitions.yaml_rows import read_yaml_rows

        listed = [*islice(read_yaml_rows(text), room + 1)]
        return _table(with_header(listed), str(file), known, "line", room)
    rows = (
        (line, [_AS_TEXT.sub(r"\1", cell) for cell in row]) for line, row in _lines(text, suffix)
    )
    return _table(rows, str(file), known, "line", room)


def _read_sheet(content: bytes, sheet: str, suffix: str) -> "ReadSheet":
    if suffix in (".xlsx", ".xlsm"):
        from pnp.definitions.workbook import read_workbook

        return read_workbook(content, sheet)
    from pnp.definitions.open_sheet import read_open_sheet

    return read_open_sheet(content, sheet)


def _not_utf_8(error: UnicodeDecodeError, name: str) -> str:
    """Return what is wrong with a table in another encoding, and what to choose in a program."""
    if Path(name).suffix.lower() not in (".csv", ".tsv", ".json", *YAML):
        return f"byte {error.start} is not UTF-8; {SAVE}"
    in_excel = "save it as UTF-8 (in Excel: CSV UTF-8)"
    if error.object.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return f"is in UTF-16; {in_excel}"
    line = error.object.count(b"\n", 0, error.start) + 1
    (fault,) = within(Location(line=line), [f"byte {error.start} is not UTF-8; {in_excel}"])
    return fault


def _lines(text: str, suffix: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a CSV or TSV file, each with the line on which it begins.

    Excel may write ``sep=;`` as the first line, which says what stands between cells. Anki writes
    ``#separator:tab`` and more such lines, of which ``#columns:`` is the header.
    """
    header = text.lstrip().partition("\n")[0].partition("\r")[0]
    delimiter = "\t" if suffix == ".tsv" else max(",;\t|", key=header.count)
    lines = iter(io.StringIO(text, newline=""))
    before = 0
    if separator := _SEPARATOR.fullmatch(header):
        delimiter = separator[1]
        before = next(n for n, line in enumerate(lines, 1) if line.strip())
    elif _ANKI.match(text):
        said = [*_anki_lines(text)]
        before = len(said)
        from_anki = {match[1].lower(): match[2] for match in said}
        lines = islice(lines, before, None)
        named = from_anki.get("separator", "tab")
        delimiter = _ANKI_SEPARATORS.get(named.lower(), named[:1] or "\t")
        if "columns" not in from_anki:
            raise WorkbookError(_NO_FIELDS)
        yield 1, from_anki["columns"].split(delimiter)
    reader = csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=delimiter != " ")
    begins = before + 1
    try:
        for row in reader:
            yield begins, row
            begins = before + reader.line_num + 1
    except csv.Error as error:
        words = f"is not a table: line {begins} {escaped(_quotes_fault(str(error)))}"
        raise WorkbookError(*within(Location("", line=begins), [words])) from None


def _anki_lines(text: str) -> Iterator[re.Match[str]]:
    """Yield the lines with which an export of Anki begins."""
    at = 0
    while match := _ANKI.match(text, at):
        yield match
        at = match.end()


def _quotes_fault(error: str) -> str:
    """Return what is wrong with a row that cannot be read: most often its quotation marks."""
    if "field limit" in error:
        return f"has a {error}; perhaps a quotation mark in it is never closed"
    if error == "unexpected end of data":
        return (
            "has a cell that begins with a quotation mark and never ends; close it, or, for one "
            'that is printed, write the cell in quotes and the mark twice: """Ah"", she said"'
        )
    if "expected after" in error:
        return (
            "has a cell that goes on after its closing quotation mark; write a mark that is "
            'printed twice: "the ""old"" mill"'
        )
    return f"is not a row: {error}"


def _table(
    numbered: Numbered, file: str, known: tuple[str, ...] | None, noun: str, room: int
) -> RowTable:
    filled = ((number, row) for number, row in numbered if any(map(str.strip, row)))
    first, header = next(filled, (0, []))
    columns = [_name(column) for column in header]
    if len(columns) > limits().columns:
        return RowTable([], [], _in(file, f"is too wide: {over('columns', len(columns))}"))
    faults = _in(file, *_header_faults(columns, known))
    faults += _in(file, *filter(None, map(fault_of, header)), line=first, noun=noun)
    if any(map(name_fault, columns)):
        return RowTable([], [], faults)
    letters = limits().letters
    beside: list[tuple[str, Location]] = []
    rows: list[dict[str, str]] = []
    lines: list[int] = []
    for line, written in filled:
        row = list(map(_plain, written))
        cells = list(zip(columns, [*row, *[""] * (len(columns) - len(row))], strict=False))
        if text_fault("".join(row), letters):
            unreadable = ((column, text_fault(cell, letters)) for column, cell in cells)
            told = (f"{column}: {fault}" for column, fault in unreadable if fault)
            faults += _in(file, *told, line=line, noun=noun)
        if len(row) > len(columns) and noun == "line":
            fault = Message("too_many_cells", n=len(row), many=len(columns))
            faults += _in(file, fault, line=line, noun=noun)
        outside = [n for n, cell in enumerate(row) if cell and not "".join(columns[n : n + 1])]
        if outside:
            beside.append((row[outside[0]], Location(line=line, noun=noun)))
            if len(outside) == sum(map(bool, row)):
                continue
        if known is not None:
            cells = [(column, cell) for column, cell in cells if cell and column in known]
        rows.append({column: cell for column, cell in cells if column})
        lines.append(line)
        if len(faults) > MOST_FAULTS:
            break
        if len(rows) > room:
            return RowTable([], [], _in(file, f"has too many rows: a game has {over('rows')}"))
    return RowTable(rows, lines, faults, noun, tuple(_beside(beside)))


def _in(file: str, *faults: str, line: int = 0, noun: str = "line") -> list[str]:
    return [*within(Location(file=file, line=line, noun=noun), faults)]


def _beside(cells: Sequence[tuple[str, Location]]) -> Iterator[str]:
    """Yield a note on the cells in columns without a name."""
    if cells:
        (cell, where), more = cells[0], and_more(len(cells) - 1)
        yield Message("nameless_column", written=cell, where=where, more=more)


def _header_faults(columns: list[str], known: tuple[str, ...] | None) -> Iterator[str]:
    for column in columns:
        fault = name_fault(column)
        if fault:
            yield f"column {quoted(column)} {fault}"
        elif known is not None and column not in known:
            yield Message("unknown_column", written=column, known=", ".join(known))
    for column in dict.fromkeys(columns):
        if columns.count(column) > 1 and (column if known is None else column in known):
            yield Message("column_twice", written=column)


def _name(column: str) -> str:
    return normalize("NFC", _plain(column).strip("\ufeff"))


def _plain(cell: str) -> str:
    """Return a cell without blanks around its text, and with one in place of each tab."""
    text = in_lines(cell).replace("\t", " ").strip()
    return TableCell(text, cell.value, cell.fault) if isinstance(cell, TableCell) else text


def cell_faults(
    rows: Sequence[Mapping[str, str]], places: Sequence[str], columns: Collection[str]
) -> Iterator[str]:
    """Yield a line for each error of a workbook in some columns, or in a row of nothing else."""
    for row, place in zip(rows, places, strict=True):
        faults = {column: fault for column, cell in row.items() if (fault := fault_of(cell))}
        if faults:
            alone = all(column in faults for column, cell in row.items() if cell)
            for column, fault in faults.items():
                if alone or column in columns:
                    yield from within(place, [f"{column}: {fault}"])


def name_fault(column: str) -> str | None:
    """Return the fault in the name of a column, which messages would repeat."""
    if set(column) & BREAKS:
        return "has a line break in its name"
    if len(column) > _LONGEST_NAME:
        return f"has a name of {len(column):,} letters; write at most {_LONGEST_NAME}"
    return control_character_fault(column)
