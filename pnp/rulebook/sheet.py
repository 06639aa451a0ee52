"""A rule sheet: one rule set, to lie on the table."""

from pathlib import Path
from typing import NamedTuple

from pnp.game.game import Game
from pnp.rulebook.blocks import Blocks, Chapter
from pnp.rulebook.chapter import rule_chapter
from pnp.rulebook.languages import language
from pnp.rulebook.translation import translated
from pnp.rulebook.typography import curled


class RuleSheet(NamedTuple):
    """A rule set's sheet in one language, ready for any kind of file.

    ``author`` is that of the game and ``rights`` are those in this edition.
    """

    game: str
    rule_set_id: str
    lang: str
    chapter: Chapter
    summary: str
    author: str | None = None
    rights: str | None = None

    @property
    def title(self) -> str:
        """What the rule set is called."""
        return self.chapter.title

    @property
    def full_title(self) -> str:
        """The game's name, and the rule set's if that is another."""
        return f"{self.game} · {self.title}" if self.game != self.title else self.game

    @property
    def blocks(self) -> Blocks:
        """All that is on it, in order."""
        return self.chapter.blocks


def rule_sheet(folder: Path, game: Game, rule_set_id: str, lang: str) -> RuleSheet:
    """Put a sheet together.

    Raises:
        RulesError: If the text is missing or has faults, a line for each.
    """
    words, game = language(lang), translated(folder, game, lang)
    chapter = curled(rule_chapter(folder, game, rule_set_id, words, level=1, cite=True), lang)
    rule_set = game.rule_sets[rule_set_id]
    author = rule_set.author or game.author
    return RuleSheet(game.name, rule_set_id, lang, chapter, rule_set.summary, author, game.rights)
