"""The schemas for editors take every file that pnp takes, and refuse what they can see is wrong."""

import json
import tomllib
from pathlib import Path

import make_reference
import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from pnp.cli import app
from pnp.definitions import load_game
from pnp.definitions.editors import FILES, schema_text
from pnp.definitions.new import EMPTY, STARTER, start_game
from pnp.errors import DefinitionError
from pnp.resources import templates

EXAMPLES = make_reference.EXAMPLES
GAMES = sorted([*templates().glob("games/**/game.toml"), *EXAMPLES.rglob("game.toml")])
OTHERS = {
    "theme": [*templates().glob("themes/*.toml"), *EXAMPLES.glob("themes/*.toml")],
    "page": [*templates().glob("pages/*.toml"), *EXAMPLES.glob("page-templates/*.toml")],
    "client": [*templates().glob("laser/clients/*.toml"), EXAMPLES / "laser" / "workshop.toml"],
    "material": [*templates().glob("laser/materials/*.toml"), EXAMPLES / "laser" / "alder.toml"],
}
POND = """
name = "Pond"
summary = "A pond with frogs."

[sources.notes]
kind = "rules"
title = "Notes"

[components.frogs]
kind = "counters"
name = "Frogs"
diameter = "20mm"
series = [{ id = "green", color = "#2f8f5b", mark = "star", copies = 12 }]

[components.pads]
kind = "grid"
name = "Pads"
rows = 4
columns = 5
cell = "22mm"
holds = ["frogs"]
zones = [{ sign = "start", at = ["a1-a4"], mark = "disc" }]

[components.flies]
kind = "cards"
name = "Flies"
size = "poker"
cards = [{ title = "Gnat", copies = 3 }, { title = "Midge", worth = 2 }]

[[components.flies.front.frames]]
kind = "text"
text = "{title}"
at = "6x6mm"
area = "50x10mm"
size = "14pt"
when = "title"

[components.die]
kind = "die"
name = "Die"
edge = "16mm"
faces = [1, 2, 2, "star", "hop", ""]

[components.score]
kind = "track"
name = "Score"
last = 20
space = "15mm"

[rule_sets.hop]
name = "Hop"
summary = "Eat flies."
players = { least = 2, most = 4 }
needs = [{ component = "frogs", count = 12, source = "notes" }]
claims = [{ says = "Enough", check = "frogs == 12", status = "stated", source = "notes" }]
"""
FAULTS = {
    "a length without its unit": ('diameter = "20mm"', 'diameter = "20"'),
    "a length that is a number": ('edge = "16mm"', "edge = 16"),
    "a key that is not known": ("rows = 4", "rows = 4\nraws = 4"),
    "a key that is missing": ('name = "Frogs"\n', ""),
    "a kind that is not there": ('kind = "grid"', 'kind = "gird"'),
    "a number that is too high": ("columns = 5", "columns = 51"),
    "a text in place of a number": ("last = 20", 'last = "20"'),
    "a colour by name": ('"#2f8f5b"', '"green"'),
    "a mark that is not there": ('mark = "star"', 'mark = "heart"'),
    "a start of nobody": (', mark = "disc"', ""),
    "counters round and square": ('diameter = "20mm"', 'diameter = "20mm"\nedge = "20mm"'),
    "a sign that is missing": (', mark = "star"', ""),
    "a brace without its partner": ('"{title}"', '"{title"'),
    "a text without an area": ('area = "50x10mm"\n', ""),
    "a place with one length": ('at = "6x6mm"', 'at = "6mm"'),
    "a frame of no kind": ('kind = "text"\n', ""),
    "a condition of nothing": ('when = "title"', 'when = "= 3"'),
    "half a card": ("copies = 3", "copies = 1.5"),
    "a die with five faces": ('"hop", ""', '"hop"'),
    "a face with a long text": ('"hop"', '"jumps"'),
    "a straight track with columns": ("last = 20", "last = 20\ncolumns = 5"),
    "a snake without columns": ("last = 20", 'last = 20\nlayout = "snake"'),
    "a stated claim without a source": (
        ', status = "stated", source = "notes"',
        ', status = "stated"',
    ),
    "a claim that compares nothing": ('"frogs == 12"', '"frogs"'),
    "an id with capitals": ("[rule_sets.hop]", "[rule_sets.Hop]"),
    "a box without components": ("[components.", "[claims.components."),
}


def schema(what="game"):
    return Draft202012Validator(json.loads(schema_text(what)))


def faults(text, what="game"):
    return [error.message for error in schema(what).iter_errors(tomllib.loads(text))]


@pytest.mark.parametrize("what", FILES)
def test_a_schema_is_one(what):
    Draft202012Validator.check_schema(json.loads(schema_text(what)))


@pytest.mark.parametrize("game", GAMES, ids=lambda file: file.parent.name)
def test_every_game_is_taken(game):
    assert faults(game.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("kind", [STARTER, EMPTY])
def test_every_new_game_is_taken(kind, tmp_path):
    folder = start_game("pond", tmp_path, kind).folder
    assert faults((folder / "game.toml").read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(("what", "file"), [(w, f) for w, files in OTHERS.items() for f in files])
def test_every_other_file_is_taken(what, file):
    assert faults(file.read_text(encoding="utf-8"), what) == []


@pytest.mark.parametrize(("right", "wrong"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_refused_as_pnp_refuses_it(right, wrong, tmp_path):
    file = tmp_path / "pond" / "game.toml"
    file.parent.mkdir()
    file.write_text(POND, encoding="utf-8")
    assert faults(POND) == []
    assert load_game(file).game.name == "Pond"
    assert right in POND
    text = POND.replace(right, wrong)
    file.write_text(text, encoding="utf-8")
    assert faults(text) != []
    with pytest.raises(DefinitionError):
        load_game(file)


def test_a_key_says_what_it_does_and_what_it_is_if_left_out():
    die = json.loads(schema_text("game"))["$defs"]["die"]
    assert die["description"].startswith("A six-sided die to cut out, fold and glue")
    assert die["properties"]["copies"] == {
        "description": "How many equal dice there are.",
        "type": "integer",
        "minimum": 1,
        "maximum": 100,
        "default": 1,
    }


def test_a_description_holds_no_link_to_another_page():
    for what in FILES:
        assert ".md)" not in schema_text(what)


def test_the_schema_is_printed_or_written(tmp_path):
    printed = CliRunner().invoke(app, ["schema", "theme"])
    file = tmp_path / "theme.schema.json"
    written = CliRunner().invoke(app, ["schema", "theme", "--out", str(file)])
    assert printed.exit_code == written.exit_code == 0
    assert printed.stdout == file.read_text(encoding="utf-8") == schema_text("theme")
    assert [path.name for path in Path(tmp_path).glob("*schema*")] == [file.name]


def test_a_schema_of_nothing_is_refused(tmp_path):
    result = CliRunner().invoke(app, ["schema", "gmae"])
    assert result.exit_code == 2
    assert result.stderr == (
        "error: there is no schema 'gmae'; write one of game, theme, page, client, material\n"
    )
