"""Commands that refuse empty and repeated options."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperCommand, TyperOption

from pnp.base.errors import UsageError


class StrictCommand(TyperCommand):
    """A command that reports options which would be ignored."""

    def make_parser(self, ctx: Any) -> Any:
        """Return a parser that raises a UsageError with a line for each fault.

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
