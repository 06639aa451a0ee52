"""Faults name the file and the line, and no folder above the game's."""

from pathlib import Path

import pytest

from pnp.base.errors import DefinitionError
from pnp.base.toml import parse_toml
from pnp.web.desk.faults import line_of, read_faults

GAME = '''name = "Soup"
about = """
[components.cards]
"""
sources."own".title = "Rules"

[components.cards]           # the deck
kind = "cards"
colors = { red = "#f00" }

[components.cards.front]
ground = "#ffffff"

[[components.cards.front.frames]]
kind = "text"

[[components.cards.front.frames]]
kind = "image"
area = "1x1"
'''
FOLDER = Path("/home/somebody/soup")


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("components.cards", 7),
        ("components.cards.kind", 8),
        ("components.cards.colors.red", 9),
        ("components.cards.front.frames[1].kind", 15),
        ("components.cards.front.frames[2].area", 19),
        ("components.cards.front.frames[2].at", 17),
        ("components.cards.front.frames[3]", 14),
        ("sources.own.title", 5),
        ("nothing", None),
    ],
)
def test_a_place_is_found_on_its_line_or_on_that_of_what_is_around_it(place, line):
    assert line_of(GAME, place) == line


def read(message, component=""):
    (fault,) = read_faults(message, FOLDER, {"game.toml": GAME}, component)
    return fault


def test_a_fault_of_the_definition_names_the_line_of_its_key():
    fault = read(f"{FOLDER}/game.toml: components.cards.front.frames[2].area: write 1x1mm")
    assert (fault.file, fault.line, fault.component) == ("game.toml", 19, "cards")
    assert fault.what == "components.cards.front.frames[2].area: write 1x1mm"


def test_a_fault_of_a_table_names_its_line():
    fault = read(f"{FOLDER}/cards.csv: line 7: copies: write a whole number")
    assert fault.at == "cards.csv, line 7"
    assert fault.what == "copies: write a whole number"


def test_a_fault_of_a_workbook_names_its_row():
    assert read(f"{FOLDER}/cards.xlsx: row 7: copies: write one").at == "cards.xlsx, row 7"


def test_a_card_that_does_not_fit_names_its_row_and_the_frame_in_the_definition():
    fault = read("cards.csv, line 7 'Leek': front.frames[2], text: too high", "cards")
    assert (fault.at, fault.also) == ("cards.csv, line 7", "game.toml, line 17")
    assert fault.what == "'Leek': front.frames[2], text: too high"


def test_a_file_that_is_not_toml_names_the_line_of_the_parser():
    fault = read(f"{FOLDER}/game.toml: is not TOML: Expected '=' (at line 3, column 5)")
    assert fault.at == "game.toml, line 3"


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b'name = "Soup"\n[components.cards]\nkind = """cards\n\n', 3),
        (b'name = "Soup"\nnumbers = [1,\n2', 3),
        (b'name = "Soup"\ntitle = "\xfc"\n', 2),
        (b'name = "Soup"\n\n' + 20 * b"a." + b"a = 1", 3),
        (b'name = "Soup"\nname = "Pea"\n', 2),
    ],
)
def test_a_file_that_was_saved_halfway_names_a_line(content, line):
    with pytest.raises(DefinitionError) as refused:
        parse_toml(content, FOLDER / "game.toml")
    assert read(str(refused.value)).at == f"game.toml, line {line}"


CLAIMED = """[[claims]]
says = "Two"
[rule_sets.high]
claims = [
  { says = "One" },
  { says = "Even" },
]
[[rule_sets.low.claims]]
says = "Odd"
[[rule_sets.low.claims]]
says = "Even"
[[rule_sets.low.needs]]
component = "pot"
[[rule_sets.low.needs]]
component = "spoons"
[rule_sets.low.setup]
"""


@pytest.mark.parametrize(
    ("says", "line"),
    [
        ("soup: claim 'Two': 2 = 3", 2),
        ("soup/low: claim 'Even': 25 mod 2 = 1, which is not 0", 11),
        ("soup/high: claim 'Even': 25 mod 2 = 1, which is not 0", 6),
        ("soup/low: needs 3 spoons, the box has 2: 1 missing", 15),
        ("soup/low: set-up, pieces: 3 of 2", 16),
    ],
)
def test_a_fault_of_the_audit_names_the_line_of_what_is_claimed_or_needed(says, line):
    (fault,) = read_faults(says, FOLDER, {"game.toml": CLAIMED})
    assert (fault.at, fault.what) == (f"game.toml, line {line}", says)


def test_nothing_above_the_folder_is_said():
    fault = read(f"cannot read {FOLDER}: permission denied")
    assert "somebody" not in fault.says
    assert "soup" in fault.says


def test_a_message_without_a_file_is_said_as_it_is():
    fault = read("soup/high: nobody knows why")
    assert (fault.file, fault.line) == ("", None)


def test_a_fault_in_a_picture_of_a_row_names_the_row_and_the_key_that_reads_it():
    fault = read(
        f"{FOLDER}/game.toml: components.cards.front.frames[2].area (cards.csv, line 4): "
        "'art/a.svg' cannot be read: No such file or directory"
    )
    assert (fault.at, fault.also, fault.component) == (
        "cards.csv, line 4",
        "game.toml, line 19",
        "cards",
    )
    assert fault.what == (
        "components.cards.front.frames[2].area: 'art/a.svg' cannot be read: "
        "No such file or directory"
    )


def test_a_fault_in_a_frame_names_the_line_of_the_frame():
    fault = read(f"{FOLDER}/game.toml: components.cards: front.frames[2]: there is no column 'x'")
    assert (fault.file, fault.line, fault.component) == ("game.toml", 17, "cards")
