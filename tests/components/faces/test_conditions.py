"""Conditions on the columns of a row."""

import unicodedata

import pytest

from pnp.base.text import TableCell
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


@pytest.mark.parametrize(
    "cell", ["FALSE", "false", "False", "FALSCH", "FAUX", TableCell("✗", "false")]
)
def test_false_is_false_where_a_condition_only_asks(cell):
    assert not parse_condition("flag").holds({"flag": cell})
    assert parse_condition("not flag").holds({"flag": cell})
    assert parse_condition("not (flag or other)").holds({"flag": cell, "other": ""})
    assert parse_condition('flag != ""').holds({"flag": cell})


@pytest.mark.parametrize("cell", ["TRUE", "true", "WAHR", "0", "no", "faux", "Falsch", "FALSE."])
def test_anything_else_in_a_cell_is_something(cell):
    assert parse_condition("flag").holds({"flag": cell})


def test_true_and_false_are_compared_in_any_case():
    for condition in ("flag = true", "flag == TRUE", "flag != false"):
        assert parse_condition(condition).holds({"flag": "True"})
        assert parse_condition(condition).holds({"flag": TableCell("WAHR", "true")})
    assert not parse_condition("flag = true").holds({"flag": "FALSE"})
    assert not parse_condition("kind = Event").holds({"kind": "event"})


def test_a_number_with_a_format_is_compared_as_it_is_shown_and_by_its_value():
    cells = {"price": TableCell("1,234.50 €", "1234.5"), "share": TableCell("25%", "0.25")}
    for condition in (
        *("price > 1000", "price <= 1234.5", "price = 1234.5", "price = '1,234.50 €'"),
        *("share < 0.3", "share = 25%", "share = 0.25", "price contains 34.5", "share != 25"),
    ):
        assert parse_condition(condition).holds(cells)
    for condition in ("price != 1234.5", "share != 25%", "share > 1"):
        assert not parse_condition(condition).holds(cells)


def test_letters_are_compared_in_any_unicode_form():
    composed, decomposed = (unicodedata.normalize(form, "Käse") for form in ("NFC", "NFD"))
    for value, cell in ((composed, decomposed), (decomposed, composed)):
        assert parse_condition(f"food = {value}").holds({"food": cell})
        assert parse_condition(f"food contains {value}").holds({"food": f"{cell}!"})


FLAG = 'kind = "text", text = "FLAG", area = "20x9mm", at = "5x20mm", when = "{}"'


def test_a_frame_for_a_check_box_is_on_the_cards_where_it_is_checked(own):
    own.deck(TITLE, FLAG.format("flag"), rows="title,flag\nA,TRUE\nB,FALSE\nC,\n")
    assert [own.face(number).lines for number in (1, 2, 3)] == [["A", "FLAG"], ["B"], ["C"]]
    assert load_game(own.folder / "game.toml").notes == ()


@pytest.mark.parametrize(
    ("cells", "said", "better"),
    [
        ("yes no", "no", "flag = yes"),
        ("1 0", "0", "flag = 1"),
        ("TRUE 0", "0", "flag and flag != 0"),
        ("- x", "-", "flag = x"),
        ("Nein Ja", "Nein", "flag = Ja"),
    ],
)
@pytest.mark.parametrize("condition", ["flag", "not flag", "title and flag"])
def test_a_condition_that_takes_no_for_something_is_noted(own, condition, cells, said, better):
    rows = "title,flag\nC,\n" + "".join(f"A,{cell}\n" for cell in cells.split())
    assert notes_of(own, FLAG.format(condition), rows=rows) == (
        f"events: front.frames[2].when: 'flag' holds on every card whose cell is neither empty nor "
        f"FALSE, so also where it is '{said}'; write '{better}'",
    )


@pytest.mark.parametrize("cells", ["yes 2", "0 1 2", "yes", "fire no"])
def test_a_column_of_other_words_and_numbers_is_not_noted(own, cells):
    rows = "title,flag\n" + "".join(f"A,{cell}\n" for cell in cells.split())
    assert not notes_of(own, FLAG.format("flag"), rows=rows)


def test_an_answer_that_is_left_out_for_it_is_false_is_noted(own):
    frame = FLAG.format("answer").replace("FLAG", "Answer: {answer}")
    assert notes_of(own, frame, rows="title,answer\nA,True\nB,False\n") == (
        "events: front.frames[2] prints {answer}, and is left out where that is FALSE; to print it "
        "there as well, write when = 'answer != \"\"'",
    )


def test_cells_that_are_not_numbers_are_noted_where_they_are_compared_by_size(own):
    rows = 'title,cost\nA,4\nB,\nC,"3,5"\nD,10 g\nE,-2.5\n'
    assert notes_of(own, FLAG.format("title = A or cost > 3"), rows=rows) == (
        "events: front.frames[2].when: events.csv, line 4: '3,5' and 1 more is not a number, "
        "so no comparison of 'cost' by size is true there",
    )
    assert not notes_of(own, FLAG.format("cost > 3"), rows="title,cost\nA,4\nB,\n")
