"""Check that the pieces of a game and the labels of their sheets can be drawn, in each language."""

import re
from collections.abc import Iterator

from pnp.base.errors import FontError, LayoutError, PnpError
from pnp.base.shaping import shape
from pnp.base.units import join_words
from pnp.components.registry import draw_component
from pnp.definitions import Loaded
from pnp.game.game import Game
from pnp.jobs.component_sheets import label_font

_COLUMNS = re.compile(r"(?<=, text) \{[^:]*\}(?=: )")  # of one language


def check_faces(loaded: Loaded) -> tuple[str, ...]:
    """Return the faults that a build would find in the pieces of a game: a line for each.

    A fault that only some languages have names them; a language that cannot be read is left out.
    """
    found: dict[str, dict[str, str]] = {}
    games = dict(_in_languages(loaded))
    for lang, game in games.items():
        for line in _faults(game):
            found.setdefault(_COLUMNS.sub("", line), {})[lang] = line
    return tuple(
        line if len(told) == len(games) else f"{next(iter(told.values()))} (in {join_words(told)})"
        for line, told in found.items()
    )


def _in_languages(loaded: Loaded) -> Iterator[tuple[str, Game]]:
    own, *others = loaded.languages or (loaded.game.language,)
    yield own, loaded.game
    for lang in others:
        try:
            yield lang, loaded.speaking(lang)
        except PnpError:  # which is reported as a fault of that language
            continue


def _faults(game: Game) -> Iterator[str]:
    font = label_font(game)
    for key, component in game.components.items():
        try:
            draw_component(game, key)
            shape(f"{game.name} · {component.name}", font)  # the label of its sheets
        except (FontError, LayoutError) as error:
            yield from (f"{game.id}, {key}: {line}" for line in str(error).splitlines())
