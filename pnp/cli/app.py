"""The commands: each is imported on demand, parses its options and calls the library."""

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
        ("new", "new:new", "Create your own game."),
        ("list", "listing:listing", "List games."),
        ("show", "show:show", "Show what is in a game and how well it is known."),
        (
            "check",
            "check:check",
            "Prove the needs and claims of every rule set.",
        ),
        ("kit", "kit:kit", "Make one PDF with the rules and pieces of a game."),
        ("build", "sheets:build", "Check games and make their sheets and faces."),
        ("deck", "sheets:deck", "Make a game's deck of cards and its box."),
        ("chips", "sheets:chips", "Make a game's chips and their box."),
        ("board", "sheets:board", "Make a game's boards and place mats."),
        ("rules", "rules:rules", "Make rule sheets and rulebooks."),
        ("laser", "laser:laser", "Make files for a laser cutter."),
        ("serve", "serve:serve", "Show games in your browser."),
        ("site", "site:site", "Write a static website of games."),
        ("archive", "archive:archive", "Make packages for an archive."),
        ("verify", "verify:verify", "Check and measure files before you send or print them."),
        ("calibrate", "printer:calibrate", "Make test sheets to calibrate a printer or a laser."),
        ("printer", "printer:printer", "Manage the measurements of your printers."),
        ("config", "config:config", "Set your own defaults for options."),
        ("trust", "trust:trust", "Trust folders, or list the trusted ones."),
        ("templates", "listing:templates", "List the page templates for --template."),
        ("schema", "schema:schema", "Print a JSON Schema for your editor."),
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
    """Make print-and-play board games, each from a single definition."""
