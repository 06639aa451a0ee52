"""OpenDocument spreadsheets: values as in other tables, and files of strangers within limits."""

import tracemalloc
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from pnp.base.errors import WorkbookError
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


def ods(*tables, head=HEAD, manifest=""):
    """Return a file with these tables, and others."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr("content.xml", f"{head}{''.join(tables)}{END}")
        packed.writestr("META-INF/manifest.xml", manifest)
    return out.getvalue()


def only(*cells):
    """Return the texts of a row's cells."""
    ((_, found),) = read_open_sheet(ods(table(row(*cells))))
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
        (value("float", "3", text="3,00"), "3"),
        (value("float", "-1.5"), "-1.5"),
        (value("currency", "2.22", text="2,22 €"), "2.22"),
        (value("percentage", "0.5", text="50 %"), "0.5"),
        (value("boolean", "true", "boolean-value", "WAHR"), "true"),
        (value("date", "2026-11-22", "date-value", "22.11.26"), "2026-11-22"),
        (value("date", "2026-11-22T00:00:00", "date-value"), "2026-11-22"),
        (value("date", "2026-11-22T09:30:00", "date-value"), "2026-11-22T09:30:00"),
        (value("date", "-0044-03-15", "date-value", "the Ides"), "the Ides"),
        (value("time", "PT09H30M00S", "time-value"), "09:30:00"),
        (value("time", "PT00H00M00S", "time-value"), "00:00:00"),
        (value("time", "PT30H00M00S", "time-value"), "1 day, 6:00:00"),
        (value("string", "meant", "string-value", "shown"), "meant"),
        (said("#DIV/0!", 'calcext:value-type="error"'), "#DIV/0!"),
        (cell("<text:p>hidden</text:p>", tag="covered-table-cell"), ""),
    ],
)
def test_a_cell_is_read_as_in_other_tables(cell, shown):
    assert only(said("first"), cell, said("last")) == ["first", shown, "last"]


def test_cells_and_rows_that_stand_for_many_are_as_many():
    twice, gap = 'table:number-columns-repeated="2"', 'table:number-columns-repeated="3"'
    rows = read_open_sheet(
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
    assert read_open_sheet(both) == [(1, ["a"])]
    assert read_open_sheet(both, "Monsters") == [(1, ["b"])]
    with pytest.raises(WorkbookError, match="has no sheet 'Beasts'; it has: Cards, Monsters"):
        read_open_sheet(both, "Beasts")


def test_rows_in_groups_and_headers_count_and_tables_in_cells_do_not():
    inner = cell(f"<text:p>a</text:p>{table(row(said('inner')))}")
    grouped = f"<table:table-row-group>{row(said('b'))}</table:table-row-group>"
    head = f"<table:table-header-rows>{row(inner)}</table:table-header-rows>"
    assert read_open_sheet(ods(table(head, grouped))) == [(1, ["a"]), (2, ["b"])]


def test_one_xml_file_is_a_spreadsheet_too():
    flat = f"{HEAD}{table(row(said('a'), said('b')))}{END}"
    assert read_open_sheet(flat.encode()) == [(1, ["a", "b"])]


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
    assert len(read_open_sheet(content)) == 1
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
