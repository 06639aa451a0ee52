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

from pnp.base.errors import WorkbookError
from pnp.base.text import fault_of, value_of
from pnp.definitions import load_game
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


def cell(inside, more=""):
    return sheet(f"<x:row><x:c {more}>{inside}</x:c></x:row>")


def shown(parts):
    ((_, (only,)),) = rows_of(changed(Workbook(), parts))
    return only


ESCAPES = {
    "Line1_x000D_\nLine2": "Line1\nLine2",
    "a_x000D_b": "a\nb",
    "_x005F_x000D_": "_x000D_",
    "a_x005F_b": "a_b",
    "_x0041__x0042_": "AB",
    "_xD83C__xDCA1_": "🂡",
    "_x00_ _x000G_ x000D_": "_x00_ _x000G_ x000D_",
    "_x0009_": "\t",
}


@pytest.mark.parametrize("written", ESCAPES)
def test_escapes_are_the_characters_that_they_stand_for(written):
    inline = f"<x:is><x:t>{written}</x:t></x:is>"
    assert shown(cell(inline, 't="inlineStr"')) == ESCAPES[written]
    result = f"<x:f>A2</x:f><x:v>{written}</x:v>"
    assert shown(cell(result, 't="str"')) == ESCAPES[written]


@pytest.mark.parametrize(
    ("inside", "more", "text", "fault"),
    [
        ("<x:v>#REF!</x:v>", 't="e"', "#REF!", "has the error '#REF!'; mend its formula"),
        ("<x:f>1/0</x:f><x:v>#DIV/0!</x:v>", 't="e"', "#DIV/0!", "has the error '#DIV/0!'; mend"),
        ("<x:v>#VALUE!</x:v>", 't="e" vm="1"', "#VALUE!", "has a picture or another value"),
        ("<x:f>1+1</x:f>", "", "=1+1", "has a formula without a result; open the file in a"),
        ("<x:f>1+1</x:f><x:v/>", "", "=1+1", "has a formula without a result"),
        ("<x:f>1+1</x:f>", 't="str"', "=1+1", "has a formula without a result"),
        ('<x:f t="shared" si="0"/>', "", "=", "has a formula without a result"),
        ("<x:f>1+1</x:f><x:v>2</x:v>", "", "2", ""),
        ("<x:f>A1</x:f><x:v>#REF!</x:v>", 't="str"', "#REF!", ""),
    ],
)
def test_errors_and_formulas_without_results_are_faults(inside, more, text, fault):
    found = shown(cell(inside, more))
    assert found == text
    assert fault_of(found).startswith(fault)
    assert bool(fault) == bool(fault_of(found))


def test_a_formula_may_have_nothing_as_its_result():
    assert rows_of(changed(Workbook(), cell('<x:f>""</x:f><x:v></x:v>', 't="str"'))) == []


@pytest.mark.parametrize(
    ("value", "format", "text", "plain"),
    [
        (0.25, "0%", "25%", "0.25"),
        (7, "000", "007", "7"),
        (1234.5, "#,##0.00 €", "1,234.50 €", "1234.5"),
        (0.1 + 0.2, "General", "0.3", "0.3"),
        (0, "0;;", "", "0"),
        (True, "General", "TRUE", "true"),
        (DAY, "d. mmmm yyyy", "22. November 2026", "2026-11-22"),
        (DAY.replace(hour=9), "h:mm AM/PM", "9:00 AM", "2026-11-22T09:00:00"),
        (time(9, 5), "h:mm", "9:05", "09:05:00"),
        (timedelta(hours=30), "[h]:mm", "30:00", "1 day, 6:00:00"),
        ("seven", '@" dwarfs"', "seven dwarfs", "seven"),
        ("seven", "0.00", "seven", "seven"),
    ],
)
def test_a_value_is_read_as_it_is_shown_and_kept_behind_it(value, format, text, plain):
    book = Workbook()
    book.active.append(["first", value])
    book.active["B1"].number_format = format
    ((_, (_, found)),) = rows_of(saved(book))
    assert (found, value_of(found)) == (text, plain)


