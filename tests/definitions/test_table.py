"""Cards from a CSV file."""

from hashlib import sha256

import pytest

from pnp.base.errors import DefinitionError
from pnp.components.deck import Card, Deck
from pnp.definitions import load_game
from pnp.definitions.table import read_rows

LARDER = """
name = "Larder"
summary = "A box of labels."

[components.labels]
kind = "deck"
name = "Labels"
rows = "labels.csv"
"""


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "larder"
    path.mkdir()
    return path


@pytest.fixture
def load(folder):
    """Load a deck whose rows file has the given content."""

    def run(content, text=LARDER):
        (folder / "game.toml").write_text(text, encoding="utf-8")
        rows = folder / "labels.csv"
        rows.write_bytes(content if isinstance(content, bytes) else content.encode())
        return load_game(folder / "game.toml").game.components["labels"]

    return run


@pytest.fixture
def faults(load, folder):
    """Return what is said of a deck whose rows file has the given content."""

    def run(content, text=LARDER):
        with pytest.raises(DefinitionError) as refusal:
            load(content, text)
        return str(refusal.value).replace(f"{folder}/", "").splitlines()

    return run


def test_a_row_is_a_card(load):
    deck = load("title,front,back,copies\nPlum,3,0,2\n")
    assert deck.cards == (Card(front=3, back=0, title="Plum", copies=2),)
    assert (deck.count, deck.rows) == (2, "labels.csv")


def test_the_header_alone_says_what_stands_between_cells(load):
    (card,) = load("front,title\n3,a; b; c; d\n").cards
    assert card.title == "a; b; c; d"


def test_every_column_is_a_field_of_a_card():
    assert Deck.row_columns == ("front", "back", "title", "copies")


@pytest.mark.parametrize(
    "content",
    [
        "front;back;title\n3;1;Plum, ripe\n",
        'front,back,title\n3,1,"Plum, ripe"\n',
        '\ufefffront,back,title\n3,1,"Plum, ripe"\n',
        ' front , back,title \r\n3,1,"Plum, ripe"\r\n',
        'front,back,title\n\n3,1,"Plum, ripe"\n,,\n\n',
    ],
)
def test_spreadsheets_that_write_the_same_cards_give_the_same_cards(load, content):
    assert load(content).cards == (Card(front=3, back=1, title="Plum, ripe"),)


def test_empty_lines_before_the_header_are_passed_over(load):
    assert load("\n\nfront;back\n3;1\n").cards == (Card(front=3, back=1),)


def test_a_cell_may_hold_several_lines(load):
    (first, second) = load('front,title\n3,"Plum\nJam"\n4,Fig\n').cards
    assert (first.title, second.title) == ("Plum\nJam", "Fig")


@pytest.mark.parametrize("row", ["3,,,", "3", "3,", " 3 ,"])
def test_an_empty_cell_counts_as_not_written(load, row):
    assert load(f"front,back,title,copies\n{row}\n").cards == (Card(front=3),)


def test_all_faults_of_all_rows_are_reported_with_the_row_and_the_column(faults):
    assert faults("front,back,copies\nx,1,1\n2,13,0\n,3,2\n-1,0.5,1\n") == [
        "labels.csv: line 2: front: write a whole number, not 'x'",
        "labels.csv: line 3: back: must be 12 or less, not 13",
        "labels.csv: line 3: copies: must be 1 or more, not 0",
        "labels.csv: line 4: front: is missing",
        "labels.csv: line 5: front: write a whole number, not '-1'",
        "labels.csv: line 5: back: write a whole number, not '0.5'",
    ]


def test_a_number_of_many_digits_is_refused(faults):
    assert faults(f"front\n{'9' * 5000}\n")[0].startswith("labels.csv: line 2: front: ")


def test_unknown_columns_are_reported_with_the_known_ones(faults):
    assert faults("front,colour,size\n3,red,big\n") == [
        "labels.csv: column 'colour' is not known here; known: front, back, title, copies",
        "labels.csv: column 'size' is not known here; known: front, back, title, copies",
    ]


def test_a_row_with_more_cells_than_columns_is_reported_by_its_line(faults):
    assert faults('front,title\n3,"Plum\nJam"\n4,Fig,9\n5\n') == [
        "labels.csv: line 4: has 3 cells for 2 columns; a cell with a comma or a semicolon in it "
        'needs quotation marks: "Well, no"'
    ]


def test_a_column_written_twice_is_reported(faults):
    assert "front" in faults("front,front\n3,4\n")[0]


@pytest.mark.parametrize("content", ["", "front,back\n", "front,back\n,\n\n"])
def test_a_table_without_rows_is_reported(faults, content):
    assert faults(content) == ["labels.csv: has no rows; write a header and a row for each card"]


UTF_8 = "save it as UTF-8 (in Excel: CSV UTF-8)"


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252"])
def test_a_table_that_is_not_utf_8_is_reported_by_line_and_byte(faults, encoding):
    assert faults("front,title\n1,Rosé\n".encode(encoding)) == [
        f"labels.csv: line 2: byte 17 is not UTF-8; {UTF_8}"
    ]


def test_a_table_in_utf_16_is_named_so(faults):
    assert faults("front,title\n1,Rosé\n".encode("utf-16")) == [
        f"labels.csv: is in UTF-16; {UTF_8}"
    ]


