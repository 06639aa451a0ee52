"""Colours, as they are written and how light they look."""

import pytest

from pnp.base.color import (
    BLACK,
    READABLE,
    VISIBLE,
    WHITE,
    channels,
    contrast,
    contrast_fault,
    luminance,
    parse_color,
    parse_seen_color,
)
from pnp.base.errors import UnitError


def test_a_colour_is_kept_in_small_letters():
    assert parse_color("#1A2b3C") == "#1a2b3c"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "reddish",
        "#ff",
        "1a2b3c",
        "currentcolor",
        "#12345g",
        "#1234567",
        " #1a2b3c",
        "#1a2b3c\n",
    ],
)
def test_any_other_way_to_write_a_colour_is_refused(text):
    with pytest.raises(UnitError) as refusal:
        parse_color(text)
    assert str(refusal.value) == (
        'write a colour as "#rrggbb", such as "#c23b22", or by its name in CSS, such as "gold", '
        f"not {text!r}"
    )


@pytest.mark.parametrize(
    ("text", "color", "opacity"),
    [
        ("#1a2B3c", "#1a2b3c", 1),
        ("#fc0", "#ffcc00", 1),
        ("gold", "#ffd700", 1),
        ("RebeccaPurple", "#663399", 1),
        ("#1a2b3c80", "#1a2b3c", 128 / 255),
        ("#0000", "#000000", 0),
        ("transparent", "#000000", 0),
    ],
)
def test_a_colour_may_be_short_a_name_or_seen_through(text, color, opacity):
    assert parse_seen_color(text) == (color, pytest.approx(opacity))


def test_a_colour_that_can_be_seen_through_is_refused_where_none_can():
    with pytest.raises(UnitError, match=r"'#1a2b3c80' can be seen through.*write '#1a2b3c'"):
        parse_color("#1a2b3c80")


def test_channels_are_red_green_and_blue_from_0_to_1():
    assert channels("#ff8033") == pytest.approx((1, 128 / 255, 0.2))


# The primaries' weights and both branches are those of the definition in WCAG 2.2.
@pytest.mark.parametrize(
    ("color", "expected"),
    [
        (BLACK, 0),
        (WHITE, 1),
        ("#ff0000", 0.2126),
        ("#00ff00", 0.7152),
        ("#0000ff", 0.0722),
        ("#0a0a0a", 10 / 255 / 12.92),
        ("#808080", 0.21586),
    ],
)
def test_luminance_is_the_one_of_wcag(color, expected):
    assert luminance(color) == pytest.approx(expected, abs=1e-5)


def test_a_colour_too_much_like_its_grounds_is_told_with_a_better_one():
    colors = {"ink": "#777777", "ground": "#ffffff", "tint": "#dddddd"}
    assert round(contrast("#777777", "#ffffff"), 1) == 4.5  # which looks sufficient, and is less
    told = contrast_fault(colors, "ink", ("ground", "tint"), READABLE)
    start, better = told.rsplit(" ", 1)
    assert start == (
        "ink #777777 has a contrast of 4.4 on ground #ffffff, 3.2 on tint #dddddd; at least 4.5 "
        "can be read (WCAG 2.2), as with ink"
    )
    assert not contrast_fault(colors | {"ink": better}, "ink", ("ground", "tint"), READABLE)
    assert not contrast_fault(colors, "ink", ("ground", "tint"), VISIBLE)
