"""Columns of cards under other names, and those that nothing uses."""

import pytest

from pnp.definitions.columns import rename_columns, unused_columns

FRONT = {
    "front": {"frames": [{"kind": "text", "text": "{title}", "when": "not rare and cost > 3"}]}
}


def table(header, *lines):
    columns = header.split(",")
    return [dict(zip(columns, line.split(","), strict=True)) for line in lines]


@pytest.mark.parametrize("name", ["Copies", "COPIES", "qty", "Qty", "quantity", "count", "Number"])
def test_other_names_of_copies_say_how_many_cards_there_are(name):
    rows, notes = rename_columns(table(f"title,{name}", "Sun,9", "Rain,"), FRONT)
    assert [row["copies"] for row in rows] == ["9", ""]
    assert notes == [f"the column '{name}' is taken as copies"]


def test_capitals_name_a_card_too():
    rows, notes = rename_columns(table("ID,title", "sun,Sun"), FRONT)
    assert rows[0]["id"] == "sun"
    assert notes == ["the column 'ID' is taken as id"]


@pytest.mark.parametrize(
    "rows",
    [
        table("copies,qty,title", "1,9,Sun"),
        table("number,title", "1,Sun", "2,Rain", "3,Snow"),
        table("count,title", "many,Sun", "2,Rain"),
        table("cost,title", "2,Sun"),
    ],
    ids=["copies too", "numbers of rows", "words", "no such column"],
)
def test_a_column_that_may_mean_something_else_stays_as_it_is(rows):
    assert rename_columns(rows, FRONT) == (rows, [])


def test_of_two_columns_that_may_be_copies_none_is_taken_which_is_said():
    table_of_two = table("count,qty,title", "1,9,Sun")
    rows, notes = rename_columns(table_of_two, FRONT)
    assert rows == table_of_two
    assert notes == [
        "the columns 'count', 'qty' may each be copies, so none is taken; name one copies"
    ]


@pytest.mark.parametrize(
    ("rows", "unused"),
    [
        (table("copies,Copies,qty,title", "1,9,9,Sun"), "columns 'Copies', 'qty'"),
        (table("number,title", "1,Sun", "2,Rain", "3,Snow"), "column 'number'"),
        (table("count,title", "many,Sun"), "column 'count'"),
        (table("id,ID,title", "sun,7,Sun"), "column 'ID'"),
        (table("title,Title", "Sun,SUN"), "column 'Title'"),
    ],
    ids=["copies too", "numbers of rows", "words", "id too", "another in capitals"],
)
def test_a_column_that_is_not_taken_is_listed_as_not_used(rows, unused):
    renamed, _ = rename_columns(rows, FRONT)
    assert list(unused_columns(renamed, FRONT)) == [f"the definition does not use the {unused}"]


def test_a_column_that_is_taken_is_not_listed_as_not_used():
    rows, _ = rename_columns(table("ID,Qty,title", "sun,9,Sun", "rain,,Rain"), FRONT)
    assert list(unused_columns(rows, FRONT)) == []


def test_a_count_that_a_frame_prints_is_not_how_many_cards_there_are():
    rows = table("title,number", "Sun,7")
    component = {"front": {"frames": [{"kind": "text", "text": "{number}"}]}}
    assert rename_columns(rows, component) == (rows, [])


def test_columns_that_a_definition_never_names_are_listed_once():
    definition = {
        "components": {"cards": FRONT | {"cards": [{"artist": "Ann"}], "rows": "cards.csv"}},
        "claims": [{"says": "cards.gold == 9"}],
    }
    rows = table("id,title,title_de,rare,cost,gold,artist", "sun,Sun,Sonne,y,4,9,Ann")
    assert list(unused_columns(rows, definition)) == [
        "the definition does not use the column 'artist'"
    ]
    many = [{f"c{n}": "x" for n in range(20)}]
    (note,) = unused_columns(many, definition)
    assert note.endswith("'c6', 'c7', 12 more")
    assert list(unused_columns(table("title", "Sun"), definition)) == []


def test_columns_of_alternatives_and_of_conditions_count_as_used():
    frame = {"text": "{a b|c|'none'}[[ {d}]]", "when": "(tags contains x or e)"}
    rows = table("a b,c,d,tags,e", "1,2,3,x,y")
    assert list(unused_columns(rows, {"frames": [frame]})) == []
