"""Values by the very object that they belong to."""

from collections.abc import Callable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class IdentityCache(Generic[Key, Value]):
    """What was made of objects, found again for the same object and not for an equal one.

    Hashing a large tuple of items walks all of it; its identity is free. Each object is kept, so
    that its id is not given to another one. A cache belongs to one job and lives as long.
    """

    def __init__(self) -> None:
        self._made: dict[int, tuple[Key, Value]] = {}

    def get(self, key: Key, make: Callable[[Key], Value]) -> Value:
        """Return what was made of ``key``, or make it."""
        known = self._made.get(id(key))
        if known is None:
            known = self._made[id(key)] = key, make(key)
        return known[1]
