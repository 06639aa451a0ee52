"""Shell completion, by the type of the value."""

from collections.abc import Callable, Iterable, Iterator

import typer

from pnp.base.errors import PnpError
from pnp.jobs.option_values import KINDS

Completer = Callable[[typer.Context, str], list[str]]


def completer(metavar: str | None, *, several: bool = False) -> Completer | None:
    """Return the completion function for a type of value as named in help texts."""
    words = tuple((metavar or "").split("|"))
    if len(words) == 1 and words[0] not in OF_GAMES and words[0] not in KINDS:
        return None

    def complete(context: typer.Context, incomplete: str) -> list[str]:
        before, comma, begun = incomplete.rpartition(",") if several else ("", "", incomplete)
        given = before.lower().split(",")
        try:
            offered: Iterable[str] = words
            if len(words) == 1:
                of_games = OF_GAMES.get(words[0])
                offered = of_games(context) if of_games else KINDS[words[0]].known()
            fitting = [word for word in offered if word.startswith(begun.lower())]
        except PnpError:  # such as a folder of games that cannot be read
            return []
        return [f"{before}{comma}{word}" for word in fitting if word not in given]

    return complete


def _games(context: typer.Context) -> Iterator[str]:
    from pnp.definitions.find import built_in_games, ids_in, own_games

    for game in dict.fromkeys((*built_in_games(), *own_games())):
        yield game
        yield from (f"{game}/{key}" for key in ids_in(game, "rule_sets"))


def _originals(context: typer.Context) -> Iterable[str]:
    from pnp.definitions.find import games_to_copy

    return games_to_copy()


def _in_games(context: typer.Context, what: str) -> Iterable[str]:
    """Return the ids of parts of the games on the command line, or of the one here, or of all."""
    from pnp.definitions.find import games_named, ids_in

    named = context.params.get("games") or context.params.get("game") or ()
    # An option without its value yet leaves all arguments unread.
    names = [named] if isinstance(named, str) else named or context.args
    games = [name for name in names if not name.startswith("-")]
    return dict.fromkeys(key for game in games_named(games) for key in ids_in(game, what))


OF_GAMES: dict[str, Callable[[typer.Context], Iterable[str]]] = {
    "GAME": _games,
    "ORIGINAL": _originals,
    "COMPONENT": lambda context: _in_games(context, "components"),
    "RULE-SET": lambda context: _in_games(context, "rule_sets"),
    "AID": lambda context: ("all", "mat", "box", *_in_games(context, "components")),
}
