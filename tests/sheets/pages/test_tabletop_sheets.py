"""Deck sheets as data: places, the hidden one, and how large cards can be."""

import pytest

from pnp.base.geometry import Rect, Size
from pnp.base.path import path_bounds, rectangle
from pnp.scene import Scene, Shape, Style
from pnp.sheets.pages.proof import card_pixels, deck_sheet, sheet_pixels


def flat(color: str) -> Scene:
    return Scene(Size(44, 68), (Shape((rectangle(Rect(0, 0, 44, 68)),), Style(fill=color)),))


def test_cards_lie_in_rows_from_the_top_left_and_the_hidden_one_at_the_end():
    sheet = deck_sheet([flat("#ff0000")] * 12, flat("#000000"))
    assert sheet.size == Size(440, 476)
    places = [path_bounds(group.clip) for group in sheet.items]
    assert places[0] == Rect(0, 0, 44, 68)
    assert places[9] == Rect(396, 0, 44, 68)
    assert places[10] == Rect(0, 68, 44, 68)
    assert places[-1] == Rect(396, 408, 44, 68)
    assert sheet.items[-1].items == flat("#000000").items


def test_a_sheet_holds_69_cards_and_not_one_more():
    assert len(deck_sheet([flat("#ff0000")] * 69, flat("#000000")).items) == 70
    with pytest.raises(ValueError, match="holds 69 cards, not 70"):
        deck_sheet([flat("#ff0000")] * 70, flat("#000000"))


@pytest.mark.parametrize(
    ("size", "card"),
    [
        (Size(44, 68), (378, 585)),
        (Size(63.5, 88.9), (409, 573)),
        (Size(70, 70), (409, 409)),
        (Size(120, 20), (409, 68)),
    ],
)
def test_cards_are_as_large_as_4096_pixels_allow_and_whole(size, card):
    assert card_pixels(size) == card
    width, height = sheet_pixels(size)
    assert (width, height) == (10 * card[0], 7 * card[1])
    assert max(width, height) <= 4096
