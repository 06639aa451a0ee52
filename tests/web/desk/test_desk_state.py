"""What a desk shows follows from one look at the folder after another."""

import json

from pnp.web.desk.faults import DeskFault
from pnp.web.desk.state import DeskCard, DeskLook, DeskPage, DeskState, next_state


def look(*, faults=(), keys=("a", "b"), components=("cards",), drawn=("cards",)):
    pages = {one: (DeskPage(one, 1, "".join(keys), "1 front"),) for one in drawn}
    cards = {
        one: tuple(
            DeskCard(one, f"card-{n}", f"cards.csv, line {n}", key)
            for n, key in enumerate(keys, start=2)
        )
        for one in drawn
    }
    return DeskLook(tuple(faults), components, pages, cards)


def test_the_first_look_is_the_first_version():
    state = next_state(DeskState(), look())
    assert state.version == 1
    assert [one.changed for one in (*state.pages, *state.cards)] == [1, 1, 1]


def test_a_look_that_finds_the_same_leaves_the_state_as_it_is():
    state = next_state(DeskState(), look())
    assert next_state(state, look()) is state


def test_only_the_card_that_looks_otherwise_has_changed():
    first = next_state(DeskState(), look())
    second = next_state(first, look(keys=("a", "B")))
    assert second.version == 2
    assert [one.id for one in second.changed_since(1).cards] == ["card-3"]
    assert [one.n for one in second.changed_since(1).pages] == [1]


def test_a_card_whose_row_only_moves_has_not_changed():
    first = next_state(DeskState(), look())
    moved = look()
    cards = tuple(one._replace(row="cards.csv, line 9") for one in moved.cards["cards"])
    second = next_state(first, moved._replace(cards={"cards": cards}))
    assert second.changed_since(1).cards == ()
    assert {one.row for one in second.cards} == {"cards.csv, line 9"}


def test_a_definition_that_cannot_be_read_leaves_the_last_good_sheets():
    first = next_state(DeskState(), look())
    fault = DeskFault("game.toml: is not TOML", "", "game.toml", 4)
    second = next_state(first, DeskLook((fault,)))
    assert (second.pages, second.cards) == (first.pages, first.cards)
    assert (second.faults, second.stale) == ((fault,), ("cards",))


def test_a_component_that_does_not_fit_does_not_keep_others_from_changing():
    both = ("cards", "map")
    first = next_state(DeskState(), look(components=both, drawn=both))
    second = next_state(first, look(components=both, drawn=("map",), keys=("x", "y")))
    assert second.of("cards").cards == first.of("cards").cards
    assert {one.key for one in second.of("map").cards} == {"x", "y"}
    assert second.stale == ("cards",)


def test_a_fault_belongs_to_the_card_of_its_row():
    fault = DeskFault("cards.csv: line 3: copies: write a number", "", "cards.csv", 3)
    state = next_state(DeskState(), look(faults=[fault]))
    assert [one.id for one in state.faulty().cards] == ["card-3"]
    assert state.faulty().cards[0].faults == (fault,)
    assert state.faulty().as_data()["cards"][0]["faults"] == [fault.says]


def test_a_component_that_goes_takes_its_pages_and_cards_along():
    first = next_state(DeskState(), look(components=("cards", "map"), drawn=("cards", "map")))
    second = next_state(first, look())
    assert {one.part for one in second.pages} == {"cards"}


def test_what_is_changed_back_has_not_changed():
    first = next_state(DeskState(), look())
    second = next_state(first, look(keys=("a", "B")))
    third = next_state(second, look())
    assert third.changed_since(1)[3:5] == ((), ())
    assert [one.id for one in third.changed_since(2).cards] == ["card-3"]


def test_a_row_or_component_that_comes_back_as_it_was_has_not_changed():
    both = ("cards", "map")
    first = next_state(DeskState(), look(components=both, drawn=both))
    fewer = next_state(first, look(keys=("a",)))
    again = next_state(fewer, look(components=both, drawn=both))
    assert again.changed_since(1).cards == ()
    assert {(one.component, one.id) for one in again.changed_since(2).cards} == {
        ("cards", "card-3"),
        ("map", "card-2"),
        ("map", "card-3"),
    }


def test_a_new_card_has_changed():
    first = next_state(DeskState(), look())
    second = next_state(first, look(keys=("a", "b", "c")))
    assert [one.id for one in second.changed_since(1).cards] == ["card-4"]


def test_a_card_of_which_there_are_more_has_changed():
    first = next_state(DeskState(), look())
    more = look()
    cards = tuple(one._replace(copies=3) for one in more.cards["cards"])
    second = next_state(first, more._replace(cards={"cards": cards}))
    assert len(second.changed_since(1).cards) == 2


def test_a_state_as_json_says_where_each_fault_is():
    fault = DeskFault("cards.csv: line 3: x", "cards", "cards.csv", 3, "game.toml, line 8")
    said = json.loads(json.dumps(next_state(DeskState(), look(faults=[fault])).as_data()))
    assert said["faults"][0]["at"] == "cards.csv, line 3"
    assert [card["faults"] for card in said["cards"]] == [[], ["cards.csv: line 3: x"]]


def test_a_card_that_has_but_a_number_is_called_by_its_title_first():
    row = "cards.csv, line 2"
    assert DeskCard("cards", "1", row, "k", title="Pebble").called == "Pebble · 1"
    assert DeskCard("cards", "fox", row, "k", title="Fox").called == "fox · Fox"
    assert DeskCard("cards", "1", row, "k").called == "1"