@pytest.mark.parametrize(
    ("value", "format", "text", "note"),
    [
        (DAY, "mm-dd-yy", "2026-11-22", "has a format that depends on the reader's country, and"),
        (7, "[DBNum1]0", "7", "is printed without its number format '[DBNum1]0', as 7"),
        (DAY, "[$-407]mmmm", "2026-11-22", "is printed without its number format '[$-407]mmmm'"),
        (-1, "yyyy", "1899-12-29", "is printed without its number format 'yyyy', as 1899-12-29"),
    ],
)
def test_a_format_that_is_not_followed_is_noted_once_for_its_column(value, format, text, note):
    book = Workbook()
    for _ in range(3):
        book.active.append(["a", value])
        book.active.cell(book.active.max_row, 2).number_format = format
    read = read_workbook(saved(book))
    assert [row for _, row in read.rows] == [["a", text]] * 3
    ((column, said),) = read.column_notes
    assert column == 1
    assert said.startswith(note)


def test_the_first_sheet_that_is_not_hidden_is_read():
    book = Workbook()
    book.active.title, book.active["A1"] = "Lists", "list"
    book.create_sheet("Cards")["A1"] = "card"
    assert rows_of(saved(book)) == [(1, ["list"])]
    book["Lists"].sheet_state = "veryHidden"
    book.active = 1
    read = read_workbook(saved(book))
    assert read.rows == [(1, ["card"])]
    assert read.notes == ("the sheet 'Lists' is hidden, so the next one is read",)
    assert read_workbook(saved(book), "Lists") == ([(1, ["list"])], (), ())
    part = "xl/workbook.xml"
    hidden = {part: saved_part(book, part).replace('"visible"', '"hidden"')}
    assert rows_of(changed(book, hidden)) == [(1, ["list"])]


def saved_part(book, name):
    with ZipFile(BytesIO(saved(book))) as packed:
        return packed.read(name).decode()


def test_what_cells_cannot_say_is_noted():
    book = Workbook()
    for number in range(1, 10):
        book.active.append([f"row {number}", "x"])
        book.active.row_dimensions[number].hidden = number > 1
    book.active.append([CellRichText("a ", TextBlock(InlineFont(i=True), "leaning"), " word")])
    book.active.append([CellRichText(TextBlock(InlineFont(b=True), "all bold"))])
    book.active.append([CellRichText("a ", TextBlock(InlineFont(b=False), "plain"))])
    book.active.merge_cells("A1:A3")
    book.active.column_dimensions["B"].hidden = True
    book.active.column_dimensions["D"].hidden = True
    drawn = saved_part(book, "xl/worksheets/sheet1.xml").replace(
        "</worksheet>", '<drawing r:id="x" xmlns:r="y"/></worksheet>'
    )
    read = read_workbook(changed(book, {"xl/worksheets/sheet1.xml": drawn}))
    assert read.notes == (
        "hidden rows are read like the others: 2, 3, 4, 5, 6 and 3 more",
        "of merged cells only the first has a text, and the others are empty: A1:A3",
        "letters within a cell that are bold, italic, struck out, raised or lowered are printed "
        "plain: A10; write **bold** and *italic*",
        "pictures and drawings over the cells are not read",
    )
    assert read.column_notes == ((1, "is hidden in the sheet, and read as well"),)


def test_results_that_a_program_has_not_calculated_are_noted():
    result = cell("<x:f>1+1</x:f><x:v>0</x:v>")
    assert "fullCalcOnLoad" in saved_part(Workbook(), "xl/workbook.xml")  # as in all of openpyxl
    (note,) = read_workbook(changed(Workbook(), result)).notes
    assert note.startswith("formulas may have changed since their results were saved; open")
    book = Workbook()
    book.calculation.fullCalcOnLoad = False
    assert read_workbook(changed(book, result)).notes == ()


def table_of(own, rows, formats, frame):
    book = Workbook()
    for row in rows:
        book.active.append(row)
        for column, format in enumerate(formats, start=1):
            book.active.cell(book.active.max_row, column).number_format = format
    own.write("events.xlsx", saved(book))
    return own.deck(frame, more='rows = "events.xlsx"')


