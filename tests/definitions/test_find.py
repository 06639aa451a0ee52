"""Where a game's definition lies."""

import pytest

from pnp.base.errors import UsageError
from pnp.base.files import templates
from pnp.definitions import built_in_games, example_games, find, find_game, games_to_copy
from pnp.definitions.new import copy_game


@pytest.fixture
def games(tmp_path, monkeypatch):
    """Put three games and a folder that is none in the place of the built-in ones."""
    folder = tmp_path / "templates" / "games"
    for name in ("tawula", "companen", "turno"):
        (folder / name).mkdir(parents=True)
        (folder / name / "game.toml").write_text("")
    (folder / "notes").mkdir()
    monkeypatch.setattr(find, "templates", lambda: tmp_path / "templates")
    return folder


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A working folder with one game in it."""
    folder = tmp_path / "here"
    (folder / "larder").mkdir(parents=True)
    (folder / "larder" / "game.toml").write_text("")
    monkeypatch.chdir(folder)
    return folder


def test_turno_comes_with_the_program():
    assert "turno" in built_in_games()
    assert find_game("turno") == templates() / "games" / "turno" / "game.toml"
    assert find_game("turno").is_file()


def test_built_in_games_are_the_folders_with_a_definition_in_alphabetical_order(games):
    assert built_in_games() == ("companen", "tawula", "turno")


def test_an_id_finds_a_built_in_game(games):
    assert find_game("tawula") == games / "tawula" / "game.toml"


@pytest.mark.parametrize(
    "path", ["./larder", "larder/", "larder", "larder/game.toml", "../here/larder"]
)
def test_a_path_finds_a_folder_or_the_file_in_it(here, path):
    assert find_game(path).resolve() == here / "larder" / "game.toml"


def test_a_file_of_any_name_is_found_by_its_path(here):
    other = here / "draft.toml"
    other.write_text("")
    assert find_game(str(other)) == other
    assert find_game("draft.toml").resolve() == other


def test_a_dot_is_the_folder_one_is_in(here, monkeypatch):
    monkeypatch.chdir(here / "larder")
    assert find_game(".").resolve() == here / "larder" / "game.toml"


def test_two_dots_are_the_folder_above(here, monkeypatch):
    (here / "larder" / "jars").mkdir()
    monkeypatch.chdir(here / "larder" / "jars")
    assert find_game("..").resolve() == here / "larder" / "game.toml"


def test_a_built_in_game_comes_before_a_folder_of_its_name(here, games):
    (here / "turno").mkdir()
    (here / "turno" / "game.toml").write_text("")
    assert find_game("turno") == games / "turno" / "game.toml"
    assert find_game("./turno").resolve() == here / "turno" / "game.toml"


@pytest.mark.parametrize(
    ("name", "close"), [("tunro", "; did you mean 'turno'?"), ("notes", ""), ("", "")]
)
def test_an_unknown_game_is_reported_with_the_known_ones(games, name, close):
    with pytest.raises(UsageError) as refusal:
        find_game(name)
    assert str(refusal.value) == (
        f"there is no game {name!r}; there are: companen, tawula, turno, "
        f"or write the path of a game's folder{close}"
    )


@pytest.mark.parametrize("name", ["jar\0", "j" * 5000])
def test_a_name_that_no_file_can_have_is_not_a_game(games, name):
    with pytest.raises(UsageError, match=r"^there is no game 'j.*there are: companen, tawula"):
        find_game(name)


def test_a_file_that_is_not_toml_is_no_game(here):
    (here / "notes.txt").write_text("")
    with pytest.raises(UsageError, match=r"^there is no notes\.txt; write a folder"):
        find_game("./notes.txt")


@pytest.mark.parametrize(
    ("name", "missing"),
    [("./pantry", "pantry"), ("pantry.toml", "pantry.toml"), (".", "game.toml")],
)
def test_a_path_to_nothing_is_reported(here, name, missing):
    with pytest.raises(UsageError) as refusal:
        find_game(name)
    assert str(refusal.value) == f"there is no {missing}; write a folder that holds a game.toml"


@pytest.fixture
def example(games):
    """An example beside the built-in games."""
    folder = games / "examples" / "larder"
    folder.mkdir(parents=True)
    (folder / "game.toml").write_text('name = "Larder"\n')
    return folder


def test_an_example_is_not_a_built_in_game_but_can_be_copied(example):
    assert built_in_games() == ("companen", "tawula", "turno")
    assert example_games() == ("larder",)
    assert games_to_copy()["larder"] == example
    assert list(games_to_copy()) == ["companen", "tawula", "turno", "larder"]


def test_who_asks_for_an_example_by_name_is_reported_how_to_copy_it(example):
    with pytest.raises(UsageError) as refusal:
        find_game("larder")
    assert str(refusal.value) == ("larder is an example to copy: pnp new NAME --from larder")


def test_a_folder_here_may_be_called_like_the_example_that_it_began_as(example, here):
    assert find_game("larder").resolve() == here / "larder" / "game.toml"


def test_a_copy_of_an_example_is_all_of_it_and_says_where_it_is_from(example, tmp_path):
    (example / "jars.csv").write_text("title\nPlum\n")
    started = copy_game("my-larder", tmp_path, "larder")
    assert started.name == "Larder"
    assert [file.name for file in started.files] == ["game.toml", "jars.csv"]
    assert (started.folder / "jars.csv").read_text() == "title\nPlum\n"
    written = (started.folder / "game.toml").read_text()
    assert written.startswith("# This game began as a copy of larder from pnp ")
    assert written.endswith('\n\nname = "Larder"\n')
