"""A bounded memory of what was made, which several threads may share."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar, cast

T = TypeVar("T")
Keep = Callable[[Hashable, Callable[[], Any]], Any]
"""Takes what follows from a key alone, and a function that makes it if it is not known."""


def made_anew(key: Hashable, make: Callable[[], T]) -> T:
    """Make what is asked for, and remember nothing."""
    return make()


class Remembered:
    """The last ``most`` things that were made, by what they follow from.

    What raises is not remembered. Two threads that ask for the same at once may both make it.
    Sent to another process it begins anew there.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: OrderedDict[Hashable, object] = OrderedDict()
        self._lock = Lock()

    def __reduce__(self) -> tuple[type["Remembered"], tuple[int]]:
        return type(self), (self._most,)

    def value(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what was made under a key, or make it."""
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

    def forget(self) -> None:
        """Forget all but the quarter that was asked for last."""
        with self._lock:
            for _ in range(len(self._made) - -(-len(self._made) // 4)):
                self._made.popitem(last=False)
