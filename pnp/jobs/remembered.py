"""A bounded cache that several threads may share."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar, cast

T = TypeVar("T")
Keep = Callable[[Hashable, Callable[[], Any]], Any]
"""Takes what follows from a key alone, and a function that makes it if it is not known."""


def made_anew(key: Hashable, make: Callable[[], T]) -> T:
    """Make a value without caching it."""
    return make()


class Remembered:
    """The last ``most`` values, by key.

    Exceptions are not cached. Two threads that need the same value at once may both make it. A copy
    in another process starts empty.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: OrderedDict[Hashable, object] = OrderedDict()
        self._lock = Lock()

    def __reduce__(self) -> tuple[type["Remembered"], tuple[int]]:
        return type(self), (self._most,)

    def value(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the value for a key, or make it."""
        with self._lock:
            if key in self._made:
                self._made.move_to_end(key)
                return cast(T, self._made[key])
        made = make()
        with self._lock:
            self._made[key] = made
            self._made.move_to_end(key)
            while len(self._made) > self._most:
                self._made.popitem(last=False)
        return made
