"""Columns of cards under other names, and those that nothing uses."""

import unicodedata

import pytest

from pnp.base.text import TableCell
from pnp.definitions import load_game
from pnp.definitions.columns import rename_columns, unused_columns, use_of_columns, used_columns

FRONT = {
    "front": {"frames": [{"kind": "text", "text": "{title}", "when": "not rare and cost > 3"}]}
}
NAME_ONE = "to give the number of copies, name a column copies"


def table(header, *lines):
    columns = header.split(",")
    return [dict(zip(columns, line.split(","), strict=True)) for line in lines]


def column(name, *cells):
    return [{"title": "Sun", name: cell} for cell in cells]


def renamed(rows, component=FRONT, claims=()):
    lines = [f"cards.csv: line {number}" for number in range(2, len(rows) + 2)]
    return rename_columns(rows, lines, use_of_columns(component, claims, "cards"))


def copies(rows, component=FRONT):
    return [row.get("copies", "") for row in renamed(rows, component).rows]


def unused(rows, component=FRONT, claims=()):
    found = renamed(rows, component, claims)
    used = used_columns(found, use_of_columns(component, claims, "cards"))
    return list(unused_columns(found.rows, used))


@pytest.mark.parametrize(
    "name",
    [
        *("Copies", "COPIES", "@Copies", "# of copies", "Number of copies", "no. of copies"),
        *("qty", "Qty.", "quantity", "count", "@count", "card_count", "Duplication", "Number", "#"),
    ],
)
def test_other_names_of_copies_say_how_many_cards_there_are(name):
    rows, notes, faults, _ = renamed(table(f"title,{name}", "Sun,9", "Rain,"))
    assert [row["copies"] for row in rows] == ["9", ""]
    assert notes == [f"the column '{name}' is taken as copies"]
    assert not faults


@pytest.mark.parametrize("cell", ["2", "2.0", "2.00", "02", "\uff12", TableCell("2 Stk", "2")])
def test_a_cell_that_is_a_whole_number_is_one(cell):
    assert renamed(column("qty", "3", cell)).faults == []


@pytest.mark.parametrize(
    "cell",
    ["x3", "2x", "1.000", "1.5", "-1", "1,0", "-", "two", "1e3", "+2", "2/3", "TRUE", "9999999999"],
)
@pytest.mark.parametrize("name", ["qty", "Quantity", "Count", "number", "@count", "#"])
def test_any_other_cell_is_a_fault_with_its_line_and_the_way_out(name, cell):
    found = renamed(column(name, "2", "2", cell, "3"))
    assert found.faults == [
        f"cards.csv: line 4: {name}: write a whole number, not '{cell}', for this column is taken "
        "as copies; if it says something else, give it another name"
    ]
    assert [row["copies"] for row in found.rows] == ["2", "2", "", "3"]


@pytest.mark.parametrize(
    ("name", "cells", "why"),
    [
        ("count", ["Dracula", "Orlok"], "'Dracula' is no number"),
        ("number", ["VII", "A1", "12"], "'VII' is no whole number"),
        ("number", ["1", "2", "3"], "it numbers the rows"),
        ("number", ["1", "2"], "it numbers the rows"),
        ("number", ["001", "002", "003"], "it numbers the rows"),
        ("#", ["101", "102", "103"], "it numbers the rows"),
        ("number", ["1", "2", "3", "4a", "4b", "5"], "it numbers the rows"),
        ("number", ["5", "3", "8", "1", "2", "7", "4", "6"], "it numbers the rows"),
    ],
)
def test_a_column_that_says_something_else_is_said_not_to_be_taken(name, cells, why):
    rows = column(name, *cells)
    found = renamed(rows)
    assert found.rows == rows
    assert found.notes == [f"the column '{name}' is not taken as copies: {why}; {NAME_ONE}"]
    assert not found.faults
    assert unused(rows) == [f"the definition does not use the column '{name}'"]


def test_counts_that_happen_to_run_from_one_are_counts():
    assert copies(column("count", "1", "2", "3")) == ["1", "2", "3"]


