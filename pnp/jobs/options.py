"""Options declared once, as annotated fields of a NamedTuple.

The command line makes its parameters from these declarations, :func:`read_options` turns what a
user wrote into values, a program passes values to the tuple itself, and :func:`declared` lists
everything that a form needs.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar, cast

from pnp.base.errors import UsageError

Reader = Callable[[str, Any], Any]
"""Turns the name of an option and what a user wrote into a value, or raises a UsageError."""


class Option(NamedTuple):
    """The declaration of one option; its name and default value are those of the field.

    ``read`` turns the written value into that of the field; without it they are the same.
    ``written`` is the type before reading. ``default`` is what the user would write for the
    default, ``implied`` is shown as the default of an option that counts as not given.
    ``flag`` is needed only where it differs from the field's name.
    """

    help: str
    read: Reader | None = None
    group: str = ""
    default: Any = None
    implied: str = ""
    written: Any = str | None
    flag: str = ""
    metavar: str | None = None


class DeclaredOption(NamedTuple):
    """An option together with the field that declares it."""

    name: str
    flag: str
    default: Any
    option: Option


T = TypeVar("T")


def declared(options: Any) -> tuple[DeclaredOption, ...]:
    """Return the options that a NamedTuple declares; fields without :class:`Option` are none."""
    found = []
    for name, annotation in options.__annotations__.items():
        for option in getattr(annotation, "__metadata__", ()):
            if isinstance(option, Option):
                flag = option.flag or f"--{name.replace('_', '-')}"
                found.append(DeclaredOption(name, flag, options._field_defaults[name], option))
    return tuple(found)


def read_options(options: type[T], written: Mapping[str, Any]) -> T:
    """Return options read from what a user wrote, by field; None and "" count as not given.

    The method ``faults(given)`` of the options yields a line for each conflict between them,
    where ``given`` names the fields that the user wrote.

    Raises:
        UsageError: If a value is wrong or two options conflict: a line for each fault.
        PnpError: If a file that an option names has faults.
    """
    known = {one.name: one for one in declared(options)}
    if unknown := written.keys() - known.keys():
        raise TypeError(f"{options.__name__} has no options {', '.join(sorted(unknown))}")
    faults: list[str] = []
    values: dict[str, Any] = {}
    given = {name for name, text in written.items() if text not in (None, "", [])}
    for name, (_, flag, _, option) in known.items():
        text = written[name] if name in given else option.default
        if text is None:
            continue
        try:
            values[name] = option.read(flag, text) if option.read is not None else text
        except UsageError as error:
            faults += str(error).splitlines()
    made: Any = None if faults else options(**values)
    faults += made.faults(frozenset(given)) if made is not None else ()
    if faults:
        raise UsageError("\n".join(faults))
    return cast(T, made)
