"""Flowed text of Inkscape: set in lines within its frame, and nothing of it is lost."""

import re
from itertools import pairwise

import pytest

from pnp.base.errors import PictureError
from pnp.base.font_files import FontFile, font_file
from pnp.base.fonts import text_width
from pnp.images.file import read_picture
from pnp.images.svg.pixels import plain_svg
from pnp.render.decoded import stored

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'viewBox="0 0 100 100">'
)
SHORT = '<rect width="50" height="20"/>'
FRAME = '<rect x="10" y="20" width="50" height="60"/>'
WORDS = "The river rises and takes one card of each player"


def flow(words, frame=FRAME, style="font-size:8px;line-height:125%"):
    paragraphs = "".join(f"<flowPara>{one}</flowPara>" for one in words.split("|"))
    return f'<flowRoot style="{style}"><flowRegion>{frame}</flowRegion>{paragraphs}</flowRoot>'


def lines(content, fonts=()):
    plain = plain_svg(f"{SVG}{content}</svg>".encode(), fonts=fonts)
    texts = plain.root.iter("text")
    return [(one.attrib, "".join(one.itertext())) for one in texts], plain.remark


def test_a_line_ends_at_the_last_blank_that_fits():
    found, remark = lines(flow(WORDS))
    said = [words for _, words in found]
    assert " ".join(said) == WORDS
    assert remark == ""
    for words, following in pairwise(said):
        assert text_width(words, "sans", 8) <= 50
        assert text_width(f"{words} {following.split()[0]}", "sans", 8) > 50


def test_a_line_may_end_behind_a_slash_or_a_hyphen_but_not_within_a_number():
    found, _ = lines(flow("activities/programs face-to-face 1-2-4-4444444"))
    assert [words for _, words in found] == [
        "activities/",
        "programs face-",
        "to-face",
        "1-2-4-4444444",
    ]


def test_lines_follow_one_another_at_the_line_height_from_the_top_of_the_frame():
    found, _ = lines(flow("One||Three"))
    (first, _), (third, _) = found
    assert (float(first["x"]), float(third["y"]) - float(first["y"])) == (10, pytest.approx(20))
    assert 20 < float(first["y"]) < 30


@pytest.mark.parametrize(
    ("align", "anchor", "left"),
    [("center", "middle", 35), ("end", "end", 60), ("start", "start", 10)],
)
def test_lines_are_aligned_in_their_frame(align, anchor, left):
    ((attributes, _),), _ = lines(flow("One", style=f"font-size:8px;text-align:{align}"))
    assert float(attributes["x"]) == left
    assert f"text-anchor:{anchor}" in attributes["style"]


def test_a_frame_may_be_a_path_elsewhere_in_the_file():
    path = '<path id="p" d="m 30,40 h 50 v 30 h -50 z"/>'
    used = '<use xlink:href="#p" x="5" y="0"/>'
    ((attributes, _),), _ = lines(f"<defs>{path}</defs>{flow('One', used)}")
    assert float(attributes["x"]) == 35


def test_text_goes_on_in_the_next_frame():
    frames = '<rect width="50" height="12"/><rect x="40" y="50" width="50" height="40"/>'
    found, remark = lines(flow(WORDS, frames))
    assert [float(one["x"]) for one, _ in found][:2] == [0, 40]
    assert remark == ""


def test_text_longer_than_its_frame_goes_on_below_and_the_report_says_so(tmp_path):
    (tmp_path / "art.svg").write_text(f"{SVG}{flow(WORDS, SHORT)}</svg>")
    picture = read_picture(tmp_path, "art.svg")
    assert picture.remark == (
        "has flowed text, so it is drawn as pixels, 300 per inch; "
        "its flowed text is longer than its frame, and goes on below"
    )
    found, _ = lines(flow(WORDS, SHORT))
    assert " ".join(words for _, words in found) == WORDS
    assert stored(picture._replace(width=200, height=200))[:4] == b"\x89PNG"


def test_spans_keep_their_style_and_words():
    words = "Draw <flowSpan style='font-weight:bold'>two</flowSpan> cards"
    made = plain_svg(f"{SVG}{flow(words)}</svg>".encode()).written()
    assert re.search(rb"font-weight:bold[^>]*>two<", made)


def test_text_is_broken_in_the_games_own_font():
    wide = FontFile(str(font_file("serif-bold")))
    style = "font-size:8px;font-family:'Source Serif Pro Semibold'"
    own, _ = lines(flow(WORDS, style=style), (wide,))
    plain, _ = lines(flow(WORDS))
    assert [words for _, words in own] != [words for _, words in plain]
    assert any(text_width(words, "sans", 8) < 40 for _, words in own)


def test_flowed_text_without_words_is_nothing(tmp_path):
    (tmp_path / "art.svg").write_text(
        f'{SVG}{flow("")}{flow(" ")}<rect width="9" height="9"/></svg>'
    )
    picture = read_picture(tmp_path, "art.svg")
    assert (picture.kind, picture.remark) == ("svg", "")


@pytest.mark.parametrize(
    ("frame", "fault"),
    [
        ('<circle r="20"/>', "in a frame that is not a rectangle"),
        ('<use xlink:href="#gone"/>', "in a frame that is not in it"),
        ('<use id="me" xlink:href="#me"/>', "in a frame that is not in it"),
        ("", "without a frame"),
    ],
)
def test_a_frame_that_lines_cannot_fill_is_refused_with_what_to_do(frame, fault):
    with pytest.raises(
        PictureError, match=f"flowed text {fault}; in Inkscape choose Text, Convert"
    ):
        lines(flow("One", frame))


@pytest.mark.parametrize("style", ["font-size:big", "line-height:x", "font-size:1e99px"])
def test_a_size_that_cannot_be_read_is_one_line(style):
    with pytest.raises(PictureError):
        lines(flow("One", style=style))
