"""The commands: each is imported on demand, parses its options and calls the library."""

from typing import Annotated, Any

import typer

from pnp import __version__
from pnp.base.imports import isolate_imports
from pnp.cli.commands import CommandGroup, ListedCommand, Program
from pnp.cli.console import say

PLAY, MAKE, OWN, MUSEUMS, SETTINGS = "Play", "Make", "Your own game", "Museums", "Settings"
COMMANDS = {
    name: ListedCommand(name, f"pnp.cli.{place}", help, panel)
    for panel, name, place, help in (
        (PLAY, "list", "listing:listing", "List games."),
        (PLAY, "show", "show:show", "Show what is in a game and how well it is known."),
        (PLAY, "kit", "kit:kit", "Make one PDF with the rules and pieces of a game."),
        (PLAY, "build", "sheets:build", "Check games and make their sheets and faces."),
        (PLAY, "deck", "sheets:deck", "Make a game's deck of cards and its box."),
        (PLAY, "chips", "sheets:chips", "Make a game's chips and their box."),
        (PLAY, "board", "sheets:board", "Make a game's boards and place mats."),
        (PLAY, "rules", "rules:rules", "Make rule sheets and rulebooks."),
        (MAKE, "laser", "laser:laser", "Make files for a laser cutter."),
        (MAKE, "calibrate", "printer:calibrate", "Make test sheets for a printer or a laser."),
        (MAKE, "printer", "printer:printer", "Manage the measurements of your printers."),
        (MAKE, "templates", "listing:templates", "List the page templates for --template."),
        (OWN, "new", "new:new", "Create your own game."),
        (OWN, "check", "check:check", "Prove the needs and claims of every rule set."),
        (OWN, "serve", "serve:serve", "Show games in your browser."),
        (OWN, "schema", "schema:schema", "Print a JSON Schema for your editor."),
        (MUSEUMS, "archive", "archive:archive", "Make packages for an archive."),
        (MUSEUMS, "site", "site:site", "Write a static website of games."),
        (MUSEUMS, "verify", "verify:verify", "Check files before you send or print them."),
        (SETTINGS, "config", "config:config", "Set your own defaults for options."),
        (SETTINGS, "trust", "trust:trust", "Trust folders, or list the trusted ones."),
    )
}


class Pnp(Program):
    """The commands of pnp."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = {**COMMANDS, **self.commands}


app = CommandGroup(
    "pnp kit turno/loop            # the rules and pieces of a game in one PDF",
    "pnp list                      # all games; pnp list turno shows its rule sets",
    "pnp help build                # what a command does, its options and examples",
    cls=Pnp,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
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


@app.command("help", rich_help_panel=SETTINGS)
def explain(
    context: typer.Context,
    names: Annotated[
        list[str] | None, typer.Argument(metavar="COMMAND", help="The command to explain.")
    ] = None,
) -> None:
    """Explain a command."""
    context.find_root().command.main([*(names or ()), "--help"])
