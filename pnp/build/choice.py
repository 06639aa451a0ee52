"""Which components of a game a build makes."""

from pnp.build.options import Options
from pnp.errors import UsageError
from pnp.model.deck import Deck
from pnp.model.game import Game


def chosen_components(game: Game, options: Options) -> tuple[str, ...]:
    """Return the ids of the components that ``options`` ask for, in the game's order.

    Raises:
        UsageError: If the game has no such component, or no deck of so many cards.
    """
    if options.decks:
        return _decks(game, options.cards)
    for component_id in options.only:
        if component_id not in game.components:
            raise UsageError(
                f"--only: {game.id} has no component {component_id!r}; "
                f"it has: {', '.join(game.components)}"
            )
    return tuple(key for key in game.components if not options.only or key in options.only)


def _decks(game: Game, cards: int | None) -> tuple[str, ...]:
    decks = {key: c.count for key, c in game.components.items() if isinstance(c, Deck)}
    if not decks:
        raise UsageError(f"{game.id} has no deck of cards")
    chosen = tuple(key for key, count in decks.items() if cards in (None, count))
    if not chosen:
        counts = ", ".join(map(str, sorted(set(decks.values()))))
        raise UsageError(f"--cards: {game.id} has no deck of {cards} cards; it has: {counts}")
    return chosen
