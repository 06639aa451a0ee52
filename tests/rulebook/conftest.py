"""A small game with one rule set, whose text each test can change."""

import pytest
from helpers.sample_rulebook import GAME, TEXT

from pnp.definitions import load_game


@pytest.fixture
def pond(tmp_path):
    """Return a function that writes the game with a text and returns its folder and the game.

    The rule set has more ``facts`` if they are given.
    """

    def write(text=TEXT, lang="en", facts=""):
        folder = tmp_path / "pond"
        (folder / "rules").mkdir(parents=True, exist_ok=True)
        game = GAME.replace("facts = [\n", f"facts = [\n{facts}")
        (folder / "game.toml").write_text(game, encoding="utf-8")
        if text is not None:
            (folder / "rules" / f"hop.{lang}.md").write_text(text, encoding="utf-8")
        return folder, load_game(folder / "game.toml").game

    return write
