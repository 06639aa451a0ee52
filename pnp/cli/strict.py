"""Commands that take every option at its word: none is empty, and none is given twice."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperCommand, TyperOption

from pnp.errors import UsageError


class StrictCommand(TyperCommand):
    """A command whose options are not dropped in silence."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments.

        Raises:
            UsageError: If an option is empty, or is given again where the last alone would count:
                a line for each.
        """
        if not ctx.resilient_parsing:
            values, _, order = self.make_parser(ctx).parse_args(list(args))
            times = Counter(id(parameter) for parameter in order)
            options = [p for p in self.get_params(ctx) if isinstance(p, TyperOption)]
            faults = [
                fault
                for option in options
                if (fault := _fault(option, values.get(option.name or ""), times[id(option)]))
            ]
            if faults:
                raise UsageError("\n".join(faults))
        return super().parse_args(ctx, args)


class StrictTyper(typer.Typer):
    """Commands that are all strict."""

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
