"""What other packages add to pnp, by entry points; and places such as "module:name" in general.

Nothing of another package is imported before a user asks for it by name, or asks for a whole list.
A worker reads untrusted files, which must not reach code that is not ours: to it there is nothing
but what comes with pnp.
"""

from collections.abc import Collection, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from pnp.base.workplace import in_worker

KINDS, WINGS = "pnp.kinds", "pnp.wings"  # groups of entry points


def extensions(group: str) -> Mapping[str, str]:
    """Return the places that other packages add to a group of entry points, by name."""
    return {} if in_worker() else _entry_points(group)


def withheld(group: str) -> Collection[str]:
    """Return the names that other packages add to a group, and that a worker does not get."""
    return _entry_points(group).keys() if in_worker() else ()


@cache
def _entry_points(group: str) -> Mapping[str, str]:
    from importlib.metadata import entry_points  # which takes longer than many a command

    return {one.name: one.value for one in sorted(entry_points(group=group))}


def at_place(place: str) -> Any:
    """Import what is at a place: "module:name", or a module."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name) if name else import_module(module)