def uses(**keys):
    return {"front": {"frames": [{"kind": "text", "text": "{title}"} | keys]}}


@pytest.mark.parametrize(
    "keys",
    [
        {"text": "{count}"},
        {"text": "{Count}"},
        {"text": "{title|count}"},
        {"text": "{count|'none'}"},
        {"text": "{title}[[: {count}]]"},
        {"when": "title and count > 2"},
        {"when": "not count"},
        {"count": "{count}"},
        {"shadow": {"color": "{count}"}},
    ],
)
def test_a_count_that_a_face_uses_is_not_taken_which_is_said(keys):
    rows = column("count", "4", "2")
    found = renamed(rows, uses(**keys))
    assert found.rows == rows
    assert found.notes == [
        f"the column 'count' is not taken as copies: something else uses it; {NAME_ONE}"
    ]
    assert unused(rows, {"back": uses(**keys)["front"]})[1:] == []


@pytest.mark.parametrize(
    "component",
    [
        FRONT | {"explained": "Keep count of your sheep, by the {count}."},
        FRONT | {"name": "Count", "kind": "count"},
        uses(text="{title}\nCount them, {{count}}."),
        uses(name="count", below="count"),
        uses(when="title = 'count'"),
    ],
)
def test_a_word_in_prose_uses_no_column(component):
    assert copies(column("count", "4", "2"), component) == ["4", "2"]


def test_only_a_count_that_could_be_copies_is_pointed_out_where_it_is_printed():
    printed = uses(text="{number}")
    for cells in (["1", "1"], ["1", "2", "3"], ["VII", "A1"], ["", ""]):
        assert renamed(column("number", *cells), printed).notes == []
    assert renamed(column("copies", "2") + column("number", "7"), printed).notes == []


def test_copies_is_taken_in_capitals_even_where_it_is_printed():
    assert copies(column("COPIES", "4"), uses(text="{COPIES}")) == ["4"]


@pytest.mark.parametrize("check", ["sum(cards.qty) == 6", "cards.qty_4 == 1"])
def test_a_claim_uses_a_column_too(check):
    found = renamed(column("qty", "4", "2"), claims=[check])
    assert found.notes[0].startswith("the column 'qty' is not taken as copies: something else")
    assert copies(column("qty", "4", "2")) == ["4", "2"]


@pytest.mark.parametrize("name", ["Anzahl", "amount", "X", "duplicates", "quantité", "枚数", "Nr."])
def test_what_other_programs_and_languages_call_copies_is_pointed_out(name):
    rows = column(name, "4", "2", "")
    found = renamed(rows)
    assert found.rows == rows
    assert found.notes == [f"the column '{name}' is not taken as copies; {NAME_ONE}"]
    for cells in (["1", "1"], ["1", "2", "3"], ["much", "more"]):
        assert renamed(column(name, *cells)).notes == []
    assert renamed(rows, uses(text=f"{{{name}}}")).notes == []


def test_of_two_columns_that_may_be_copies_none_is_taken_which_is_said():
    table_of_two = table("count,qty,title", "1,9,Sun")
    found = renamed(table_of_two)
    assert found.rows == table_of_two
    assert found.notes == [
        "the columns 'count', 'qty' may each be copies, so none is taken; name one copies"
    ]


def test_of_two_columns_that_say_the_same_one_is_taken():
    assert copies(table("count,qty,title", "9,9,Sun")) == ["9"]


def test_a_clear_name_of_copies_is_taken_beside_an_unclear_one():
    rows = table("number,qty,title", "7,9,Sun", "7,8,Rain")
    assert copies(rows) == ["9", "8"]
    assert unused(rows) == ["the definition does not use the column 'number'"]


@pytest.mark.parametrize(
    "rows", [table("copies,qty,title", "1,9,Sun"), table("cost,€,title", "2,2,Sun")]
)
def test_other_columns_stay_as_they_are(rows):
    found = renamed(rows)
    assert (found.rows, found.notes, found.faults) == (rows, [], [])


