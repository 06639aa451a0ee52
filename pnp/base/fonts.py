"""The bundled fonts: text widths, missing glyphs and outlines.

Text is set without kerning or ligatures, so that a PDF, which embeds the font, and a
file of outlines agree to the last hundredth of a millimetre.
"""

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from math import fsum
from pathlib import Path as FilePath
from threading import Lock
from typing import Any, Literal, NamedTuple

from pnp.base.errors import FontError
from pnp.base.geometry import Point, Transform
from pnp.base.path import Curve, Line, Path, Segment, placed
from pnp.base.units import Mm

FontName = Literal[
    "sans",
    "sans-bold",
    "sans-italic",
    "sans-bold-italic",
    "serif",
    "serif-bold",
    "serif-italic",
    "serif-bold-italic",
]

# Source Sans Pro and Source Serif Pro, SIL Open Font License 1.1, from their PyPI packages.
_FAMILIES = {
    "sans": ("font_source_sans_pro", "SourceSansPro"),
    "serif": ("font_source_serif_pro", "SourceSerifPro"),
}
_STYLES = {"": "Regular", "bold": "Semibold", "italic": "It", "bold-italic": "SemiboldIt"}


def font_file(font: FontName) -> FilePath:
    """Return the TrueType file of a font."""
    name, _, style = font.partition("-")
    package, family = _FAMILIES[name]
    return _folder(package) / "files" / f"{family}-{_STYLES[style]}.ttf"


def font_licences() -> dict[str, bytes]:
    """Return the licence text of each font family, keyed by the name of the family."""
    return {
        family: (_folder(package) / "files/LICENSE.txt").read_bytes()
        for package, family in _FAMILIES.values()
    }


def _folder(package: str) -> FilePath:
    return FilePath(import_module(package).__path__[0])


def require_glyphs(text: str, font: FontName) -> None:
    """Raise FontError if the font has no glyph for one of the characters."""
    text_width(text, font, 1)


def text_width(text: str, font: FontName, size: Mm) -> Mm:
    """Return the advance width of a line of text.

    Raises:
        FontError: If the font has no glyph for one of its characters.
    """
    advances = _opened(font).advances
    try:
        return fsum([advances[c] for c in text]) * size
    except KeyError:
        raise FontError(_missing(text, font)) from None


def cap_height(font: FontName) -> float:
    """Return the height of a capital letter or a digit, in ems."""
    return _opened(font).cap_height


def descent(font: FontName) -> float:
    """Return how far letters reach below the baseline, in ems."""
    return _opened(font).descent


@lru_cache(maxsize=256)  # the same numbers recur on card after card; a line takes up to 200 kB
def text_outlines(text: str, font: FontName, size: Mm, at: Point) -> tuple[Path, ...]:
    """Return the outlines of a line of text whose baseline starts at ``at``.

    Raises:
        FontError: If the font has no glyph for one of its characters.
    """
    require_glyphs(text, font)
    opened = _opened(font)
    scale = size / opened.units_per_em
    paths: list[Path] = []
    pen_x = at.x
    for character in text:
        upright = Transform(scale, 0, 0, -scale, pen_x, at.y)
        paths += [placed(path, upright) for path in _glyph(character, font)]
        pen_x += opened.advances[character] * size
    return tuple(paths)


def letter_places(text: str, font: FontName) -> tuple[tuple[str, float], ...]:
    """Return the characters of a line that show something, and how far along, in ems.

    Raises:
        FontError: If the font has no glyph for one of its characters.
    """
    require_glyphs(text, font)
    advances = _opened(font).advances
    found: list[tuple[str, float]] = []
    at = 0.0
    for character in text:
        if _glyph(character, font):
            found.append((character, at))
        at += advances[character]
    return tuple(found)


def letter_outlines(character: str, font: FontName) -> tuple[Path, ...]:
    """Return the outlines of a character, y down, in thousandths of an em."""
    scale = 1000 / _opened(font).units_per_em
    down = Transform(scale, 0, 0, -scale, 0, 0)
    return tuple(placed(path, down) for path in _glyph(character, font))


class _OpenFont(NamedTuple):
    """What is read from a font file, the ``reader`` of which serves one thread at a time.

    ``advances`` are in ems, by character; ``names`` are the names of glyphs, by code point.
    """

    units_per_em: int
    cap_height: float
    descent: float
    advances: Mapping[str, float]
    names: Mapping[int, str]
    reader: Any


_reading = Lock()  # fontTools decompiles tables and glyphs when they are first asked for


@lru_cache(maxsize=len(_FAMILIES) * len(_STYLES))
def _opened(font: FontName) -> _OpenFont:
    from fontTools.ttLib import TTFont

    with _reading:
        opened = TTFont(font_file(font))
        units = int(opened["head"].unitsPerEm)
        names: dict[int, str] = opened.getBestCmap()
        metrics = opened["hmtx"]
        return _OpenFont(
            units,
            float(opened["OS/2"].sCapHeight) / units,
            -float(opened["hhea"].descent) / units,
            {chr(code): float(metrics[name][0] / units) for code, name in names.items()},
            names,
            opened,
        )


def _missing(text: str, font: FontName) -> str:
    known = _opened(font).advances
    names = ", ".join(f"{c!r} (U+{ord(c):04X})" for c in sorted(set(text) - known.keys()))
    return f"the font {font!r} has no glyph for {names} in {text!r}; write it without"


@lru_cache(maxsize=4096)
def _glyph(character: str, font: FontName) -> tuple[Path, ...]:
    """Return the outlines of a glyph in font units, y up."""
    from fontTools.pens.basePen import decomposeQuadraticSegment
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    opened = _opened(font)
    with _reading:
        glyphs = opened.reader.getGlyphSet()  # imports what widths alone do not need
        pen = DecomposingRecordingPen(glyphs)
        glyphs[opened.names[ord(character)]].draw(pen)
    paths: list[Path] = []
    start = here = Point(0, 0)
    segments: list[Segment] = []
    for operator, points in pen.value:
        match operator:
            case "moveTo":
                start = here = Point(*points[0])
                segments = []
            case "lineTo":
                here = Point(*points[0])
                segments.append(Line(here))
            case "qCurveTo":
                for control, end in decomposeQuadraticSegment(points):
                    segments.append(_as_cubic(here, Point(*control), Point(*end)))
                    here = Point(*end)
            case "closePath":
                paths.append(Path(start, tuple(segments)))
            case _:
                raise AssertionError(f"a TrueType glyph drew {operator}")
    return tuple(paths)


def _as_cubic(start: Point, control: Point, end: Point) -> Curve:
    """Return a quadratic curve as a cubic one, whose controls lie two thirds of the way there."""

    def towards(end: Point) -> Point:
        return end.moved(2 / 3 * (control.x - end.x), 2 / 3 * (control.y - end.y))

    return Curve(towards(start), towards(end), end)
