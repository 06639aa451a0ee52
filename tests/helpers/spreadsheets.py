"""Tables as other programs write them: cells with what a sheet shows, in files of each kind."""

import csv
import io
import json
import re
from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
OPEN = "urn:oasis:names:tc:opendocument:xmlns"
PREFIXES = ("office", "table", "text", "style")


class SheetCell(NamedTuple):
    """A cell: what the sheet shows, its kind, its value and its number format.

    Kinds are those of OpenDocument, ``error``, and ``formula`` for one without a result; a
    ``formula`` of its own gives any other kind its value.
    """

    shown: str
    kind: str = "string"
    value: object = None
    format: str = "General"
    formula: str = ""


Rows = Sequence[Sequence[SheetCell]]


class SheetLook(NamedTuple):
    """What a sheet has besides its cells: merged ranges, hidden rows and columns, from 1."""

    merged: tuple[tuple[int, int, int, int], ...] = ()  # row, column, rows, columns
    hidden_rows: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()
    before: str = ""  # the name of a hidden sheet before it


PLAIN = SheetLook()


def delimited(rows: Rows, delimiter: str = ",", bom: bool = False) -> bytes:
    """Return a CSV or TSV file."""
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter).writerows([cell.shown for cell in row] for row in rows)
    return out.getvalue().encode("utf-8-sig" if bom else "utf-8")


def json_list(rows: Rows) -> bytes:
    """Return a JSON file; whole numbers without a format are numbers in it."""

    def value(cell: SheetCell) -> object:
        is_number = cell.kind == "float" and cell.shown == str(cell.value)
        return cell.value if is_number else cell.shown

    head, *others = rows
    names = [cell.shown for cell in head]
    listed = [dict(zip(names, map(value, row), strict=True)) for row in others]
    return json.dumps(listed, ensure_ascii=False, indent=1).encode()


