"""The shipped fonts, held against fontTools' own reading of their files."""

from itertools import pairwise

import pytest
from fontTools.pens.areaPen import AreaPen
from fontTools.ttLib import TTFont

from pnp.base.errors import FontError
from pnp.base.fonts import cap_height, descent, font_file, require_glyphs, text_outlines, text_width
from pnp.base.geometry import Point
from pnp.base.path import Curve, path_bounds

FONTS = ["sans", "sans-bold", "serif", "serif-bold"]
NAMES = {
    "sans": "SourceSansPro-Regular",
    "sans-bold": "SourceSansPro-Semibold",
    "serif": "SourceSerifPro-Regular",
    "serif-bold": "SourceSerifPro-Semibold",
}


def corners_of(path):
    """Yield the places along a path, curves in twenty steps."""
    here = path.start
    yield here
    for segment in path.segments:
        for step in range(1, 21) if isinstance(segment, Curve) else ():
            t = step / 20
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
            places = (here, segment.control1, segment.control2, segment.to)
            yield Point(
                sum(w * p.x for w, p in zip(weights, places, strict=True)),
                sum(w * p.y for w, p in zip(weights, places, strict=True)),
            )
        here = segment.to
        yield here


def area(paths):
    """Return what the paths enclose, holes taken off."""
    total = 0.0
    for path in paths:
        corners = list(corners_of(path))
        for one, other in pairwise([*corners, corners[0]]):
            total += (one.x * other.y - other.x * one.y) / 2
    return total


@pytest.mark.parametrize("font", FONTS)
def test_each_font_has_its_own_file(font):
    assert TTFont(font_file(font))["name"].getDebugName(6) == NAMES[font]


@pytest.mark.parametrize("font", FONTS)
def test_a_line_of_letters_that_do_not_move_is_as_wide_as_their_advances(font):
    file = TTFont(font_file(font))
    names = file.getBestCmap()
    advances = [file["hmtx"][names[ord(c)]][0] for c in "nHHmn"]
    expected = sum(advances) / file["head"].unitsPerEm * 3.5
    assert text_width("nHHmn", font, 3.5) == pytest.approx(expected)


@pytest.mark.parametrize("font", FONTS)
def test_heights_and_depths_are_those_that_the_file_gives_in_parts_of_the_size(font):
    file = TTFont(font_file(font))
    em = file["head"].unitsPerEm
    assert cap_height(font) == pytest.approx(file["OS/2"].sCapHeight / em)
    assert descent(font) == pytest.approx(-file["hhea"].descent / em)


def test_letters_that_leave_a_gap_are_moved_together():
    alone = text_width("A", "serif", 10) + text_width("V", "serif", 10)
    assert alone - 1.5 < text_width("AV", "serif", 10) < alone - 0.5


def test_no_text_has_no_width_and_no_outlines():
    assert text_width("", "sans", 4) == 0
    assert text_outlines("", "sans", 4, Point(1, 2)) == ()


@pytest.mark.parametrize(
    "use",
    [
        lambda text, font: text_width(text, font, 4),
        lambda text, font: text_outlines(text, font, 4, Point(0, 0)),
        require_glyphs,
    ],
)
def test_every_character_that_a_font_cannot_show_is_named_once(use):
    with pytest.raises(FontError) as refusal:
        use("aก 汉ก", "sans")
    assert str(refusal.value) == (
        "the font 'sans' has no glyph for 'ก' (U+0E01, THAI CHARACTER KO KAI), '汉' (U+6C49, CJK "
        "UNIFIED IDEOGRAPH-6C49) in 'aก 汉ก'; write it without, or add a font that has it under "
        '[fonts]: fallback = ["…"]'
    )


@pytest.mark.parametrize("font", FONTS)
def test_a_capital_stands_on_the_baseline_as_high_as_the_font_says(font):
    (stem,) = text_outlines("H", font, 20, Point(7, 50))
    bounds = path_bounds(stem)
    assert bounds.bottom == pytest.approx(50)
    assert bounds.y == pytest.approx(50 - 20 * cap_height(font), abs=20 / 100)
    assert 7 < bounds.x < bounds.right < 7 + text_width("H", font, 20)


def test_a_descender_hangs_below_the_baseline_within_the_descent():
    bottom = max(path_bounds(path).bottom for path in text_outlines("p", "serif", 20, Point(0, 50)))
    assert 52 < bottom <= 50 + 20 * descent("serif")


def test_a_letter_begins_where_the_one_before_it_ends():
    first = text_outlines("l", "sans", 8, Point(3, 9))
    both = text_outlines("ml", "sans", 8, Point(3, 9))
    step = text_width("m", "sans", 8)
    moved = path_bounds(first[0]).moved(step, 0)
    assert path_bounds(both[-1]) == pytest.approx(moved)


def test_a_space_draws_nothing_and_takes_its_room():
    (letter,) = text_outlines("l", "sans", 8, Point(0, 0))
    (spaced,) = text_outlines(" l", "sans", 8, Point(0, 0))
    step = text_width(" ", "sans", 8)
    assert step > 1
    assert path_bounds(spaced) == pytest.approx(path_bounds(letter).moved(step, 0))


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("character", "oS8&gé")
def test_outlines_enclose_what_the_glyph_encloses(font, character):
    file = TTFont(font_file(font))
    glyphs = file.getGlyphSet()
    pen = AreaPen(glyphs)
    glyphs[file.getBestCmap()[ord(character)]].draw(pen)
    em = file["head"].unitsPerEm
    paths = text_outlines(character, font, 10, Point(30, 40))
    assert all(path.closed for path in paths)
    assert area(paths) == pytest.approx(-pen.value * (10 / em) ** 2, rel=0.005)


def test_a_ring_is_an_outline_and_its_hole():
    outer, inner = text_outlines("o", "sans", 10, Point(0, 0))
    assert path_bounds(outer).inset(0.1).contains(path_bounds(inner))
    assert area((outer,)) * area((inner,)) < 0
