"""A rule sheet: the rules of one rule set."""

from pathlib import Path
from typing import NamedTuple

from pnp.game.game import Game
from pnp.rulebook.blocks import Blocks, Chapter
from pnp.rulebook.chapter import rule_chapter
from pnp.rulebook.languages import language
from pnp.rulebook.translation import translated
from pnp.rulebook.typography import curled


class RuleSheet(NamedTuple):
    """The sheet of a rule set in one language, for any file format.

    ``author`` is the rule set's, else the game's; ``rights`` are those in this edition.
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
        """The name of the rule set."""
        return self.chapter.title

    @property
    def full_title(self) -> str:
        """The name of the game, followed by that of the rule set if it differs."""
        return f"{self.game} · {self.title}" if self.game != self.title else self.game

    @property
    def blocks(self) -> Blocks:
        """Every block in order."""
        return self.chapter.blocks


def rule_sheet(folder: Path, game: Game, rule_set_id: str, lang: str) -> RuleSheet:
    """Assemble the sheet of a rule set whose text is in ``folder``.

    Raises:
        RulesError: If the text is missing or has faults; one line for each.
    """
    words, game = language(lang), translated(folder, game, lang)
    chapter = curled(rule_chapter(folder, game, rule_set_id, words, level=1, cite=True), lang)
    rule_set = game.rule_sets[rule_set_id]
    author = rule_set.author or game.author
    return RuleSheet(game.name, rule_set_id, lang, chapter, rule_set.summary, author, game.rights)
