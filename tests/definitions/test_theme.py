"""Themes: what they may say, and what they do to a definition."""

import pytest

from pnp.base.errors import DefinitionError, UsageError
from pnp.base.files import templates
from pnp.definitions import built_in_games, built_in_themes, find_game, load_game, load_theme
from pnp.definitions.data_files import CLASSIC, roles_of, theme_roles

GAME = """
name = "Own"
summary = "A game of one's own."
[components.tiles]
kind = "tiles"
name = "Tiles"
size = "30x45mm"
fronts = "1-6"
backs = "1-6"
ground = "#c0ffee"
[components.cards]
kind = "deck"
name = "Cards"
fronts = "1-2"
backs = "1-2"
[components.pieces]
kind = "counters"
name = "Pieces"
diameter = "20mm"
series = [
  { id = "red", color = "#aa0000", mark = "disc", copies = 1 },
  { id = "mauve", color = "#8e6a8e", mark = "ring", copies = 1 },
]
"""


@pytest.fixture
def theme(tmp_path):
    """Write a theme and read it."""

    def write(text, name="mine.toml"):
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        return load_theme(str(file))

    return write


@pytest.fixture
def own(tmp_path):
    (tmp_path / "own").mkdir()
    file = tmp_path / "own" / "game.toml"
    file.write_text(GAME, encoding="utf-8")
    return file


def test_there_are_three_looks():
    assert {"classic", "colour", "high-contrast"} <= set(built_in_themes())
    assert len({load_theme(name).name for name in built_in_themes()}) == len(built_in_themes())


def test_classic_is_what_the_models_have_without_a_theme():
    classic = load_theme(CLASSIC)
    assert classic.roles == theme_roles()
    assert classic.colors == {}
    file = templates() / "themes" / "classic.toml"
    assert load_theme(str(file)) == classic  # which a check of every value finds sound


@pytest.mark.parametrize("game", built_in_games())
def test_classic_changes_no_game(game):
    file = find_game(game)
    assert load_game(file, theme=load_theme(CLASSIC)).game == load_game(file).game


@pytest.mark.parametrize("name", sorted(set(built_in_themes()) - {CLASSIC}))
@pytest.mark.parametrize("game", built_in_games())
def test_any_game_takes_any_theme(game, name):
    file = find_game(game)
    assert load_game(file, theme=load_theme(name)).game != load_game(file).game


def test_built_in_themes_say_every_role_and_the_six_colours_of_pawns():
    for name in set(built_in_themes()) - {CLASSIC}:
        assert set(load_theme(name).colors) == {"red", "yellow", "green", "blue", "white", "black"}
    assert len(theme_roles()) > 8


def test_every_role_has_one_default_wherever_it_is_used(own):
    game = load_game(own).game
    for key, component in game.components.items():
        for field, role in roles_of(type(component)).items():
            if (key, field) != ("tiles", "ground"):
                assert getattr(component, field) == theme_roles()[role]


def test_a_theme_colours_what_the_definition_leaves_open(own, theme):
    mine = theme('[roles]\nground = "#ddeeff"\nink = "#112233"\npaper = "#fffff0"')
    tiles, cards, _ = load_game(own, theme=mine).game.components.values()
    assert (tiles.ground, tiles.ink) == ("#c0ffee", "#112233")
    assert (cards.ground, cards.series[0].ink) == ("#fffff0", "#112233")


def test_players_colours_go_by_their_names(own, theme):
    pieces = load_game(own, theme=theme('[colors]\nred = "#FF0011"')).game.components["pieces"]
    assert [one.color for one in pieces.series] == ["#ff0011", "#8e6a8e"]


def test_a_theme_says_only_what_it_changes(theme):
    mine = theme("")
    assert mine == load_theme(CLASSIC)._replace(id="mine", name="mine", sha256=mine.sha256)


def test_all_faults_of_a_theme_are_reported_at_once(theme):
    with pytest.raises(DefinitionError) as told:
        theme(
            'naem = "x"\n[roles]\ngruond = "#ffffff"\nink = "blck"\nline = 3\n'
            '[colors]\nRed = "#ff0000"\nblue = "#00f1x"',
            "My Theme.toml",
        )
    lines = [line.partition("My Theme.toml: ")[2] for line in str(told.value).splitlines()]
    assert [line[:44] for line in lines] == [
        "the file's name is the theme's id: write low",
        "line 1: naem: is not a key that is known her",
        "line 3: roles.gruond: is not a key that is k",
        'line 4: roles.ink: write a colour as "#rrggb',
        'line 5: roles.line: write a colour as "#rrgg',
        "line 7: colors.Red: write lower-case letters",
        'line 8: colors.blue: write a colour as "#rrg',
    ]
    assert "did you mean 'ground'" in lines[2]
    assert told.value.status == 2


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("roles = 3", "roles: write a table"),
        ("name = 3", "name: write text in quotes, not 3"),
        ("a = ", "is not TOML"),
    ],
)
def test_an_invalid_theme_is_refused(theme, text, fault):
    with pytest.raises(DefinitionError, match=fault):
        theme(text)


def test_a_theme_of_ones_own_cannot_pass_for_a_built_in_one(theme):
    with pytest.raises(DefinitionError, match="classic is a built-in theme"):
        theme("", "classic.toml")


@pytest.mark.parametrize("name", ["dark", "./none.toml", "", "a\0b", "/"])
def test_an_unknown_theme_is_reported_with_those_there_are(name):
    with pytest.raises(UsageError, match="classic, colour, high-contrast"):
        load_theme(name)


def test_bytes_that_are_no_text_are_refused(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DefinitionError, match="is not UTF-8"):
        load_theme(str(file))


def test_a_broken_definition_is_reported_the_same_in_every_theme(own):
    own.write_text(GAME.replace('kind = "tiles"', "kind = 3").replace("#aa0000", "rd"))
    told = []
    for name in built_in_themes():
        with pytest.raises(DefinitionError) as error:
            load_game(own, theme=load_theme(name))
        told.append(str(error.value))
    assert "kind" in told[0]
    assert "color: write a colour" in told[0]
    assert len(set(told)) == 1
