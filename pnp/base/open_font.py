"""Font files opened by HarfBuzz: metrics, glyphs and their outlines."""

from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path as FilePath
from struct import unpack_from
from typing import Any, NamedTuple

from pnp.base.errors import FontError, reason
from pnp.base.font_files import FontFile
from pnp.base.geometry import Point
from pnp.base.path import Curve, Line, Path, Segment
from pnp.base.sfnt import unpacked

NO_SUBSET = 0x100  # of fsType (OpenType 1.9, OS/2)
HIGH = 0.7  # of an em: capitals of a font that does not say how high they are


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
        data = FilePath(file.path).read_bytes()
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
        self._segments.append(Curve(_towards(middle, self._here), _towards(middle, end), end))
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


def _towards(control: Point, end: Point) -> Point:
    return end.moved(2 / 3 * (control.x - end.x), 2 / 3 * (control.y - end.y))
