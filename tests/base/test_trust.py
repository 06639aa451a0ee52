import pytest

from pnp.base.errors import UsageError
from pnp.base.files import templates
from pnp.base.trust import LIST, distrust, is_trusted, may_read, trust, trusted_folders


@pytest.fixture
def here(tmp_path):
    folder = tmp_path / "home" / "games"
    folder.mkdir(parents=True)
    return folder


def test_what_comes_with_pnp_is_trusted_and_nothing_else(here):
    assert is_trusted([])
    assert is_trusted([templates() / "games" / "turno"])
    assert not is_trusted([templates() / "games" / "turno", here])


def test_a_trusted_folder_covers_everything_below_it(here):
    assert trust(here) == here.resolve()
    assert is_trusted([here, here / "river" / "game.toml"])
    assert not is_trusted([here.parent])
    assert not is_trusted([here.with_name("gamesroom")])


def test_a_link_in_a_trusted_folder_leads_out_of_it(here):
    trust(here)
    (here / "link").symlink_to(here.parent)
    assert not is_trusted([here / "link" / "game.toml"])


def test_trust_ends_when_it_is_taken_back(here):
    trust(here)
    assert trusted_folders() == (here.resolve(),)
    distrust(here)
    assert trusted_folders() == ()
    assert not is_trusted([here])


def test_trust_in_a_folder_that_is_gone_can_be_taken_back(here):
    trust(here)
    here.rmdir()
    distrust(here)
    assert trusted_folders() == ()


def test_what_cannot_be_trusted_is_refused(here):
    with pytest.raises(UsageError, match="is not a folder"):
        trust(here / "missing")
    with pytest.raises(UsageError, match="is the whole disk"):
        trust(here.__class__("/"))
    (here / "a\nb").mkdir()
    with pytest.raises(UsageError, match="line break"):
        trust(here / "a\nb")
    with pytest.raises(UsageError, match="is not trusted"):
        distrust(here)
    trust(here)
    (here / "river").mkdir()
    with pytest.raises(UsageError, match=f"it is trusted with {here}; remove that"):
        distrust(here / "river")


def test_only_whole_paths_in_the_list_count(here, own_settings):
    own_settings.mkdir()
    (own_settings / LIST).write_text(f"\n.\ngames\n{here}\n")
    assert trusted_folders() == (here,)


def read(here, *arguments):
    return [path.relative_to(here.parents[1]).as_posix() for path in may_read(arguments, here)]


def test_a_command_may_read_the_files_and_games_that_it_names(here, tmp_path):
    (here / "river" / "rules").mkdir(parents=True)
    (tmp_path / "data" / "games" / "pond").mkdir(parents=True)
    assert read(here, "build", "turno", "--cards", "36", "-q") == []
    assert read(here, "build", "river") == ["home/games/river"]
    assert read(here, "build", "./river/quick") == ["home/games/river"]
    assert read(here, "check", "pond/quick") == ["data/games/pond"]
    assert read(here, "verify", "--game=river") == ["home/games/river"]
    assert read(here, "verify", "--game", "river") == ["home/games/river"]
    assert read(here, "build", "turno", "--out", "river", "--ocfl=river") == []


def test_a_command_may_read_the_game_and_the_defaults_where_it_runs(here):
    (here.parent / "pnp.toml").touch()
    assert read(here, "build", "turno") == ["home"]
    (here / "game.toml").touch()
    assert read(here) == ["home/games/game.toml", "home"]
