"""Frames that stand below others which grow with their text, measured on made faces."""

from json import dumps

import pytest

from pnp.components.registry import draw_component
from pnp.definitions import load_game

RED = "#ff0000"
LONG = "The river takes one card of each player. " * 6


def text(words, more="", size="12pt"):
    return f'kind = "text", text = "{words}", size = "{size}"{more}'


def bar(below, more=""):
    return f'kind = "shape", name = "bar", fill = "{RED}", below = "{below}", area = "20x5mm"{more}'


RULES = text("{rules}", ', name = "rules", at = "6x10mm", area = "50x40mm", least = "6pt"')
FLAVOUR = text("{flavour}", ', below = "rules", at = "0x2mm", least = "6pt"')


@pytest.fixture
def card(own):
    """Return a card's face, from frames and what its row says."""

    def run(*frames, **row):
        said = ", ".join(f"{key} = {dumps(value)}" for key, value in row.items())
        return own.deck(*frames, more=f"cards = [{{ {said} }}]").face()

    return run


def test_a_frame_begins_where_the_text_above_it_ends(card):
    below = bar("rules", ', at = "0x2mm"')
    one = card(RULES, below, rules="Draw a card.")
    two = card(RULES, below, rules="Draw a card and give it to the player on your left.")
    leading = 12 * 25.4 / 72 * 1.22
    assert one.seen(RED).left == pytest.approx(6, abs=0.1)
    assert two.seen(RED).top - one.seen(RED).top == pytest.approx(leading, abs=0.1)
    descenders = max(letter.bottom for letter in two.letters)
    assert descenders + 1.9 < two.seen(RED).top < descenders + 3.2


def test_places_count_in_the_column_of_the_first_frame(card):
    right = bar("rules", ', at = "right 3mm, 2mm"')
    assert card(RULES, right, rules="Draw.").seen(RED).right == pytest.approx(53, abs=0.1)
    middle = (
        bar("bar", ', at = "center, 2mm"').replace(RED, "#0000ff").replace('"bar", f', '"b", f')
    )
    face = card(RULES, right, middle, rules="Draw.")
    assert face.seen("#0000ff").left == pytest.approx(21, abs=0.1)
    assert face.seen("#0000ff").top == pytest.approx(face.seen(RED).bottom + 2, abs=0.1)


def test_a_frame_at_the_bottom_stands_at_the_end_of_the_room_that_is_left(card):
    low = bar("rules", ', at = "left, bottom"')
    assert card(RULES, low, rules="Draw.").seen(RED).bottom == pytest.approx(50, abs=0.1)


def test_frames_that_are_left_out_close_the_gap(card):
    between = bar("rules", ', at = "0x8mm", when = "mark"')
    flavour = text("{flavour}", ', below = "bar", at = "0x2mm"')
    with_bar, without = (
        card(RULES, between, flavour, rules="Draw.", flavour="Hx", mark=mark)
        for mark in ("yes", "")
    )
    plain = card(RULES, FLAVOUR, rules="Draw.", flavour="Hx")
    assert without.of("Hx")[0].top == plain.of("Hx")[0].top
    assert with_bar.of("Hx")[0].top == pytest.approx(without.of("Hx")[0].top + 8 + 5, abs=0.1)


def test_what_stands_below_an_empty_text_begins_at_its_top_without_the_gap(card):
    assert card(RULES, FLAVOUR, rules="", flavour="Hx").of("Hx")[0].top == pytest.approx(
        10, abs=0.1
    )


def test_a_row_of_no_icons_closes_the_gap_too(card):
    icons = (
        'kind = "icon", name = "cost", icon = "disc", count = "{cost}", at = "6x10mm", '
        'area = "30x5mm"'
    )
    below = text("{rules}", ', below = "cost", area = "50x20mm", at = "0x1mm"')
    some, none = (card(icons, below, cost=cost, rules="Hx").of("Hx")[0].top for cost in "20")
    assert (some, none) == pytest.approx((16, 10), abs=0.1)


