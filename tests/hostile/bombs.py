"""Files that claim, or unpack to, far more than they are: PNG, JPEG, SVG and workbooks."""

import struct
import zlib
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
LINKED = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
ROWS = '<row r="1"><c r="A1" t="inlineStr"><is><t>title</t></is></c></row>'


def chunk(name: bytes, content: bytes) -> bytes:
    """Return a chunk of a PNG, its checksum right."""
    packed = name + content
    return struct.pack(">I", len(content)) + packed + struct.pack(">I", zlib.crc32(packed))


def png(width: int, height: int, pixels: bytes | None = None, *before: bytes) -> bytes:
    """Return a PNG of grey that says it is so large; its rows are packed ``pixels``."""
    rows = zlib.compress(height * (b"\0" + width * b"\x80")) if pixels is None else pixels
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = (chunk(b"IHDR", header), *before, chunk(b"IDAT", rows), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def packed_zeros(megabytes: int) -> bytes:
    """Return a zlib stream that unpacks to so many megabytes of nothing."""
    packer = zlib.compressobj(9)
    parts = [packer.compress(bytes(1_000_000)) for _ in range(megabytes)]
    return b"".join([*parts, packer.flush()])


def jpeg(width: int, height: int) -> bytes:
    """Return the frame of a JPEG that says it is so large, and nothing to fill it."""
    frame = struct.pack(">BHHB", 8, height, width, 1) + bytes((1, 0x11, 0))
    scan = bytes((1, 1, 0, 0, 63, 0))
    parts = ((0xC0, frame), (0xDA, scan))
    body = b"".join(
        struct.pack(">BBH", 0xFF, marker, 2 + len(part)) + part for marker, part in parts
    )
    return b"\xff\xd8" + body + b"\0\xff\xd9"


def svg(body: str, head: str = "", attributes: str = 'viewBox="0 0 20 20"') -> bytes:
    """Return an SVG file."""
    xlink = "http://www.w3.org/1999/xlink"
    root = f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="{xlink}" {attributes}>'
    return f"{head}{root}{body}</svg>".encode()


def workbook(rows: str = ROWS, head: str = "", strings: str = "") -> bytes:
    """Return a workbook of one sheet that holds ``rows`` as they stand."""
    out = BytesIO()
    sheet_type, book_type = f"{OFFICE}.worksheet+xml", f"{OFFICE}.sheet.main+xml"
    strings_type = f"{OFFICE}.sharedStrings+xml"
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    with ZipFile(out, "w", ZIP_DEFLATED) as packed:
        packed.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{PACKAGE}/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
            'relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{book_type}"/>'
            f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{sheet_type}"/>'
            + (
                f'<Override PartName="/xl/sharedStrings.xml" ContentType="{strings_type}"/>'
                if strings
                else ""
            )
            + "</Types>",
        )
        packed.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" '
            f'Type="{relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        )
        packed.writestr(
            "xl/workbook.xml",
            f'<workbook {MAIN} {LINKED}><sheets><sheet name="Cards" sheetId="1" r:id="rId1"/>'
            "</sheets></workbook>",
        )
        packed.writestr(
            "xl/_rels/workbook.xml.rels",
            f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" '
            f'Type="{relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        )
        packed.writestr(
            "xl/worksheets/sheet1.xml",
            f"{head}<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>",
        )
        if strings:
            packed.writestr("xl/sharedStrings.xml", strings)
    return out.getvalue()
