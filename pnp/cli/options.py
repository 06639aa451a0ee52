"""Parameters of commands: shared ones, and those made from declared options."""

from collections.abc import Callable, Collection
from functools import cache
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any

import typer

from pnp.cli.commands import TITLES
from pnp.cli.completion import completer
from pnp.cli.defaults import is_typed, own_defaults
from pnp.cli.report import Report
from pnp.jobs.options import Option, declared, read_options

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


def takes(
    options: type[Any], without: Collection[str] = (), also: Collection[str] = ()
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Replace the parameter ``options`` of a command by one for each declared option.

    The command receives the values, including the user's defaults, as one object. A parameter
    ``report`` is replaced by the options for output, and by those of PRINTING in ``also``.
    ``without`` names the fields of options that do not affect the command's output.
    """
    every = _parameters(options)  # type: ignore[arg-type] # mypy does not know that classes hash
    shared = [one for one in every if one.name not in without]
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
        one.flag,
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
