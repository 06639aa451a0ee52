"""Sleeves: how they are written, and which cards they hold."""

import pytest
from helpers.game_folder import GameFolder

from pnp.base.errors import DefinitionError, UnitError
from pnp.base.geometry import Size
from pnp.game.paper import CARD_SIZES, SLEEVES, Sleeve, read_sleeve

FRAME = 'kind = "text", text = "{title}", at = "5x5mm", area = "50x10mm"'


@pytest.mark.parametrize(
    ("written", "sleeve"),
    [
        ("standard", Sleeve(Size(66, 91))),
        ("Standard", Sleeve(Size(66, 91))),
        ("0.2mm", Sleeve(None, 0.2)),
        ("0.01cm", Sleeve(None, 0.1)),
        ("66x91mm", Sleeve(Size(66, 91))),
        ("66 x 91 mm, 0.08 mm", Sleeve(Size(66, 91), 0.08)),
        ("0.1mm,tarot", Sleeve(Size(73, 122), 0.1)),
    ],
)
def test_a_sleeve_is_written_by_its_name_its_size_or_its_thickness(written, sleeve):
    assert read_sleeve(written) == sleeve


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (
            "standart",
            "how much thicker a card is in it, .* not 'standart'; did you mean 'standard'",
        ),
        ("standard, tarot", "a size and a thickness with a comma, not 'standard, tarot'"),
        ("0.1mm, 0.2mm", "a size and a thickness with a comma, not '0.1mm, 0.2mm'"),
        ("standard, tarot, 0.1mm", "with a comma, not 'standard, tarot, 0.1mm'"),
        ("66x91", "write a size with its unit .* not '66x91'"),
        ("0mm", "a sleeve makes a card 0.01 mm to 5 mm thicker, not 0mm"),
        ("66mm", "a sleeve makes a card 0.01 mm to 5 mm thicker, not 66mm"),
        ("", "with a comma, not ''"),
        ("standard,", "with a comma, not 'standard,'"),
        (0.2, "with a comma, not 0.2"),
        (True, "with a comma, not true"),
        ("1" * 100_000, "with a comma, not '111"),
        ("x1" * 50_000, "write a size with its unit"),
    ],
)
def test_anything_else_is_refused_with_what_would_be_right(written, message):
    with pytest.raises(UnitError, match=message) as refused:
        read_sleeve(written)
    assert len(str(refused.value).splitlines()) == 1
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("name", CARD_SIZES)
def test_every_named_size_of_cards_has_a_named_sleeve_that_holds_it(name):
    card = CARD_SIZES[name]
    holding = [one for one in SLEEVES if not list(read_sleeve(one).faults_with(card))]
    assert holding
    assert not list(Sleeve().faults_with(card))


def test_a_sleeve_without_a_size_is_larger_than_its_card_and_lies_as_it_does():
    assert Sleeve().around(Size(63, 88)) == (65.5, 91)
    assert Sleeve().around(Size(88, 63)) == (91, 65.5)
    assert Sleeve(Size(66, 91)).around(Size(88, 63)) == (91, 66)


@pytest.mark.parametrize(
    ("sleeve", "more", "message"),
    [
        (
            "mini-euro",
            "",
            r"components\.events: sleeve: a card of 63\.5x88\.9mm does not fit into a sleeve of "
            r"46x71mm; write 'standard'",
        ),
        ("standart", "", r"components\.events\.sleeve: write the name of a sleeve .*'standard'\?"),
        ("standard", 'shape = "hexagon"', r"sleeve: is for cards, not for a hexagon piece"),
    ],
)
def test_a_fault_in_a_sleeve_is_one_line_at_its_component(tmp_path, sleeve, more, message):
    size = "40mm" if more else "poker"
    folder = GameFolder(tmp_path / "river").deck(
        FRAME, rows="title\nA\n", more=f'sleeve = "{sleeve}"\n{more}', size=size
    )
    with pytest.raises(DefinitionError, match=message) as refused:
        folder.load()
    assert len(str(refused.value).splitlines()) == 1
