"""Descriptions of a font in PDF: its name and metrics, the widths of glyphs, and their text."""

import re
from collections.abc import Iterable
from struct import unpack_from
from typing import Any

from pnp.render.reportlab_private import Raw

MOST_IN_BLOCK = 100  # entries of a block of a map, by the rules for CMaps
_NAME = re.compile(r"[^A-Za-z0-9-]")


def postscript_name(face: Any) -> str:
    """Return the PostScript name of a font, in letters, digits and hyphens."""
    from uharfbuzz import OTNameIdPredefined

    name = face.get_name(OTNameIdPredefined.POSTSCRIPT_NAME) or ""
    return _NAME.sub("", name)[:63] or "Font"


def metrics(face: Any, cap_height: float) -> dict[str, object]:
    """Return the entries of a font descriptor for the size of glyphs."""
    scale = 1000 / face.upem
    head, hhea = face.reference_table("head").data, face.reference_table("hhea").data
    post = face.reference_table("post").data
    angle = unpack_from(">i", post, 4)[0] / 65536 if len(post) >= 8 else 0.0
    box = (round(side * scale) for side in unpack_from(">4h", head, 36))
    ascent, descent = (round(height * scale) for height in unpack_from(">2h", hhea, 4))
    return {
        "FontBBox": Raw(f"[{' '.join(map(str, box))}]"),
        "ItalicAngle": Raw(f"{angle:g}"),
        "Ascent": ascent,
        "Descent": descent,
        "CapHeight": round(cap_height * 1000),
        "StemV": 80,  # required, but unused if glyphs are embedded
    }


def width_ranges(widths: dict[int, float]) -> str:
    """Return the widths of glyphs, with neighbours grouped."""
    rows: list[tuple[int, list[str]]] = []
    for glyph, width in sorted(widths.items()):
        if rows and rows[-1][0] + len(rows[-1][1]) == glyph:
            rows[-1][1].append(f"{width:g}")
        else:
            rows.append((glyph, [f"{width:g}"]))
    written = (f"{first} [{' '.join(row)}]" for first, row in rows)
    return f"[{' '.join(written)}]"


def to_unicode(texts: dict[int, str]) -> str:
    """Return the map from glyphs to text, as a CMap."""
    pairs = [f"<{glyph:04X}> <{utf16(text)}>" for glyph, text in sorted(texts.items())]
    blocks = [pairs[at : at + MOST_IN_BLOCK] for at in range(0, len(pairs), MOST_IN_BLOCK)]
    written = (_block(block) for block in blocks)
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        "/CMapName /Adobe-Identity-UCS def /CMapType 2 def\n"
        "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
        f"{''.join(written)}"
        "endcmap CMapName currentdict /CMap defineresource pop end end"
    )


def _block(pairs: Iterable[str]) -> str:
    lines = list(pairs)
    return f"{len(lines)} beginbfchar\n" + "\n".join(lines) + "\nendbfchar\n"


def utf16(text: str) -> str:
    """Return text as hexadecimal UTF-16."""
    return text.encode("utf-16-be").hex().upper()
