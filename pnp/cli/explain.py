"""The commands that explain commands."""

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.commands import command_named, single
from pnp.cli.completion import completer
from pnp.cli.console import say, say_text
from pnp.cli.man import manual_page, write_pages
from pnp.cli.options import OUTPUT


@single("help")
def explain(
    context: typer.Context,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[COMMAND]...",
            help="The command to explain.",
            autocompletion=completer("COMMAND"),
        ),
    ] = None,
) -> None:
    """Explain a command: its arguments, its options and examples."""
    root = context.find_root()
    say_text(command_named(root, names or []).get_help())


@single("man")
def manual(
    context: typer.Context,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[COMMAND]...",
            help="The command; without it, pnp itself.",
            autocompletion=completer("COMMAND"),
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Write this page and those of all subcommands into a folder instead.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
) -> None:
    """Print the manual page of a command for man, or write all pages into a folder."""
    chosen = command_named(context.find_root(), names or [])
    if out is None:
        say_text(manual_page(chosen))
        return
    written = write_pages(chosen, out)
    say(f"{len(written)} pages in {out}, such as {written[0]}")
