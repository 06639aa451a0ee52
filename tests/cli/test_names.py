"""Games, rule sets and values as a user names them: ids, paths, any case, and slips of the pen."""

import json
from shutil import copytree

import pytest
from helpers.command import listed, refusal, run

from pnp.base.files import templates

NEEDED = {"tiles", "hexagon", "pawns", "die"}


def components(folder):
    return {file["component"] for file in listed(folder / "turno") if file["kind"] != "set-up"}


def test_build_of_a_rule_set_makes_what_it_needs_and_names_its_aids(tmp_path):
    result = run("build", "turno/loop", "--out", tmp_path, "--format", "pdf")
    assert components(tmp_path) == NEEDED
    assert "aids of turno/loop are left out; --only loop-mat makes them" in result.stdout


def test_aids_of_a_rule_set_are_made_by_id_or_by_kind(tmp_path):
    run("build", "turno/loop", "--only", "Loop-Mat", "--format", "pdf", "--out", tmp_path / "only")
    run("board", "turno/loop", "--format", "pdf", "--out", tmp_path / "kind")
    assert components(tmp_path / "only") == components(tmp_path / "kind") == {"loop-mat"}
    told = refusal("build", "turno/loop", "--only", "deck-36", "--out", tmp_path / "none")
    assert told.startswith("--only: turno/loop has no component 'deck-36'; it has: tiles, hexagon")
    assert not (tmp_path / "none").exists()


def test_laser_files_of_a_rule_set_are_those_of_what_it_needs(tmp_path):
    made = run("laser", "turnio/basic", "--out", tmp_path, "--format", "svg", "--json")
    (game,) = json.loads(made.stdout)["games"]
    assert game["layouts"]["basic"]["components"].keys() == {"board", "chips"}
    assert {file["component"] for file in listed(tmp_path / "turnio")} == {"basic"}


def test_rules_of_a_rule_set_are_its_sheet(tmp_path):
    run("rules", "turno/loop", "--lang", "en", "--format", "md", "--out", tmp_path)
    assert (tmp_path / "turno" / "rules" / "loop.en.md").is_file()
    assert not (tmp_path / "turno" / "rules" / "lottery.en.md").exists()
    for option in (["--rule-set", "loop"], ["--rulebook"], ["--booklet"]):
        told = refusal("rules", "turno/loop", *option, "--out", tmp_path)
        assert told == f"{option[0]}: turno/loop is one rule set; write turno"


def test_check_and_show_tell_of_one_rule_set_alone():
    checked = run("check", "turno/loop").stdout
    assert "turno/loop: Turno Walk, ok" in checked
    assert "the box" not in checked.splitlines()[0]
    assert "lottery" not in checked
    (game,) = json.loads(run("check", "turno/loop", "--json").stdout)["games"]
    assert [one["id"] for one in game["rule_sets"]] == ["turno/loop"]
    shown = run("show", "turno/loop").stdout
    assert "Needs" in shown
    assert "Aids" in shown
    assert "deck-36" not in shown
    data = json.loads(run("show", "turno/loop", "--json").stdout)
    assert {part["id"] for part in data["components"]} == NEEDED | {"loop-mat"}


def test_list_names_the_rule_sets_of_games():
    lines = run("list", "turno/loop", "turnio").stdout.splitlines()
    assert [line.split()[0] for line in lines[1:] if line] == [
        "turno/loop",
        "turnio/basic",
        "turnio/x-variant",
    ]
    (game,) = json.loads(run("list", "turno/loop", "--json").stdout)["games"]
    assert game["rule_sets"] == ["turno/loop"]


def test_archive_of_a_rule_set_says_that_a_package_holds_the_whole_game(tmp_path):
    told = refusal("archive", "turno/lop", "--out", tmp_path)
    assert told.endswith("did you mean 'loop'?")
    assert not list(tmp_path.iterdir())


