"""Text in fonts: widths, missing glyphs and outlines.

Text is shaped by HarfBuzz (:mod:`pnp.base.shaping`), with kerning and ligatures; a PDF, which
embeds the fonts, and a file of outlines show the same glyphs at the same places.
"""

from collections.abc import Iterator
from functools import lru_cache

from pnp.base.font_files import (
    Font,
    FontFile,
    FontName,
    OwnFont,
    files_of,
    font_file,
    font_licences,
)
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.open_font import glyph_outlines, open_font
from pnp.base.path import Path, placed
from pnp.base.shaping import TextDirection, shape
from pnp.base.units import Mm

__all__ = [
    "Font",
    "FontFile",
    "FontName",
    "OwnFont",
    "cap_height",
    "descent",
    "font_file",
    "font_licences",
    "ink_box",
    "require_glyphs",
    "run_outlines",
    "text_outlines",
    "text_width",
]


def require_glyphs(text: str, font: Font) -> None:
    """Raise FontError if no font of the chain has a glyph for one of the characters."""
    shape(text, font)


def text_width(
    text: str, font: Font, size: Mm, language: str = "", direction: TextDirection = ""
) -> Mm:
    """Return the advance width of a line of text.

    Raises:
        FontError: If no font of the chain has a glyph for one of its characters.
    """
    return shape(text, font, language, direction).width * size


def ink_box(
    text: str, font: Font, language: str = "", direction: TextDirection = ""
) -> Rect | None:
    """Return the rectangle around the ink of a line, in ems, y down; None if it shows nothing.

    Raises:
        FontError: If no font of the chain has a glyph for one of its characters.
    """
    boxes: list[Rect] = []
    left = 0.0
    for run in shape(text, font, language, direction).runs:
        reader, units = open_font(run.file).font, run.units
        for glyph, x, y in run.placed():
            box = reader.get_glyph_extents(glyph)
            if box is not None and box.width:
                top, high = -(y + box.y_bearing) / units, -box.height / units
                x_left = left + (x + box.x_bearing) / units
                boxes.append(Rect(x_left, top, box.width / units, high))
        left += run.width
    return Rect.around_all(boxes) if boxes else None


def cap_height(font: Font) -> float:
    """Return the height of a capital letter or a digit, in ems."""
    return open_font(files_of(font)[0]).cap_height


def descent(font: Font) -> float:
    """Return how far letters descend below the baseline, in ems."""
    return open_font(files_of(font)[0]).descent


@lru_cache(maxsize=256)  # the same numbers recur on card after card; a line takes up to 200 kB
def text_outlines(
    text: str, font: Font, size: Mm, at: Point, language: str = "", direction: TextDirection = ""
) -> tuple[Path, ...]:
    """Return the outlines of a line of text whose baseline starts at ``at``.

    Raises:
        FontError: If no font of the chain has a glyph for one of its characters.
    """
    runs = run_outlines(text, font, size, at, language, direction)
    return tuple(path for paths in runs for path in paths)


def run_outlines(
    text: str, font: Font, size: Mm, at: Point, language: str = "", direction: TextDirection = ""
) -> Iterator[tuple[Path, ...]]:
    """Yield the outlines of each run of a line of text, all of one font file.

    Raises:
        FontError: If no font of the chain has a glyph for one of its characters.
    """
    left = at.x
    for run in shape(text, font, language, direction).runs:
        scale = size / run.units
        paths: list[Path] = []
        for glyph, x, y in run.placed():
            upright = Transform(scale, 0, 0, -scale, left + x * scale, at.y - y * scale)
            paths += [placed(path, upright) for path in glyph_outlines(run.file, glyph)]
        yield tuple(paths)
        left += run.width * size
