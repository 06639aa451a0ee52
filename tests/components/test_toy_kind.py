"""A kind that no game has goes through every command: nothing but its folder names it."""

import json
import sys
from pathlib import Path

import make_reference
import pypdfium2
import pytest
from helpers.requirements import needs_cairo
from typer.testing import CliRunner

import pnp.components
from pnp.base import worker
from pnp.cli import app
from pnp.components.registry import KINDS, draw_component
from pnp.definitions import json_schema as reference
from pnp.definitions import load_game
from pnp.positions.draw import draw_setup
from pnp.web.catalogue import entry_of

GAME = """
name = "Hall"
summary = "Plaques on the walls of a hall."

[sources.book]
kind = "rules"
title = "The Hall"
author = "A. Mouse"
date = "1901"

[components.plaques]
kind = "plaques"
name = "Plaques"
size = "50x70mm"
last = 3

[components.wall]
kind = "grid"
name = "Wall"
rows = 2
columns = 3
cell = "plaques.size"
holds = ["plaques"]

[components.box]
kind = "tuckbox"
name = "Box"
of = ["plaques"]
play = "3mm"

[[claims]]
says = "There are as many plaques as the highest says."
check = "plaques == plaques.last"
status = "stated"
source = "book"

[rule_sets.hang]
name = "Hang"
kind = "described"
summary = "Hang the plaques."
players = { least = 1, most = 2 }
needs = [
  { component = "wall", count = 1, source = "book" },
  { component = "plaques", count = 3, source = "book" },
]

[rule_sets.hang.setup]
board = "wall"
lay = [{ component = "plaques", pieces = ["2"], at = ["a1"] },
       { component = "plaques", pieces = ["1", "3"], at = ["b1-c1"] }]

[rule_sets.hang.setup.known]
status = "reconstructed"
says = "In a row."
because = "A row is seen at once."
"""
TEXT = """## Set-up

Hang {{ plaques|words }} plaques ([figure:setup]).

![Three plaques hang in a row.](figure:setup "The start.")

## Your turn

Look at them.

## The end

Go home.

## An example

Ann looks and goes.
"""


@pytest.fixture(autouse=True)
def plaques(monkeypatch):
    """Add the folder of toy kinds to those of the program."""
    toys = str(Path(__file__).parent / "toy_kinds")
    monkeypatch.setattr(pnp.components, "__path__", [*pnp.components.__path__, toys])
    monkeypatch.setattr(worker, "is_trusted", lambda reads: True)  # no other process knows them
    forget()
    yield
    for name in [name for name in sys.modules if name.startswith("pnp.components.plaques")]:
        del sys.modules[name]
    forget()


def forget():
    reference.pages.cache_clear()
    reference.key_lines.cache_clear()
    reference.schema_text.cache_clear()


@pytest.fixture
def hall(tmp_path) -> Path:
    folder = tmp_path / "hall"
    (folder / "rules").mkdir(parents=True)
    (folder / "game.toml").write_text(GAME, encoding="utf-8")
    (folder / "rules" / "hang.en.md").write_text(TEXT, encoding="utf-8")
    return folder


def run(*arguments, ok=True) -> str:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert (result.exit_code == 0) is ok, result.output
    return result.output


def test_the_folder_alone_makes_it_known():
    assert "plaques" in KINDS


def test_it_is_checked_with_its_figures_and_on_its_board(hall):
    assert run("check", hall)
    assert "Plaques fit on Wall" in run("check", hall, "--json")


def test_it_is_listed_with_its_size(hall):
    assert "50 x 70 mm" in run("show", hall)


@needs_cairo
def test_it_is_built_in_every_format_with_a_box_and_verified(hall, tmp_path):
    out = tmp_path / "out"
    run("build", hall, "--format", "pdf,svg,png,tts", "--out", out)
    manifest = json.loads((out / "hall" / "manifest.json").read_text(encoding="utf-8"))
    made = {(file["component"], file["format"]) for file in manifest["files"]}
    wanted = {(key, form) for key in ("plaques", "wall", "box") for form in ("pdf", "svg", "png")}
    assert wanted <= made
    saved = (out / "hall" / "tts" / "hall.json").read_text(encoding="utf-8")
    assert "Plaques" in saved
    run("verify", out / "hall")


def test_its_kit_says_how_straight_pieces_are_cut(hall, tmp_path):
    out = tmp_path / "out"
    run("kit", hall, "--out", out)
    (file,) = (out / "hall" / "kit").glob("*.pdf")
    steps = pypdfium2.PdfDocument(file)[1].get_textpage().get_text_range()
    assert "Then cut the strips into pieces." in steps
    run("verify", out / "hall")


@needs_cairo
def test_a_card_shop_prints_it(hall, tmp_path):
    out = tmp_path / "out"
    sized = ("--size", "plaques=63.5x88.9mm")
    run("build", hall, "--only", "plaques", *sized, "--preset", "mpc-poker", "--out", out)
    assert len([*(out / "hall" / "png-mpc-poker" / "plaques").rglob("*.png")]) == 6


def test_its_size_can_be_chosen_and_its_box_and_board_follow(hall):
    game = load_game(hall / "game.toml", sizes={"plaques": "60x80mm"}).game
    assert game.components["plaques"].face_size == (60, 80)
    assert game.components["wall"].cell == (60, 80)
    box = game.components["box"]
    assert box.inside(box.packed_in(game), game.stock).width == 63


def test_its_box_says_what_is_in_it(hall):
    (piece,) = draw_component(load_game(hall / "game.toml").game, "box")
    assert "3 plaques" in str(piece.front)


@needs_cairo
def test_it_is_cut_by_a_laser_and_verified(hall, tmp_path):
    out = tmp_path / "out"
    run("laser", hall, "--client", "lightburn", "--out", out)
    assert [*(out / "hall" / "laser").glob("plaques-*")]
    run("verify", out / "hall")


def test_its_games_rules_are_written_with_a_picture_of_the_set_up(hall, tmp_path):
    game = load_game(hall / "game.toml").game
    assert draw_setup(game, game.rule_sets["hang"].setup).items
    out = tmp_path / "out"
    run("rules", hall, "--out", out)
    run("verify", out / "hall")


@needs_cairo
def test_it_is_archived_with_its_measures_and_the_package_verified(hall, tmp_path):
    out = tmp_path / "out"
    run("archive", hall, "--out", out)
    (package,) = [path for path in out.iterdir() if path.is_dir()]
    said = "".join(file.read_text(encoding="utf-8") for file in package.rglob("*.jsonld"))
    assert "Plaques" in said
    assert "50" in said
    run("verify", package)


def test_a_catalogue_finds_its_game_by_what_it_is_played_as(hall):
    assert entry_of(load_game(hall / "game.toml").game).kinds == ("board", "tiles")


def test_editors_and_the_reference_know_its_keys():
    schema = json.loads(run("schema", "game"))
    assert schema["$defs"]["plaques"]["properties"]["last"]["maximum"] == 20
    assert reference.says_of(KINDS["plaques"], "last")
    keys = KINDS["plaques"].model_fields
    assert [key for key in keys if not reference.says_of(KINDS["plaques"], key)] == []
    page = make_reference.page_of(reference.pages()["plaques"])
    assert "| `last` | whole number, 1 to 20 | needed |" in page
