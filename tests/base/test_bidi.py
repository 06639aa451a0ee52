"""The order of text in both directions, held against python-bidi's own lines."""

import pytest
from bidi import get_display
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.errors import FontError
from pnp.base.shaping import LONGEST, direction_of, needs_order, shown_order, visual_runs

MIXED = "ab אב اب 12 ١٢ ()[]-+.,%$!\u0301\u200f"


@given(st.text(MIXED, max_size=14), st.sampled_from(["ltr", "rtl"]))
def test_each_character_goes_where_the_library_puts_it(text, direction):
    order = shown_order(text, direction)
    shown = "".join(one for _, one in sorted(zip(order, text, strict=True)))
    assert shown == get_display(text, base_dir=direction[0].upper())


@given(st.text(MIXED + "\u202b\u2067\u2069\u202c", max_size=14), st.sampled_from(["ltr", "rtl"]))
def test_runs_hold_each_character_once(text, direction):
    numbers = [at for start, end, _ in visual_runs(text, direction) for at in range(start, end)]
    assert sorted(numbers) == list(range(len(text)))


def test_numbers_in_a_line_from_right_to_left_run_from_left_to_right():
    assert visual_runs("אב 12 גד", "rtl") == [(5, 8, True), (3, 5, False), (0, 3, True)]


def test_a_space_at_the_end_is_where_the_line_ends():
    assert visual_runs("אב ab ", "rtl") == [(5, 6, True), (3, 5, False), (0, 3, True)]
    assert visual_runs("ab אב ", "ltr") == [(0, 3, False), (3, 5, True), (5, 6, False)]


@pytest.mark.parametrize(
    ("text", "language", "direction"),
    [
        ("abc אב", "", "ltr"),
        ("אב abc", "", "rtl"),
        ("12 (אב)", "", "rtl"),
        ("12", "he", "rtl"),
        ("12", "en", "ltr"),
        ("abc", "ar", "ltr"),
        ("", "", "ltr"),
    ],
)
def test_the_first_letter_decides_the_direction_and_else_the_language(text, language, direction):
    assert direction_of(text, language) == direction


def test_latin_text_needs_no_order():
    assert not needs_order("Ägypten, 12 → 3 é", "")
    assert needs_order("א", "")
    assert needs_order("abc.", "rtl")


def test_a_line_that_is_too_long_is_refused():
    with pytest.raises(FontError, match="write 32768 or fewer"):
        shown_order("א" * (LONGEST + 1), "")
