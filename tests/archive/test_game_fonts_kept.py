"""Fonts of a game's own in a package: what they say of themselves, and which files are in it."""

from shutil import copy

import pytest

from pnp.archive.origin import FONT_LICENCES, definition_files, font_statement, may_be_passed_on
from pnp.base.font_files import font_file
from pnp.definitions import load_game

GAME = """
name = "Letters"
summary = "Cards."
[fonts]
title = "My.ttf"
[components.cards]
kind = "cards"
name = "Cards"
[components.cards.front]
"""


@pytest.fixture
def loaded(tmp_path):
    folder = tmp_path / "letters"
    folder.mkdir()
    copy(font_file("sans"), folder / "My.ttf")
    file = folder / "game.toml"
    file.write_text(GAME, encoding="utf-8")
    return load_game(file)


def test_a_package_says_what_a_font_says_of_itself(loaded):
    said = font_statement(loaded.game)[FONT_LICENCES].decode()
    assert "File: My.ttf" in said
    assert "Open Font License" in said
    assert "Embedding: installable (fsType 0x0000)" in said


def test_a_package_holds_a_font_only_if_anybody_may_pass_it_on(loaded):
    assert "definition/My.ttf" in definition_files(loaded.file, loaded.game)
    (facts,) = loaded.game.typefaces.facts
    closed = facts._replace(licence="For use on one computer.", licence_url="")
    assert not may_be_passed_on(closed)
    typefaces = loaded.game.typefaces._replace(facts=(closed,))
    game = loaded.game.model_copy(update={"typefaces": typefaces})
    assert "definition/My.ttf" not in definition_files(loaded.file, game)
    assert b"In this package: no" in font_statement(game)[FONT_LICENCES]