def test_texts_that_share_their_room_become_smaller_together(card):
    face = card(RULES, FLAVOUR, rules=LONG, flavour=f"Hx {LONG}")
    sizes = {letter.size for letter in face.letters}
    assert len(sizes) == 1
    assert 6 * 25.4 / 72 <= min(sizes) < 12 * 25.4 / 72
    assert max(letter.bottom for letter in face.letters) <= 50.1
    alone = card(RULES, FLAVOUR, rules=LONG, flavour="")
    assert {letter.size for letter in alone.letters} > sizes or min(
        letter.size for letter in alone.letters
    ) > min(sizes)


def test_a_text_with_an_area_of_its_own_leaves_the_type_above_it(card):
    own_room = text("{flavour}", ', below = "rules", area = "50x20mm", least = "6pt"')
    face = card(RULES, own_room, rules="Hx", flavour=LONG)
    assert face.of("Hx")[0].size == pytest.approx(12 * 25.4 / 72, abs=0.01)
    assert face.letters[-1].size < face.of("Hx")[0].size


def test_texts_of_which_even_the_smallest_type_does_not_fit_are_a_fault(own):
    own.deck(RULES, FLAVOUR, more=f'cards = [{{ rules = "{LONG * 3}", flavour = "{LONG * 3}" }}]')
    (line,) = own.refusal()
    assert "front.frames[2], text below 'rules': the text is " in line
    assert "mm too high in type of 6 pt" in line


def test_a_frame_that_is_moved_over_the_edge_is_a_fault(own):
    tall = bar("rules").replace("20x5mm", "20x80mm").replace('"shape"', '"pips", number = "3"')
    own.deck(RULES, tall.replace(f'fill = "{RED}", ', ""), more='cards = [{ rules = "Draw." }]')
    (line,) = own.refusal()
    assert "front.frames[2], pips below 'rules': it reaches " in line
    assert "over the edge of the 63.5x88.9mm card" in line


def test_art_that_is_moved_off_the_card_is_a_fault(own):
    own.deck(RULES, bar("rules", ', at = "0x90mm"'), more='cards = [{ rules = "Draw." }]')
    (line,) = own.refusal()
    assert "front.frames[2], shape below 'rules': it lies beside the 63.5x88.9mm card" in line


def test_a_picture_in_the_middle_of_a_place_that_is_too_wide_is_a_fault(own):
    square = f'<rect width="9" height="9" fill="{RED}"/>'
    own.write(
        "art.svg", f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{square}</svg>'
    )
    own.deck('kind = "image", file = "art.svg", area = "999x20mm"')
    (line,) = own.refusal()
    assert "front.frames[1], image: it lies beside the 63.5x88.9mm card, where nothing" in line


def test_only_frames_before_it_can_stand_above_a_frame(own):
    faults = own.deck(
        FLAVOUR, RULES, RULES, more='cards = [{ rules = "a", flavour = "b" }]'
    ).faults()
    assert faults == [
        "game.toml: components.events.front: frames[1].below: no frame before it has the name "
        "'rules' (there are: none)",
        "game.toml: components.events.front: frames[3].name: 'rules' is another frame",
    ]


def test_a_text_without_an_area_and_without_a_frame_above_it_is_a_fault(own):
    (line,) = own.deck(text("x")).faults()
    assert "text needs an area to fit into" in line


def test_a_draft_marks_the_text_below_that_does_not_fit(own):
    own.deck(RULES, FLAVOUR, more=f'cards = [{{ rules = "{LONG * 3}", flavour = "{LONG * 3}" }}]')
    (piece,) = draw_component(load_game(own.folder / "game.toml", draft=True).game, "events")
    (fault,) = piece.faults
    assert "front.frames[2], text below 'rules': the text is " in fault
