"""Command line parameters made from declared options."""

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from typing import Annotated, Any

import typer

from pnp.jobs.options import DeclaredOption, declared, read_options


def takes(options: type[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command a parameter for each declared option, where its ``options`` stands.

    The command gets everything that the user wrote, read, as one tuple.
    """
    shared = [_parameter(one) for one in declared(options)]

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        parameters: list[Parameter] = []
        for parameter in signature(command).parameters.values():
            if parameter.name == "options":
                parameters += shared
            else:
                parameters.append(parameter.replace(kind=Parameter.KEYWORD_ONLY))

        def run(**given: Any) -> None:
            written = {parameter.name: given.pop(parameter.name) for parameter in shared}
            command(**given, options=read_options(options, written))

        run.__name__, run.__doc__ = command.__name__, command.__doc__
        run.__annotations__ = {p.name: p.annotation for p in parameters}
        run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
        return run

    return decorate


def _parameter(one: DeclaredOption) -> Parameter:
    option = one.option
    default = option.default
    if default is None and option.read is None:
        default = one.default
    declaration = typer.Option(
        one.flag,
        metavar=option.metavar,
        help=option.help,
        show_default=option.implied or True,
    )
    return Parameter(
        one.name,
        Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[option.written, declaration],
    )
