"""The choice of games and components to build."""

from collections.abc import Sequence

from pnp.base.errors import UsageError
from pnp.definitions import built_in_games, find_game, games_named, load_game
from pnp.game.game import Game
from pnp.jobs.sheet_options import SheetOptions


def chosen_components(game: Game, options: SheetOptions) -> tuple[str, ...]:
    """Return the ids of the chosen components, in the game's order.

    Choosing a kind includes the tuck boxes that hold nothing else.

    Raises:
        UsageError: If the game has no such component, or no deck with that many cards.
    """
    for component_id in options.only:
        if component_id not in game.components:
            raise UsageError(
                f"--only: {game.id} has no component {component_id!r}; "
                f"it has: {', '.join(game.components)}"
            )
    wanted = set(_of_kind(game, options.kind, options.cards) if options.kind else game.components)
    if options.only:
        wanted &= set(options.only)
    if not wanted:
        raise UsageError(f"--only: {', '.join(options.only)}: not a {options.kind} of {game.id}")
    return tuple(key for key in game.components if key in wanted)


def games_to_build(named: Sequence[str], options: SheetOptions) -> tuple[str, ...]:
    """Return the named games, or the default of :func:`games_named`.

    All built-in games are narrowed to those with a component that the options name, if any.
    """
    games = games_named(named)
    if named or not options.only or games != built_in_games():
        return games
    having = [
        g for g in games if set(options.only) & load_game(find_game(g)).game.components.keys()
    ]
    return tuple(having) or games


def _of_kind(game: Game, kind: str, cards: int | None) -> tuple[str, ...]:
    counts = {
        key: component.count
        for key, component in game.components.items()
        if component.kind == kind or (kind == "board" and component.is_board)
    }
    if not counts:
        raise UsageError(f"{game.id} has no {kind}; it has: {', '.join(game.components)}")
    chosen = {key for key, count in counts.items() if cards in (None, count)}
    if not chosen:
        known = ", ".join(map(str, sorted(set(counts.values()))))
        raise UsageError(f"--cards: {game.id} has no deck of {cards} cards; it has: {known}")
    boxes = {
        key
        for key, component in game.components.items()
        if component.contents and chosen.issuperset(component.contents)
    }
    return tuple(key for key in game.components if key in chosen | boxes)
