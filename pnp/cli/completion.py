"""Shell completion, by the type of the value."""

from collections.abc import Callable, Iterable, Iterator

import typer

from pnp.base.errors import PnpError

Candidates = Callable[[typer.Context], Iterable[str]]
Completer = Callable[[typer.Context, str], list[str]]


def completer(metavar: str | None) -> Completer | None:
    """Return the completion function for a type of value as named in help texts."""
    if metavar is None:
        return None
    several = metavar.endswith(",...")
    kind = metavar.rstrip(".,")
    kind = kind[1:-1] if kind[0] + kind[-1] == "[]" else kind.rpartition("]")[2]
    if kind in WORDS:
        words = WORDS[kind]
    elif "|" in kind:
        known = tuple(kind.split("|"))

        def words(context: typer.Context) -> Iterable[str]:
            return known
    else:
        return None

    def complete(context: typer.Context, incomplete: str) -> list[str]:
        before, comma, begun = incomplete.rpartition(",") if several else ("", "", incomplete)
        given = before.lower().split(",")
        try:
            offered = [word for word in words(context) if word not in given]
        except PnpError:  # such as a folder of games that cannot be read
            return []
        return [f"{before}{comma}{word}" for word in offered if word.startswith(begun.lower())]

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


def _components(context: typer.Context) -> Iterable[str]:
    return _in_games(context, "components")


def _rule_sets(context: typer.Context) -> Iterable[str]:
    return _in_games(context, "rule_sets")


def _aids(context: typer.Context) -> Iterable[str]:
    return "all", "mat", "box", *_components(context)


def _papers(context: typer.Context) -> Iterable[str]:
    from pnp.game.paper import PAPERS

    return PAPERS


def _card_sizes(context: typer.Context) -> Iterable[str]:
    from pnp.game.paper import CARD_SIZES

    return CARD_SIZES


def _printers(context: typer.Context) -> Iterable[str]:
    from pnp.records.printer_profile import printer_names

    return printer_names()


def _presets(context: typer.Context) -> Iterable[str]:
    from pnp.definitions.data_files import all_presets

    return all_presets()


def _schemas(context: typer.Context) -> Iterable[str]:
    from pnp.definitions.json_schema import FILES

    return FILES


def _data_files(folder: str) -> Candidates:
    def words(context: typer.Context) -> Iterable[str]:
        from pnp.definitions.data_files import built_in

        return built_in(folder)

    return words


# By the word that stands for the value in a help text.
WORDS: dict[str, Candidates] = {
    "GAME": _games,
    "ORIGINAL": _originals,
    "COMPONENT": _components,
    "RULE-SET": _rule_sets,
    "AID": _aids,
    "PAPER": _papers,
    "SIZE": _card_sizes,
    "PRINTER": _printers,
    "PRESET": _presets,
    "LANG": _data_files("rulebook"),
    "THEME": _data_files("themes"),
    "TEMPLATE": _data_files("pages"),
    "CUTTER": _data_files("cutters"),
    "CLIENT": _data_files("laser/clients"),
    "MATERIAL": _data_files("laser/materials"),
    "MACHINE": _data_files("laser/machines"),
    "SCHEMA": _schemas,
}
