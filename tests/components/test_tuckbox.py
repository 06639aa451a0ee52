"""Tuck boxes: how much room the pieces need, and what cannot be packed."""

import pytest
from helpers.models import refused, replace

from pnp.base.geometry import Size
from pnp.components.chips import Chips
from pnp.components.deck import Card, Deck
from pnp.components.tiles import Tiles
from pnp.components.tuckbox import Inside, Tuckbox
from pnp.game.game import Game

CARDS = Deck(kind="deck", name="Cards", fronts=(1, 2, 3), backs=(1, 2, 3))
PLAIN = Deck(kind="deck", name="Plain", cards=(Card(front=1, copies=20),))
TILES = Tiles(kind="tiles", name="Tiles", size=Size(44, 68), fronts=(1, 2), backs=(1, 2))
CHIPS = Chips(kind="chips", name="Chips", edge=30.0, crossed=7)


def game(**box):
    return Game(
        id="larder",
        name="Larder",
        summary="Jars.",
        components={
            "cards": CARDS,
            "plain": PLAIN,
            "tiles": TILES,
            "chips": CHIPS,
            "box": Tuckbox(kind="tuckbox", name="Box", **box),
        },
    )


def room(stock=0.3, folded=False, **box):
    packed = game(**box)
    component = packed.components["box"]
    return component.inside(component.packed_in(packed), stock, folded)


@pytest.mark.parametrize(
    ("box", "inside"),
    [
        ({"of": ("cards",)}, Inside(45, 69, 9 * 0.3 + 1)),
        ({"of": ("cards",), "play": 0.5}, Inside(44.5, 68.5, 9 * 0.3 + 0.5)),
        ({"of": ("cards",), "stock": 0.5}, Inside(45, 69, 9 * 0.5 + 1)),
        ({"of": ("cards", "tiles")}, Inside(45, 69, 13 * 0.3 + 1)),
        ({"of": ("chips",), "stacks": 2}, Inside(61, 31, 4 * 0.3 + 1)),
        ({"of": ("chips",), "stacks": 3}, Inside(91, 31, 3 * 0.3 + 1)),
    ],
)
def test_a_box_is_as_large_inside_as_its_piles_and_some_play(box, inside):
    assert room(**box) == pytest.approx(inside)


def test_pieces_that_are_folded_and_glued_are_two_layers_and_the_box_deeper():
    assert room(of=("cards",), folded=True).depth == pytest.approx(9 * 0.6 + 1)
    assert room(of=("chips",), folded=True).depth == pytest.approx(7 * 0.6 + 1)


def test_cards_with_fronts_alone_are_one_layer_even_then():
    assert room(of=("plain",), folded=True).depth == pytest.approx(20 * 0.3 + 1)
    assert room(of=("plain", "cards"), folded=True).depth == pytest.approx(29 * 0.6 + 1)


POKER = Deck(kind="deck", name="Poker", size=Size(63.5, 88.9), cards=(Card(front=1, copies=60),))


@pytest.mark.parametrize(
    ("sleeve", "inside"),
    [
        (None, Inside(64.5, 89.9, 60 * 0.3 + 1)),
        ("standard", Inside(67, 92, 60 * 0.5 + 1)),
        ("0.2mm", Inside(67, 92.9, 60 * 0.5 + 1)),
        ("standard, 0.1mm", Inside(67, 92, 60 * 0.4 + 1)),
        ("0.08mm, 67 x 93 mm", Inside(68, 94, 60 * 0.38 + 1)),
        ("tarot", Inside(74, 123, 60 * 0.5 + 1)),
    ],
)
@pytest.mark.parametrize("of_box", [True, False], ids=["of the box", "of the deck"])
def test_a_box_has_room_for_cards_in_sleeves(sleeve, inside, of_box):
    written = {"sleeve": sleeve} if sleeve else {}
    deck = replace(POKER, **({} if of_box else written))
    box = Tuckbox(kind="tuckbox", name="Box", of=("poker",), **(written if of_box else {}))
    larder = Game(id="larder", name="L", summary="S.", components={"poker": deck, "box": box})
    assert box.inside(box.packed_in(larder), 0.3) == pytest.approx(inside)
    folded = box.inside(box.packed_in(larder), 0.3, folded=True)
    assert folded.depth == pytest.approx(inside.depth)  # one-sided cards have one layer
    figures = box.claim_figures(larder)
    assert (figures["width"], figures["height"]) == pytest.approx(inside[:2])


def test_sleeves_of_a_box_replace_those_of_its_cards_and_lie_as_the_cards_do():
    lying = replace(POKER, size=Size(88.9, 63.5), sleeve="66x91mm, 1mm")
    box = Tuckbox(kind="tuckbox", name="Box", of=("poker",), sleeve="standard, 0.1mm")
    larder = Game(id="larder", name="L", summary="S.", components={"poker": lying, "box": box})
    assert box.inside(box.packed_in(larder), 0.3) == pytest.approx(Inside(92, 67, 60 * 0.4 + 1))


def test_cards_with_and_without_sleeves_share_a_box_that_holds_the_sleeves():
    components = {
        "cards": replace(CARDS, sleeve="mini-euro"),
        "plain": PLAIN,
        "box": Tuckbox(kind="tuckbox", name="Box", of=("cards", "plain")),
    }
    larder = Game(id="larder", name="L", summary="S.", components=components)
    box = larder.components["box"]
    inside = box.inside(box.packed_in(larder), 0.3)
    assert inside == pytest.approx(Inside(47, 72, 29 * 0.5 + 1))


@pytest.mark.parametrize(
    ("box", "message"),
    [
        (
            {"of": ("cards", "chips")},
            "components.box: a box holds pieces of one size, not 44x68mm and 30x30mm; "
            "give each a box",
        ),
        ({"of": ("cards", "cards")}, "components.box: names a component twice; write each once"),
        ({"of": ("chips",), "stacks": 8}, "components.box: 7 pieces do not make 8 stacks"),
        (
            {"of": ("cards",), "sleeve": "mini-american"},
            "components.box.sleeve: a card of 44x68mm does not fit into a sleeve of 44x67mm; "
            "write 'mini-euro'",
        ),
    ],
)
def test_what_cannot_be_packed_is_refused(box, message):
    with refused(f"^{message}"):
        game(**box)