def test_capitals_name_a_card_too():
    found = renamed(table("ID,title", "sun,Sun", "r-2,Rain"))
    assert [row["id"] for row in found.rows] == ["sun", "r-2"]
    assert found.notes == ["the column 'ID' is taken as id"]


@pytest.mark.parametrize("name", ["ID", "Id", "iD"])
@pytest.mark.parametrize(
    ("cells", "why"),
    [
        (["36/17", "1/1"], "'36/17' is not in lower-case letters, digits and single hyphens"),
        (["5", "5"], "'5' occurs twice"),
        (["5", ""], "a cell of it is empty"),
        (["sun", "No Sun"], "'No Sun' is not in lower-case letters, digits and single hyphens"),
    ],
)
def test_capitals_name_no_card_if_a_cell_is_not_fit(name, cells, why):
    rows = column(name, *cells)
    found = renamed(rows)
    assert (found.rows, found.faults) == (rows, [])
    assert found.notes == [f"the column '{name}' is not taken as id: {why}; the cards are numbered"]


def test_a_row_without_copies_needs_no_id():
    rows = table("ID,title,copies", "sun,Sun,1", "sun,Left out,0", ",Left out,0.0")
    assert [row["id"] for row in renamed(rows).rows] == ["sun", "sun", ""]


def test_a_number_is_an_id_as_it_is_shown_or_by_its_value():
    rows = [{"id": TableCell("007", "7")}, {"id": TableCell("8.00", "8")}]
    assert [row["id"] for row in renamed(rows).rows] == ["007", "8"]


PLACE = 'at = "5x5mm", area = "50x20mm"'
WARGAME = "TYPE,VALUE,ID,COPIES\nINF,4-6-5,36/17,1\nART,2-1-4,1/1,2.0\nHQ,0-1-3,1/1,\n"


def test_a_designation_that_is_printed_is_no_id(own):
    own.deck(f'kind = "text", text = "{{TYPE}} {{Value}} {{id}}", {PLACE}', rows=WARGAME)
    pieces = own.pieces()
    assert [(piece.name, piece.copies) for piece in pieces] == [("1", 1), ("2", 2), ("3", 1)]
    assert own.face(2).lines == ["ART 2-1-4 1/1"]
    assert load_game(own.folder / "game.toml").notes == (
        "events.csv: the column 'COPIES' is taken as copies",
        "events.csv: the column 'ID' is not taken as id: '36/17' is not in lower-case letters, "
        "digits and single hyphens; the cards are numbered",
    )


def test_faults_in_copies_name_the_column_and_the_line(own):
    frame = f'kind = "text", text = "{{title}}", {PLACE}'
    own.deck(frame, rows="title,Qty\nA,2\nB,2.0\nC,x3\n")
    assert own.faults() == [
        "events.csv: line 4: Qty: write a whole number, not 'x3', for this column is taken as "
        "copies; if it says something else, give it another name"
    ]
    own.deck(frame, rows="title,copies\nA,2.0\nB,2.5\nC,0\n")
    assert own.faults() == ["events.csv: line 3: copies: write a whole number, not '2.5'"]
    own.deck(frame, more='cards = [{ title = "A", qty = 2.0 }, { title = "B", qty = "2x" }]')
    (fault,) = own.faults()
    assert fault.startswith("game.toml: components.events.cards[2]: qty: write a whole number")


def test_copies_of_tables_elsewhere_in_a_game_are_whole_numbers_too(own):
    frame = f'kind = "text", text = "{{title}}", {PLACE}'
    cards = 'cards = [{ title = "A", copies = 2.0 }, { title = "B", copies = " 3 " }]'
    events = own.deck(frame, more=cards).load().components["events"]
    assert [row.copies for row in events.cards] == [2, 3]


RULED = """
[[claims]]
says = "There is gold."
check = "sum(events.gold) == 9 * events.storm"
status = "derived"
"""