def by_openpyxl(rows: Rows) -> bytes:
    """Return a workbook as openpyxl writes it; formulas have no results."""
    book = Workbook()
    for number, row in enumerate(rows, start=1):
        for column, cell in enumerate(row, start=1):
            written = book.active.cell(number, column)
            if cell.kind == "string":
                written.value = _escaped(cell.shown) or None
                written.data_type = "s"  # also if it begins with an equals sign
            else:
                written.value = f"={cell.formula}" if cell.formula else cell.value
            written.number_format = cell.format
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def xlsx(rows: Rows, look: SheetLook = PLAIN) -> bytes:
    """Return a workbook as Excel writes it, with shared strings and results of formulas."""
    formats = list(dict.fromkeys(cell.format for row in rows for cell in row))
    strings: dict[str, int] = {}
    body = "".join(_xlsx_row(n, row, formats, strings, look) for n, row in enumerate(rows, start=1))
    hidden = "".join(f'<col min="{n}" max="{n}" hidden="1"/>' for n in look.hidden_columns)
    merged = "".join(
        f'<mergeCell ref="{_place(row, column)}:{_place(row + down - 1, column + across - 1)}"/>'
        for row, column, down, across in look.merged
    )
    codes = "".join(
        f'<numFmt numFmtId="{200 + n}" formatCode={quoteattr(code)}/>'
        for n, code in enumerate(formats)
    )
    styles = "".join(f'<xf numFmtId="{200 + n}"/>' for n in range(len(formats)))
    texts = "".join(f'<si><t xml:space="preserve">{escape(one)}</t></si>' for one in strings)
    names = [f'<sheet name="{look.before}" state="hidden" sheetId="1" r:id="r1"/>'] * bool(
        look.before
    )
    sheets = "".join([*names, '<sheet name="Cards" sheetId="2" r:id="r2"/>'])
    parts = {
        "_rels/.rels": _relations(("r0", "officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{sheets}</sheets>'
        "</workbook>",
        "xl/_rels/workbook.xml.rels": _relations(
            ("r1", "worksheet", "sheets/1.xml"),
            ("r2", "worksheet", "sheets/2.xml"),
            ("r3", "sharedStrings", "strings.xml"),
            ("r4", "styles", "styles.xml"),
        ),
        "xl/sheets/1.xml": f'<worksheet xmlns="{MAIN}"><sheetData/></worksheet>',
        "xl/sheets/2.xml": f'<worksheet xmlns="{MAIN}"><cols>{hidden}</cols><sheetData>{body}'
        f"</sheetData><mergeCells>{merged}</mergeCells></worksheet>",
        "xl/strings.xml": f'<sst xmlns="{MAIN}">{texts}</sst>',
        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><numFmts>{codes}</numFmts><cellXfs>{styles}'
        "</cellXfs></styleSheet>",
    }
    return _zipped(parts)


def _xlsx_row(
    number: int,
    row: Sequence[SheetCell],
    formats: list[str],
    strings: dict[str, int],
    look: SheetLook,
) -> str:
    cells = []
    for column, cell in enumerate(row, start=1):
        start = f'<c r="{_place(number, column)}" s="{formats.index(cell.format)}"'
        formula = f"<f>{escape(cell.formula)}</f>" if cell.formula else ""
        match cell.kind:
            case "string" if not cell.shown and not formula:
                continue
            case "string" if formula:
                text = escape(_escaped(cell.shown))
                cells.append(f'{start} t="str">{formula}<v>{text}</v></c>')
            case "string":
                index = strings.setdefault(_escaped(cell.shown), len(strings))
                cells.append(f'{start} t="s"><v>{index}</v></c>')
            case "boolean":
                cells.append(f'{start} t="b">{formula}<v>{int(cell.shown == "TRUE")}</v></c>')
            case "error":
                cells.append(f'{start} t="e"><f>1/0</f><v>{cell.shown}</v></c>')
            case "formula":
                cells.append(f"{start}><f>1+1</f></c>")
            case _:
                cells.append(f"{start}>{formula}<v>{cell.value!r}</v></c>")
    hidden = ' hidden="1"' if number in look.hidden_rows else ""
    return f'<row r="{number}"{hidden}>{"".join(cells)}</row>'


def _escaped(text: str) -> str:
    """Return a text as workbooks write it: line breaks of Windows, and no text like an escape."""
    text = re.sub(r"_(?=x[0-9A-Fa-f]{4}_)", "_x005F_", text)
    return text.replace("\n", "_x000D_\n")


def _place(row: int, column: int) -> str:
    return f"{chr(ord('A') + column - 1)}{row}"


def _relations(*found: tuple[str, str, str]) -> str:
    listed = "".join(
        f'<Relationship Id="{name}" Type="{OFFICE}/{kind}" Target="{target}"/>'
        for name, kind, target in found
    )
    package = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'<Relationships xmlns="{package}">{listed}</Relationships>'


def _zipped(parts: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as packed:
        for name, content in parts.items():
            packed.writestr(name, f'<?xml version="1.0" encoding="UTF-8"?>\n{content}')
    return out.getvalue()


def fods(rows: Rows, look: SheetLook = PLAIN) -> bytes:
    """Return a spreadsheet in one XML file as LibreOffice writes it."""
    return _open_document("document", rows, look).encode()


def ods(rows: Rows, look: SheetLook = PLAIN) -> bytes:
    """Return an OpenDocument spreadsheet as LibreOffice writes it."""
    return _zipped({"content.xml": _open_document("document-content", rows, look)})


def _open_document(root: str, rows: Rows, look: SheetLook) -> str:
    names = "".join(f' xmlns:{prefix}="{OPEN}:{prefix}:1.0"' for prefix in PREFIXES)
    calc = "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"
    hidden = (
        '<style:style style:name="ta2" style:family="table">'
        '<style:table-properties table:display="false"/></style:style>'
    )
    before = (
        f'<table:table table:name="{look.before}" table:style-name="ta2"/>' if look.before else ""
    )
    columns = "".join(
        f"<table:table-column{_collapsed(number in look.hidden_columns)}/>"
        for number in range(1, max(map(len, rows)) + 1)
    )
    covered = {
        (row + down, column + across)
        for row, column, height, width in look.merged
        for down in range(height)
        for across in range(width)
        if down or across
    }
    body = ""
    for number, row in enumerate(rows, start=1):
        cells = "".join(
            _open_cell(cell, (number, column), covered, look)
            for column, cell in enumerate(row, start=1)
        )
        body += (
            f"<table:table-row{_collapsed(number in look.hidden_rows)}>{cells}</table:table-row>"
        )
    return (
        f'<office:{root}{names} xmlns:calcext="{calc}"><office:automatic-styles>{hidden}'
        f"</office:automatic-styles><office:body><office:spreadsheet>{before}"
        f'<table:table table:name="Cards">{columns}{body}</table:table>'
        f"</office:spreadsheet></office:body></office:{root}>"
    )


def _collapsed(is_hidden: bool) -> str:
    return ' table:visibility="collapse"' if is_hidden else ""


def _open_cell(
    cell: SheetCell, place: tuple[int, int], covered: set[tuple[int, int]], look: SheetLook
) -> str:
    tag = "covered-table-cell" if place in covered else "table-cell"
    given = "".join(
        f' table:number-rows-spanned="{rows}" table:number-columns-spanned="{columns}"'
        for row, column, rows, columns in look.merged
        if (row, column) == place
    )
    given += f' table:formula="of:={escape(cell.formula)}"' if cell.formula else ""
    match cell.kind:
        case "string" if cell.shown or cell.formula:
            given += ' office:value-type="string" calcext:value-type="string"'
        case "error":
            given += ' table:formula="of:=1/0" office:value-type="string" office:string-value=""'
            given += ' calcext:value-type="error"'
        case "formula":
            return f'<table:{tag}{given} table:formula="of:=1+1"/>'
        case "boolean":
            value = str(cell.shown == "TRUE").lower()
            given += f' office:value-type="boolean" office:boolean-value="{value}"'
        case "date":
            given += f' office:value-type="date" office:date-value="{cell.value}"'
        case "float" | "percentage" | "currency":
            given += f' office:value-type="{cell.kind}" office:value="{cell.value!r}"'
    paragraphs = (f"<text:p>{_open_text(line)}</text:p>" for line in cell.shown.split("\n"))
    return f"<table:{tag}{given}>{''.join(paragraphs) if cell.shown else ''}</table:{tag}>"


def _open_text(line: str) -> str:
    return escape(line).replace("\t", "<text:tab/>").replace("  ", " <text:s/>")


def workbook(**sheets):
    """Return a workbook (.xlsx) of sheets by name, each a list of rows."""
    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
