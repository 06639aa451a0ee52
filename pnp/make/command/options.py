"""Parameters of commands from declared options, with completion and the user's defaults."""

import os
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from functools import cache, partial
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.base.errors import PnpError
from pnp.base.limits import VARIABLE
from pnp.base.own_folders import DATA, PREFIX, SETTINGS, USER_FILE, folder_file, settings_folder
from pnp.make.command.commands import TITLES, commands_in
from pnp.make.command.report import Report
from pnp.make.options import Option, declared, read_options
from pnp.make.output_options import KINDS

if TYPE_CHECKING:
    from pnp.make.defaults import Default, Takers

Completer = Callable[[typer.Context, str], list[str]]

OUTPUT, PIECES = TITLES["files"], TITLES["pieces"]
Quiet = Annotated[
    bool,
    typer.Option("--quiet", "-q", help="Print nothing but errors.", rich_help_panel=OUTPUT),
]
AsJson = Annotated[
    bool, typer.Option("--json", help="Print JSON, for use by programs.", rich_help_panel=OUTPUT)
]
Verbose = Annotated[
    bool,
    typer.Option("--verbose", "-v", help="List every file.", rich_help_panel=OUTPUT),
]
DryRun = Annotated[
    bool,
    typer.Option(
        "--dry-run",
        help="Make nothing; report the sheets, cuts, ink and minutes it would take.",
        rich_help_panel=OUTPUT,
    ),
]
Open = Annotated[bool, typer.Option("--open", help="Open the first PDF.", rich_help_panel=OUTPUT)]
Watching = Annotated[
    bool,
    typer.Option(
        "--watch",
        help="Keep running, and rerun whenever the game's files change.",
        rich_help_panel=OUTPUT,
    ),
]
Workers = Annotated[
    str | None,
    typer.Option(
        "--workers", metavar="N", help="Number of processes; by default the number of cores."
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler", metavar="ADDRESS", help="Run the jobs on the Dask cluster at this address."
    ),
]
Deposits = Annotated[
    Path | None,
    typer.Option(
        "--deposits",
        metavar="FILE.csv",
        help="A table of deposit details, one row per game's folder.",
    ),
]
REPORTING = [
    Parameter(name, Parameter.KEYWORD_ONLY, default=False, annotation=annotation)
    for name, annotation in (("quiet", Quiet), ("verbose", Verbose), ("as_json", AsJson))
]
PRINTING = {
    name: Parameter(name, Parameter.KEYWORD_ONLY, default=False, annotation=annotation)
    for name, annotation in (("open_pdf", Open), ("dry_run", DryRun))
}


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
                offered = of_games(context) if of_games else _known_and_own(words[0])
            fitting = [word for word in offered if word.startswith(begun.lower())]
        except PnpError:  # such as a folder of games that cannot be read
            return []
        return [f"{before}{comma}{word}" for word in fitting if word not in given]

    return complete


def _known_and_own(metavar: str) -> Iterable[str]:
    return (*KINDS[metavar].known(), *KINDS[metavar].own())


def _games(context: typer.Context) -> Iterator[str]:
    from pnp.definitions.find import built_in_games, ids_in, own_games, withheld_games

    for game in dict.fromkeys((*built_in_games(), *own_games(), *withheld_games())):
        yield game
        yield from (f"{game}/{key}" for key in ids_in(game, "rule_sets"))


def _originals(context: typer.Context) -> Iterable[str]:
    from pnp.definitions.find import games_to_copy, starters

    return (*starters(), *games_to_copy())


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


def is_typed(context: typer.Context, parameter: str) -> bool:
    """Return whether a value comes from the command line rather than from a default."""
    source = context.get_parameter_source(parameter)
    return source is not None and source.name == "COMMANDLINE"


def own_defaults(context: typer.Context, given: Collection[str]) -> dict[str, Any]:
    """Return the user's default values for the options of a command, by field.

    Raises:
        PnpError: If a file or a value in it is wrong.
    """
    if not _has_defaults():
        return {}
    takers = takers_of(context)
    names: list[str] = []
    one: Any = context
    while one.parent is not None:
        names.append(one.command.name or "")
        one = one.parent
    return _values(takers, " ".join(reversed(names)), given)


def own_output(context: typer.Context) -> Path:
    """Return the user's output folder, for use unless an option names another.

    Raises:
        PnpError: If a file of defaults, or its output folder, is wrong.
    """
    if not _has_defaults():
        return Path("output")
    takers = takers_of(context)
    others = [one.name for one in declared(takers["build"]) if one.name != "out"]
    return Path(_values(takers, "build", others).get("out", "output"))


def _values(takers: "Takers", command: str, given: Collection[str]) -> dict[str, Any]:
    from pnp.make.defaults import settings_in_force

    settings = settings_in_force(gathered(takers), takers, command, given)
    return {one.option.name: one.value for one in settings if one.default is not None}


