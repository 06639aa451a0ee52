"""OpenDocument spreadsheets: values as in other tables, and files of strangers within limits."""

import tracemalloc
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from pnp.base.errors import WorkbookError
from pnp.base.text import fault_of, value_of
from pnp.definitions.open_sheet import read_open_sheet

HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?><office:document-content '
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0">'
    "<office:body><office:spreadsheet>"
)
END = "</office:spreadsheet></office:body></office:document-content>"


def cell(inside="", more="", tag="table-cell"):
    return f"<table:{tag} {more}>{inside}</table:{tag}>"


def said(text, more=""):
    return cell(f"<text:p>{text}</text:p>", f'office:value-type="string" {more}')


def value(kind, value, key="value", text=""):
    return cell(f"<text:p>{text}</text:p>", f'office:value-type="{kind}" office:{key}="{value}"')


def row(*cells, more=""):
    return f"<table:table-row {more}>{''.join(cells)}</table:table-row>"


def table(*rows, name="Cards"):
    return f'<table:table table:name="{name}">{"".join(rows)}</table:table>'


def ods(*tables, head=HEAD, manifest="", more=()):
    """Return a file with these tables, and others."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr("content.xml", f"{head}{''.join(tables)}{END}")
        packed.writestr("META-INF/manifest.xml", manifest)
        for name, content in dict(more).items():
            packed.writestr(name, content)
    return out.getvalue()


def rows_of(content, sheet=""):
    return read_open_sheet(content, sheet).rows


def only(*cells):
    """Return a row's cells."""
    ((_, found),) = rows_of(ods(table(row(*cells))))
    return found


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        (said("Käse 🂡"), "Käse 🂡"),
        (said(" two \n  blanks "), "two blanks"),
        (said('a<text:s text:c="3"/>b<text:s/>c'), "a   b c"),
        (said("a<text:tab/>b<text:line-break/>c"), "a\tb\nc"),
        (said('one <text:span text:style-name="T1">bold</text:span> word'), "one bold word"),
        (said("one</text:p><text:p>two"), "one\ntwo"),
        (said("shown<office:annotation><text:p>a note</text:p></office:annotation>"), "shown"),
        (cell("<office:annotation><text:p>a note</text:p></office:annotation>"), ""),
        (value("string", "meant", "string-value", "shown"), "shown"),
        (cell("", 'office:value-type="string" office:string-value="meant"'), "meant"),
        (cell("<text:p>hidden</text:p>", tag="covered-table-cell"), ""),
    ],
)
def test_a_text_is_read_as_it_is_shown(cell, shown):
    assert only(said("first"), cell, said("last")) == ["first", shown, "last"]


@pytest.mark.parametrize(
    ("cell", "shown", "plain"),
    [
        (value("float", "3", text="3,00"), "3,00", "3"),
        (value("float", "-1.5"), "-1.5", "-1.5"),
        (value("float", "0.30000000000000004", text="0,3"), "0,3", "0.3"),
        (value("float", "7", text="007"), "007", "7"),
        (value("float", "0"), "", "0"),
        (cell("", 'office:value-type="float" office:value="0"'), "0", "0"),
        (value("currency", "1234.5", text="1.234,50 €"), "1.234,50 €", "1234.5"),
        (value("percentage", "0.25", text="25 %"), "25 %", "0.25"),
        (value("boolean", "true", "boolean-value", "WAHR"), "WAHR", "true"),
        (value("boolean", "false", "boolean-value"), "FALSE", "false"),
        (value("date", "2026-11-22", "date-value", "22.11.26"), "22.11.26", "2026-11-22"),
        (value("date", "2026-11-22T00:00:00", "date-value"), "2026-11-22", "2026-11-22"),
        (
            value("date", "2026-11-22T09:30:00", "date-value", "9 Uhr"),
            "9 Uhr",
            "2026-11-22T09:30:00",
        ),
        (value("date", "-0044-03-15", "date-value", "the Ides"), "the Ides", "the Ides"),
        (value("time", "PT09H30M00S", "time-value", "9:30"), "9:30", "09:30:00"),
        (value("time", "PT00H00M00S", "time-value"), "00:00:00", "00:00:00"),
        (value("time", "PT30H00M00S", "time-value", "30:00"), "30:00", "1 day, 6:00:00"),
    ],
)
def test_a_value_is_read_as_it_is_shown_and_kept_behind_it(cell, shown, plain):
    found = only(said("first"), cell, said("last"))
    assert found == ["first", shown, "last"]
    assert value_of(found[1]) == plain


