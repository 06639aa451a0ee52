"""Clients and materials of lasers: where they lie, and what is wrong with one."""

import os
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from pnp.base.errors import DefinitionError, UsageError
from pnp.base.files import templates
from pnp.base.units import quoted
from pnp.definitions.first import first
from pnp.definitions.toml import read_toml
from pnp.game.fields import read_id
from pnp.game.laser import Client, Material

__all__ = [
    "Client",
    "Material",
    "built_in_clients",
    "built_in_materials",
    "load_client",
    "load_material",
]

Profile = TypeVar("Profile", Client, Material)


def built_in_clients() -> tuple[str, ...]:
    """Return the ids of the clients that come with pnp, in alphabetical order."""
    return _built_in("clients")


def load_client(name: str) -> Client:
    """Read a built-in client by its id, or one of the user's own by its path.

    Raises:
        UsageError: If there is none.
        DefinitionError: If its file does not describe a client: a line for each fault.
    """
    return _load(_find(name, "clients", "--client"), Client)


def built_in_materials() -> tuple[str, ...]:
    """Return the ids of the materials that come with pnp, in alphabetical order."""
    return _built_in("materials")


def load_material(name: str) -> Material:
    """Read a built-in material by its id, or one of the user's own by its path.

    Raises:
        UsageError: If there is none.
        DefinitionError: If its file does not describe a material: a line for each fault.
    """
    return _load(_find(name, "materials", "--material"), Material)


def _built_in(kind: str) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in (templates() / "laser" / kind).glob("*.toml")))


def _find(name: str, kind: str, option: str) -> Path:
    if name in _built_in(kind):
        return templates() / "laser" / kind / f"{name}.toml"
    path = Path(name)
    try:
        found = path.suffix == ".toml" and path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        found = False
    if found:
        return path
    separators = {os.sep, os.altsep, "/"} - {None}
    if name.endswith(".toml") or any(s in name for s in separators if s):
        raise UsageError(f"{option}: there is no file {quoted(name)}; write the path of a .toml")
    raise UsageError(
        f"{option}: {quoted(name)} is not known; write one of {', '.join(_built_in(kind))}, "
        "or the path of a .toml of your own"
    )


def _load(file: Path, profile: type[Profile]) -> Profile:
    raw, _ = read_toml(file)
    faults: list[str] = []
    if "id" in raw:
        faults.append(f"{file}: id: is not written here; the file's name is the id")
    try:
        raw["id"] = read_id(file.stem)
    except ValueError as error:
        faults.append(f"{file}: the file's name is the id: {error}")
        raw["id"] = "own"
    try:
        made = profile.model_validate(raw, context={})
        faults += [f"{file}: {fault}" for fault in made.faults()]
    except ValidationError as error:
        from pnp.definitions.faults import in_our_words

        faults += in_our_words(error, raw, str(file), profile)
    if faults:
        raise DefinitionError("\n".join(first(faults, str(file))))
    return made
