"""Faults name the file and the line, and no folder above the game's."""

from pathlib import Path

import pytest

from pnp.audit.report import CheckedClaim, CheckedNeed, GameReport, RuleSetReport
from pnp.base.errors import DefinitionError
from pnp.base.messages import Location, Message
from pnp.base.toml import line_of, parse_toml
from pnp.web.desk.faults import read_faults

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


DEFINITION = Location(file=FOLDER / "game.toml")
FRAME = Location("front.frames[2], text", keys="front.frames[2]")


def read(fault, component="", texts=None):
    (found,) = read_faults([fault], FOLDER, texts or {"game.toml": GAME}, component)
    return found


def says(text, *at):
    return Message("as_written", at, text=text)


def test_a_fault_of_the_definition_names_the_line_of_its_key():
    at = DEFINITION, Location(keys="components.cards.front.frames[2].area")
    fault = read(says("write 1x1mm", *at))
    assert (fault.file, fault.line, fault.component) == ("game.toml", 19, "cards")
    assert fault.what == "components.cards.front.frames[2].area: write 1x1mm"


@pytest.mark.parametrize(("file", "noun"), [("cards.csv", "line"), ("cards.xlsx", "row")])
def test_a_fault_of_a_table_names_its_line_and_one_of_a_workbook_its_row(file, noun):
    at = Location(file=FOLDER / file, line=7, noun=noun), "copies"
    fault = read(Message("whole_number_wanted", at, written="x"))
    assert fault.says == f"{file}: {noun} 7: copies: write a whole number, not 'x'"
    assert fault.at == f"{file}, {noun} 7"
    assert fault.what == "copies: write a whole number, not 'x'"


def test_a_card_that_does_not_fit_names_its_row_and_the_frame_in_the_definition():
    row = Location(file=FOLDER / "cards.csv", line=7).short
    fault = read(says("too high", row.worded(f"{row} 'Leek'", rest="'Leek'"), FRAME), "cards")
    assert (fault.at, fault.also) == ("cards.csv, line 7", "game.toml, line 17")
    assert fault.says == "cards.csv, line 7 'Leek': front.frames[2], text: too high"
    assert fault.what == "'Leek': front.frames[2], text: too high"


def test_a_card_that_has_no_row_names_the_line_of_the_frame():
    fault = read(says("too high", Location("card 3 'Leek'"), FRAME), "cards")
    assert (fault.at, fault.also, fault.component) == ("game.toml, line 17", "", "cards")
    assert fault.what == "card 3 'Leek': front.frames[2], text: too high"


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"name = ", 1),
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
    assert read(*refused.value.faults).at == f"game.toml, line {line}"


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


def checked(text, ok=False):
    return CheckedClaim(text, ok, "2 = 3", "stated", None)


def test_a_fault_of_the_audit_names_the_line_of_what_is_claimed_or_needed():
    high = RuleSetReport("high", "High", (), (checked("One", True), checked("Even")), (), ())
    needs = CheckedNeed("pot", 1, 1, ""), CheckedNeed("spoons", 3, 2, "")
    low = RuleSetReport("low", "Low", needs, (checked("Even"),), (), (checked("pieces"),))
    report = GameReport("soup", "Soup", (checked("Two"),), (), (high, low))
    found = read_faults(report.faults(), FOLDER, {"game.toml": CLAIMED})
    assert [(one.line, one.what) for one in found] == [
        (2, "soup: claim 'Two': 2 = 3"),
        (6, "soup/high: claim 'Even': 2 = 3"),
        (15, "soup/low: needs 3 spoons, the box has 2: 1 missing"),
        (11, "soup/low: claim 'Even': 2 = 3"),
        (16, "soup/low: set-up, pieces: 2 = 3"),
    ]
    assert {one.file for one in found} == {"game.toml"}


def test_nothing_above_the_folder_is_said_by_words_values_or_places():
    other = Message("picture", DEFINITION, written=f"{FOLDER}/a.svg", why=says(f"in {FOLDER}"))
    for fault in (f"cannot read {FOLDER}: permission denied", other):
        found = read(fault)
        assert "somebody" not in found.says
        assert "somebody" not in repr((found, found.says.values, found.says.at[:1]))
    assert read(f"cannot read {FOLDER}: permission denied").says == (
        "cannot read soup: permission denied"
    )


def test_a_message_without_a_file_is_said_as_it_is():
    fault = read("soup/high: nobody knows why")
    assert (fault.file, fault.line) == ("", None)
    assert fault.what == "soup/high: nobody knows why"


def test_a_fault_in_a_picture_of_a_row_names_the_row_and_the_key_that_reads_it():
    key, row = "components.cards.front.frames[2].area", Location(file="cards.csv", line=4).short
    fault = read(says("'art/a.svg' is empty", DEFINITION, row.worded(f"{key} ({row})", key)))
    assert (fault.at, fault.also, fault.component) == (
        "cards.csv, line 4",
        "game.toml, line 19",
        "cards",
    )
    assert fault.what == f"{key}: 'art/a.svg' is empty"


def test_a_fault_in_a_frame_names_the_line_of_the_frame():
    at = DEFINITION, Location(keys="components.cards"), Location(keys="front.frames[2]")
    fault = read(says("there is no column 'x'", *at))
    assert (fault.file, fault.line, fault.component) == ("game.toml", 17, "cards")
