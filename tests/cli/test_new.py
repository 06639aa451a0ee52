"""`pnp new`: a game folder that builds at once."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest
from helpers.command import files_of, listed, refusal, run

from pnp.audit import check_game
from pnp.base.files import templates
from pnp.definitions import built_in_games, games_to_copy, load_game, own_games_folder

PAGES = Path(__file__).parents[2] / "docs" / "how-to"
ORIGINALS = sorted(file.parent.name for file in templates().glob("games/**/game.toml"))
BEGINNINGS = {"starter": [], "empty": ["--empty"]} | {
    original: ["--from", original] for original in ORIGINALS
}


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize("options", [[], ["--empty"]], ids=["starter", "empty"])
def test_new_game_passes_check_build_and_rules(options, here):
    run("new", "my-game", *options)
    for command in (["check"], ["build", "--format", "pdf"], ["rules", "--lang", "en"]):
        run(*command, "./my-game")
    made = listed(here / "output" / "my-game")
    assert {file["kind"] for file in made} >= {"sheets", "rules"}


def test_a_new_game_has_a_livery_of_its_own_whose_tiles_are_drawn_in_its_colours(here):
    run("new", "my-game")
    livery = load_game(here / "my-game" / "game.toml").game.livery
    colors = set(livery.colors.model_dump().values())
    for name, _ in livery.pictures():
        drawn = (here / "my-game" / name).read_text(encoding="utf-8")
        assert set(re.findall("#[0-9a-f]+", drawn)) <= colors, name
    page = (PAGES / "livery.md").read_text(encoding="utf-8")
    for name, key in livery.pictures():
        assert (here / "my-game" / name).read_text(encoding="utf-8") in page, f"show {key} there"


@pytest.mark.parametrize("options", [[], ["--empty"]], ids=["starter", "empty"])
def test_new_game_can_be_archived_and_verified(options, here):
    run("new", "my-game", *options)
    run("archive", "./my-game", "-q")
    run("build", "./my-game", "-q")
    run("verify", "output", "--game", "./my-game")


def test_new_prints_the_folder_and_next_commands():
    result = run("new", "my-game")
    assert result.stdout.splitlines() == [
        "made my-game: My game",
        "  art/border.svg, art/field.svg, cards.csv, game.toml, rules/highest-card.en.md",
        "  pnp check ./my-game           proves that the box holds what the rules need",
        "  pnp build ./my-game --watch   makes the sheets, again whenever you save a file",
        "  pnp rules ./my-game           makes the rule sheets",
    ]


def test_empty_game_suggests_no_rules_command():
    said = run("new", "my-game", "--empty").stdout
    assert "pnp build ./my-game --watch" in said
    assert "pnp rules" not in said


def test_folder_with_a_space_is_quoted_for_the_shell():
    assert "pnp check './my games/pond'  " in run("new", "pond", "--out", "my games").stdout


def test_copy_lists_a_few_files_and_mentions_the_original_name(here):
    *_, files, _, _, _, last = run("new", "mine", "--from", "tawula").stdout.splitlines()
    named, _, more = files.rpartition(" and ")
    assert len(named.split(", ")) == 6
    assert more == f"{len(files_of(here / 'mine')) - 6} more"
    assert last == "  it is still called Tawula: see the first lines of game.toml"


@pytest.mark.parametrize(
    ("name", "folder", "title"),
    [
        ("my-game", "my-game", "My game"),
        ("River Trade", "river-trade", "River Trade"),
        ("Über den großen Fluß", "uber-den-grossen-fluss", "Über den großen Fluß"),
        ("Æbleø 2", "aebleo-2", "Æbleø 2"),
        ('The "Wet" Pond', "the-wet-pond", 'The "Wet" Pond'),
        ("  Pond ", "pond", "Pond"),
    ],
)
def test_id_is_derived_from_the_name(name, folder, title, here):
    result = run("new", name)
    assert result.stdout.startswith(f"made {folder}: {title}\n")
    assert load_game(here / folder / "game.toml").game.name == title


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("turno", "NAME: turno is a built-in game; choose another name"),
        ("Turno!", "NAME: turno is a built-in game; choose another name"),
        ("../pond", "NAME: write a name, not the path '../pond'; --out says where"),
        ("a\\b", r"NAME: write a name, not the path 'a\\b'; --out says where"),
        ("po\nnd", r"NAME: write a name, not the path 'po\nnd'; --out says where"),
        (
            "!?",
            "NAME: is the game's id and its folder's name: "
            "write lower-case letters, digits and single hyphens, not '!?'",
        ),
        (
            "日本",
            "NAME: '日本' does not give a folder name: write one in Latin letters, such as "
            "my-game, "
            "and then name = '日本' in its game.toml",
        ),
        (
            "con",
            "NAME: is the game's id and its folder's name: "
            "con is a device on Windows, where no file can have that name",
        ),
    ],
)
def test_name_that_cannot_be_a_folder_is_refused(name, told, here):
    assert refusal("new", name) == told
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("options", BEGINNINGS.values(), ids=BEGINNINGS)
def test_existing_folder_is_not_overwritten(options, here):
    (here / "pond").mkdir()
    (here / "pond" / "notes.txt").write_text("mine")
    result = run("new", "pond", *options, status=2)
    assert result.stderr == (
        "error: pond already exists, and nothing is overwritten; choose another name\n"
    )
    assert [file.name for file in (here / "pond").iterdir()] == ["notes.txt"]


def test_failed_write_leaves_no_folder(here, monkeypatch):
    def full(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.write_bytes", full)
    result = run("new", "pond", status=1)
    assert result.stderr == "error: cannot write in pond: no space left on device\n"
    assert list(here.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="links need a right elsewhere")
def test_dangling_link_is_not_overwritten(here):
    (here / "pond").symlink_to(here / "away")
    result = run("new", "pond", status=2)
    assert result.stderr.startswith("error: pond already exists, ")
    assert not (here / "away").exists()


def test_folder_that_cannot_be_created_is_reported(here):
    (here / "games").write_text("a file")
    result = run("new", "pond", "--out", "games/small", status=1)
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"error: cannot make {Path('games/small/pond')}: ")


@pytest.mark.parametrize("original", ORIGINALS)
def test_copy_has_all_files_names_its_origin_and_passes_check(original, here):
    """What is made of the same files is the same: other tests build the games."""
    run("new", "mine", "--from", original)
    copied, there = files_of(here / "mine"), files_of(games_to_copy()[original])
    text = copied.pop("game.toml").decode()
    definition = there.pop("game.toml").decode()
    assert there
    assert copied == there
    assert text.startswith(f"# This game began as a copy of {original} from pnp ")
    assert text.endswith(definition)
    assert check_game(load_game(here / "mine" / "game.toml").game).ok


def test_hidden_files_are_not_copied(here, tmp_path, monkeypatch):
    shutil.copytree(templates() / "games" / "tawula", tmp_path / "tawula")
    for path in (".notes.toml", ".old/cards.csv", "rules/.hop.en.md.swp"):
        (tmp_path / "tawula" / path).parent.mkdir(exist_ok=True)
        (tmp_path / "tawula" / path).write_text("hidden")
    originals = {"tawula": tmp_path / "tawula"}
    monkeypatch.setattr("pnp.definitions.new.games_to_copy", lambda: originals)
    run("new", "mine", "--from", "tawula")
    assert files_of(here / "mine").keys() == files_of(templates() / "games" / "tawula").keys()


def test_copy_of_an_unknown_game_is_refused():
    result = run("new", "mine", "--from", "trno", status=2)
    assert result.stderr.startswith("error: --from: there is no game 'trno' to start from; there ")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--empty", "--from", "turno"], "--empty: starts without a copy; leave out --from"),
        (["--user", "--out", "x"], "--user: decides where the folder goes; leave out --out"),
    ],
)
def test_conflicting_options_are_refused(options, told):
    assert refusal("new", "mine", *options) == told


def test_users_own_game_is_found_by_name_and_listed(here):
    started = run("new", "pond", "--user")
    assert "  pnp check pond  " in started.stdout
    assert (own_games_folder() / "pond" / "game.toml").is_file()
    run("check", "pond")
    listed = json.loads(run("list", "--json").stdout)["games"]
    assert [game["id"] for game in listed] == [*built_in_games(), "pond"]
    assert listed[-1]["folder"] == str(own_games_folder() / "pond")
    assert list(here.iterdir()) == []


def test_game_can_be_created_in_another_folder(here):
    run("new", "pond", "--out", "games/small")
    assert (here / "games" / "small" / "pond" / "game.toml").is_file()
