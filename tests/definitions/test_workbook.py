"""Workbooks: values as openpyxl reads them, texts as sheets show them, and files of strangers."""

from datetime import date, datetime, time, timedelta
from decimal import Decimal
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from pnp.base.cells import value_of
from pnp.base.errors import WorkbookError
from pnp.definitions.workbook import read_workbook

DAY = datetime(2026, 11, 22)
CELLS = {
    "texts": ["Ur", " two  blanks ", "two\nlines", "Käse · 🂡", "'007"],
    "numbers": [0, 7, -3, 1.5, 1e-7, 0.1 + 0.2, 1e21, 12345678901],
    "truths": [True, False],
    "dates": [DAY, DAY.date(), date(1900, 1, 2), datetime(1899, 12, 31), datetime(1900, 3, 1)],
    "moments": [DAY.replace(hour=9, minute=30), DAY.replace(second=1, microsecond=500_000)],
    "times": [time(9, 30), time(23, 59, 59), time(0, 0)],
    "spans": [timedelta(hours=30), timedelta(minutes=5, seconds=1), timedelta(0)],
    "gaps": [None, "b", None, None, "e", None],
    "errors": ["#DIV/0!", "#N/A"],
    "rich texts": [CellRichText("a ", TextBlock(InlineFont(b=True), "bold"), " word")],
}


def saved(book):
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def rows_of(content, sheet=""):
    return read_workbook(content, sheet).rows


def values_of(content):
    """Return the values behind what the rows show."""
    return [(number, [value_of(cell) for cell in row]) for number, row in rows_of(content)]


def by_openpyxl(content):
    """Return the rows that are not empty, each value as ISO 8601 and whole numbers without .0."""

    def text(value):
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, datetime) and value.time() == time():
            return value.date().isoformat()
        if isinstance(value, datetime | date | time):
            return value.isoformat()
        if isinstance(value, float):
            return str(int(value)) if value.is_integer() else f"{Decimal(f'{value:.15g}'):f}"
        return "" if value is None else str(value)

    sheet = load_workbook(BytesIO(content), data_only=True).worksheets[0]
    rows = [[text(value) for value in row] for row in sheet.iter_rows(values_only=True)]
    return [(number, row) for number, row in enumerate(rows, start=1) if any(row)]


def trimmed(rows):
    """Return rows without the empty cells at their ends."""
    return [(number, " | ".join(row).rstrip(" |")) for number, row in rows]


@pytest.mark.parametrize("name", CELLS)
@pytest.mark.parametrize("counts_from", [1900, 1904])
def test_cells_are_read_as_openpyxl_reads_them(name, counts_from):
    book = Workbook()
    if counts_from == 1904:
        book.epoch = CALENDAR_MAC_1904
    book.active.append(CELLS[name])
    book.active.append([])
    book.active.append(["last", *CELLS[name]])
    content = saved(book)
    rows = values_of(content)
    assert [number for number, _ in rows] == [1, 3]
    assert trimmed(rows) == trimmed(by_openpyxl(content))


@pytest.mark.parametrize(
    "shown",
    [
        "0.00",
        "@",
        "d.m.yy",
        'yyyy"y"',
        '0" days"',
        "[Red]0",
        "[h]:mm",
        "[ss].0",
        "[$-407]mmmm",
        "\\d0",
    ],
)
def test_a_number_is_a_date_where_openpyxl_says_so(shown):
    book = Workbook()
    book.active["B2"] = 46000.25
    book.active["B2"].number_format = shown
    content = saved(book)
    assert values_of(content) == by_openpyxl(content)


def test_a_number_that_is_not_a_date_is_reported_as_it_stands():
    book = Workbook()
    book.active["A1"] = 1e12
    book.active["A1"].number_format = "d.m.yy"
    assert rows_of(saved(book)) == [(1, ["1000000000000"])]


def changed(book, parts, drop=()):
    """Return a workbook in which some parts are others."""
    out = BytesIO()
    with ZipFile(BytesIO(saved(book))) as old, ZipFile(out, "w", ZIP_DEFLATED) as new:
        kept = {name: old.read(name) for name in old.namelist() if name not in drop}
        for name, content in {**kept, **parts}.items():
            new.writestr(name, content)
    return out.getvalue()


