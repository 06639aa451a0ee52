"""The shipped fonts: how wide text is, what it cannot show, and its outlines.

Text is set without kerning or ligatures, so that a PDF, which carries the font, and a
file of outlines agree to the last hundredth of a millimetre.
"""

from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path as FilePath
from typing import Any, Literal

from pnp.base.errors import FontError
from pnp.base.geometry import Point
from pnp.base.path import Curve, Line, Path, Segment
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
_FILES: dict[FontName, tuple[str, str]] = {
    "sans": ("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    "sans-bold": ("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
    "sans-italic": ("font_source_sans_pro", "SourceSansPro-It.ttf"),
    "sans-bold-italic": ("font_source_sans_pro", "SourceSansPro-SemiboldIt.ttf"),
    "serif": ("font_source_serif_pro", "SourceSerifPro-Regular.ttf"),
    "serif-bold": ("font_source_serif_pro", "SourceSerifPro-Semibold.ttf"),
    "serif-italic": ("font_source_serif_pro", "SourceSerifPro-It.ttf"),
    "serif-bold-italic": ("font_source_serif_pro", "SourceSerifPro-SemiboldIt.ttf"),
}


def font_file(font: FontName) -> FilePath:
    """Return the TrueType file of a font."""
    package, name = _FILES[font]
    return FilePath(import_module(package).__path__[0]) / "files" / name


def font_licences() -> dict[str, bytes]:
    """Return the licence of each family of fonts, by the family's name."""
    families = {package: name.partition("-")[0] for package, name in _FILES.values()}
    return {
        family: (FilePath(import_module(package).__path__[0]) / "files/LICENSE.txt").read_bytes()
        for package, family in families.items()
    }


def require_glyphs(text: str, font: FontName) -> None:
    """Raise FontError if the font has no glyph for one of the characters."""
    text_width(text, font, 1)


def text_width(text: str, font: FontName, size: Mm) -> Mm:
    """Return how far a line of text advances.

    Raises:
        FontError: If the font has no glyph for one of its characters.
    """
    advances = _advances(font)
    try:
        return sum([advances[c] for c in text]) * size
    except KeyError:
        raise FontError(_missing(text, font)) from None


@cache
def cap_height(font: FontName) -> float:
    """Return the height of a capital letter or a figure, as a part of the font's size."""
    return float(_open(font)["OS/2"].sCapHeight) / _units(font)


@cache
def descent(font: FontName) -> float:
    """Return how far letters reach below the baseline, as a part of the font's size."""
    return -float(_open(font)["hhea"].descent) / _units(font)


@lru_cache(maxsize=256)  # the same numbers stand on card after card; a line takes up to 200 kB
def text_outlines(text: str, font: FontName, size: Mm, at: Point) -> tuple[Path, ...]:
    """Return the outlines of a line of text whose baseline starts at ``at``.

    Raises:
        FontError: If the font has no glyph for one of its characters.
    """
    paths: list[Path] = []
    scale = size / _units(font)
    pen_x = at.x
    require_glyphs(text, font)
    for character in text:
        for path in _glyph(character, font):
            paths.append(_placed(path, scale, pen_x, at.y))
        pen_x += _advances(font)[character] * size
    return tuple(paths)


class _Advances(dict[str, float]):
    """The advance of each character in ems, looked up in the font once."""

    def __init__(self, font: FontName) -> None:
        self._characters = _characters(font)
        self._metrics = _open(font)["hmtx"]
        self._units = _units(font)

    def __missing__(self, character: str) -> float:
        advance = self._metrics[self._characters[ord(character)]][0] / self._units
        self[character] = advance
        return float(advance)


@cache
def _open(font: FontName) -> Any:
    from fontTools.ttLib import TTFont

    opened = TTFont(font_file(font), lazy=True)
    opened.setGlyphOrder([str(n) for n in range(opened["maxp"].numGlyphs)])  # names take time
    return opened


@cache
def _units(font: FontName) -> int:
    return int(_open(font)["head"].unitsPerEm)


@cache
def _characters(font: FontName) -> dict[int, str]:
    characters: dict[int, str] = _open(font).getBestCmap()
    return characters


@cache
def _advances(font: FontName) -> _Advances:
    return _Advances(font)


def _missing(text: str, font: FontName) -> str:
    known = _characters(font)
    strangers = sorted({c for c in text if ord(c) not in known})
    names = ", ".join(f"{c!r} (U+{ord(c):04X})" for c in strangers)
    return f"the font {font!r} has no glyph for {names} in {text!r}; write it without"


@cache
def _glyph(character: str, font: FontName) -> tuple[Path, ...]:
    """Return a glyph's outlines in font units, y up."""
    from fontTools.pens.basePen import decomposeQuadraticSegment
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    glyphs = _open(font).getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[_characters(font)[ord(character)]].draw(pen)
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
    return Curve(_two_thirds(start, control), _two_thirds(end, control), end)


def _two_thirds(end: Point, control: Point) -> Point:
    return Point(end.x + 2 / 3 * (control.x - end.x), end.y + 2 / 3 * (control.y - end.y))


def _placed(path: Path, scale: float, x: Mm, y: Mm) -> Path:
    def place(point: Point) -> Point:
        return Point(x + scale * point.x, y - scale * point.y)

    segments: list[Segment] = []
    for segment in path.segments:
        match segment:
            case Line(to):
                segments.append(Line(place(to)))
            case Curve(control1, control2, to):
                segments.append(Curve(place(control1), place(control2), place(to)))
            case _:
                raise AssertionError("glyphs are made of lines and curves")
    return Path(place(path.start), tuple(segments), path.closed)
