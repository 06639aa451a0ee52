"""Font files, which may be untrusted, checked and opened by HarfBuzz: metrics, glyphs, outlines."""

import struct
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path as FilePath
from struct import unpack_from
from typing import Any, NamedTuple

from pnp.base.errors import FontError, reason
from pnp.base.files import read_file
from pnp.base.font_files import FontFacts, FontFile
from pnp.base.geometry import Point
from pnp.base.imports import optional
from pnp.base.limits import limits, over
from pnp.base.path import Curve, Line, Path, Segment

_PLAIN = (b"\0\1\0\0", b"OTTO", b"true")
_DIRECTORY = 48  # where that of a WOFF2 file begins (W3C WOFF File Format 2.0, 4)

NO_SUBSET = 0x100  # of fsType (OpenType 1.9, OS/2)
HIGH = 0.7  # of an em: capitals of a font that does not say how high they are

WEIGHT = "wght"  # the axis of a variable font that makes it bolder
BOLD = 700.0
# Lengths of tables that every font needs, in bytes (OpenType 1.9).
_TABLES = {"head": 54, "hhea": 36, "maxp": 6, "hmtx": 4, "cmap": 4}
_OUTLINES = ("glyf", "CFF ", "CFF2")
# Of fsType in OS/2 (OpenType 1.9): licence rights and a restriction.
RESTRICTED, PREVIEW, EDITABLE, BITMAP_ONLY = 0x2, 0x4, 0x8, 0x200
_LONGEST = 2000  # characters of what a font says in one field


def unpacked(data: bytes) -> bytes:
    """Return a font file as TrueType or OpenType.

    Raises:
        FontError: If it is something else, damaged or too large.
        MissingExtraError: If WOFF2 cannot be unpacked here.
    """
    if data[:4] in _PLAIN:
        return data
    if data[:4] == b"ttcf":
        raise FontError("is a collection of fonts; save the one you want as .ttf or .otf")
    if data[:4] != b"wOF2":
        raise FontError("is not a TTF, OTF or WOFF2 font")
    with optional("woff2", "a .woff2 font"):
        import brotli
    try:
        return _from_woff2(data, brotli.Decompressor())
    except (FontError, MemoryError):
        raise
    except Exception:  # fontTools raises any, and a damaged file may lead anywhere in it
        raise FontError("is damaged") from None


def packed(data: bytes) -> tuple[str, bytes]:
    """Return a TrueType or OpenType font packed for web pages: the format's name and the bytes.

    That is WOFF2, or WOFF where the library for WOFF2 is not installed.
    """
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(data), recalcBBoxes=False, recalcTimestamp=False)
    font.flavor = "woff" if find_spec("brotli") is None else "woff2"
    out = BytesIO()
    font.save(out, reorderTables=False)
    return font.flavor, out.getvalue()


def _from_woff2(data: bytes, unpacker: Any) -> bytes:
    from fontTools.ttLib import TTFont
    from fontTools.ttLib.woff2 import WOFF2DirectoryEntry

    most = 1000 * limits().font_kb
    tables, length = unpack_from(">H6xL", data, 12)
    stream = BytesIO(data)
    stream.seek(_DIRECTORY)
    for _ in range(tables):
        WOFF2DirectoryEntry().fromFile(stream)
    made = unpacker.process(stream.read(length), output_buffer_limit=most + 1)
    if len(made) > most:
        raise FontError(f"is too large: {over('font_kb')}")
    font = TTFont(BytesIO(data), recalcBBoxes=False, recalcTimestamp=False)
    font.flavor = None
    out = BytesIO()
    font.save(out, reorderTables=False)
    return out.getvalue()


class OpenFont(NamedTuple):
    """An opened font file, which many threads may read; metrics are in ems."""

    font: Any  # of uharfbuzz
    units: int  # to an em
    cap_height: float
    descent: float
    whole: bool  # whether its licence forbids embedding a part of it
    rights: int  # fsType
    colored: bool  # whether glyphs have several colours

    def has(self, character: str) -> bool:
        """Return whether there is a glyph for a character."""
        return self.font.get_nominal_glyph(ord(character)) is not None


def read_font(file: FontFile) -> bytes:
    """Return the unpacked content of a font file.

    Raises:
        FontError: If it cannot be read or has changed; the message names it.
    """
    try:
        data = read_file(FilePath(file.path), "font_kb")
    except OSError as error:
        raise FontError(f"{file.path}: cannot be read: {reason(error)}") from None
    if file.sha256 and sha256(data).hexdigest() != file.sha256:
        raise FontError(f"{file.path}: has changed during the build; build again")
    return unpacked(data)


