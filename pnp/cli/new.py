"""The commands that start a game's folder and print schemas for editors."""

from collections.abc import Callable, Iterator, Sequence
from inspect import Parameter, Signature, signature
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.base.errors import OutputError, UsageError, reason
from pnp.base.extensions import at_place
from pnp.base.files import write_atomic
from pnp.base.own_folders import own_games_folder
from pnp.definitions.json_schema import FILES, schema_text
from pnp.make.command.commands import single
from pnp.make.command.console import few, say_text
from pnp.make.command.options import AsJson, completer
from pnp.make.command.report import Report
from pnp.make.wing import Importer, other_wings, own_wings

if TYPE_CHECKING:
    from pnp.definitions.new import ProjectConverter, Started

KEYWORD = Parameter.KEYWORD_ONLY
Name = Annotated[
    str,
    typer.Argument(
        metavar="NAME",
        help='The game\'s name, or its id: "River Trade" makes river-trade.',
        show_default=False,
    ),
]
Original = Annotated[
    str,
    typer.Option(
        "--from",
        metavar="GAME",
        autocompletion=completer("ORIGINAL"),
        help="Start from a starter, or a copy of a game or an example: pnp list shows them.",
    ),
]
Empty = Annotated[
    bool, typer.Option("--empty", help="Start with the smallest game that pnp can build.")
]
Parent = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="DIR",
        help="The folder to create the game's folder in.",
        show_default="here",
    ),
]
AmongOwn = Annotated[
    bool,
    typer.Option("--user", help="Put it into your games folder, where pnp finds it by name."),
]
Projects = Sequence[tuple[Importer, Path]]


@single("schema", "pnp schema > game.schema.json", "pnp schema theme --out theme.schema.json")
def schema(
    what: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="game, theme, page, paper, cutter, client, material or machine.",
            autocompletion=lambda: list(FILES),
        ),
    ] = "game",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write to this file instead.")
    ] = None,
) -> None:
    """Print the JSON Schema of game.toml, or of another file that you write, for your editor."""
    text = schema_text(what)
    if out is None:
        say_text(text)
        return
    try:
        write_atomic(out, text)
    except OSError as error:
        raise OutputError(f"--out: cannot write {out}: {reason(error)}") from error


def _with_importers(command: Callable[..., int]) -> Callable[..., int]:
    """Replace the parameter ``projects`` by an option for each program whose projects are read."""
    importers = {one.flag[2:].replace("-", "_"): one for one in _importers()}

    def run(**given: Any) -> int:
        folders = {key: given.pop(key) for key in importers}
        projects = [(importers[key], folder) for key, folder in folders.items() if folder]
        return command(**given, projects=projects)

    asked = signature(command).parameters.values()
    parameters = [one.replace(kind=KEYWORD) for one in asked if one.name != "projects"]
    for key, one in importers.items():
        shown = typer.Option(one.flag, metavar="DIR", help=one.help, show_default=False)
        parameters.append(
            Parameter(key, KEYWORD, default=None, annotation=Annotated[Path | None, shown])
        )
    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return run


def _importers() -> Iterator[Importer]:
    wings = (*own_wings(), *other_wings().values())
    return (wing.importer for wing in wings if wing.importer is not None)


@single("new", 'pnp new "River Trade"', "pnp new my-turno --from turno")
@_with_importers
def new(
    name: Name = "",
    original: Original = "",
    empty: Empty = False,
    out: Parent = None,
    user: AmongOwn = False,
    as_json: AsJson = False,
    *,
    projects: Projects,
) -> int:
    """Create a folder with your own game, which you can build at once."""
    if not name and not projects:
        raise UsageError('NAME: name the game, such as pnp new "River Trade"')
    if user and out is not None:
        raise UsageError("--user: decides where the folder goes; leave out --out")
    started = _started(name, out, user, original, empty, projects)
    files = [file.relative_to(started.folder).as_posix() for file in started.files]
    argument = name if user else quote(_path(started.folder))
    lines = [f"made {started.folder}: {started.name}", few(files, most=6)]
    lines += _notes(started.notes)
    lines += _next_commands(argument, without_rules=empty or bool(projects))
    if original:
        lines.append(f"it is still called {started.name}: see the first lines of game.toml")
    report = Report(as_json=as_json)
    made = {"game": started.folder.name, "name": started.name, "folder": str(started.folder)}
    report.add(made | {"files": files, "problems": [], "notes": list(started.notes)}, lines)
    return report.finish()


def _started(
    name: str, out: Path | None, user: bool, original: str, empty: bool, projects: Projects
) -> "Started":
    """Create the folder, from the source that the options name."""
    from pnp.definitions.find import EMPTY, STARTER
    from pnp.definitions.new import copy_game, start_converted, start_game

    if original and empty:
        raise UsageError("--empty: starts without a copy; leave out --from")
    parent = own_games_folder() if user else out or Path()
    for importer, project in projects:
        if original or empty or len(projects) > 1:
            raise UsageError(
                f"{importer.flag}: starts from a {importer.program} project; leave out --from and "
                "--empty"
            )
        return start_converted(name, parent, project, _converter(importer))
    if original:
        return copy_game(name, parent, original)
    return start_game(name, parent, EMPTY if empty else STARTER)


def _converter(importer: Importer) -> "ProjectConverter":
    """Import what converts projects; of another package's, all faults are a line."""
    found: ProjectConverter
    for extension, wing in other_wings().items():
        if wing.importer == importer:
            found = extension.load(lambda convert: convert, importer.place)
            return found
    found = at_place(importer.place)
    return found


def _notes(notes: Sequence[str]) -> Iterator[str]:
    """Yield notes on what the conversion left out."""
    if notes:
        yield f"not converted, or changed ({len(notes)}):"
    yield from (f"  {note}" for note in notes)


def _next_commands(argument: str, without_rules: bool) -> Iterator[str]:
    """Yield the next commands for a new game, each with its purpose."""
    for command, purpose in (
        (f"pnp check {argument}", "proves that the box holds what the rules need"),
        (f"pnp build {argument} --watch", "makes the sheets, again whenever you save a file"),
        *([] if without_rules else [(f"pnp rules {argument}", "makes the rule sheets")]),
    ):
        yield f"{command:{len(argument) + 21}}{purpose}"


def _path(folder: Path) -> str:
    """Return a path that cannot be confused with a game's name."""
    return folder.as_posix() if folder.is_absolute() else f"./{folder.as_posix()}"
