"""Rows from tables of other kinds than CSV, and what is said of files that are none."""

from io import BytesIO

import pytest
from openpyxl import Workbook
from test_open_sheet import cell, ods, row, said, table, value

from pnp.definitions import load_game

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
        ('{"cards": 7}', "is not a list; write a list of objects"),
        (
            '{"cards": [], "a": {}, "b": [1]}',
            "is not a list; name one of its lists after a #: 'cards' or 'b'",
        ),
        ('{"cards": [], "cards": [1]}', "'cards' occurs twice in an object; write it once"),
        ('{"cards": [],\n7: 1}', "line 2: is not JSON: expecting a key in quotes"),
        ('{"cards": []\n', "is not JSON: expecting ',' or '}'"),
        ('{"cards" []}', "is not JSON: expecting ':'"),
        ('{"cards":', "is not JSON: Expecting value"),
        ('[{"title": "a"},\n 7]', "line 2: is not an object; write a list of objects"),
        ('[{"title": "a"},\n{"title": {"en": "b"}}]', "line 2: title: has more in it than a list"),
        ('[{"title": "a"},\n{"title": ["b", []]}]', "line 2: title: has more in it than a list"),
        ('[{"title": "a"},\n{"b": "c", "b": "d"}]', "line 2: 'b' occurs twice in an object; write"),
        ('[{"title": "a"}\n{"title": "b"}]', "line 2: is not JSON: expecting ',' or ']'"),
        ('[{"title": "a"},\n]', "line 2: is not JSON: a comma stands before the end"),
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


def test_a_list_of_mappings_in_yaml_gives_rows_as_they_are_written(deck):
    own = deck(
        "cards.yaml",
        "# weather\n- title: &flood Flood\n  copies: 2\n  when: no\n"
        "- {title: *flood, cost: 007.50}\n"
        "- title: |\n    Two\n    lines\n  cost: ~\n  wet: True\n",
    )
    events = own.load().components["events"]
    assert events.columns == ("title", "when", "cost", "wet")
    assert [list(one.cells.values()) for one in events.cards] == [
        ["Flood", "no", "", ""],
        ["Flood", "", "007.50", ""],
        ["Two\nlines", "", "", "true"],
    ]
    assert [one.place for one in events.cards] == [f"cards.yaml, line {n}" for n in (2, 5, 6)]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("cards.txt", "#separator:tab\n#html:true\n#columns:title\ttext\nSun, rain\t1\nHail\t2\n"),
        ("cards.csv", '#separator:Comma\r\n#columns:title,text\r\n\r\n"Sun, rain",1\r\nHail,2\r\n'),
        (
            "cards.txt",
            "#separator:;\n#separator:;\n#columns:title;text;Deck\nSun, rain;1;\nHail;2",
        ),
    ],
)
def test_notes_from_anki_are_rows(deck, name, content):
    events = deck(name, content).load().components["events"]
    assert [one.cells["title"] for one in events.cards] == ["Sun, rain", "Hail"]
    assert [one.cells["text"] for one in events.cards] == ["1", "2"]
    assert [one.place for one in events.cards] == [f"{name}, line 4", f"{name}, line 5"]


@pytest.mark.parametrize(
    ("part", "lines"), [("#white", {"A bear.": 3, "7": 4}), ("#black", {"Why _?": 6})]
)
def test_one_of_the_lists_in_an_object_is_a_table(deck, part, lines):
    lists = (
        '{"about": {"n": [1]}, "white": [\n\n"A bear.",\n7],\n'
        '"black":\n [{"text": "Why _?", "pick": 1}]}'
    )
    own = deck("cards.json", lists)
    toml = own.folder / "game.toml"
    toml.write_text(
        toml.read_text(encoding="utf-8")
        .replace("cards.json", f"cards.json{part}")
        .replace("{title}", "{text}"),
        encoding="utf-8",
    )
    cards = own.load().components["events"].cards
    assert {one.cells["text"]: one.place for one in cards} == {
        text: f"cards.json{part}, line {line}" for text, line in lines.items()
    }


def test_a_list_of_texts_is_a_column_of_them(deck):
    (fault,) = deck("cards.json", '["Sun", "Rain"]').faults()
    assert "there is no column 'title' (there are: text)" in fault


