"""The commands: each is imported when it is asked for, takes its options and calls the library."""

from typing import Annotated

import typer

from pnp import __version__
from pnp.base.imports import isolate_imports
from pnp.cli.commands import CommandEntry, Program, StrictTyper
from pnp.cli.console import say

# In the order of use: find a game, check it, make it, measure the files.
COMMANDS = {
    name: CommandEntry(f"pnp.cli.{place}", help)
    for name, place, help in (
        ("new", "new:new", "Start a game of your own."),
        ("list", "listing:listing", "List games."),
        ("show", "show:show", "Show what a game consists of and how well it is known."),
        (
            "check",
            "check:check",
            "Prove that the box holds what every rule set needs and claims.",
        ),
        ("kit", "kit:kit", "Make one PDF for a game tonight."),
        ("build", "sheets:build", "Check games, then make their sheets and faces."),
        ("deck", "sheets:deck", "Make a game's deck of cards and its box."),
        ("chips", "sheets:chips", "Make a game's chips and their box."),
        ("board", "sheets:board", "Make a game's boards and place mats."),
        ("rules", "rules:rules", "Make rule sheets and rulebooks."),
        ("laser", "laser:laser", "Make files for a laser cutter."),
        ("serve", "serve:serve", "Show games in a browser."),
        ("site", "site:site", "Write pages of games for a web host."),
        ("archive", "archive:archive", "Make packages for an archive."),
        ("verify", "verify:verify", "Measure made files, before they are sent or printed."),
        ("calibrate", "printer:calibrate", "Make sheets to measure a machine with."),
        ("printer", "printer:printer", "Keep the measurements of printers."),
        ("config", "config:config", "Keep your own defaults for options."),
        ("trust", "trust:trust", "Trust folders, or list those that you trust."),
        ("templates", "listing:templates", "List page templates, for --template."),
        ("schema", "schema:schema", "Print a JSON Schema, for editors."),
        ("help", "explain:explain", "Explain a command."),
        ("man", "explain:manual", "Print a manual page."),
    )
}


class Pnp(Program):
    """The commands of pnp."""

    entries = COMMANDS


app = StrictTyper(cls=Pnp, no_args_is_help=True, pretty_exceptions_enable=False)
isolate_imports()


def _print_version(value: bool) -> None:
    if value:
        say(f"pnp {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Print-and-play games from one shared definition: checked, drawn, ready to print."""
