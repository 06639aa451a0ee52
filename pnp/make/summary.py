"""Sentences for people about what a job made, and what it left untranslated."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from pnp.audit import GameReport
from pnp.base.languages import read_words
from pnp.base.messages import Message
from pnp.base.units import quoted
from pnp.definitions import Loaded
from pnp.game.translation import table_file
from pnp.make.made_files import NAME
from pnp.make.pipeline import Written

HOW_TO_PRINT = {
    "long-edge": "print both sides, flip on the long edge",
    "short-edge": "print both sides, flip on the short edge",
    "fold": "print one side, fold and glue",
    "fronts": "fronts alone",
    "backs": "backs alone",
    "one-sided": "print one side",
}
MOST_NAMED = 6  # more files are counted
WordFolder = Literal["pieces", "kits", "laser/steps"]  # of templates
_SAID: dict[WordFolder, str] = {
    "pieces": "labels of sheets and boxes",
    "kits": "the first pages of kits",
    "laser/steps": "steps at a laser",
}


def made_data(written: Written) -> dict[str, Any]:
    """Return what a job made as data for JSON."""
    return {
        "game": written.folder.name,
        "name": written.name,
        "folder": str(written.folder),
        "files": [file.path for file in written.files],
        "removed": list(written.removed),
        "problems": list(written.problems),
        "notes": list(written.notes),
    }


def checked(report: GameReport) -> str:
    """Return the verdict of an audit in a few words."""
    if not report.ok:
        return "THE BOX FALLS SHORT"
    rule_sets = len(report.rule_sets)
    return f"{counted(rule_sets, 'rule set')} checked" if rule_sets else "no rule sets to check"


def changes(paths: Sequence[str]) -> str:
    """Return which files changed: documents by name, pictures by number."""
    made = [path for path in paths if path != NAME]
    named = [path for path in made if path.endswith(".pdf")]
    others = Counter(path.rpartition(".")[2] for path in made if path not in named)
    named = named if len(named) <= MOST_NAMED else [f"{len(named)} PDF files"]
    counts = (counted(count, f"{ending} file") for ending, count in sorted(others.items()))
    words = [*named, *counts]
    return f"made again: {', '.join(words)}" if words else "no output changed"


def counted(number: int, noun: str) -> str:
    """Return a number and its noun, in the plural where needed."""
    if number == 1:
        return f"{number} {noun}"
    first, space, rest = noun.partition(" with ")  # a face with bleed, two faces with bleed
    return f"{number} {first}s{space}{rest}"


def untranslated(loaded: Loaded, lang: str | None) -> Iterator[str]:
    """Yield a note for each part of a game that is not in the chosen language."""
    game = loaded.game
    spoken, own = game.language, game.translated_from
    if lang is not None and lang != game.language:
        spoken, own = lang, game.language
        file = table_file(loaded.file.parent, lang)
        missing = str(file.relative_to(loaded.file.parent))
        yield Message("partly_translated", written=lang, own=quoted(game.language), file=missing)
    for key, component in game.components.items():
        if own and component.text_language == own:
            yield Message("no_columns", key, column=f"title_{spoken}", written=own)


def left_in_english(lang: str, *folders: WordFolder) -> Iterator[str]:
    """Yield a note on pnp's own words for which a language has no tables."""
    lacking = [_SAID[one] for one in folders if read_words(one, lang)["code"] != lang]
    if lacking:
        yield Message("left_in_english", what=" and ".join(lacking), written=lang)
