"""Paper by its thickness or its weight; cards by the names of their sizes."""

import pytest

from pnp.base.errors import UnitError
from pnp.game.paper import BULK, CARD_SIZES, DEFAULT_STOCK, read_card_size, read_stock


@pytest.mark.parametrize(
    ("text", "thickness"),
    [
        ("0.35mm", 0.35),
        (" .5 MM ", 0.5),
        ("300gsm", 0.36),
        ("160 gsm", 0.192),
        ("0.05mm", 0.05),
        ("5mm", 5.0),
    ],
)
def test_paper_is_read_by_its_thickness_or_its_weight(text, thickness):
    assert read_stock(text) == pytest.approx(thickness)


def test_the_default_is_250_grams_of_uncoated_paper():
    assert pytest.approx(DEFAULT_STOCK) == 250 * BULK / 1000


@pytest.mark.parametrize(
    "value", ["0.3", "thick", "12pt", "0.3in", "-0.3mm", "1e9mm", "", 0.3, None]
)
def test_what_is_neither_is_reported_with_what_would_be_right(value):
    with pytest.raises(UnitError, match=r'^write how thick .* "0\.35mm".* "300gsm", not '):
        read_stock(value)


@pytest.mark.parametrize("text", ["0.049mm", "5.01mm", "41gsm", "4200gsm", "0mm"])
def test_no_paper_is_thinner_than_a_bible_page_or_thicker_than_board(text):
    with pytest.raises(UnitError, match=rf"^paper is from 0\.05 mm to 5 mm thick, not {text}"):
        read_stock(text)


@pytest.mark.parametrize("name", ["poker", "Poker", " MINI-EURO "])
def test_a_size_of_cards_may_have_its_name_in_any_case(name):
    assert read_card_size(name) == CARD_SIZES[name.strip().lower()]
