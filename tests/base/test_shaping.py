"""Lines as glyphs: runs, clusters, fallbacks, and fonts as values."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from hashlib import sha256
from itertools import pairwise

import pytest
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib.tables._g_l_y_f import Glyph
from helpers.script_fonts import LINES, script_font

from pnp.base.errors import FontError
from pnp.base.font_files import FontFile, OwnFont, files_of
from pnp.base.fonts import cap_height, ink_box, text_outlines, text_width
from pnp.base.geometry import Point, Rect
from pnp.base.path import path_bounds
from pnp.base.shaping import SOFT_HYPHEN, reaches, shape


def test_a_pair_is_kerned_and_letters_join_to_ligatures():
    (run,) = shape("AVffi", "serif").runs
    assert len(run.glyphs) == 3
    assert run.clusters == (0, 1, 2)
    assert run.width < shape("A", "serif").width + shape("V", "serif").width + 1


def test_a_soft_hyphen_shows_at_the_end_alone():
    assert shape(f"ab{SOFT_HYPHEN}", "serif").width == shape("ab-", "serif").width
    assert shape(f"a{SOFT_HYPHEN}b", "serif").width == shape("ab", "serif").width


@pytest.mark.parametrize("language", LINES)
def test_every_character_belongs_to_a_cluster(language):
    text = LINES[language]
    for run in shape(text, script_font(language)).runs:
        assert text[run.start : run.start + len(run.text)] == run.text
        assert min(run.clusters) == 0
        assert sorted(run.clusters, reverse=run.right_to_left) == list(run.clusters)
        assert 0 not in run.glyphs


def test_what_a_font_lacks_comes_from_the_next_with_its_marks():
    hebrew = script_font("he")
    runs = shape("אב abc ב", hebrew).runs
    assert [(run.text, run.file == hebrew.file) for run in runs] == [
        (" ב", True),
        ("abc", False),
        ("אב ", True),
    ]
    (run,) = shape("x\u0302", hebrew).runs
    assert run.file != hebrew.file


def test_a_line_is_as_wide_as_its_runs():
    text = "שלום abc 12"
    shaped = shape(text, script_font("he"))
    assert shaped.width == pytest.approx(sum(run.width for run in shaped.runs))
    assert text_width(text, script_font("he"), 4) == pytest.approx(4 * shaped.width)


def test_what_no_font_of_a_chain_has_is_named():
    with pytest.raises(
        FontError, match=r"the font 'he-font' has no glyph for '漢' \(U\+6F22, .*nor have sans"
    ):
        shape("א a 漢", script_font("he"))


@pytest.mark.parametrize(
    ("text", "like"),
    [
        ("a\tb", "a b"),
        ("A\u2011B", "A-B"),
        ("A\u2010B", "A-B"),
        ("\u2043 x", "- x"),
        ("\u2024", "."),
    ],
)
@pytest.mark.parametrize("font", ["sans", "serif-bold", script_font("he")])
def test_a_character_that_looks_like_another_is_shown_by_that_and_stays_itself(text, like, font):
    shown, right = shape(text, font), shape(like, font)
    assert [run.glyphs for run in shown.runs] == [run.glyphs for run in right.runs]
    assert "".join(run.text for run in shown.runs) == text


def test_blanks_and_what_shows_nothing_are_not_called_missing():
    unseen = "\t\xa0\u2009\u202f\u200b\u200d\u2060\ufeff\u034f\xad\ufe0f\u2011"
    with pytest.raises(FontError) as refused:
        shape(f"a{unseen}\u6f22", "sans")
    assert refused.value.missing == {"\u6f22"}
    shown, plain = shape("a\u200b\u2060\ufeff\u034f\u200db", "sans"), shape("ab", "sans")
    assert shown.width == pytest.approx(plain.width)


@pytest.mark.parametrize("text", ["office AVATAR", LINES["ar"], LINES["hi"], "abc שלום 12"])
def test_a_reader_comes_as_far_as_the_line_is_wide(text):
    language = next((code for code, line in LINES.items() if line == text), "he")
    far = reaches(text, script_font(language))
    assert len(far) == len(text) + 1
    assert far[-1] == pytest.approx(shape(text, script_font(language)).width)
    assert list(far) == sorted(far)


def test_a_font_is_a_value():
    font = script_font("th")
    assert pickle.loads(pickle.dumps(font)) == font
    assert hash(script_font("th")) == hash(font)
    assert [file.path.rpartition("/")[2] for file in files_of(font)] == [
        "NotoSansThai.ttf",
        "SourceSansPro-Regular.ttf",
    ]


def test_a_font_file_that_has_changed_is_refused(tmp_path):
    changed = tmp_path / "font.ttf"
    changed.write_bytes(b"something else")
    font = OwnFont("mine", FontFile(str(changed), "0" * 64))
    with pytest.raises(FontError, match="has changed during the build; build again"):
        cap_height(font)
    with pytest.raises(FontError, match="cannot be read"):
        cap_height(OwnFont("mine", FontFile(str(tmp_path / "none.ttf"), "0" * 64)))


def test_threads_may_shape_at_once():
    def widths(number: int) -> list[float]:
        return [
            shape(f"{line} {number % 7}", script_font(code)).width for code, line in LINES.items()
        ]

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(widths, range(200)))
    assert found == [widths(number) for number in range(200)]


@pytest.mark.parametrize("language", LINES)
def test_the_ink_of_a_line_is_where_its_outlines_are(language):
    text, font = LINES[language], script_font(language)
    outlines = text_outlines(text, font, 1, Point(0, 0))
    drawn = Rect.around_all(map(path_bounds, outlines))
    found = ink_box(text, font)
    for side, other in zip(found, drawn, strict=True):
        assert side == pytest.approx(other, abs=0.003)


def test_a_word_of_an_enumeration_is_text():
    class Word(StrEnum):
        OFFICE = "office"

    assert shape(Word.OFFICE, "serif") == shape("office", "serif")


def test_letters_of_most_languages_are_shaped_as_among_others():
    mark = "\u0301"  # for which a line is looked at more closely
    letters = [chr(code) for code in range(0xC0, 0x100)] + [*"ŁłŒœŠšŽžĞğİıŐőŰű"]
    for line in map("".join, zip(letters, letters[1:], letters[2:], strict=False)):
        run = shape(line, "serif").runs[0]
        closely = shape(f"{line} a{mark}", "serif").runs[0]
        assert run.glyphs == closely.glyphs[: len(run.glyphs)]
        assert run.advances[:-1] == closely.advances[: len(run.glyphs) - 1]


def test_a_font_that_multiplies_glyphs_is_a_fault_of_the_font(tmp_path):
    glyph = Glyph()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", *"abcde"])
    builder.setupCharacterMap({ord(letter): letter for letter in "abcde"})
    builder.setupGlyf(dict.fromkeys((".notdef", *"abcde"), glyph))
    builder.setupHorizontalMetrics(dict.fromkeys((".notdef", *"abcde"), (600, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Bomb", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    lookups = "".join(
        f"lookup {one} {{ sub {one} by {f'{other} ' * 20}; }} {one};"
        for one, other in pairwise("abcde")
    )
    addOpenTypeFeaturesFromString(builder.font, f"feature ccmp {{ {lookups} }} ccmp;")
    builder.save(file := tmp_path / "bomb.ttf")
    told = "bomb.ttf makes more glyphs of 'aaaa' than HarfBuzz allows; choose another font"
    font = OwnFont("bomb", FontFile(str(file), sha256(file.read_bytes()).hexdigest()))
    with pytest.raises(FontError, match=f"^{told}$"):
        shape("aaaa", font)