@pytest.mark.parametrize("mark", "\v\x85\u2028\u2029")
def test_line_breaks_of_word_processors_are_new_lines(tmp_path, mark):
    (tmp_path / "cards.csv").write_text(f"title\nOne{mark}Two\n", encoding="utf-8")
    table = read_rows("cards.csv", tmp_path, "here", sha256())
    assert (table.rows, table.faults) == ([{"title": "One\nTwo"}], [])


def test_a_pointer_of_git_lfs_is_named_so(faults):
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n"
    (fault,) = faults(pointer)
    assert fault.endswith("cannot be read: it is a Git LFS pointer to the file; run git lfs pull")


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("lids.csv", "lids.csv: cannot be read: No such file or directory"),
        (".", "write a name that does not begin or end with a space, a dot or a slash, not '.'"),
        ("lids\\\\labels.csv", "lids/labels.csv: cannot be read: No such file or directory"),
        ("con.csv", "write another name: Windows reserves this one for a device, not 'con.csv'"),
        (
            "../labels.csv",
            "write the name of a CSV file beside the definition, not '../labels.csv'",
        ),
        (
            "lids/../../labels.csv",
            "write the name of a CSV file beside the definition, not 'lids/../../labels.csv'",
        ),
        (
            "/tmp/labels.csv",
            "write the name of a CSV file beside the definition, not '/tmp/labels.csv'",
        ),
    ],
)
def test_rows_lie_in_a_file_beside_the_definition(faults, name, fault):
    text = LARDER.replace("labels.csv", name)
    assert faults("front\n3\n", text) == [f"game.toml: components.labels.rows: {fault}"]


def test_a_name_that_no_file_can_have_is_reported(faults):
    (fault,) = faults("front\n3\n", LARDER.replace("labels.csv", "a\\u0000b"))
    assert fault.startswith("game.toml: components.labels.rows: ")


def test_rows_that_are_no_text_are_reported_once(faults):
    (fault,) = faults("front\n3\n", LARDER.replace('"labels.csv"', "3"))
    assert fault.startswith("game.toml: components.labels.rows: write ")


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        (3, "has a cell that begins with a quotation mark and never ends; "),
        (
            30_000,
            "has a field larger than field limit (131072); perhaps a quotation mark in it is ",
        ),
    ],
)
def test_a_quotation_mark_that_is_never_closed_is_reported_with_its_line(faults, rest, said):
    (fault,) = faults('front,title\n2,Fig\n3,"' + "Plum\n" * rest)
    assert fault.startswith(f"labels.csv: is not a table: line 3 {said}")


def test_a_blank_before_a_quotation_mark_is_no_part_of_the_cell(folder):
    (folder / "labels.csv").write_text('title, text\nA, "Take ""all"", now"\n')
    table = read_rows("labels.csv", folder, "rows", sha256())
    assert (table.rows, table.faults) == ([{"title": "A", "text": 'Take "all", now'}], [])


def test_text_after_a_closing_quotation_mark_is_reported_with_its_line(faults):
    (fault,) = faults('front,title\n3,"Plum" jam\n')
    assert fault.startswith(
        "labels.csv: is not a table: line 2 has a cell that goes on after its closing quotation "
    )


def test_a_row_of_several_lines_is_reported_by_the_first_of_them(faults):
    assert faults('front,title\n3,"Plum\nJam"\n\nx,"Fig\nJam"\n') == [
        "labels.csv: line 5: front: write a whole number, not 'x'"
    ]


def test_the_line_in_which_excel_says_what_stands_between_cells_is_no_row(faults):
    assert faults('sep=;\r\nfront;title\r\n3;"Plum, Fig"\r\nx;Jam\r\n') == [
        "labels.csv: line 4: front: write a whole number, not 'x'"
    ]


def test_a_wrong_row_is_reported_by_its_line_whatever_was_passed_over(faults):
    assert faults('front,title\n\n3,"Plum\nJam"\n\nx,Fig\n') == [
        "labels.csv: line 6: front: write a whole number, not 'x'"
    ]


def test_rows_and_cards_are_not_written_both(faults):
    assert faults("front\n3\n", LARDER + "cards = [{ front = 1 }]") == [
        "game.toml: components.labels.rows: write either rows or cards, not both"
    ]


def test_rows_and_pairs_are_not_written_both(faults):
    assert faults("front\n3\n", LARDER + 'fronts = "1-2"\nbacks = "1-2"') == [
        "game.toml: components.labels: write either fronts and backs, or cards, or rows"
    ]


def test_faults_of_the_definition_are_reported_beside_those_of_its_table(faults):
    text = LARDER.replace('"A box of labels."', "7") + 'corner = "3"'
    assert faults("front,colour\n3,red\nx,\n", text) == [
        "labels.csv: column 'colour' is not known here; known: front, back, title, copies",
        "game.toml: summary: write text, in quotes, not 7",
        "game.toml: components.labels.corner: write a length with its unit (mm, cm, in, pt), "
        "such as \"5mm\", not '3'",
        "labels.csv: line 3: front: write a whole number, not 'x'",
    ]


def test_the_place_of_each_row_is_known_by_its_number(folder, load):
    load("front,back\n1,2\n\n3,4\n")
    places = load_game(folder / "game.toml").rows["labels"]
    assert list(places) == [f"{folder / 'labels.csv'}: line {n}" for n in (2, 4)]
    assert places[-1:] == [places[1]]
    assert (places[1].row, places[1].short) == ("line 4", "labels.csv, line 4")
    assert len(places) == 2