FRAME = 'kind = "text", text = "{title} {price}", at = "5x5mm", area = "50x9mm"'


def test_the_number_behind_a_format_counts_for_copies_conditions_claims_and_icons(own):
    rows = [["title", "price", "qty", "id"], ["A", 1234.5, 2, 1], ["B", 7, 3, 2]]
    formats = ["@", "#,##0.00 €", '0" x"', '"no. "0']
    table_of(own, rows, formats, f'{FRAME}, when = "price > 100"')
    claim = '[[claims]]\nsays = "S."\ncheck = "sum(events.stars) == 8"\nstatus = "derived"\n'
    game = own.load()
    assert [(row.copies, row.cells["id"]) for row in game.components["events"].cards] == [
        (2, "1"),
        (3, "2"),
    ]
    assert own.face(1).lines == ["A 1,234.50 €"]
    assert own.face(2).lines == []
    stars = [["title", "price", "stars"], ["A", 1, 3], ["B", 2, 5]]
    icons = 'kind = "icon", icon = "disc", count = "{stars}", at = "5x20mm", area = "50x9mm"'
    own = table_of(own, stars, ["@", "0", "0.00"], icons)
    own.write("game.toml", (own.folder / "game.toml").read_text() + claim)
    assert len(own.load().components["events"].figures["stars"]) == 2
    assert own.face(1).seen("#000000") is not None


def test_an_error_that_nothing_prints_does_not_matter(own):
    book = Workbook()
    book.active.append(["title", "price", "balance"])
    book.active.append(["A", 1, "=1/0"])
    own.write("events.xlsx", saved(book))
    own.deck(FRAME, more='rows = "events.xlsx"')
    assert own.face().lines == ["A 1"]
    book.active.append([None, None, "=1/0"])
    own.write("events.xlsx", saved(book))
    (fault,) = own.faults()
    assert fault.startswith("events.xlsx: row 3: balance: has a formula without a result; open")
    book.active["B1"] = "=A1"
    own.write("events.xlsx", saved(book))
    assert own.faults()[0].startswith("events.xlsx: row 1: has a formula without a result; open")


def test_a_column_whose_cells_are_all_empty_is_a_column(own):
    book = Workbook()
    book.active.append(["title", "price"])
    book.active.append(["A"])
    own.write("events.xlsx", saved(book))
    own.deck(FRAME, more='rows = "events.xlsx"')
    assert own.face().lines == ["A"]


def test_errors_of_a_spreadsheet_in_a_csv_file_are_noted(own):
    own.deck(FRAME, rows="title,price,balance\nA,#REF!,#N/A\nB,#REF!s,#N/A\n")
    notes = load_game(own.folder / "game.toml").notes
    assert notes[1:] == (
        "events.csv: '#REF!' is printed literally in line 2 (price); mend the formula in the "
        "spreadsheet",
    )


def test_cells_beside_and_below_the_table_are_passed_over_which_is_said(own):
    book = Workbook()
    for row in (
        ["title", "price", None],
        ["A", 1, "a note", "more"],
        ["B"],
        [None, None, "sum", 7],
    ):
        book.active.append(row)
    own.write("events.xlsx", saved(book))
    own.deck(FRAME, more='rows = "events.xlsx"')
    loaded = load_game(own.folder / "game.toml")
    assert [row.cells["title"] for row in loaded.game.components["events"].cards] == ["A", "B"]
    assert loaded.notes == (
        "events.xlsx: cells in columns without a name are not read: 'a note' in row 2 and 1 more",
    )


@pytest.mark.parametrize("name", ["qty", "copies", "price"])
def test_a_formula_without_a_result_is_one_fault_wherever_it_is_used(own, name):
    book = Workbook()
    book.active.append(list(dict.fromkeys(["title", "price", name])))
    book.active.append(["A", "=1+1", "=1+1"][: book.active.max_column])
    book.active["B2"] = 1 if name != "price" else "=1+1"
    own.write("events.xlsx", saved(book))
    own.deck(FRAME, more='rows = "events.xlsx"')
    (fault,) = own.faults()
    assert fault.startswith(f"events.xlsx: row 2: {name}: has a formula without a result; open")