FORMULA = 'table:formula="of:=[.A1]/0"'


@pytest.mark.parametrize(
    ("cell", "shown", "fault"),
    [
        (said("#DIV/0!", f'{FORMULA} calcext:value-type="error"'), "#DIV/0!", "error '#DIV/0!'"),
        (said("#BEZUG!", f'{FORMULA} calcext:value-type="error"'), "#BEZUG!", "error '#BEZUG!'"),
        (
            cell(
                "<text:p>Err:502</text:p>", f'{FORMULA} office:value-type="float" office:value="0"'
            ),
            "Err:502",
            "error 'Err:502'",
        ),
        (cell("", FORMULA), "=[.A1]/0", "has a formula without a result"),
        (cell("", f'{FORMULA} office:value-type="string" office:string-value=""'), "", ""),
        (said("done", FORMULA), "done", ""),
        (said("#REF!"), "#REF!", ""),
    ],
)
def test_errors_and_formulas_without_results_are_faults(cell, shown, fault):
    found = only(said("first"), cell, said("last"))
    assert found == ["first", shown, "last"]
    assert fault in fault_of(found[1]) if fault else not fault_of(found[1])


def test_cells_and_rows_that_stand_for_many_are_as_many():
    twice, gap = 'table:number-columns-repeated="2"', 'table:number-columns-repeated="3"'
    rows = rows_of(
        ods(
            table(
                row(said("a", twice), cell("", gap), said("b"), cell("", gap)),
                row(cell(), more='table:number-rows-repeated="40"'),
                row(said("c"), more='table:number-rows-repeated="2"'),
                row(
                    cell("", 'table:number-columns-repeated="16384"'),
                    more='table:number-rows-repeated="1048533"',
                ),
            )
        )
    )
    assert rows == [(1, ["a", "a", "", "", "", "b"]), (42, ["c"]), (43, ["c"])]


def test_a_sheet_is_the_first_or_the_named_one():
    both = ods(table(row(said("a"))), table(row(said("b")), name="Monsters"))
    assert rows_of(both) == [(1, ["a"])]
    assert rows_of(both, "Monsters") == [(1, ["b"])]
    with pytest.raises(WorkbookError, match="has no sheet 'Beasts'; it has: Cards, Monsters"):
        read_open_sheet(both, "Beasts")


def test_rows_in_groups_and_headers_count_and_tables_in_cells_do_not():
    inner = cell(f"<text:p>a</text:p>{table(row(said('inner')))}")
    grouped = f"<table:table-row-group>{row(said('b'))}</table:table-row-group>"
    head = f"<table:table-header-rows>{row(inner)}</table:table-header-rows>"
    assert rows_of(ods(table(head, grouped))) == [(1, ["a"]), (2, ["b"])]


def test_one_xml_file_is_a_spreadsheet_too():
    flat = f"{HEAD}{table(row(said('a'), said('b')))}{END}"
    assert rows_of(flat.encode()) == [(1, ["a", "b"])]


LONE = row(said("far"))
BLANKS = "<text:s text:c='999999999'/>"


@pytest.mark.parametrize(
    "tables",
    [
        table(row(cell(), more='table:number-rows-repeated="1048575"'), LONE),
        table(row(cell("", 'table:number-columns-repeated="16383"'), said("far"))),
        table(row(said("a"), said(BLANKS * 2000))),
    ],
)
def test_a_far_cell_and_many_blanks_take_little_memory(tables):
    content = ods(tables)
    tracemalloc.start()
    assert len(rows_of(content)) == 1
    assert tracemalloc.get_traced_memory()[1] < 5e6
    tracemalloc.stop()


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"PK", "is not a spreadsheet; save it as .ods, or as CSV"),
        pytest.param(ods(table(LONE))[:90], "is not a spreadsheet", id="cut short"),  # holds a time
        (ods(head="<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]><a><b><c>"), "has a DOCTYPE"),
        (ods("<table:table>"), "cannot be read as a spreadsheet: 'mismatched tag"),
        (ods(manifest="<encryption-data/>"), "has a password"),
        (ods(), "has no sheet ''; it has: none"),
        (ods(table(row(said("a"), more='table:number-rows-repeated="999999999"'))), "is too large"),
        (ods(table(row(said("a", 'table:number-columns-repeated="99999"')))), "in column 99999"),
        (ods(table(row(said("a", 'table:number-columns-repeated="-1"')))), "repeated '-1'"),
        (
            ods(table(*[row(cell("", 'table:number-columns-repeated="9000"'), said("a"))] * 300)),
            "is too large",
        ),
        (ods(table(row(value("float", "many")))), "could not convert string"),
    ],
)
def test_what_is_not_a_table_is_reported_in_a_line(content, fault):
    with pytest.raises(WorkbookError) as refusal:
        read_open_sheet(content)
    assert fault in str(refusal.value)


