"""The rule sheets of the built-in games, each made once."""

from functools import cache

from pnp.definitions import built_in_games, find_game, load_game
from pnp.rulebook import Rulebook, rule_sheet, rulebook
from pnp.rulebook.sheet import RuleSheet

GAMES = {name: load_game(find_game(name)) for name in built_in_games()}
RULE_SETS = [(name, key) for name, loaded in GAMES.items() for key in loaded.game.rule_sets]


@cache
def sheet_of(game: str, rule_set: str, lang: str = "en") -> RuleSheet:
    """Return the sheet of a rule set in a language."""
    loaded = GAMES[game]
    return rule_sheet(loaded.file.parent, loaded.game, rule_set, lang)


@cache
def book_of(game: str, lang: str = "en") -> Rulebook:
    """Return the rulebook of a game in a language."""
    loaded = GAMES[game]
    return rulebook(loaded.file.parent, loaded.game, lang)
