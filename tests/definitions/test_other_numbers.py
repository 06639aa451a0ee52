"""Examples with one number changed: each is read and drawn, or refused in lines that name it."""

from contextlib import suppress
from shutil import copytree

import pytest
from helpers.guard import guarded
from helpers.other_numbers import EXAMPLES, games, sample, with_other_numbers

from pnp.base.errors import PnpError
from pnp.components.registry import draw_component
from pnp.definitions import load_game

OF_EACH = 6
SMALL = [game for game in games() if game.parent == EXAMPLES]


@pytest.mark.parametrize("example", SMALL, ids=[one.name for one in SMALL])
def test_an_example_with_another_number_is_drawn_or_refused(tmp_path, example):
    file = copytree(example, tmp_path / example.name) / "game.toml"
    for what, text in sample(
        [*with_other_numbers(file.read_text("utf-8"))], OF_EACH, SMALL.index(example)
    ):
        file.write_text(text, encoding="utf-8")
        with guarded(patience=60), suppress(PnpError):
            game = load_game(file).game
            for key in game.components:
                with suppress(PnpError):
                    assert draw_component(game, key), what
