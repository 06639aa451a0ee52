"""Conditions on the columns of a row."""

import pytest

from pnp.components.faces.conditions import parse_condition
from pnp.definitions import load_game

TITLE = 'kind = "text", text = "{title}", area = "20x9mm"'

FLOOD = {"title": "Flood", "cost": "3", "kind": "event", "text": "", "hp max": "7", "debt": "-1.5"}
FLOOD |= {"tags": "Water, Fire (old)", "a and b": "x"}


def test_an_endless_condition_is_refused():
    with pytest.raises(ValueError, match=r"^write at most 5000 characters, not 5001$"):
        parse_condition("x" * 5001)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("title", True),
        ("text", False),
        ("not text", True),
        ("not title", False),
        ("hp max", True),
        ("{title}", True),
        ("kind = event", True),
        ("kind == event", True),
        ("kind=event", True),
        ("{kind} = event", True),
        ("kind = 'event'", True),
        ('kind = "event"', True),
        ("kind = Event", False),
        ("kind != event", False),
        ("kind != place", True),
        ("text = ", True),
        ('text = ""', True),
        ("title = ", False),
        ("cost = 3", True),
        ("cost = 3.0", False),
        ("cost > 2", True),
        ("cost > 3", False),
        ("cost >= 3", True),
        ("cost < 3", False),
        ("cost <= 3", True),
        ("cost < 10", True),
        ("debt < 0", True),
        ("debt >= -1.5", True),
        ("hp max > 6.5", True),
        ("title > 3", False),
        ("title < 3", False),
        ("text < 3", False),
        ("kind = event and cost > 2", True),
        ("kind = event and cost > 3", False),
        ("kind = place or cost > 2", True),
        ("kind = place or cost > 3", False),
        ("kind = place and cost = 3 or title", True),
        ("title or kind = place and cost = 3", True),
        ("kind = place  and  title  or  not text", True),
        ("title = black and white", False),
        ("tags contains Fire", True),
        ("tags contains fire", False),
        ("not tags contains Air", True),
        ("tags contains Fire (old)", True),
        ("tags contains 'Water, Fire'", True),
        ("tags contains Air or tags contains Water", True),
        ("not kind = event", False),
        ("not kind = place and cost = 3", True),
        ("not (kind = event and cost = 3)", False),
        ("not(kind = event and cost = 4)", True),
        ("kind = event and (cost = 4 or title)", True),
        ("(kind = place or cost = 3) and text", False),
        ("kind = place or cost = 3 and text", False),
        ("((title))", True),
        ("(tags contains Fire (old))", True),
        ('title = "black and white" or title', True),
        ("title = 'Flood' and cost", True),
        ("{a and b} = x", True),
        ("not not title", True),
    ],
)
def test_a_row_meets_a_condition_or_does_not(condition, holds):
    if condition == "title = black and white":
        assert parse_condition(condition).columns == ("title", "white")
    assert parse_condition(condition).holds(FLOOD) is holds


def test_words_that_hold_and_or_or_are_not_taken_apart():
    assert parse_condition("kind = land").columns == ("kind",)
    assert parse_condition("oracle and order").columns == ("oracle", "order")


def test_quoted_values_and_columns_in_braces_are_not_taken_apart():
    assert parse_condition("title = 'a and (b' or {c or d}").columns == ("title", "c or d")


@pytest.mark.parametrize("condition", ["(title", "title)", "kind = :)", "(title)) or (cost"])
def test_a_parenthesis_without_its_partner_is_refused(condition):
    with pytest.raises(ValueError, match=r"^a parenthesis is not closed or not opened in "):
        parse_condition(condition)


@pytest.mark.parametrize("condition", ["(" * 21 + "a" + ")" * 21, "not " * 21 + "a"])
def test_conditions_are_not_nested_without_end(condition):
    with pytest.raises(ValueError, match=r"^write at most 20 conditions within one another$"):
        parse_condition(condition)
    parse_condition(" or ".join(["not a"] * 100))


def test_a_condition_names_each_column_once():
    assert parse_condition("cost > 1 and cost < 5 or not kind").columns == ("cost", "kind")


@pytest.mark.parametrize(
    "condition",
    [
        "",
        " ",
        "not",
        "and",
        "()",
        "tags contains",
        "contains fire",
        "title and",
        "or title",
        "title and and cost",
        "= 3",
    ],
)
def test_what_is_not_a_condition_is_refused_with_what_would_be_one(condition):
    with pytest.raises(ValueError, match=r'^write a condition such as "cost", "not cost"'):
        parse_condition(condition)


@pytest.mark.parametrize("condition", ["cost > 3 and", "kind = sound or", "tags contains 'x' and"])
def test_nothing_behind_and_or_or_is_refused(condition):
    with pytest.raises(ValueError, match=r"^write a condition behind '(and|or)', or its value"):
        parse_condition(condition)


def test_a_value_that_is_or_ends_with_such_a_word_is_found():
    assert parse_condition("state = or").holds({"state": "or"})
    assert parse_condition("title = 'this and'").holds({"title": "this and"})


@pytest.mark.parametrize("condition", ["cost > many", "cost <= ", "cost < 1,5", "cost > 1e3"])
def test_only_numbers_are_larger_or_smaller(condition):
    with pytest.raises(ValueError, match=r"compares numbers, not "):
        parse_condition(condition)


@pytest.mark.parametrize(
    "condition", ["cost => 3", "cost =< 3", "cost === 3", "cost <> 3", "cost >> 3", "cost =! 3"]
)
def test_signs_that_are_none_are_refused_and_not_taken_for_text(condition):
    with pytest.raises(ValueError, match=r"^write one of =, !=, <, <=, > and >=, not '[=<>!]+'"):
        parse_condition(condition)


def notes_of(own, *frames, rows):
    own.deck(TITLE, *frames, rows=rows)
    return load_game(own.folder / "game.toml").notes


def test_a_comparison_that_no_row_meets_is_noted_with_what_the_rows_say(own):
    frame = 'kind = "shape", fill = "#f00", area = "9x9mm", when = "{}"'
    rows = "title,type,cost\nFlood,event,3\nSun,event,four\n"
    assert notes_of(own, frame.format("type = evnt"), rows=rows) == (
        "events.csv: the definition does not use the column 'cost'",
        "events: front.frames[2] is on no card: no row meets 'type = evnt' (type: 'event')",
    )
    (note,) = notes_of(own, frame.format("type = event and cost > 3"), rows=rows)
    assert note.endswith("is on no card: no row meets 'type = event and cost > 3'")
    assert not notes_of(own, frame.format("type = event and cost > 2"), rows=rows)


@pytest.mark.parametrize("condition", ["picture", "not picture", "picture = "])
def test_a_frame_that_waits_for_something_is_not_noted(own, condition):
    frame = f'kind = "shape", fill = "#f00", area = "9x9mm", when = "{condition}"'
    filled = "" if condition == "picture" else "sun"
    assert not notes_of(own, frame, rows=f"title,picture\nFlood,{filled}\n")
