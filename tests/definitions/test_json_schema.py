"""The schemas for editors take every file that pnp takes, and refuse what they can see is wrong."""

import json
import tomllib
from functools import cache
from pathlib import Path

import make_reference
import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from pnp.base.errors import DefinitionError
from pnp.base.files import templates
from pnp.cli import app
from pnp.definitions import load_game, load_theme
from pnp.definitions.data_files import theme_roles
from pnp.definitions.find import EMPTY, STARTER
from pnp.definitions.json_schema import FILES, schema_text
from pnp.definitions.new import start_game

EXAMPLES = make_reference.EXAMPLES
GAMES = sorted([*templates().glob("games/**/game.toml"), *EXAMPLES.rglob("game.toml")])
OTHERS = {
    "theme": [*templates().glob("themes/*.toml"), *EXAMPLES.glob("themes/*.toml")],
    "page": [*templates().glob("pages/*.toml"), *EXAMPLES.glob("page-templates/*.toml")],
    "client": [*templates().glob("laser/clients/*.toml"), EXAMPLES / "laser" / "workshop.toml"],
    "machine": [*templates().glob("laser/machines/*.toml"), EXAMPLES / "laser" / "barn.toml"],
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

[[components.flies.front.frames]]
kind = "shape"
fill = "#7fb6d8"

[components.numbers]
kind = "deck"
name = "Numbers"
fronts = "1-3"
backs = "1-3"

[components.storks]
kind = "standees"
name = "Storks"
width = "15mm"
height = "30mm"
base = "10mm"
tab = "5mm"
pawns = [{ id = "white", color = "#eeeeee", text = "S" }]

[components.turn]
kind = "strips"
name = "Turn"
width = "60mm"
values = "0-5"

[components.box]
kind = "tuckbox"
name = "Box"
of = ["flies"]

[components.map]
kind = "hexmap"
name = "Map"
columns = 2
rows = 1
cell = "20mm"
map = [".r"]
terrain = { r = { name = "Reeds", color = "#b9cfa0", pattern = "reeds" } }

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

[rule_sets.hop.setup]
board = "pads"
known = { status = "derived", says = "Frogs wait.", derivation = "They do." }
lay = [{ component = "frogs", count = 11 }]
"""
FAULTS = {
    "a length without its unit": ('diameter = "20mm"', 'diameter = "20"'),
    "a length that is a number": ('edge = "16mm"', "edge = 16"),
    "a key that is not known": ("rows = 4", "rows = 4\nraws = 4"),
    "a key that is missing": ('name = "Frogs"\n', ""),
    "a kind that is not there": ('kind = "grid"', 'kind = "gird"'),
    "a number that is too high": ("columns = 5", "columns = 51"),
    "a text in place of a number": ("last = 20", 'last = "20"'),
    "a colour by name": ('"#2f8f5b"', '"#green"'),
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
    "a die of faces and pairs": ("edge =", "opposites = [[1, 6], [2, 5], [3, 4]]\nedge ="),
    "cards from a table and here": ("cards = [{ title", 'rows = "flies.csv"\ncards = [{ title'),
    "what lies nowhere": (", count = 11", ""),
    "a derived fact without its reason": (', derivation = "They do."', ""),
    "a shape that is not seen": ('fill = "#7fb6d8"\n', ""),
    "a deck without its backs": ('backs = "1-3"\n', ""),
    "a deck of pairs and of a list": ('fronts = "1-3"', 'cards = [{ front = 1 }]\nrows = "x.csv"'),
    "a pawn without a sign": (', text = "S"', ""),
    "strips of nothing": ('values = "0-5"\n', ""),
    "a box for nothing": ('of = ["flies"]\n', ""),
    "a box for pieces and of a size": ('of = ["flies"]', 'of = ["flies"]\nroom = "60x90x20mm"'),
    "a room without depth": ('of = ["flies"]', 'room = "60x90mm"'),
    "a map written twice": ('map = [".r"]', 'map = [".r"]\ncells = "map.csv"'),
    "terrain with two signs": ('pattern = "reeds"', 'pattern = "reeds", mark = "disc"'),
    "pips beyond twelve": ('fronts = "1-3"', 'fronts = "1-13"'),
    "a straight track with columns": ("last = 20", "last = 20\ncolumns = 5"),
    "a snake without columns": ("last = 20", 'last = 20\nlayout = "snake"'),
    "a stated claim without a source": (
        ', status = "stated", source = "notes"',
        ', status = "stated"',
    ),
    "a claim that compares nothing": ('"frogs == 12"', '"frogs"'),
    "an id with capitals": ("[rule_sets.hop]", "[rule_sets.Hop]"),
    "a table that is not known": ("[components.frogs]", "[component.frogs]"),
}


THEME = """
name = "Moor"
roles = { paper = "#fbfaf3" }
colors = { red = "#a8402f" }
"""
THEME_FAULTS = {
    "a key that is not known": ("colors =", "colours ="),
    "a role of nothing": ("paper =", "papier ="),
    "a role without a colour": ('"#fbfaf3"', '"#white"'),
    "a colour whose name is not an id": ("red =", "Red ="),
    "a colour that is none": ('"#a8402f"', '"a8402f"'),
}


@cache
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


def test_a_game_and_a_theme_without_faults_are_taken(tmp_path):
    game, theme = tmp_path / "pond" / "game.toml", tmp_path / "moor.toml"
    game.parent.mkdir()
    game.write_text(POND, encoding="utf-8")
    theme.write_text(THEME, encoding="utf-8")
    assert faults(POND) == faults(THEME, "theme") == []
    assert load_game(game).game.name == "Pond"
    assert load_theme(str(theme)).name == "Moor"


@pytest.mark.parametrize(("right", "wrong"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_refused_as_pnp_refuses_it(right, wrong, tmp_path):
    file = tmp_path / "pond" / "game.toml"
    file.parent.mkdir()
    assert POND.count(right) == 1
    text = POND.replace(right, wrong)
    file.write_text(text, encoding="utf-8")
    assert faults(text) != []
    with pytest.raises(DefinitionError):
        load_game(file)


@pytest.mark.parametrize(("right", "wrong"), THEME_FAULTS.values(), ids=THEME_FAULTS)
def test_a_fault_of_a_theme_is_refused_as_pnp_refuses_it(right, wrong, tmp_path):
    file = tmp_path / "moor.toml"
    assert THEME.count(right) == 1
    text = THEME.replace(right, wrong)
    file.write_text(text, encoding="utf-8")
    assert faults(text, "theme") != []
    with pytest.raises(DefinitionError):
        load_theme(str(file))


def test_a_role_says_the_colour_that_it_has_if_left_out():
    roles = json.loads(schema_text("theme"))["$defs"]["Roles"]["properties"]
    assert {role: told["default"] for role, told in roles.items()} == theme_roles()


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


def test_an_opacity_that_is_left_out_is_a_number_and_no_length():
    models = json.loads(schema_text("game"))["$defs"].values()
    keys = [model.get("properties", {}).get("opacity") for model in models]
    assert {key["default"] for key in keys if key} == {0.5, 1}


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
        "error: there is no schema 'gmae'; write one of game, theme, page, paper, cutter, client, "
        "material, machine; did you mean 'game'?\n"
    )


def test_a_schema_that_cannot_be_written_is_reported_in_a_line(tmp_path):
    out = tmp_path / "nowhere" / "game.schema.json"
    result = CliRunner().invoke(app, ["schema", "--out", str(out)])
    assert result.exit_code == 1
    assert result.stderr == f"error: --out: cannot write {out}: no such file or directory\n"


def test_a_schema_that_cannot_be_replaced_stays_as_it_was(tmp_path, monkeypatch):
    out = tmp_path / "game.schema.json"
    out.write_text("before")

    def refused(*arguments):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.replace", refused)
    result = CliRunner().invoke(app, ["schema", "--out", str(out)])
    assert result.exit_code == 1
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {out.name: "before"}
