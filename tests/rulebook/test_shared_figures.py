"""Figures that books in several languages share."""

import pytest
from helpers.rule_sheets import drawings_of
from helpers.sample_rulebook import GAME

from pnp.definitions import load_game
from pnp.rulebook.figures import FigureDrawings


def test_a_figure_without_words_is_drawn_once_for_all_languages():
    english, dutch = (drawings_of("punt-match", lang).game for lang in ("en", "nl"))
    earlier = FigureDrawings(english)
    for rule_set_id, rule_set in english.rule_sets.items():
        for figure_id in rule_set.positions:
            ours = FigureDrawings(dutch, earlier).of(rule_set_id, figure_id, True)
            assert ours is earlier.of(rule_set_id, figure_id, True)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"#777777"', '"#aa0000"'),
        ("columns = 3", "columns = 4"),
        ('at = ["a1"]', 'at = ["b1"]'),
        ("count = 4", "count = 3"),
        ('board = "board"\nlay', 'coordinates = false\nboard = "board"\nlay'),
    ],
    ids=["a piece", "the board", "a place", "beside the board", "coordinates"],
)
def test_a_figure_that_looks_different_is_drawn_anew(tmp_path, old, new):
    games = []
    for name, text in (("one", GAME), ("other", GAME.replace(old, new, 1))):
        assert name == "one" or text != GAME
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.toml").write_text(text, encoding="utf-8")
        games.append(load_game(tmp_path / name / "game.toml").game)
    earlier = FigureDrawings(games[0])
    ours = FigureDrawings(games[1], earlier).of("hop", "setup", True)
    assert ours(0.3) != earlier.of("hop", "setup", True)(0.3)
