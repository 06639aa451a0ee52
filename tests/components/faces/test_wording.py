"""Columns in braces, alternatives, and parts that are left out."""

import pytest

from pnp.components.faces.wording import parse_wording

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


def test_endless_words_are_refused():
    with pytest.raises(ValueError, match=r"^write at most 5000 characters, not 5001$"):
        parse_wording("x" * 5001)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("{text|title}", "Flood"),
        ("{title|text}", "Flood"),
        ("{ text | hp max }", "7"),
        ("{text|'free'}", "free"),
        ("{cost|'free'}", "3"),
        ('{text|"a | b"}', "a | b"),
        ("{text|none}", ""),
        ("{'[['}{']]'}", "[[]]"),
    ],
)
def test_of_alternatives_the_first_that_is_not_empty_is_taken(written, shown):
    assert parse_wording(written).fill(FLOOD) == shown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("**{kind}**[[: {text}]]", "**event**"),
        ("**{kind}**[[: {title}]]", "**event**: Flood"),
        ("{title}[[ ({cost}/{text})]]", "Flood"),
        ("{title}[[ ({cost}/{text|'?'})]]", "Flood (3/?)"),
        ("{title}[[[{cost}]]]", "Flood[3]"),
        ("{title}[[[{text}]]]", "Flood"),
        ("[[{text}]][[{cost}]]", "3"),
        ("[[{{{cost}}}]]", "{3}"),
        ("[[{none}!]]", ""),
    ],
)
def test_a_part_in_double_brackets_is_left_out_where_a_cell_in_it_is_empty(written, shown):
    assert parse_wording(written).fill(FLOOD) == shown


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("{title}[[: {text}", r"^\[\[ has no \]\]"),
        ("{title}: {text}]]", r"^\]\] has no \[\["),
        ("[[note]]", r"^no cell decides whether"),
        ("[[{text|'none'}]]", r"^no cell decides whether"),
        ("[[a {text} [[b {title}]]]]", r"^\[\[ stands within \[\["),
        ("{text|}", r"^write a column in braces"),
        ("{|text}", r"^write a column in braces"),
        ("{'free'|text}", r"^write a column in braces"),
        ("{text|'free'|'cheap'}", r"^write a column in braces"),
    ],
)
def test_what_could_mean_two_things_is_refused(written, fault):
    with pytest.raises(ValueError, match=fault) as told:
        parse_wording(written)
    assert repr(written) in str(told.value) or f'"{written}"' in str(told.value)


def test_columns_of_alternatives_and_of_parts_are_named():
    assert parse_wording("{a}[[ {b|c}]]{d|'e'}").columns == ("a", "b", "c", "d")
    assert parse_wording("{a}[[ {b|c}]]").choices == (("b", "c"),)


def test_the_length_is_that_of_the_longest_alternative():
    assert parse_wording("ab{a|b}[[-{c}]]").length({"a": 3, "b": 7, "c": 1}) == 2 + 7 + 2