def sheet(rows, encoding="utf-8", head=""):
    """Return a part that is a sheet, with a prefix at every tag as some programs write them."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    body = f'<x:worksheet xmlns:x="{main}"><x:sheetData>{rows}</x:sheetData></x:worksheet>'
    return {"xl/worksheets/sheet1.xml": f"{head}{body}".encode(encoding)}


def row(*cells):
    written = (f'<x:c t="str"><x:v>{cell}</x:v></x:c>' for cell in cells)
    return f"<x:row>{''.join(written)}</x:row>"


def test_cells_need_not_say_where_they_are():
    content = changed(Workbook(), sheet(row("a", "b") + "<x:row/>" + row("c")))
    assert rows_of(content) == [(1, ["a", "b"]), (3, ["c"])]


def test_how_a_word_is_pronounced_is_not_part_of_it():
    strings = "<sst><si><t>東京</t><rPh sb='0' eb='2'><t>とうきょう</t></rPh></si></sst>"
    parts = sheet('<x:row><x:c t="s"><x:v>0</x:v></x:c></x:row>')
    relations = (
        '<r><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>'
        '<Relationship Id="rId2" Type="x/sharedStrings" Target="/xl/words.bin"/></r>'
    )
    parts |= {"xl/words.bin": strings, "xl/_rels/workbook.xml.rels": relations}
    content = changed(Workbook(), parts)
    assert rows_of(content) == [(1, ["東京"])]


def test_a_lone_cell_far_away_takes_no_room():
    far = '<x:row r="1048576"><x:c r="XFD1048576"><x:v>7</x:v></x:c></x:row>'
    ((number, cells),) = rows_of(changed(Workbook(), sheet(far)))
    assert (number, len(cells), cells[-1]) == (1_048_576, 16_384, "7")


def test_a_long_comment_is_passed_over():
    content = changed(Workbook(), sheet(f"<!--{'-x' * 10_000_000}-->{row('a')}"))
    assert rows_of(content) == [(1, ["a"])]


def test_sheets_that_are_not_asked_for_are_not_read():
    book = Workbook()
    book.active["A1"] = "a"
    book.create_sheet("Torn")
    content = changed(book, {"xl/worksheets/sheet2.xml": b"<x:torn"})
    assert rows_of(content) == [(1, ["a"])]
    with pytest.raises(WorkbookError, match=r"^cannot be read as a workbook: 'unclosed token: "):
        read_workbook(content, "Torn")


def test_of_many_sheets_the_first_ten_are_named():
    book = Workbook()
    for number in range(200):
        book.create_sheet(f"S{number}")
    with pytest.raises(WorkbookError) as refused:
        read_workbook(saved(book), "x")
    assert str(refused.value).endswith("it has: Sheet, S0, S1, S2, S3, S4, S5, S6, S7, S8, …")


GROWING = '<!DOCTYPE x [<!ENTITY i "AAAAAAAAAAAAAAAAAAAA">]>'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("part", ["xl/worksheets/sheet1.xml", "xl/workbook.xml", "_rels/.rels"])
def test_a_doctype_is_refused_in_every_part_and_encoding(part, encoding):
    content = changed(Workbook(), {part: f"{GROWING}<x>&i;</x>".encode(encoding)})
    with pytest.raises(WorkbookError, match=r"^has a DOCTYPE, which no workbook needs; save it"):
        read_workbook(content)


BROKEN = {
    "a column": sheet('<x:row><x:c r="é1"><x:v>7</x:v></x:c></x:row>'),
    "a row": sheet('<x:row r="0"/>'),
    "a row of digits": sheet(f'<x:row r="{"9" * 5000}"/>'),
    "a number": sheet("<x:row><x:c><x:v>seven</x:v></x:c></x:row>"),
    "a shared text": sheet('<x:row><x:c t="s"><x:v>7</x:v></x:c></x:row>'),
    "a date": sheet('<x:row><x:c t="d"><x:v>yesterday</x:v></x:c></x:row>'),
    "styles": {"xl/styles.xml": "<s><numFmt/></s>"},
    "relations": {"xl/_rels/workbook.xml.rels": "<r><Relationship/></r>"},
    "a part": {"xl/workbook.xml": "<workbook"},
    "an encoding": {"xl/workbook.xml": "<?xml version='1.0' encoding='x-none'?><workbook/>"},
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_reported_in_one_line(name):
    with pytest.raises(
        WorkbookError, match=r"^cannot be read as a workbook: .{3,70}; save it as CSV$"
    ):
        read_workbook(changed(Workbook(), BROKEN[name]))


def test_a_missing_part_is_reported_in_one_line():
    with pytest.raises(WorkbookError, match=r"'it has no xl/worksheets/sheet1.xml'; save"):
        read_workbook(changed(Workbook(), {}, drop=["xl/worksheets/sheet1.xml"]))
