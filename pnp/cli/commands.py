"""Typer commands that report all faults of their options, with grouped help and examples."""

import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from pnp.base.errors import PnpError, UsageError
from pnp.cli.console import print_error, print_json, say_text
from pnp.cli.examples import EXAMPLES

# In the order of a help text. The groups of declared options are the keys.
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
EXIT_STATUS = (
    "0 on success; 1 if something could not be made, or a check failed; 2 if an argument, an "
    "option or a definition is wrong."
)
CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
WANTS_JSON = "pnp.json"  # in a context
PROGRAM = "pnp"  # even if it runs as python -m pnp
COLUMN = 26  # letters that the names of options take
_EMPTY = "an argument is empty; write something, or leave it out"
_TYPE_OF_ARGUMENT = re.compile(r" <[^>]+>$")  # Typer 0.29 and later write it after the name
_BRACKETED = re.compile(
    r"^(?:\[(\[.*\](?:\.\.\.)?)\](?:\.\.\.)?|\{(.*)\})$"
)  # by Typer, around what is bracketed already
_SHOWN_DEFAULT = re.compile(r"\[default: \((.*)\)\]$")


def grouped(command: Any, ctx: Any) -> dict[str, list[tuple[str, str]]]:
    """Return the arguments and options of a command, each with its help, under titles."""
    found: dict[str, list[tuple[str, str]]] = {
        title: [] for title in ("Arguments", *TITLES.values())
    }
    for parameter in command.get_params(ctx):
        record = parameter.get_help_record(ctx)
        if record is None:
            continue
        is_argument = parameter.param_type_name == "argument"
        other = "Arguments" if is_argument else TITLES[""]
        title = getattr(parameter, "rich_help_panel", None) or other
        name, text = record
        if is_argument:
            name = _TYPE_OF_ARGUMENT.sub("", name)
        found[title].append((name, _SHOWN_DEFAULT.sub(r"[default: \1]", text)))
    return {title: rows for title, rows in found.items() if rows}


