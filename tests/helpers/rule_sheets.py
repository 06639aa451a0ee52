"""The rule sheets of the built-in games, each made once."""

from functools import cache

from helpers.game_languages import languages
from helpers.games import built_in
from pnp.definitions import built_in_games
from pnp.game.paper import PAPERS
from pnp.game.translation import translated
from pnp.rulebook.book import Rulebook, rulebook
from pnp.rulebook.figures import FigureDrawings
from pnp.rulebook.pages import set_pages_of
from pnp.rulebook.sheet import RuleSheet, rule_sheet
from pnp.scene.document import Document

GAMES = {name: built_in(name) for name in built_in_games()}
RULE_SETS = [(name, key) for name, loaded in GAMES.items() for key in loaded.game.rule_sets]


@cache
def drawings_of(game: str, lang: str) -> FigureDrawings:
    """Return the drawings that the texts of a game in a language share, some with all others."""
    loaded, first = GAMES[game], languages()[0]
    earlier = None if lang == first else drawings_of(game, first)
    return FigureDrawings(translated(loaded.file.parent, loaded.game, lang), earlier)


@cache
def sheet_of(game: str, rule_set: str, lang: str = "en") -> RuleSheet:
    """Return the sheet of a rule set in a language."""
    drawings = drawings_of(game, lang)
    return rule_sheet(GAMES[game].file.parent, drawings.game, rule_set, lang, drawings)


@cache
def pages_of(game: str, rule_set: str, lang: str = "en") -> Document:
    """Return the sheet of a rule set on pages of A4."""
    return set_pages_of(sheet_of(game, rule_set, lang), PAPERS["a4"])


@cache
def book_of(game: str, lang: str = "en") -> Rulebook:
    """Return the rulebook of a game in a language."""
    drawings = drawings_of(game, lang)
    return rulebook(GAMES[game].file.parent, drawings.game, lang, drawings)
