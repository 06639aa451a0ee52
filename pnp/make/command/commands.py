"""Typer commands that refuse options without effect, and a program that imports them on demand."""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from pnp.base.errors import PnpError, UsageError
from pnp.base.extensions import at_place, broken
from pnp.make.command.console import print_error, print_json, say
from pnp.make.wing import PANELS, CommandEntry

# The headings of declared options in a help text, in its order, by their group.
TITLES = {
    "pieces": "Pieces",
    "text": "Text",
    "paper": "Paper",
    "cutting": "Cutting",
    "look": "Look",
    "machine": "Machine",
    "record": "Record",
    "files": "Output",
    "others": "For others",
    "": "Options",
}
CONTEXT = {"help_option_names": ["-h", "--help"], "token_normalize_func": str.lower}
F = TypeVar("F", bound=Callable[..., Any])
PROGRAM = "pnp"  # even if it runs as python -m pnp


class Command(TyperCommand):
    """A command that refuses empty values, and options of which only the last would count."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the command line.

        Raises:
            UsageError: If a value is empty or an option is repeated: a line for each.
        """
        if not ctx.resilient_parsing:
            values, _, order = self.make_parser(ctx).parse_args(args=list(args))
            times = Counter(parameter.name for parameter in order)
            faults = (_fault(one, values.get(one.name), times[one.name]) for one in self.params)
            if told := list(filter(None, faults)):
                raise UsageError("\n".join(told))
        return super().parse_args(ctx, args)


def _fault(parameter: Any, value: Any, times: int) -> str:
    is_empty = "" in (value if isinstance(value, list | tuple) else [value])
    if parameter.param_type_name == "argument":
        return "an argument is empty; write something, or leave it out" if is_empty else ""
    name = parameter.opts[0]
    if is_empty:
        return f"{name}: is empty; write a value, or leave {name} out"
    if times > 1 and not parameter.multiple and (parameter.secondary_opts or value is not True):
        names = "/".join([name, *parameter.secondary_opts])
        return f"{names}: is given {times} times; write it once"
    return ""


def _command_at(place: str) -> Any:
    return typer.main.get_command(at_place(place))


class ListedCommand(TyperCommand):
    """A command as the help of the program lists it; ``load`` imports it on demand."""

    def __init__(
        self, entry: CommandEntry, parts: Sequence[CommandEntry], load: Callable[[str], Any]
    ) -> None:
        super().__init__(entry.name, help=entry.help, rich_help_panel=entry.panel)
        self.entry, self.parts, self.load = entry, parts, load

    @cached_property
    def command(self) -> Any:
        """The command or group of commands, from a Typer app in a module."""
        command: Any = self.load(self.entry.place)
        for part in self.parts:
            command.add_command(self.load(part.place), part.name.partition(" ")[2])
        return command


def listed(
    entries: Iterable[CommandEntry], load: Callable[[str], Any] = _command_at
) -> dict[str, Any]:
    """Return commands by name in the order of a help text, each in its group."""
    order = {entry: (PANELS.index(entry.panel), entry.order) for entry in entries}
    ordered = sorted(order, key=order.__getitem__)
    return {
        one.name: ListedCommand(
            one, [p for p in ordered if p.name.startswith(f"{one.name} ")], load
        )
        for one in ordered
        if " " not in one.name
    }


class Program(TyperGroup):
    """The whole command line, which prints expected errors as lines, without a traceback."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return a command with its canonical name and the remaining arguments."""
        name, found, rest = super().resolve_command(ctx, args)
        return name, found.command if isinstance(found, ListedCommand) else found, rest

    def main(self, args: Sequence[str] | None = None, *_: Any, **more: Any) -> Any:
        """Run the command line and exit with its status."""
        given = sys.argv if args is None else args
        more |= {"prog_name": PROGRAM, "standalone_mode": False}
        try:
            status = super().main(args, **more)
        except PnpError as error:
            print_faults(error.faults, given)
            status = error.status
        except typer.TyperException as error:
            if text := " ".join(error.format_message().split()):  # none if it printed the help
                print_faults([text], given)
            status = UsageError.status
        except typer.Abort:
            status = 1
        finally:
            for line in broken:
                say(f"note: {line}", err=True)
        raise SystemExit(status)


def print_faults(lines: Sequence[str], arguments: Sequence[str]) -> None:
    """Print errors, with a prefix on each line, or as JSON if the arguments ask for it."""
    if "--json" in map(str.lower, arguments):
        print_json({"errors": list(lines)})
    else:
        print_error("\n".join(lines))


def commands_in(group: Any) -> dict[str, Any]:
    """Return the commands of a group by name; {} for a command that is not a group."""
    commands = getattr(group, "commands", {})
    return {name: getattr(one, "command", one) for name, one in commands.items()}


class CommandGroup(typer.Typer):
    """A Typer app with such commands, whose help ends with examples."""

    def __init__(self, *examples: str, **settings: Any) -> None:
        usual: dict[str, Any] = {"context_settings": CONTEXT, "add_completion": False}
        super().__init__(epilog=_epilog(examples), **(usual | settings))

    def command(self, name: str | None = None, *examples: str, **settings: Any) -> Callable[[F], F]:
        """Register a command."""
        return super().command(name, cls=Command, epilog=_epilog(examples), **settings)


def single(name: str, *examples: str) -> Callable[[Callable[..., Any]], CommandGroup]:
    """Turn a function into an app with this single command."""

    def decorate(function: Callable[..., Any]) -> CommandGroup:
        app = CommandGroup()
        app.command(name, *examples, context_settings=CONTEXT)(function)
        return app

    return decorate


def _epilog(examples: Sequence[str]) -> str | None:
    return "\n".join(examples) or None
