"""Columns in braces, and conditions on the columns of a row."""

import pytest

from pnp.components.cards.wording import parse_condition, parse_wording

FLOOD = {"title": "Flood", "cost": "3", "kind": "event", "text": "", "hp max": "7", "debt": "-1.5"}


@pytest.mark.parametrize(
    ("written", "shown", "columns"),
    [
        ("Flood", "Flood", ()),
        ("", "", ()),
        ("{title}", "Flood", ("title",)),
        ("{ title }: {cost} gold", "Flood: 3 gold", ("title", "cost")),
        ("{cost}{cost}", "33", ("cost", "cost")),
        ("{hp max}", "7", ("hp max",)),
        ("[{text}]", "[]", ("text",)),
        ("{{title}}", "{title}", ()),
        ("{{{title}}}", "{Flood}", ("title",)),
        ("100 %", "100 %", ()),
    ],
)
def test_braces_take_columns_and_double_braces_are_printed(written, shown, columns):
    wording = parse_wording(written)
    assert (wording.fill(FLOOD), wording.columns) == (shown, columns)


def test_what_a_cell_says_is_not_read_for_columns_again():
    assert parse_wording("{title}").fill({"title": "{cost}"}) == "{cost}"


def test_a_row_without_the_cell_says_nothing():
    assert parse_wording("{title}!").fill({}) == "!"


@pytest.mark.parametrize("written", ["{title", "title}", "{}", "{ }", "{a{b}}", "{{title}", "}{"])
def test_a_brace_without_its_partner_or_a_name_is_refused(written):
    with pytest.raises(ValueError, match=r'^write a column in braces, such as "\{title\}"') as told:
        parse_wording(written)
    assert repr(written) in str(told.value)


@pytest.mark.parametrize("parse", [parse_wording, parse_condition])
def test_endless_words_are_refused(parse):
    with pytest.raises(ValueError, match=r"^write at most 5000 characters, not 5001$"):
        parse("x" * 5001)


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
    ],
)
def test_a_row_meets_a_condition_or_does_not(condition, holds):
    if condition == "title = black and white":
        assert parse_condition(condition).columns == ("title", "white")
    assert parse_condition(condition).holds(FLOOD) is holds


def test_words_that_hold_and_or_or_are_not_taken_apart():
    assert parse_condition("kind = land").columns == ("kind",)
    assert parse_condition("oracle and order").columns == ("oracle", "order")


def test_a_condition_names_each_column_once():
    assert parse_condition("cost > 1 and cost < 5 or not kind").columns == ("cost", "kind")


@pytest.mark.parametrize(
    "condition", ["", " ", "not", "and", "title and", "or title", "title and and cost", "= 3"]
)
def test_what_is_no_condition_is_refused_with_what_would_be_one(condition):
    with pytest.raises(ValueError, match=r'^write a condition such as "cost", "not cost"'):
        parse_condition(condition)


@pytest.mark.parametrize("condition", ["cost > many", "cost <= ", "cost < 1,5", "cost > 1e3"])
def test_only_numbers_are_larger_or_smaller(condition):
    with pytest.raises(ValueError, match=r"compares numbers, not "):
        parse_condition(condition)


@pytest.mark.parametrize(
    "condition", ["cost => 3", "cost =< 3", "cost === 3", "cost <> 3", "cost >> 3", "cost =! 3"]
)
def test_signs_that_are_none_are_refused_and_not_taken_for_text(condition):
    with pytest.raises(ValueError, match=r"^=, !=, <, <=, > and >= compare; not '[=<>!]+'"):
        parse_condition(condition)
