"""The commands: each is imported on demand, parses its options and calls the library."""

from functools import partial
from typing import Annotated, Any

import typer

from pnp import __version__
from pnp.base.errors import UsageError
from pnp.base.extensions import WINGS, withheld
from pnp.base.imports import isolate_imports
from pnp.make.command.commands import CommandGroup, Program, listed
from pnp.make.command.console import say
from pnp.make.wing import MAKE, MUSEUMS, OWN, PLAY, SETTINGS, CommandEntry, other_wings, own_wings

# The commands that belong to no wing.
CORE = tuple(
    CommandEntry(name, f"pnp.cli.{place}", help, panel, order)
    for panel, order, name, place, help in (
        (PLAY, 10, "list", "listing:listing", "List games."),
        (PLAY, 20, "show", "show:show", "Show what is in a game and how well it is known."),
        (MAKE, 40, "templates", "listing:templates", "List the page templates for --template."),
        (OWN, 10, "new", "new:new", "Create your own game."),
        (OWN, 20, "check", "check:check", "Prove the needs and claims of every rule set."),
        (OWN, 40, "schema", "new:schema", "Print a JSON Schema for your editor."),
        (MUSEUMS, 30, "verify", "verify:verify", "Check files before you send or print them."),
        (SETTINGS, 10, "config", "settings:config", "Set your own defaults for options."),
        (SETTINGS, 20, "trust", "settings:trust", "Trust folders, or list the trusted ones."),
    )
)


class Pnp(Program):
    """The commands of pnp and of its wings, then those of other packages."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        wings = (entry for wing in own_wings() for entry in wing.commands)
        self.commands = {**listed((*CORE, *wings)), **self.commands}

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command, looking for it in other packages only if pnp has none of the name."""
        found = super().get_command(ctx, cmd_name) or _others().get(cmd_name)
        if found is None and cmd_name == "version":
            raise UsageError("version: there is no such command; write pnp --version")
        if found is None and not ctx.resilient_parsing and withheld(WINGS):
            raise UsageError(
                f"{cmd_name}: pnp has no such command of its own, and those of other packages may "
                "read trusted games alone: pnp trust says how"
            )
        return found

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands."""
        return [*dict.fromkeys((*super().list_commands(ctx), *_others()))]


def _others() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for extension, wing in other_wings().items():
        found |= listed(wing.commands, partial(extension.load, typer.main.get_command))
    return found


app = CommandGroup(
    "pnp kit turno/loop            # the rules and pieces of a game in one PDF",
    "pnp list                      # all games; pnp list turno shows its rule sets",
    "pnp help build                # what a command does, its options and examples",
    cls=Pnp,
    add_completion=True,
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
            "--version", "-V", callback=_print_version, is_eager=True, help="Print the version."
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
