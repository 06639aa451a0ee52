"""A small game that can be archived."""

from pathlib import Path

from helpers.sample_rulebook import GAME, TEXT
from pnp.jobs.archive_options import ArchiveOptions

EVIDENCE = """
[evidence.pond-book]
source = "book"
kind = "rules text"
start = "1901"
end = "1901"
place = "A pond"
shows = "How frogs hop."
confidence = 70
"""
POND = GAME.replace("[rule_sets.hop]\n", '[rule_sets.hop]\nkind = "described"\n') + EVIDENCE
DAY = "2026-11-20"
EPOCH = "1795132800"  # that day


def write_game(folder: Path, name: str = "pond", text: str = POND) -> Path:
    """Write the game into a folder of that name and return the folder."""
    game = folder / name
    (game / "rules").mkdir(parents=True)
    (game / "game.toml").write_text(text, encoding="utf-8")
    (game / "rules" / "hop.en.md").write_text(TEXT, encoding="utf-8")
    return game


def options(out: Path, **more: object) -> ArchiveOptions:
    """Return options for packages dated DAY."""
    return ArchiveOptions(out, **{"date": DAY} | more)