@pytest.fixture
def own_game(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return copytree(templates() / "games" / "tawula", tmp_path / "my-game")


@pytest.mark.parametrize("game", ["my-game", "./my-game", "my-game/game.toml"])
def test_rule_set_of_a_game_is_found_by_path(own_game, game):
    (rule_set,) = json.loads(run("show", game, "--json").stdout)["rule_sets"]
    key = rule_set["id"].partition("/")[2]
    assert json.loads(run("show", f"{game}/{key}", "--json").stdout)["rule_sets"] == [rule_set]
    told = refusal("show", f"{game}/{key[:-1]}")
    assert told == f"my-game has no rule set {key[:-1]!r}; it has: {key}; did you mean {key!r}?"


def test_ids_and_values_are_known_in_any_case(tmp_path):
    given = ("--duplex", "Fold", "--theme", "CLASSIC", "--format", "PDF", "--paper", "Letter")
    run("Build", "Turno/LOOP", "--only", "DIE", *given, "--out", tmp_path)
    assert components(tmp_path) == {"die"}
    picked = ("--only", "deck-72", "--pieces", "RED-1-2", "--size", "Deck-72=Poker")
    run("deck", *picked, "--format", "pdf", "--dry-run")
    assert run("schema", "Game").stdout == run("schema", "game").stdout


def test_printer_is_known_in_any_case(tmp_path, monkeypatch):
    monkeypatch.setenv("PNP_CONFIG_DIR", str(tmp_path))
    run("printer", "add", "office", "--dx", "1", "--dy", "0")
    assert run("printer", "show", "Office").stdout.startswith("printer office, ")
    assert refusal("deck", "--printer", "ofice").endswith("; did you mean 'office'?")
    run("printer", "remove", "OFFICE")


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["build", "turnoo"], "turno"),
        (["build", "Trunio"], "turnio"),
        (["show", "turnoo/loop"], "turno/loop"),
        (["check", "loop"], "turno/loop"),
        (["kit", "turno/lotery"], "lottery"),
        (["build", "turno", "--only", "tile"], "tiles"),
        (["laser", "turno", "--component", "tile"], "tiles"),
        (["build", "--duplex", "flod"], "fold"),
        (["build", "--theme", "color"], "colour"),
        (["build", "--paper", "lettre"], "letter"),
        (["build", "--template", "bussiness-cards"], "business-cards"),
        (["build", "--preset", "tgc-pokre"], "tgc-poker"),
        (["build", "--format", "pdff"], "pdf"),
        (["deck", "--size", "pokre"], "poker"),
        (["laser", "--material", "plywood3"], "plywood-3"),
        (["laser", "--client", "lightbrun"], "lightburn"),
        (["kit", "--cut", "scisors"], "scissors"),
        (["rules", "turno", "--rule-set", "lop"], "loop"),
        (["new", "mine", "--from", "turnoo"], "turno"),
        (["schema", "gmae"], "game"),
        (["build", "turno", "--size", "tile=30x40mm"], "tiles"),
        (["calibrate", "print", "--duplex", "shrt-edge"], "short-edge"),
        (["config", "set", "papr", "a4"], "paper"),
    ],
)
def test_unknown_name_is_answered_with_the_one_that_was_meant(arguments, meant):
    assert refusal(*arguments).endswith(f"; did you mean {meant!r}?")


def test_nothing_is_made_if_one_of_the_names_is_unknown(tmp_path):
    for command in ("build", "rules", "laser", "kit", "archive"):
        given = ("turno/lop", "turnio", "nowhere", "--out", tmp_path / "out")
        told = run(command, *given, status=2).stderr.splitlines()
        assert len(told) == 2
        assert told[0].startswith("error: turno has no rule set 'lop'; it has: loop, ")
        assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["build", "turno", "turnio", "--only", "tiles"], "--only: turnio has no component"),
        (["build", "turnio", "--lang", "en,xx"], "--lang: turnio has no texts in 'xx'"),
        (["build", "turnio", "tawula", "--only", "board", "--lang", "de,xx"], "--lang: "),
        (["laser", "turno", "turnio", "--component", "tiles"], "--component: turnio has no"),
        (["rules", "turno", "tawula", "--rule-set", "loop"], "--rule-set: tawula has no"),
        (["kit", "turno/loop", "turnio/basic", "--players", "5"], "--players: turnio/basic"),
        (["kit", "turno/loop", "turnio", "--with", "mat"], "--with: 'mat' is not an aid"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_nothing_is_made_if_an_option_suits_only_some_of_the_games(tmp_path, arguments, told):
    lines = run(*arguments, "--out", tmp_path / "out", status=2).stderr.splitlines()
    assert lines
    assert all(line.startswith(f"error: {told}") for line in lines)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("name", "meant"), [("looop", "turno/loop"), ("turnoo", "turno")])
def test_a_game_or_a_rule_set_that_a_name_is_like_is_proposed(name, meant):
    assert refusal("show", name).endswith(f"; did you mean {meant!r}?")
