"""The command that starts a game's folder."""

from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from pnp.base.errors import UsageError
from pnp.cli.console import few


def new(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help='The game\'s name, or its id: "River Trade" makes river-trade.',
        ),
    ],
    original: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="GAME",
            help="Begin with a copy of a game or an example that comes with pnp.",
        ),
    ] = "",
    empty: Annotated[
        bool, typer.Option("--empty", help="Begin with the least that can be built.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", help="Where the game's folder is put.", show_default="here"
        ),
    ] = None,
    user: Annotated[
        bool,
        typer.Option(
            "--user", help="Put it among your own games, which are found by name from anywhere."
        ),
    ] = False,
) -> None:
    """Make a folder with a game of your own in it, which builds at once."""
    from pnp.definitions import own_games_folder
    from pnp.definitions.new import EMPTY, STARTER, copy_game, start_game

    if original and empty:
        raise UsageError("--empty: is a beginning of its own; leave out --from")
    if user and out is not None:
        raise UsageError("--user: says where the folder is put; leave out --out")
    parent = own_games_folder() if user else out or Path()
    if original:
        started = copy_game(name, parent, original)
    else:
        started = start_game(name, parent, EMPTY if empty else STARTER)
    typer.echo(f"made {started.folder}: {started.name}")
    files = [file.relative_to(started.folder).as_posix() for file in started.files]
    typer.echo(f"  {few(files, most=6)}")
    called = name if user else quote(_path(started.folder))
    for command, does in (
        (f"pnp check {called}", "proves that the box holds what the rules need"),
        (f"pnp build {called} --watch", "makes the sheets, again whenever you save a file"),
        *([] if empty else [(f"pnp rules {called}", "makes the rule sheets")]),
    ):
        typer.echo(f"  {command:{len(called) + 21}}{does}")
    if original:
        typer.echo(f"  it is still called {started.name}: game.toml begins with what that means")


def _path(folder: Path) -> str:
    """Return a path that cannot be mistaken for a game's name."""
    return folder.as_posix() if folder.is_absolute() else f"./{folder.as_posix()}"
