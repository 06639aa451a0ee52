"""What was made before, to be used again for what has not changed."""

from collections.abc import Callable, Hashable
from hashlib import sha256
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
        make: Callable[[], bytes],
        there: Callable[[str], bytes | None],
    ) -> bytes:
        """Return the content of a file: what is ``there`` if it was made of the same, or made now.

        Files may be large, so their checksums are kept alone.
        """
        before = self._before.get(path)
        if before is not None and before[0] == of:
            content = there(path)
            if content is not None and _digest(content) == before[1]:
                self._now[path] = before
                return content
        content = make()
        self._now[path] = of, _digest(content)
        return content


def _digest(content: bytes) -> bytes:
    return sha256(content).digest()
