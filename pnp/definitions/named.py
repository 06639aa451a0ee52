"""Load a game or one of its rule sets by name."""

from collections.abc import Mapping
from typing import NamedTuple

from pnp.base.errors import DefinitionError, PnpError, UsageError
from pnp.base.units import Mm
from pnp.definitions.find import find_game, no_rule_set, split_rule_set
from pnp.definitions.load import Loaded, load_game
from pnp.game.game import Game
from pnp.game.presets import Theme


class NamedGame(NamedTuple):
    """A game, and the id of a rule set if the name included one."""

    loaded: Loaded
    rule_set: str | None

    @property
    def game(self) -> Game:
        """The game; for a named rule set, reduced to that and its components."""
        game = self.loaded.game
        if self.rule_set is None:
            return game
        rule_set = game.rule_sets[self.rule_set]
        parts = {part.component for part in rule_set.parts}
        components = {key: one for key, one in game.components.items() if key in parts}
        alone = {"rule_sets": {self.rule_set: rule_set}, "components": components}
        return game.model_copy(update=alone)


def load_named(
    name: str,
    sizes: Mapping[str, str] | None = None,
    stock: Mm | None = None,
    theme: Theme | None = None,
    lang: str | None = None,
    draft: bool = False,
    partly: bool = False,
    scale_layouts: bool = False,
) -> NamedGame:
    """Load a game by its id or path, or by the id of a rule set such as ``turno/loop``.

    The rest is as in :func:`load_game`.
    """
    loaded = load_game(find_game(name), sizes, stock, theme, lang, draft, partly, scale_layouts)
    return named_game(loaded, name)


def named_game(loaded: Loaded, name: str) -> NamedGame:
    """Return a game that was read under a name, with the rule set in that name.

    Raises:
        UsageError: If there is no such rule set.
    """
    _, rule_set = split_rule_set(name)
    if rule_set is not None and rule_set not in loaded.game.rule_sets:
        raise UsageError(no_rule_set(loaded.game.id, rule_set, loaded.game.rule_sets))
    return NamedGame(loaded, rule_set)


def load_to_check(name: str) -> tuple[NamedGame, tuple[str, ...]]:
    """Load a game to look for all of its faults, and return those found so far.

    If nothing but pictures is at fault, the game is loaded without these, as a draft.
    """
    try:
        return load_named(name), ()
    except DefinitionError as error:
        try:
            named = load_named(name, draft=True)
        except PnpError:
            raise error from None
        return named, tuple(str(error).splitlines())