META = "<office:meta><meta:generator>{}</meta:generator></office:meta>"


def test_a_number_that_its_format_hides_is_hidden():
    nine = row(said("a"), value("float", "9"), said("b"))
    more = {"meta.xml": META.format("LibreOffice/7.4.7.2")}
    ((_, (_, found, _)),) = rows_of(ods(table(nine), more=more))
    assert (found, value_of(found)) == ("", "9")
    assert rows_of(ods(table(nine))) == [(1, ["a", "9", "b"])]


@pytest.mark.parametrize("program", ["LibreOffice/7.4.7.2$Linux_X86_64", "MicrosoftOffice/16.0"])
def test_programs_that_calculate_write_an_empty_text_without_a_result(program):
    empty = row(said("a"), cell("", FORMULA))
    meta = f"<m>{META.format(program)}</m>"
    assert rows_of(ods(table(empty), more={"meta.xml": meta})) == [(1, ["a"])]
    assert rows_of(f"{HEAD}{META.format(program)}{table(empty)}{END}".encode()) == [(1, ["a"])]
    ((_, (_, found)),) = rows_of(ods(table(empty), more={"meta.xml": META.format("ODFPY/1.4.1")}))
    assert fault_of(found)


STYLES = (
    '<office:automatic-styles><style:style style:name="T1" style:family="text">'
    '<style:text-properties fo:font-weight="bold"/></style:style>'
    '<style:style style:name="T2"><style:text-properties fo:color="#f00"/></style:style>'
    '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>'
    "</office:automatic-styles><office:body>"
)
SPAN = '<text:span text:style-name="T1">bold</text:span>'
FIRST = '<table:table table:name="Lists" table:style-name="ta2">{}</table:table>'


def styled(*tables):
    head = HEAD.replace("<office:body>", STYLES).replace(
        "xmlns:calcext",
        'xmlns:style="urn:s" xmlns:fo="urn:f" xmlns:draw="urn:d" xmlns:calcext',
        1,
    )
    return ods(*tables, head=head)


def test_what_cells_cannot_say_is_noted():
    collapsed = 'table:visibility="collapse"'
    frame = "<draw:frame><text:p>drawn</text:p></draw:frame>"
    columns = f"<table:table-column/><table:table-column {collapsed}/><table:table-column/>"
    red = '<text:span text:style-name="T2">red</text:span>'
    rows = (
        row(said("first"), said("second"), said("third")),
        row(said("a", 'table:number-rows-spanned="2"'), said(f"a {SPAN} word"), said(SPAN)),
        row(said("b", 'table:number-columns-spanned="2"'), said(f"a {red} word"), more=collapsed),
        row(said(f"shown{frame}"), more='table:visibility="filter"'),
    )
    read = read_open_sheet(styled(table(columns, *rows)))
    assert read.notes == (
        "hidden rows are read like the others: 3, 4",
        "of merged cells only the first has a text, and the others are empty: A2:A3, A3:B3",
        "letters within a cell that are bold, italic, struck out, raised or lowered are printed "
        "plain: B2; write **bold** and *italic*",
        "pictures and drawings over the cells are not read",
    )
    assert read.column_notes == ((1, "is hidden in the sheet, and read as well"),)
    assert read.rows[3] == (4, ["shown"])


def test_the_first_sheet_that_is_not_hidden_is_read():
    hidden, cards = FIRST.format(row(said("list"))), table(row(said("card")))
    read = read_open_sheet(styled(hidden, cards, table(row(said("more")), name="More")))
    assert read.rows == [(1, ["card"])]
    assert read.notes == ("the sheet 'Lists' is hidden, so the next one is read",)
    assert read_open_sheet(styled(hidden, cards), "Lists") == ([(1, ["list"])], (), ())
    assert read_open_sheet(styled(hidden)) == ([(1, ["list"])], (), ())
    assert read_open_sheet(styled(cards, hidden)) == ([(1, ["card"])], (), ())
