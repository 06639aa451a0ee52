"""Rows from tables of other kinds than CSV, and what is said of files that are none."""

import pytest
from test_open_sheet import cell, ods, row, said, table, value

FACE = 'kind = "text", text = "{title}", at = "5x5mm", area = "50x9mm"'
WAYS = "save it as .csv, .tsv, .xlsx, .ods or .json"


@pytest.fixture
def deck(own):
    """Write a deck whose rows are in a file of that name."""

    def write(name, content):
        own.deck(FACE, more=f'rows = "{name}"')
        own.write(name.partition("#")[0], content)
        return own

    return write


def cards(own):
    """Return the titles and numbers of cards."""
    events = own.load().components["events"]
    return [(row.cells["title"], row.copies) for row in events.cards]


def test_a_tsv_file_has_tabs_between_cells(deck):
    own = deck("cards.tsv", "title\tcopies\nFlood, and more\t2\nRain; snow\t1\n")
    assert cards(own) == [("Flood, and more", 2), ("Rain; snow", 1)]


def test_tabs_in_a_csv_file_are_seen_in_its_header(deck):
    assert cards(deck("cards.csv", "title\tcopies\nFlood, and more\t2\n")) == [
        ("Flood, and more", 2)
    ]


def test_a_spreadsheet_gives_rows_and_their_places(deck):
    own = deck(
        "cards.ods#Weather",
        ods(
            table(row(said("other"))),
            table(
                row(said("title"), said("copies")),
                row(said("Flood"), value("float", "2")),
                row(cell(), more='table:number-rows-repeated="3"'),
                row(said("Rain"), said("many")),
                name="Weather",
            ),
        ),
    )
    assert [fault.partition(": ")[2] for fault in own.faults()] == [
        "row 6: copies: write a whole number, not 'many'"
    ]


def test_a_list_of_objects_gives_rows_with_all_keys(deck):
    own = deck(
        "cards.json", '[{"title": "Flood", "copies": 2},\n\n {"cost": 1.50, "title": "Rain"}]'
    )
    events = own.load().components["events"]
    assert events.columns == ("title", "cost")
    assert [dict(one.cells) for one in events.cards] == [
        {"title": "Flood", "cost": ""},
        {"title": "Rain", "cost": "1.50"},
    ]
    assert [one.place for one in events.cards] == ["cards.json, line 1", "cards.json, line 3"]


def test_numbers_truths_and_nothing_in_json_are_texts(deck):
    own = deck(
        "cards.json", '[{"title": 007.5, "b": true, "c": null, "d": -3e9}]'.replace("00", "")
    )
    (one,) = own.load().components["events"].cards
    assert dict(one.cells) == {"title": "7.5", "b": "true", "c": "", "d": "-3e9"}


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ('{"cards": []}', "is not a list; write a list of objects"),
        ('[{"title": "a"},\n 7]', "line 2: is not an object; write a list of objects"),
        ('[{"title": "a"},\n{"title": ["b"]}]', "line 2: 'title': is a list; write a text"),
        ('[{"title": "a"}\n{"title": "b"}]', "line 2: is not JSON: expecting ',' or ']'"),
        ('[{"title": "a"},\n]', "line 2: is not JSON: Expecting value"),
        ('[{"title": "a"}]\n[]', "line 2: is not JSON: something follows the list"),
        (f'[{{"title": {"[" * 99999}', "is nested too deep"),
        ("[]", "has no rows; write an object for each card"),
        ("", "is not a list"),
    ],
)
def test_json_that_is_not_a_table_is_reported_with_its_line(deck, content, fault):
    (said,) = deck("cards.json", content).faults()
    assert said.startswith("cards.json: ")
    assert fault in said


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("cards.xls", f"is a workbook of Excel 97; {WAYS}"),
        ("cards.numbers", f"is a workbook of Numbers; {WAYS}"),
        ("cards.yaml", f"is YAML; {WAYS}"),
        ("cards.db", f"byte 0 is not UTF-8; {WAYS}"),
        (
            "cards.csv",
            "line 1: byte 0 is not UTF-8; save it as UTF-8 (in Excel: CSV UTF-8)",
        ),
        ("cards.csv#Weather", "has no sheets, so leave out #Weather; workbooks have them"),
    ],
)
def test_other_files_are_told_how_to_be_saved(deck, name, fault):
    content = b"\xd0\xcf\x11\xe0" if "#" not in name else b"title\nFlood\n"
    (said,) = deck(name, content).faults()
    assert said == f"{name.partition('#')[0]}: {fault}"
