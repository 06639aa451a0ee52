"""A small game that can be archived."""

from pathlib import Path

from helpers.sample_rulebook import GAME, TEXT
from pnp.archive.contents import PackedFile, packed_files
from pnp.archive.options import ArchiveOptions
from pnp.archive.record import ArchiveRecord

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


def package_files(record: ArchiveRecord) -> tuple[PackedFile, ...]:
    """Describe rulebooks, and a picture and drawings of a component, as if they were there."""
    paths = [
        f"rules/rulebook.{lang}.{kind}" for lang in record.languages for kind in ("pdf", "html")
    ]
    part = record.parts[0].id
    paths += [
        "previews/cover.png",
        f"previews/{part}/a-front.png",
        f"drawings/{part}/a.svg",
        f"drawings/{part}.pdf",
    ]
    return packed_files(record, {path: path.encode() for path in paths})
