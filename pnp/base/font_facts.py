"""Read and check font files, which may be untrusted: names, licence, embedding, axes."""

import struct
from hashlib import sha256
from typing import Any

from pnp.base.errors import FontError
from pnp.base.font_files import FontFacts, FontFile
from pnp.base.open_font import NO_SUBSET, fs_type
from pnp.base.sfnt import unpacked

WEIGHT = "wght"  # the axis of a variable font that makes it bolder
BOLD = 700.0
# Lengths of tables that every font needs, in bytes (OpenType 1.9).
_TABLES = {"head": 54, "hhea": 36, "maxp": 6, "hmtx": 4, "cmap": 4}
_OUTLINES = ("glyf", "CFF ", "CFF2")
# Of fsType in OS/2 (OpenType 1.9): licence rights and a restriction.
RESTRICTED, PREVIEW, EDITABLE, BITMAP_ONLY = 0x2, 0x4, 0x8, 0x200
_LONGEST = 2000  # characters of what a font says in one field


def read_facts(data: bytes, place: str) -> tuple[FontFacts, dict[str, tuple[float, float]]]:
    """Return the facts of a font file, and the least and greatest value of each axis.

    Raises:
        FontError: If the font cannot be used or its licence forbids embedding; one line without
            the font's name.
    """
    from uharfbuzz import Face

    font = unpacked(data)
    face = Face(font)
    _check(face)
    _require_end(font)
    rights = fs_type(face)
    says = _says(face)
    embedding = embedding_of(rights)
    if not embedding:
        raise FontError(
            f"{says['name'] or 'this font'} may not be embedded: its licence field (fsType) is "
            f"{rights:#06x}, {_REFUSED[bool(rights & BITMAP_ONLY)]}; use another font, or ask "
            "who made it for a file that may"
        )
    axes = {axis.tag: (axis.min_value, axis.max_value) for axis in face.axis_infos}
    facts = FontFacts(place, sha256(data).hexdigest(), **says, fs_type=rights, embedding=embedding)
    return facts, axes


_REFUSED = ("restricted", "bitmaps only")


def embedding_of(rights: int) -> str:
    """Describe how a font may be embedded; return an empty text if it may not.

    Where a font grants several rights, the most liberal one counts.
    """
    if rights & BITMAP_ONLY:
        return ""
    if rights & EDITABLE:
        right = "editable"
    elif rights & PREVIEW:
        right = "preview and print"
    elif rights & RESTRICTED:
        return ""
    else:
        right = "installable"
    return f"{right}, not subset" if rights & NO_SUBSET else right


def may_be_in_pages(rights: int) -> bool:
    """Return whether a font may be embedded in web pages, which their readers can edit."""
    return embedding_of(rights).startswith(("editable", "installable"))


def bold_of(file: FontFile, axes: dict[str, tuple[float, float]]) -> FontFile | None:
    """Return the bold instance of a variable font; None if it has none."""
    least, most = axes.get(WEIGHT, (0.0, 0.0))
    if most < BOLD:
        return None
    others = tuple(axis for axis in file.axes if axis[0] != WEIGHT)
    return file._replace(axes=(*others, (WEIGHT, max(least, BOLD))))


def _check(face: Any) -> None:
    """Raise FontError if a table that every text needs is missing."""
    try:
        tags = set(face.table_tags)
    except UnicodeDecodeError:
        raise FontError("is damaged: a table has no name") from None
    if not tags:
        raise FontError("is damaged, or is not a font")
    for tag, least in _TABLES.items():
        if len(face.reference_table(tag).data) < least:
            raise FontError(f"is damaged: its table {tag!r} is missing or too short")
    if not tags.intersection(_OUTLINES):
        raise FontError("has no outlines, only pictures; use a font with outlines")
    (units,) = struct.unpack_from(">H", face.reference_table("head").data, 18)
    if not 16 <= units <= 16384:
        raise FontError(f"is damaged: it has {units} units to an em; 16 to 16384 are right")
    if not face.glyph_count or not len(face.unicodes):
        raise FontError("is damaged: no character has a glyph")


def _require_end(font: bytes) -> None:
    """Raise FontError if the file ends before one of its tables does.

    HarfBuzz takes what is missing for empty: letters would be printed as nothing.
    """
    (tables,) = struct.unpack_from(">H", font, 4)
    for number in range(tables):
        tag, start, length = struct.unpack_from(">4s4xLL", font, 12 + 16 * number)
        if start + length > len(font):
            name = tag.decode("latin-1").strip()
            raise FontError(f"is damaged: it ends within its table {name!r}; fetch it again")


def _says(face: Any) -> dict[str, str]:
    """Return the entries of the table ``name``."""
    from uharfbuzz import OTNameIdPredefined as Names

    def entry(number: Any) -> str:
        return " ".join((face.get_name(number) or "").split())[:_LONGEST]

    return {
        "name": entry(Names.FULL_NAME) or entry(Names.FONT_FAMILY),
        "version": entry(Names.VERSION_STRING),
        "licence": entry(Names.LICENSE),
        "licence_url": entry(Names.LICENSE_URL),
        "copyright": entry(Names.COPYRIGHT),
    }
