"""What other packages add to pnp, by entry points; and places such as "module:name" in general.

Nothing of another package is imported before a user asks for it by name, or asks for a whole list.
A process that reads what strangers wrote must not reach code that is not ours: to it there is
nothing but what comes with pnp. A broken package gets one line, and stops nothing else.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from pnp.base.errors import UsageError
from pnp.base.text import seen
from pnp.base.workplace import reads_strangers

if TYPE_CHECKING:
    from importlib.metadata import Distribution

T = TypeVar("T")

KINDS, WINGS, GAMES = "pnp.kinds", "pnp.wings", "pnp.games"  # groups of entry points
GROUPS = "pnp."  # the names of ours begin so

broken: dict[str, None] = {}
"""Lines about what other packages add and this process left out."""


class Extension(NamedTuple):
    """What the entry point ``name`` of a package adds to a group, and the place where it is."""

    group: str
    name: str
    place: str
    package: str

    def load(self, check: Callable[[Any], T], place: str = "") -> T:
        """Return what is at a place of the package, after a check; by default its own place.

        Raises:
            UsageError: If it cannot be imported, or the check raises an error: a line that names
                the package.
        """
        try:
            return check(at_place(place or self.place))
        except (Exception, SystemExit) as error:
            raise UsageError(self.told(f"{type(error).__name__}: {error}")) from error

    def tried(self, check: Callable[[Any], T], place: str = "") -> T | None:
        """Return what :meth:`load` does, or None, with a line in ``broken``, if it raises."""
        try:
            return self.load(check, place)
        except UsageError as error:
            broken[str(error)] = None
            return None

    def told(self, why: str) -> str:
        """Return a line that says why it cannot be used."""
        line = " ".join(f"{self.name} = {self.place} of {self.group} cannot be used: {why}".split())
        return seen(f"package {self.package}: {line}"[:500])


def extensions(group: str) -> Mapping[str, Extension]:
    """Return what other packages add to a group of entry points, by name."""
    return {} if reads_strangers() else _added(group)


def withheld(group: str) -> Mapping[str, Extension]:
    """Return what other packages add to a group, and this process does not get."""
    return _added(group) if reads_strangers() else {}


def loaded(group: str, check: Callable[[str, Any], T]) -> dict[str, T]:
    """Return all that other packages add to a group, each checked; what is broken is left out."""
    tried = {key: one.tried(partial(check, key)) for key, one in extensions(group).items()}
    return {key: made for key, made in tried.items() if made is not None}


def added_folders(added: Mapping[str, Extension]) -> Iterator[Path]:
    """Yield the folders at places such as ``package.folder``; nothing is imported."""
    for one in added.values():
        top, *below = one.place.split(".")
        try:
            spec = find_spec(top)
        except (ImportError, ValueError):
            spec = None
        roots = spec.submodule_search_locations if spec else None
        folders = [Path(root, *below) for root in roots or ()]
        found = next(filter(os.path.isdir, folders), None)
        if found is None:
            broken[one.told("there is no such folder")] = None
        else:
            yield found


@cache
def _added(group: str) -> Mapping[str, Extension]:
    found: dict[str, Extension] = {}
    for one in _every_extension():
        if one.group == group and found.setdefault(one.name, one) is not one:
            broken[one.told(f"package {found[one.name].package} has the same name")] = None
    return found


@cache
def _every_extension() -> tuple[Extension, ...]:
    from importlib.metadata import distributions  # which takes longer than many a command

    packages: dict[str, tuple[Extension, ...]] = {}
    for one in distributions():
        try:
            name, added = _extensions_of(one)
        except Exception as error:  # of files that any installer may have written
            where = getattr(one, "_path", "a package")
            broken[seen(f"{where}: its entry points cannot be read: {error}")] = None
            continue
        if added:
            packages.setdefault(name, added)  # the first on the path is the one that is imported
    return tuple(sorted(one for added in packages.values() for one in added))


def _extensions_of(package: "Distribution") -> tuple[str, tuple[Extension, ...]]:
    if f"[{GROUPS}" not in (package.read_text("entry_points.txt") or ""):
        return "", ()
    name = package.metadata["Name"]
    points = (one for one in package.entry_points if one.group.startswith(GROUPS))
    return name, tuple(Extension(one.group, one.name, one.value, name) for one in points)


def at_place(place: str) -> Any:
    """Import what is at a place: "module:name", or a module."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name) if name else import_module(module)
