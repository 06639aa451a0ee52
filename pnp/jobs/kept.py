"""What was made before, to be used again for what has not changed."""

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

T = TypeVar("T")


class Kept:
    """Knows what was made of what, from one build to the next.

    Nothing is guessed: what is made is used again if all that it is made of is equal.
    """

    def __init__(self) -> None:
        self._before: dict[Hashable, tuple[object, object]] = {}
        self._now: dict[Hashable, tuple[object, object]] = {}

    def next(self) -> None:
        """Begin another build; what the last one did not use is forgotten."""
        self._before = self._now or self._before
        self._now = {}

    def made(self, name: Hashable, of: object, make: Callable[[], T]) -> T:
        """Return what is made ``of`` something, under a name: as before, or made now."""
        before = self._before.get(name)
        made = cast(T, before[1]) if before is not None and before[0] == of else make()
        self._now[name] = of, made
        return made

    def file(
        self,
        path: str,
        of: object,
        make: Callable[[], str],
        there: Callable[[str], str | None],
    ) -> str:
        """Return the checksum of a file: the one that is ``there``, made of the same, or a new one.

        Files may be large, so their checksums are kept alone.
        """
        before = self._before.get(path)
        if before is not None and before[0] == of and there(path) == before[1]:
            made = cast(str, before[1])
        else:
            made = make()
        self._now[path] = of, made
        return made