def test_columns_that_only_claims_and_rule_texts_use_are_used(own):
    rows = "title,gold,kind,silver,artist\nSun,9,storm,2,Ann\n"
    own.deck(f'kind = "text", text = "{{title}}", {PLACE}', rows=rows)
    own.write("rules/flow.en.md", "Take {{ events.silver[0] }} silver. artist, {{ artist }}")
    own.write("game.toml", (own.folder / "game.toml").read_text() + RULED)
    assert load_game(own.folder / "game.toml").notes == (
        "events.csv: the definition does not use the column 'artist'",
    )


@pytest.mark.parametrize(
    ("rows", "listed"),
    [
        (table("copies,Copies,qty,title", "1,9,9,Sun"), "columns 'Copies', 'qty'"),
        (table("id,ID,title", "sun,7,Sun"), "column 'ID'"),
        (table("title,artist", "Sun,SUN"), "column 'artist'"),
    ],
)
def test_a_column_that_nothing_uses_is_listed(rows, listed):
    assert unused(rows) == [f"the definition does not use the {listed}"]


def test_a_column_that_is_taken_is_not_listed_as_not_used():
    assert unused(table("ID,Qty,title", "sun,9,Sun", "rain,,Rain")) == []
    assert unused(table("copies,Qty,title", "9,9,Sun")) == []


def test_columns_that_nothing_uses_are_listed_once():
    rows = table("id,title,title_de,rare,cost,gold,artist", "sun,Sun,Sonne,y,4,9,Ann")
    assert unused(rows, claims=["cards.gold == 9"]) == [
        "the definition does not use the column 'artist'"
    ]
    (note,) = unused([{f"c{n}": "x" for n in range(20)}])
    assert note.endswith("'c6', 'c7' and 12 more")
    assert unused(table("title", "Sun")) == []


def test_a_word_in_the_summary_of_a_game_uses_no_column(own):
    rows = "title,river\nSun,blue\n"
    own.deck(f'kind = "text", text = "{{title}}", {PLACE}', rows=rows)
    assert load_game(own.folder / "game.toml").notes == (
        "events.csv: the definition does not use the column 'river'",
    )


def test_columns_of_alternatives_and_of_conditions_count_as_used():
    rows = table("a b,c,d,tags,e", "1,2,3,x,y")
    component = uses(text="{a b|c|'none'}[[ {d}]]", when="(tags contains x or e)")
    assert unused(rows, component) == []


NAMES = ["Näme", unicodedata.normalize("NFD", "Näme"), "NÄME", unicodedata.normalize("NFD", "näme")]


@pytest.mark.parametrize("header", NAMES)
@pytest.mark.parametrize("named", NAMES)
def test_a_column_is_found_in_any_unicode_form_and_any_case(own, header, named):
    frame = f'kind = "text", text = "{{{named}}}", {PLACE}, when = "{named} = Sun"'
    own.deck(frame, rows=f"{header}\nSun\n")
    assert own.face().lines == ["Sun"]
    assert load_game(own.folder / "game.toml").notes == ()


def test_of_columns_that_differ_in_case_the_written_one_is_used(own):
    frame = 'kind = "text", text = "{}", ' + PLACE
    own.deck(frame.replace("{}", "{Title}"), rows="title,Title,TITLE\na,b,c\n")
    assert own.face().lines == ["b"]
    own.deck(frame.replace("{}", "{tiTle}"), rows="title,Title\na,b\n")
    (fault,) = own.faults()
    assert "there is no column 'tiTle'; did you mean" in fault


def test_a_translation_is_found_by_a_column_in_other_capitals(own):
    own.deck(f'kind = "text", text = "{{Title}}", {PLACE}', rows="title,title_de\nSun,Sonne\n")
    assert own.face(lang="de").lines == ["Sonne"]


def test_a_tab_in_a_cell_is_a_blank(own):
    own.deck(f'kind = "text", text = "{{title}}", {PLACE}', rows="title,text\na\tb\t,c\n")
    assert own.face().lines == ["a b"]


def test_rows_of_blanks_alone_are_no_cards(own):
    own.deck(f'kind = "text", text = "{{title}}", {PLACE}', rows="title,text\nA,b\n , \n,\t\nB,c\n")
    assert [piece.copies for piece in own.pieces()] == [1, 1]
