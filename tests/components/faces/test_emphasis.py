"""Asterisks of cards begin and end emphasis where CommonMark says so, and are printed elsewhere."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from pnp.components.faces.markup import (
    SLANTED,
    SLANTED_END,
    STRONG,
    STRONG_END,
    fill_text,
    with_emphasis,
)
from pnp.components.faces.texts import plain_text
from pnp.components.faces.wording import parse_wording

TAGS = {STRONG: "<b>", STRONG_END: "</b>", SLANTED: "<i>", SLANTED_END: "</i>"}
TOKENS = {"strong_open": "<b>", "strong_close": "</b>", "em_open": "<i>", "em_close": "</i>"}
COMMONMARK = MarkdownIt("zero").enable(["emphasis", "balance_pairs", "escape"])


def tagged(text):
    return re.sub("[\1-\4]", lambda match: TAGS[match[0]], with_emphasis(text))


def by_commonmark(text):
    (_, inline, _) = COMMONMARK.parse(text)
    return "".join(TOKENS.get(token.type, token.content) for token in inline.children)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("2 * 3 = 6, 4 * 5 = 20", "2 * 3 = 6, 4 * 5 = 20"),
        ("2*3*4", "2<i>3</i>4"),
        ("costs 3*", "costs 3*"),
        ("3* and 4*", "3* and 4*"),
        ("*only once", "*only once"),
        ("**bold", "**bold"),
        ("*it**", "<i>it</i>*"),
        ("a** b", "a** b"),
        ("***both***", "<i><b>both</b></i>"),
        ("**a *b* c**", "<b>a <i>b</i> c</b>"),
        ('say **"Halt!"** now', 'say <b>"Halt!"</b> now'),
        (r"5 \* 6 \*x\*", r"5 \* 6 \*x\*"),
        ("**one\ntwo**", "<b>one\ntwo</b>"),
        ("**one\n\ntwo**", "**one\n\ntwo**"),
        (r"**one\n\ntwo**", r"**one\n\ntwo**"),
        (r"**one\ntwo**", r"<b>one\ntwo</b>"),
        ("* **one\n* two**", "* **one\n* two**"),
        ("**:star:** costs", "<b>:star:</b> costs"),
        ("**:star:**costs", "<b>:star:</b>costs"),
        ("**「火」**の中", "<b>「火」</b>の中"),
        ("これは**強い**札", "これは<b>強い</b>札"),
        ("*", "*"),
        ("* * *", "* * *"),
    ],
)
def test_asterisks_mean_what_they_mean_in_commonmark(text, shown):
    assert tagged(text) == shown


@given(st.text(alphabet="**ab .!(", min_size=1, max_size=24))
@example("*a**b*c**")
@example("a***b*c*")
def test_a_paragraph_is_read_as_another_reader_of_commonmark_reads_it(text):
    text = text.strip()
    if text and not text.startswith("* "):
        assert tagged(text) == by_commonmark(text)


@given(st.text(alphabet="*a \n.-:", max_size=30))
def test_every_asterisk_is_printed_or_part_of_a_pair(text):
    shown = with_emphasis(text)
    strong, slanted = shown.count(STRONG), shown.count(SLANTED)
    assert (shown.count(STRONG_END), shown.count(SLANTED_END)) == (strong, slanted)
    assert shown.count("*") + 4 * strong + 2 * slanted == text.count("*")
    assert re.sub("[*\1-\4]", "", shown) == text.replace("*", "")


def test_the_plain_text_of_a_card_keeps_the_asterisks_that_are_printed():
    assert plain_text(with_emphasis("2 * 3, **bold**, 4*"), (), ()) == "2 * 3, bold, 4*"


@pytest.mark.parametrize(
    ("words", "cell", "shown"),
    [
        ("**{a}**now", "Wow!", "<b>Wow!</b>now"),
        ("so**{a}**", "(x)", "so<b>(x)</b>"),
        ("*{a}*", "*Not* so", "<i><i>Not</i> so</i>"),
        ("*{a}*", "one\n\ntwo", "<i>one\n\ntwo</i>"),
        ("*{a}*", "3*", "<i>3*</i>"),
        ("{a}* {a} **x**", "5*", "5** 5* <b>x</b>"),
        ("*{none}* {a} **{a|none}**", "x", " x <b>x</b>"),
        ("{a} x", "5 * 6 *y*", "5 * 6 <i>y</i> x"),
    ],
)
def test_asterisks_of_a_frame_and_of_a_cell_are_matched_apart(words, cell, shown):
    filled = fill_text(parse_wording(words), {"a": cell, "none": ""})
    assert re.sub("[\1-\4]", lambda match: TAGS[match[0]], filled) == shown
