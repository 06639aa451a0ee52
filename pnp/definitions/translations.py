"""Load a game in each of its languages."""

from collections.abc import Mapping
from typing import NamedTuple

from pnp.base.errors import PnpError, RulesError
from pnp.definitions.load import Loaded
from pnp.game.game import Game


class Translations(NamedTuple):
    """A game by language, that of the definition first, and the faults of missing languages."""

    games: Mapping[str, Game]
    faults: tuple[str, ...]

    def check(self) -> None:
        """Raise the faults."""
        if self.faults:
            raise RulesError("\n".join(self.faults))


def in_languages(loaded: Loaded) -> Translations:
    """Load a game once in each of its languages."""
    own, *others = loaded.languages or (loaded.game.language,)
    games, faults = {own: loaded.game}, []
    for lang in others:
        try:
            games[lang] = loaded.speaking(lang)
        except PnpError as error:
            faults += str(error).splitlines()
    return Translations(games, tuple(faults))