def test_notes_from_anki_without_names_of_fields_are_refused(deck):
    (said,) = deck("cards.txt", "#separator:tab\n#html:true\nSun\train\n").faults()
    assert said.startswith("cards.txt: is an export of Anki without the names of its fields")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (
            "cards.json",
            '[{"title": ["Flood", 2, true, null, ""], "from": {"a": [1, {"b": 2}]}, "no": []}]',
        ),
        (
            "cards.yaml",
            "- title: &all [&f Flood, 2, true, ~, '']\n  from: {a: [1, {b: *f}]}\n  no: []\n",
        ),
    ],
)
def test_a_list_of_texts_is_one_and_what_nothing_uses_may_be_anything(deck, name, content):
    own = deck(name, content)
    (one,) = own.load().components["events"].cards
    assert dict(one.cells) == {"title": "Flood, 2, true", "from": "…", "no": ""}


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("cards: []", "line 1: is not a list; write a list of mappings"),
        ("- title: a\n- 7", "line 2: is not a mapping; write a list of mappings"),
        ("- title: a\n- title: {en: b}", "line 2: title: has more in it than a list; write a text"),
        ("- title: a\n- title: [b, [c, &a d]]", "line 2: title: has more in it than a list"),
        ("- ? [b]\n  : c", "line 1: a key: is a list or a mapping; write a text"),
        ("- title: a\n- b: c\n  b: d", "line 3: 'b' occurs twice in a mapping; write it once"),
        ("- title: a\n  <<: {b: c}", "line 2: << is not read"),
        ("- &a\n  title: b\n- *a", "line 3: is not a mapping"),
        ("- title: *a", "line 1: 'title': *a is the name of a list"),
        ("- title: !!python/name:os.system", "line 1: has the tag"),
        ("- title: !ruby/object:A {}", "line 1: title: has more in it than a list"),
        ("- title: a\n---\n- title: b", "line 2: begins another list"),
        ("- title: 'a\n", "is not YAML: found unexpected end of stream"),
        ("- " * 3000 + "a", "line 1: is not a mapping"),
        ("[]", "has no rows; write a mapping for each card"),
        ("", "has no rows; write a mapping for each card"),
    ],
)
def test_yaml_that_is_not_a_table_is_reported_with_its_line(deck, content, fault):
    (said,) = deck("cards.yml", content).faults()
    assert said.startswith("cards.yml: ")
    assert fault in said


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("cards.xls", f"is a workbook of Excel 97; {WAYS}"),
        ("cards.numbers", f"is a workbook of Numbers; {WAYS}"),
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


def test_a_workbook_under_another_name_is_called_one(deck):
    (fault,) = deck("cards.csv", ods(table(row(said("title"))))).faults()
    assert fault == "cards.csv: is a workbook; give it the ending .xlsx or .ods"
    (fault,) = deck("cards.xlsx", b"\xd0\xcf\x11\xe0" + bytes(600)).faults()
    assert fault.startswith("cards.xlsx: has a password, or is a workbook of Excel 97; save it as")


def test_a_workbook_with_macros_is_read_like_others(deck):
    book = Workbook()
    book.active.append(["title"])
    book.active.append(["Flood"])
    out = BytesIO()
    book.save(out)
    assert cards(deck("cards.xlsm", out.getvalue())) == [("Flood", 1)]


@pytest.mark.parametrize("name", ["Weather", "Weather ", " weather", "WEATHER"])
def test_a_sheet_is_found_in_other_capitals_and_with_blanks_around_it(deck, name):
    sheets = [table(row(said("x"))), table(row(said("title")), row(said("Flood")), name=name)]
    assert cards(deck("cards.ods#Weather", ods(*sheets))) == [("Flood", 1)]
    both = [*sheets, table(row(said("title")), row(said("Rain")), name="Weather")]
    wanted = "Flood" if name == "Weather" else "Rain"
    assert cards(deck("cards.ods#Weather", ods(*both))) == [(wanted, 1)]
    book = Workbook()
    book.create_sheet(name).append(["title"])
    book[name].append(["Flood"])
    out = BytesIO()
    book.save(out)
    assert cards(deck("cards.xlsx#Weather", out.getvalue())) == [("Flood", 1)]


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ('="007"', "007"),
        ('"=""007"""', "007"),
        ("a\vb", "a\nb"),
        ("a\u2028b", "a\nb"),
        ("=A1", "=A1"),
        ("\ufeffa", "\ufeffa"),
    ],
)
def test_a_cell_of_a_csv_file_is_read_as_a_spreadsheet_shows_it(deck, cell, text):
    own = deck("cards.csv", f"\ufeff\ufefftitle,\ufefftext\n{cell},x\n")
    (one,) = own.load().components["events"].cards
    assert dict(one.cells) == {"title": text, "text": "x"}


@pytest.mark.parametrize("cell", ["=A1+1", "=SUM(A1:A3)", "=$A$1", "=A1", "@SUM(1)"])
def test_a_formula_in_a_csv_file_is_said_to_be_printed(deck, cell):
    own = deck("cards.csv", f"title\n{cell}\n= 3\n=)\n@home\n")
    (note,) = load_game(own.folder / "game.toml").notes
    assert note == (
        f"cards.csv: '{cell}' is printed literally in line 2 (title); formulas are not calculated"
    )
