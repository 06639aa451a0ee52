"""The rules in the tabs of the simulator's notebook, one tab for each language."""

from collections.abc import Callable, Iterator
from pathlib import Path

from pnp.game.game import Game
from pnp.rulebook.sheet import rule_sheet
from pnp.rulebook.source import languages_of, rules_file
from pnp.rulebook.write_text import render_text

_BRACKETS = str.maketrans("[]", "()")


def without_markup(text: str) -> str:
    """Return a text with round brackets, since square ones are markup in the simulator."""
    return text.translate(_BRACKETS)


def rule_tabs(
    folder: Path, game: Game, rule_set_id: str, speaking: Callable[[str], Game]
) -> Iterator[tuple[str, str]]:
    """Yield title and text of each tab; ``speaking`` returns the game in a language.

    Raises:
        RulesError: If a text has faults: a line for each.
    """
    for lang in languages_of(folder, game):
        if rules_file(folder, rule_set_id, lang).is_file():
            sheet = rule_sheet(folder, speaking(lang), rule_set_id, lang)
            yield f"{sheet.title} ({lang})", without_markup(render_text(sheet))
