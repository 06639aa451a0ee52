"""A game with one rule set and its text, to be written otherwise by each test."""

import pytest
from helpers.rulebook_pond import GAME, TEXT

from pnp.definitions import load_game


@pytest.fixture
def pond(tmp_path):
    """Write the game with another text and return its folder and the game."""

    def write(text=TEXT, lang="en"):
        folder = tmp_path / "pond"
        (folder / "rules").mkdir(parents=True, exist_ok=True)
        (folder / "game.toml").write_text(GAME, encoding="utf-8")
        if text is not None:
            (folder / "rules" / f"hop.{lang}.md").write_text(text, encoding="utf-8")
        return folder, load_game(folder / "game.toml").game

    return write
