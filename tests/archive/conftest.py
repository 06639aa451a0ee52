"""Records of the built-in games and of a small one."""

import pytest
from helpers.sample_rulebook import GAME

from pnp.archive.record import ArchiveRecord, record_of
from pnp.definitions import built_in_games, find_game, load_game
from pnp.game.deposit import Deposit
from pnp.rulebook.source import languages_of

DAY = "2026-11-20"
CHOICES = Deposit(id="https://museum.example/id/7", holder="Museum & co")
NONE = Deposit()
EVIDENCE = """
[evidence.pond-book]
source = "book"
kind = "ethnography"
start = "-0499"
end = "1901"
place = "A pond"
coordinates = "51.21, 3.22"
shows = "How frogs hop."
confidence = 70
external = "DLP.Evidence.7"
"""
POND = GAME.replace("[rule_sets.hop]\n", '[rule_sets.hop]\nkind = "observed"\n') + EVIDENCE


def record_by_id(name: str, choices: Deposit = CHOICES, date: str | None = DAY) -> ArchiveRecord:
    """Return the record of a built-in game in all its languages."""
    loaded = load_game(find_game(name))
    folder = loaded.file.parent
    return record_of(folder, loaded.game, languages_of(folder, loaded.game), choices, date)


@pytest.fixture(scope="session")
def records() -> dict[str, ArchiveRecord]:
    return {name: record_by_id(name) for name in built_in_games()}


@pytest.fixture
def pond(tmp_path):
    """Return a function that returns the record of a small game, with changes to its definition."""

    def record(
        *changes: tuple[str, str], choices: Deposit = NONE, date: str | None = None
    ) -> ArchiveRecord:
        text = POND
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        folder = tmp_path / "pond"
        folder.mkdir(exist_ok=True)
        (folder / "game.toml").write_text(text, encoding="utf-8")
        game = load_game(folder / "game.toml").game
        return record_of(folder, game, ("en",), choices, date)

    return record
