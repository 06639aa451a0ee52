"""Parameters of commands: shared ones, those made from declared options, and strict commands."""

from collections import Counter
from collections.abc import Callable
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperOption

from pnp.base.errors import UsageError
from pnp.cli.defaults import is_typed, own_defaults
from pnp.cli.report import Report
from pnp.jobs.options import Option, declared, read_options

GamesArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[GAME]...",
        help="Games such as turno, rule sets such as turno/loop, or paths of games' folders; if "
        "none is named the game in this folder, or all built-in games.",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="List every file.")]
DryRun = Annotated[
    bool,
    typer.Option(
        "--dry-run", help="Make nothing; tell how many sheets, cuts, minutes, how much ink."
    ),
]
Open = Annotated[bool, typer.Option("--open", help="Open the first PDF.")]
OutOption = Annotated[Path, typer.Option("--out", metavar="DIR", help="Where output goes.")]

REPORTING = [
    Parameter(name, Parameter.KEYWORD_ONLY, default=False, annotation=annotation)
    for name, annotation in (("quiet", Quiet), ("verbose", Verbose), ("as_json", AsJson))
]


def takes(options: type[Any]) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Replace the parameter ``options`` of a command by one for each declared option.

    The command receives their values as one object; defaults of the user are among them. A
    parameter ``report`` is replaced by the options that say what the command tells.
    """
    shared = [_parameter(one) for one in declared(options)]

    def decorate(command: Callable[..., int]) -> Callable[..., int]:
        asked = signature(command).parameters
        parameters: list[Parameter] = []
        for parameter in asked.values():
            if parameter.name == "options":
                parameters += shared
            elif parameter.name == "report":
                parameters += REPORTING
            else:
                parameters.append(parameter.replace(kind=Parameter.KEYWORD_ONLY))

        def run(context: typer.Context, **given: Any) -> int:
            written = {parameter.name: given.pop(parameter.name) for parameter in shared}
            typed = {name: value for name, value in written.items() if is_typed(context, name)}
            defaults = own_defaults(context, options, typed)
            if "report" in asked:
                flags = {one.name: given.pop(one.name) for one in REPORTING}
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


def _parameter(one: Option) -> Parameter:
    declaration = typer.Option(
        one.flag, metavar=one.metavar, help=one.help, show_default=one.implied or True
    )
    return Parameter(
        one.name,
        Parameter.KEYWORD_ONLY,
        default=one.text,
        annotation=Annotated[one.written, declaration],
    )


class StrictCommand(TyperCommand):
    """A command that reports options which would be ignored."""

    def make_parser(self, ctx: Any) -> Any:
        """Return a parser that raises a UsageError: a line for each fault.

        Faults are empty options, and options given twice of which only the last would count.
        """
        parser = super().make_parser(ctx)
        read = parser.parse_args

        def checked(args: list[str]) -> Any:
            values, rest, order = read(args)
            times = Counter(id(parameter) for parameter in order)
            options = [p for p in self.params if isinstance(p, TyperOption)]
            faults = [_fault(p, values.get(p.name or ""), times[id(p)]) for p in options]
            if any(faults) and not ctx.resilient_parsing:
                raise UsageError("\n".join(filter(None, faults)))
            return values, rest, order

        parser.parse_args = checked  # type: ignore[method-assign]
        return parser


class StrictTyper(typer.Typer):
    """A Typer app whose commands are all strict."""

    def command(self, name: str | None = None, **more: Any) -> Callable[..., Any]:
        """Register a command."""
        return super().command(name, cls=StrictCommand, **more)


def _fault(option: TyperOption, value: Any, times: int) -> str:
    name = option.opts[0]
    if "" in (value if isinstance(value, list) else [value]):
        return f"{name}: is empty; write a value, or leave {name} out"
    if times > 1 and not option.multiple and (not option.is_flag or option.secondary_opts):
        names = "/".join([*option.opts[:1], *option.secondary_opts])
        return f"{names}: is given {times} times; write it once"
    return ""
