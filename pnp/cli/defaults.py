"""Gathers the user's defaults for the options of a command."""

import os
from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import typer

from pnp.base.worker import run_guarded
from pnp.cli.commands import commands_in
from pnp.jobs.defaults import (
    PREFIX,
    USER_FILE,
    Default,
    Takers,
    environment_defaults,
    file_defaults,
    folder_file,
    settings_in_force,
)
from pnp.jobs.options import declared


def is_typed(context: typer.Context, parameter: str) -> bool:
    """Return whether a value comes from the command line rather than from a default."""
    source = context.get_parameter_source(parameter)
    return source is not None and source.name == "COMMANDLINE"


def own_defaults(context: typer.Context, given: Collection[str]) -> dict[str, Any]:
    """Return the user's default values for the options of a command, by field.

    Raises:
        PnpError: If a file or a value in it is wrong.
    """
    if not _has_defaults():
        return {}
    takers = takers_of(context)
    names: list[str] = []
    one: Any = context
    while one.parent is not None:
        names.append(one.command.name or "")
        one = one.parent
    return _values(takers, " ".join(reversed(names)), given)


def own_output(context: typer.Context) -> Path:
    """Return the user's output folder, for use unless an option names another.

    Raises:
        PnpError: If a file of defaults, or its output folder, is wrong.
    """
    if not _has_defaults():
        return Path("output")
    takers = takers_of(context)
    others = [one.name for one in declared(takers["build"]) if one.name != "out"]
    return Path(_values(takers, "build", others).get("out", "output"))


def _values(takers: Takers, command: str, given: Collection[str]) -> dict[str, Any]:
    settings = settings_in_force(gathered(takers), takers, command, given)
    return {one.option.name: one.value for one in settings if one.default is not None}


def takers_of(context: typer.Context) -> Takers:
    """Return the declared options of every command, by its name and those of its groups."""
    root = context.find_root()
    found: dict[str, type[Any]] = {}
    waiting: list[tuple[str, Any]] = [("", root.command)]
    for name, command in waiting:
        inside = commands_in(command)
        waiting += ((f"{name} {key}".strip(), one) for key, one in inside.items())
        options = getattr(command.callback, "takes", None)
        if options is not None:
            found[name] = options
    return found


def gathered(takers: Takers) -> list[Default]:
    """Return all defaults in order of precedence: environment, folder, user.

    Raises:
        PnpError: If a file cannot be read, or has a key that is not an option.
    """
    defaults = environment_defaults(os.environ, takers)
    for file, is_own in _files():
        read = partial(file_defaults, file, takers, sandbox=not is_own)
        defaults += run_guarded(read, () if is_own else [file.parent])
    return defaults


def _has_defaults() -> bool:
    """Return whether there may be any defaults, before importing commands to read them."""
    from pnp.base import limits, own_folders

    others = {limits.VARIABLE, own_folders.SETTINGS, own_folders.DATA}
    named = (name for name in os.environ if name.startswith(PREFIX))
    return any(name not in others for name in named) or any(_files())


def _files() -> Iterator[tuple[Path, bool]]:
    """Yield the existing files of defaults, and whether they are the user's own."""
    with suppress(FileNotFoundError):  # the folder was removed
        nearest = folder_file(Path.cwd(), Path(os.path.expanduser("~")))
        if nearest is not None:
            yield nearest, False
    if os.path.isfile(user := user_file()):
        yield user, True


def user_file() -> Path:
    """Return the file of the user's own defaults, whether or not it exists."""
    from pnp.base.own_folders import settings_folder

    return settings_folder() / USER_FILE
