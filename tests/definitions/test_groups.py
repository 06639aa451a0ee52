"""Groups of frames: shown where a run names them, and nowhere else."""

import pytest
from helpers.command import refusal, run

from pnp.base.errors import UsageError
from pnp.components.registry import draw_component
from pnp.definitions import load_game
from pnp.scene import Text, leaves_in

ALWAYS = 'kind = "text", text = "always", at = "5x5mm", area = "50x9mm"'
COLOUR = 'kind = "text", text = "colour", group = "colour", at = "5x15mm", area = "50x9mm"'
PLAIN = 'kind = "image", file = "plain.png", group = "plain", at = "5x30mm", area = "9x9mm"'


@pytest.fixture
def words(own):
    """Return the words on the card under some groups."""
    own.deck(ALWAYS, COLOUR)

    def run(*groups, lang=None):
        game = load_game(own.folder / "game.toml", groups=groups, lang=lang).game
        (piece,) = draw_component(game, "events")
        return [one.string for one in leaves_in(piece.front.items) if isinstance(one, Text)]

    return run


def test_a_frame_of_a_group_is_shown_where_the_group_is_named(words):
    assert words() == ["always"]
    assert words("colour") == ["always", "colour"]


def test_a_picture_of_a_group_is_not_read_before_the_group_is_named(own):
    own.deck(ALWAYS, PLAIN)
    assert load_game(own.folder / "game.toml").game.pictures == {}
    with pytest.raises(Exception, match=r"plain\.png"):
        load_game(own.folder / "game.toml", groups=("plain",))


def test_frames_of_groups_are_checked_all_the_same(own):
    own.deck(COLOUR.replace("50x9mm", "90x9mm"))
    (fault,) = own.faults()
    assert "reaches" in fault


def test_an_unknown_group_is_answered_with_those_there_are(words):
    with pytest.raises(UsageError) as refused:
        words("color")
    told = "--group: no frame has the group 'color'; groups are: colour; did you mean 'colour'?"
    assert str(refused.value) == told


def test_nobody_writes_that_a_frame_is_hidden(own):
    own.deck(f"{ALWAYS}, hidden = true")
    (fault,) = own.faults()
    assert "hidden: is found by pnp and cannot be written" in fault


def test_the_sheets_of_a_group_have_files_of_their_own(own, tmp_path):
    own.deck(ALWAYS, COLOUR)
    for options in ((), ("--group", "colour")):
        run("build", own.folder, *options, "--out", tmp_path / "out")
    made = sorted(file.stem for file in tmp_path.glob("out/*/print/*.pdf"))
    assert made == ["events-a4", "events-a4-group-colour"]
    assert "--group" in refusal("build", own.folder, "--group", "grey", "--out", tmp_path / "out")


def test_frames_over_the_faces_of_other_kinds_have_groups_too(own):
    own.write(
        "game.toml",
        'name = "T"\nsummary = "t"\n[components.a]\nkind = "counters"\nname = "A"\n'
        'diameter = "20mm"\nseries = [{ id = "x", color = "#ff0000", mark = "disc", copies = 1 }]\n'
        '[components.a.face.front]\nframes = [{ kind = "text", text = "A", group = "g", '
        'at = "5x5mm", area = "9x9mm" }]\n',
    )
    for groups, count in (((), 0), (("g",), 1)):
        game = load_game(own.folder / "game.toml", groups=groups).game
        (piece,) = draw_component(game, "a")
        found = [one for one in leaves_in(piece.front.items) if isinstance(one, Text)]
        assert len(found) == count
