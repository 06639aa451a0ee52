"""Which of the many rule documents slow tests look at."""

import os
from collections.abc import Iterable
from itertools import cycle

from helpers.game_languages import languages


def languages_by_turns(games: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return one language for each game, by turns; all with ``PNP_EVERY_LANGUAGE``."""
    if "PNP_EVERY_LANGUAGE" in os.environ:
        return dict.fromkeys(games, languages())
    return {game: (lang,) for game, lang in zip(games, cycle(languages()))}
