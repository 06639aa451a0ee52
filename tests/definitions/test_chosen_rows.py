"""Rows of cards that are made from lists, chosen by a condition, and changed by replacements."""

import pytest

from pnp.definitions import load_game

FACE = 'kind = "text", text = "{title}", at = "5x5mm", area = "50x9mm"'
ELVES = "title,race,cost,copies\nAda,Elf,2.0,2\nBo,Orc,3,1\nCy,Elf,12,1\n"


@pytest.fixture
def titles(own):
    """Return the titles and numbers of the cards of a deck with more keys."""

    def read(more, rows=None, lang=None, column="title"):
        own.deck(FACE.replace("title", column), rows=rows, more=more)
        events = own.load(lang).components["events"]
        return [(row.cells[column], row.copies) for row in events.cards]

    return read


@pytest.mark.parametrize(
    ("where", "left"),
    [
        ("race = 'Elf'", ["Ada", "Cy"]),
        ("RACE = Elf and cost > 2", ["Cy"]),
        ("{cost * 2} = 6", ["Bo"]),
        ("not race = Elf", ["Bo"]),
    ],
)
def test_only_rows_that_meet_the_condition_are_there(titles, where, left):
    assert [title for title, _ in titles(f'where = "{where}"', ELVES)] == left


def test_other_rows_are_as_if_they_were_not_in_the_table(own):
    own.deck(FACE, rows=ELVES, more='where = "race = Elf"')
    events = own.load().components["events"]
    assert events.count == 3
    assert events.names == ("1", "2")
    assert [row.place for row in events.cards] == ["events.csv, line 2", "events.csv, line 4"]


@pytest.mark.parametrize(
    ("where", "fault"),
    [
        ("rase = Elf", "components.events.where: there is no column 'rase'; did you mean 'race'?"),
        ("race = Elv", "no row meets 'race = Elv'; race is one of: 'Elf', 'Orc'"),
        ("card.number > 1", "card.number is known of cards alone, and not of rows; write a column"),
        ("{race + 1} > 2", "where: events.csv, line 2: race is 'Elf', which is no number"),
        ("race =", "no row meets 'race ='; race is one of"),
        ("cost > x", "components.events.where: > compares numbers, not 'x'"),
        ("{2 ** cost} = 4", "is not arithmetic that is known here"),
    ],
)
def test_a_condition_that_fits_no_row_is_a_fault_with_what_would_be_right(own, where, fault):
    own.deck(FACE, rows=ELVES, more=f'where = "{where}"')
    said, *_ = own.faults()
    assert said.startswith("game.toml: ")
    assert fault in said


def test_cells_that_are_no_numbers_or_say_no_in_words_are_told(own):
    own.deck(FACE, rows="title,cost,flag\nA,3,yes\nB,4 gold,no\n", more='where = "cost > 2"')
    (note,) = (note for note in load_game(own.folder / "game.toml").notes if "where" in note)
    assert note.startswith("events.csv: where: ")
    assert "4 gold" in note
    own.deck(FACE, more='rows = { product = { title = ["yes", "no"] } }\nwhere = "title"')
    (note,) = load_game(own.folder / "game.toml").notes[:1]
    assert note.startswith("components.events: where: ")


def test_the_condition_chooses_the_same_cards_in_every_language(titles):
    rows = "title_en,title_de\nOne,Eins\nTwo,Zwei\n"
    assert titles('where = "title = Two"', rows, "de") == [("Zwei", 1)]


def test_each_item_comes_with_each_of_the_others(titles):
    more = 'rows = { product = { suit = ["c", "h"], title = { from = 9, to = 10 } }, copies = 2 }'
    assert titles(more) == [("9", 2), ("10", 2), ("9", 2), ("10", 2)]


@pytest.mark.parametrize(
    ("doubles", "pairs"),
    [("false", ["a b", "a c", "b c"]), ("true", ["a a", "a b", "a c", "b b", "b c", "c c"])],
)
def test_combinations_choose_items_whatever_their_order(own, doubles, pairs):
    more = f'{{ of = ["a", "b", "c"], columns = ["title", "other"], doubles = {doubles} }}'
    own.deck(FACE, more=f"rows = {{ combinations = {more} }}")
    rows = own.load().components["events"].cards
    assert [f"{row.cells['title']} {row.cells['other']}" for row in rows] == pairs


def test_made_rows_are_chosen_as_others_are(titles):
    more = (
        'rows = { product = { a = [1, 2], title = { from = 3, to = 1 } } }\nwhere = "a < {title}"'
    )
    assert titles(more) == [("3", 1), ("2", 1), ("3", 1)]


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ("{}", "events.rows: write one of file, product and combinations"),
        (
            '{ file = "a.csv", product = { a = [1] } }',
            "write one of file, product and combinations",
        ),
        ("{ product = { a = 7 } }", "rows.product.a: write a list of texts or whole numbers"),
        ("{ product = { a = [] } }", "rows.product.a: write a list of texts or whole numbers"),
        ("{ prodct = { a = [1] } }", "rows.prodct: is not a key that is known here"),
        (
            "{ product = { a = { from = 1, to = 1000000 }, b = [1, 2] } }",
            "are too many rows: a game has at most 20,000 rows, not 40,002",
        ),
        (
            "{ combinations = { of = { from = 1, to = 90 }, columns = "
            f"{[f'c{n}' for n in range(20)]} }} }}",
            "are too many rows",
        ),
        ("{ product = { copies = [1, 2] }, copies = 3 }", "copies is a column already"),
        ('{ combinations = { of = [1], columns = ["a", "a"] } }', "each has a name of its own"),
        (
            '{ combinations = { of = [1, 2], columns = ["a", "b", "c"] } }',
            "2 items do not fill 3 columns; write more items, or doubles = true",
        ),
    ],
)
def test_lists_that_make_no_rows_are_refused(own, rows, fault):
    own.deck(FACE.replace("{title}", "x"), more=f"rows = {rows}")
    (said,) = own.faults()
    assert fault in said


def test_texts_in_cells_are_replaced_once_the_longest_first(titles):
    more = 'replace = { "(T)" = ":tap:", "(TT)" = "(T)", "--" = "" }'
    assert titles(more, "title\nAdd (T)(TT)--\n") == [("Add :tap:(T)", 1)]


def test_a_text_that_is_nowhere_is_told(own):
    own.deck(FACE, rows=ELVES, more='replace = { "(T)" = ":tap:" }')
    notes = load_game(own.folder / "game.toml").notes
    assert "components.events.replace: '(T)' is in no cell" in notes


def test_replacements_do_not_make_a_cell_too_long(own):
    own.deck(FACE, rows=f"title\n{'x' * 3000}\n", more=f'replace = {{ x = "{"y" * 3000}" }}')
    (said,) = own.faults()
    assert said.startswith("events.csv: line 2: title, with what is replaced: is too long")