class _Helpful:
    """The help of commands and groups of commands."""

    epilog: str | None

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the parts of the usage line, with only one pair of brackets around arguments."""
        pieces: list[str] = super().collect_usage_pieces(ctx)  # type: ignore[misc]
        return [_BRACKETED.sub(lambda found: found[1] or found[2], piece) for piece in pieces]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the parameters in groups."""
        for title, rows in grouped(self, ctx).items():
            with formatter.section(title):
                formatter.write_dl(rows, col_max=COLUMN)
        if isinstance(self, TyperGroup):
            self.format_commands(ctx, formatter)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the examples, each on its own line."""
        if self.epilog:
            with formatter.section("Examples"):
                for line in self.epilog.splitlines():
                    formatter.write(f"{'':{formatter.current_indent}}{line}\n")


class StrictCommand(_Helpful, TyperCommand):
    """A command that rejects options which would have no effect."""

    def make_parser(self, ctx: Any) -> Any:
        """Return a parser that raises a UsageError with a line for each fault.

        Faults are empty options and arguments, and repeated options of which only the last would
        count.
        """
        parser = super().make_parser(ctx)
        read = parser.parse_args

        def checked(args: list[str]) -> Any:
            values, rest, order = read(args)
            times = Counter(id(parameter) for parameter in order)
            options = [p for p in self.params if isinstance(p, TyperOption)]
            faults = [_fault(p, values.get(p.name or ""), times[id(p)]) for p in options]
            named = [values.get(p.name or "") for p in self.params if p not in options]
            faults += [_EMPTY for value in named if value == "" or (value and "" in [*value])]
            if any(faults) and not ctx.resilient_parsing:
                raise UsageError("\n".join(filter(None, faults)))
            return values, rest, order

        parser.parse_args = checked  # type: ignore[method-assign]
        return parser


class Commands(_Helpful, TyperGroup):
    """A group that finds commands by name, ignoring case."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command by its name."""
        return super().get_command(ctx, cmd_name) or super().get_command(ctx, cmd_name.lower())

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return a command with its canonical name and the remaining arguments."""
        name, command, rest = super().resolve_command(ctx, args)
        return (name if command is None else command.name), command, rest


class CommandEntry(NamedTuple):
    """A command or group: the module and the name of its Typer app, and its line in a list."""

    place: str
    help: str

    def load(self) -> Any:
        """Import the module of the command, with its options."""
        return _loaded(self)


@cache  # the options of a command are read once
def _loaded(entry: CommandEntry) -> Any:
    module, _, name = entry.place.partition(":")
    command = typer.main.get_command(getattr(import_module(module), name))
    command.short_help = entry.help
    return command


class Program(Commands):
    """The whole command line, which prints expected errors as lines, without a traceback.

    Commands are imported on demand: ``entries`` lists them in the order in which a newcomer needs
    them.
    """

    entries: Mapping[str, CommandEntry] = {}

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands."""
        return list(self.entries)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command by its name."""
        name = cmd_name.lower()
        if name in self.entries and name not in self.commands:
            self.commands[name] = self.entries[name].load()
        return super().get_command(ctx, cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return a command with its canonical name and the remaining arguments."""
        if args and args[0].lower() not in self.entries:
            commands_in(self, ctx)  # Typer suggests one of those that are imported
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.help) for name, entry in self.entries.items()])

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Record whether JSON is wanted, before anything can go wrong."""
        ctx.meta[WANTS_JSON] = "--json" in args
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run a command and exit with its status; print a ``PnpError``."""
        try:
            status = super().invoke(ctx)
        except PnpError as error:
            print_faults(str(error), as_json=ctx.meta.get(WANTS_JSON))
            status = error.status
        if status:
            raise typer.Exit(status)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command line; usage errors are printed as lines, too."""
        more = {"windows_expand_args": windows_expand_args, **extra}
        try:
            status = super().main(args, PROGRAM, complete_var, standalone_mode=False, **more)
        except typer.TyperException as error:
            if not standalone_mode:
                raise
            _print_misuse(error, "--json" in (sys.argv if args is None else args))
            status = UsageError.status
        except typer.Abort:
            status = 1
        if standalone_mode:
            raise SystemExit(status)
        return status


def commands_in(command: Any, context: Any) -> dict[str, Any]:
    """Return the commands of a group by name; {} for a command that is not a group."""
    if not isinstance(command, TyperGroup):
        return {}
    return {name: command.get_command(context, name) for name in command.list_commands(context)}


def command_named(context: Any, names: Sequence[str]) -> Any:
    """Return the context of the command with these names, starting from the context of a group."""
    for name in names:
        group = context.command
        if not isinstance(group, TyperGroup):
            raise UsageError(f"{context.command_path} has no commands")
        found, command, _ = group.resolve_command(context, [name])
        context = type(context)(command, info_name=found, parent=context)
    return context


class StrictTyper(typer.Typer):
    """A Typer app whose commands are strict, and whose help has examples."""

    def __init__(self, *, name: str = "", **more: Any) -> None:
        usual: dict[str, Any] = {"cls": Commands, "context_settings": CONTEXT}
        settings = {**usual, "rich_markup_mode": None, **more}
        super().__init__(name=name or None, epilog=_examples(name), **settings)
        self._name = name

    def command(self, name: str | None = None, **more: Any) -> Callable[..., Any]:
        """Register a command."""
        epilog = _examples(f"{self._name} {name}".strip())
        return super().command(name, cls=StrictCommand, epilog=epilog, **more)


def single(name: str) -> Callable[[Callable[..., Any]], StrictTyper]:
    """Turn a function into an app with this single command."""

    def decorate(function: Callable[..., Any]) -> StrictTyper:
        app = StrictTyper(add_completion=False)
        app.command(name)(function)
        return app

    return decorate


def _examples(name: str) -> str | None:
    return "\n".join(EXAMPLES.get(name, ())) or None


def _fault(option: TyperOption, value: Any, times: int) -> str:
    name = option.opts[0]
    if "" in (value if isinstance(value, list) else [value]):
        return f"{name}: is empty; write a value, or leave {name} out"
    if times > 1 and not option.multiple and (not option.is_flag or option.secondary_opts):
        names = "/".join([*option.opts[:1], *option.secondary_opts])
        return f"{names}: is given {times} times; write it once"
    return ""


# How Typer words what is wrong, and how other errors here are worded.
_WORDINGS = (
    (r"Invalid value for '([^']+)'(?: / '[^']+')*: (.*)", r"\1: \2"),
    (r"^([^:]+): ('.*') is not a valid (?:integer|int)\.?$", r"\1: write a whole number, not \2"),
    (r"^([^:]+): (.*) is not in the range x>=(\d+)\.", r"\1: write a number from \3, not \2"),
    (r"No such (option|command)(?:: | ')([^ ']+)'?\.?", r"there is no \1 '\2'"),
    (r"Option '([^']+)' requires an argument\.", r"\1: needs a value"),
    (r"Option '([^']+)' requires (\d+) arguments\.", r"\1: needs \2 values"),
    (r"Option '([^']+)' does not take a value\.", r"\1: takes no value"),
    (r"Missing (?:argument|option|parameter) '([^']+)'\.", r"\1: is missing"),
    (r"Missing command\.", "a command is missing"),
    (r"Got unexpected extra argument(?:s|\(s\))? \((.*)\)", r"\1: more than the command takes"),
    (
        r"(\S)\.? (?:Did you mean|\(Did you mean|\(Possible options:) ([^?)]+)[?)]*$",
        r"\1; did you mean \2?",
    ),
)


def print_faults(text: str, *, as_json: bool) -> None:
    """Print errors, with a prefix on each line, or as JSON."""
    if as_json:
        print_json({"errors": text.splitlines()})
    else:
        print_error(text)


def _print_misuse(error: typer.TyperException, as_json: bool) -> None:
    """Print an error of Typer in pnp's words, or a help text unchanged."""
    text = error.format_message()
    if type(error).__name__ == "NoArgsIsHelpError":
        say_text(text, err=True)
        return
    text = " ".join(text.split())
    for pattern, words in _WORDINGS:
        text = re.sub(pattern, words, text)
    context = getattr(error, "ctx", None)
    where = f"; {context.command_path} --help explains it" if context is not None else ""
    fault = f"{text.rstrip('.')}{where if '?' not in text else ''}"
    print_faults(fault, as_json=as_json)