@lru_cache(maxsize=48)
def open_font(file: FontFile) -> OpenFont:
    """Open a font file.

    Raises:
        FontError: If it cannot be read or has changed.
    """
    from uharfbuzz import Face, Font

    face = Face(read_font(file), file.number)
    font = Font(face)
    if file.axes:
        font.set_variations(dict(file.axes))
    units = face.upem
    rights = fs_type(face)
    whole = bool(rights & NO_SUBSET)
    colored = face.has_color_paint or face.has_color_layers
    cap_height, descent = _cap_height(font) / units, _descent(font) / units
    return OpenFont(font, units, cap_height, descent, whole, rights, colored)


def family_names(file: FontFile) -> tuple[str, ...]:
    """Return the family names in a font file."""
    from uharfbuzz import Face
    from uharfbuzz import OTNameIdPredefined as Names

    face = Face(read_font(file), file.number)
    names = (face.get_name(one) for one in (Names.FONT_FAMILY, Names.TYPOGRAPHIC_FAMILY))
    return tuple(filter(None, names))


def style_name(file: FontFile) -> str:
    """Return the name of a font within its family, such as ``Bold Italic``."""
    from uharfbuzz import Face
    from uharfbuzz import OTNameIdPredefined as Names

    face = Face(read_font(file), file.number)
    return face.get_name(Names.TYPOGRAPHIC_SUBFAMILY) or face.get_name(Names.FONT_SUBFAMILY) or ""


def fs_type(face: Any) -> int:
    """Return the licence rights of a font, fsType of its table OS/2; 0 if it has none."""
    table = face.reference_table("OS/2").data
    return int(unpack_from(">H", table, 8)[0]) if len(table) >= 10 else 0


def _cap_height(font: Any) -> float:
    """Return sCapHeight of the table OS/2, or the height of an H without it."""
    table = font.face.reference_table("OS/2").data
    (version,) = unpack_from(">H", table) if len(table) >= 2 else (0,)
    if version >= 2 and len(table) >= 90:
        (height,) = unpack_from(">h", table, 88)
        if height > 0:
            return float(height)
    glyph = font.get_nominal_glyph(ord("H"))
    extents = font.get_glyph_extents(glyph) if glyph else None
    return float(extents.y_bearing) if extents else HIGH * font.face.upem


def _descent(font: Any) -> float:
    table = font.face.reference_table("hhea").data
    return float(-unpack_from(">h", table, 6)[0]) if len(table) >= 8 else 0.0


@lru_cache(maxsize=8192)
def glyph_outlines(file: FontFile, glyph: int) -> tuple[Path, ...]:
    """Return the outlines of a glyph in font units, y up."""
    pen = _OutlinePen()
    open_font(file).font.draw_glyph_with_pen(glyph, pen)
    return tuple(pen.paths)


class _OutlinePen:
    """Receives outlines from HarfBuzz, with the methods of fontTools' pens."""

    def __init__(self) -> None:
        self.paths: list[Path] = []
        self._here = self._start = Point(0, 0)
        self._segments: list[Segment] = []

    def _move(self, to: tuple[float, float]) -> None:
        self._here = self._start = Point(*to)
        self._segments = []

    def _line(self, to: tuple[float, float]) -> None:
        self._here = Point(*to)
        self._segments.append(Line(self._here))

    def _quadratic(self, control: tuple[float, float], to: tuple[float, float]) -> None:
        """Draw a quadratic curve as a cubic one."""
        middle, end = Point(*control), Point(*to)
        self._segments.append(
            Curve(self._here.toward(middle, 2 / 3), end.toward(middle, 2 / 3), end)
        )
        self._here = end

    def _cubic(self, *points: tuple[float, float]) -> None:
        curve = Curve(*(Point(*point) for point in points))
        self._segments.append(curve)
        self._here = curve.to

    def _close(self) -> None:
        if self._segments:
            self.paths.append(Path(self._start, tuple(self._segments)))

    moveTo: Callable[..., None] = _move  # noqa: N815
    lineTo: Callable[..., None] = _line  # noqa: N815
    qCurveTo: Callable[..., None] = _quadratic  # noqa: N815
    curveTo: Callable[..., None] = _cubic  # noqa: N815
    closePath: Callable[..., None] = _close  # noqa: N815


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