def takers_of(context: typer.Context) -> "Takers":
    """Return the declared options of every command, by its name and those of its groups."""
    root = context.find_root()
    found: dict[str, type[Any]] = {}
    waiting: list[tuple[str, Any]] = [("", root.command)]
    for name, command in waiting:
        inside = commands_in(command)
        waiting += ((f"{name} {key}".strip(), one) for key, one in inside.items())
        options = getattr(command.callback, "takes", None)
        if options is not None:
            found[name] = options
    return found


def gathered(takers: "Takers") -> "list[Default]":
    """Return all defaults in order of precedence: environment, folder, user.

    Raises:
        PnpError: If a file cannot be read, or has a key that is not an option.
    """
    from pnp.base.worker import run_guarded
    from pnp.make.defaults import environment_defaults, file_defaults

    defaults = environment_defaults(os.environ, takers)
    for file, is_own in _files():
        read = partial(file_defaults, file, takers, sandbox=not is_own)
        defaults += run_guarded(read, () if is_own else [file.parent])
    return defaults


def _has_defaults() -> bool:
    """Return whether there may be any defaults, before importing commands to read them."""
    others = {VARIABLE, SETTINGS, DATA}
    named = (name for name in os.environ if name.startswith(PREFIX))
    return any(name not in others for name in named) or any(_files())


def _files() -> Iterator[tuple[Path, bool]]:
    """Yield the existing files of defaults, and whether they are the user's own."""
    with suppress(FileNotFoundError):  # the folder was removed
        nearest = folder_file(Path.cwd(), Path(os.path.expanduser("~")))
        if nearest is not None:
            yield nearest, False
    if os.path.isfile(user := user_file()):
        yield user, True


def user_file() -> Path:
    """Return the file of the user's own defaults, whether or not it exists."""
    return settings_folder() / USER_FILE


GamesArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="GAME",
        autocompletion=completer("GAME"),
        help="Games such as turno, rule sets such as turno/loop, or paths of games' folders; "
        "by default the game in the current folder, or all built-in games.",
    ),
]
GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        autocompletion=completer("GAME"),
        help="A game such as turno, a rule set such as turno/loop, or the path of a game's "
        "folder; by default the game in the current folder.",
    ),
]


def takes(
    options: type[Any], kind: str = "", also: Collection[str] = ()
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Replace the parameter ``options`` of a command by one for each declared option.

    The command receives the values, including the user's defaults, as one object. A parameter
    ``report`` is replaced by the options for output, and by those of PRINTING in ``also``.
    A command for one ``kind`` of components has no options that concern others alone.
    """
    every = _parameters(options)  # type: ignore[arg-type] # mypy does not know that classes hash
    idle = {one.name for one in declared(options) if one.kinds and kind and kind not in one.kinds}
    shared = [one for one in every if one.name not in idle]
    reporting = [*REPORTING, *(PRINTING[name] for name in also)]

    def decorate(command: Callable[..., int]) -> Callable[..., int]:
        asked = signature(command).parameters
        parameters: list[Parameter] = []
        for parameter in asked.values():
            if parameter.name == "options":
                parameters += shared
            elif parameter.name == "report":
                parameters += reporting
            else:
                parameters.append(parameter.replace(kind=Parameter.KEYWORD_ONLY))

        def run(context: typer.Context, **given: Any) -> int:
            written = {parameter.name: given.pop(parameter.name) for parameter in shared}
            typed = {name: value for name, value in written.items() if is_typed(context, name)}
            defaults = own_defaults(context, typed)
            if "report" in asked:
                flags = {one.name: given.pop(one.name) for one in reporting}
                given["report"] = Report(**flags)
            return command(**given, options=read_options(options, typed, defaults))

        run.__name__, run.__doc__ = command.__name__, command.__doc__
        context = Parameter("context", Parameter.KEYWORD_ONLY, annotation=typer.Context)
        parameters.append(context)
        run.__annotations__ = {p.name: p.annotation for p in parameters}
        run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
        run.takes = options  # type: ignore[attr-defined]
        return run

    return decorate


@cache
def _parameters(options: type[Any]) -> tuple[Parameter, ...]:
    """Return a parameter for each option; commands with the same options share them."""
    titles = list(TITLES)
    ordered = sorted(declared(options), key=lambda one: titles.index(one.group))
    return tuple(map(_parameter, ordered))


def _parameter(one: Option) -> Parameter:
    metavar = one.metavar or (one.name.upper() if one.raw_type == (str | None) else None)
    shown = f"{metavar},..." if one.several else metavar
    declaration = typer.Option(
        *filter(None, (one.flag, one.alias)),
        metavar=shown,
        help=one.help,
        hidden=not one.in_help,
        show_default=one.shown_default or True,
        rich_help_panel=TITLES[one.group],
        autocompletion=completer(metavar, several=one.several),
    )
    return Parameter(
        one.name,
        Parameter.KEYWORD_ONLY,
        default=one.default_text,
        annotation=Annotated[one.raw_type, declaration],
    )
