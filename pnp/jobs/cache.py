"""The build cache: reuse outputs whose inputs are unchanged."""

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

T = TypeVar("T")


class BuildCache:
    """Remembers from one build to the next what each output was made from.

    An output is reused only if everything that it is made from compares equal.
    """

    def __init__(self) -> None:
        self._before: dict[Hashable, tuple[object, object]] = {}
        self._now: dict[Hashable, tuple[object, object]] = {}

    def start_build(self) -> None:
        """Begin another build; forget what the last one did not use."""
        self._before = self._now or self._before
        self._now = {}

    def value(self, name: Hashable, inputs: object, make: Callable[[], T]) -> T:
        """Return the value made under this name from equal inputs, or make it."""
        before = self._before.get(name)
        unchanged = before is not None and before[0] == inputs
        made = cast(T, before[1]) if before is not None and unchanged else make()
        self._now[name] = inputs, made
        return made

    def checksum(
        self,
        path: str,
        inputs: object,
        make: Callable[[], str],
        there: Callable[[str], str | None],
    ) -> str:
        """Return the checksum of a file, which ``make`` writes unless it is ``there`` unchanged.

        RoleFilter checksums are kept, since files may be large.
        """
        before = self._before.get(path)
        if before is not None and before[0] == inputs and there(path) == before[1]:
            made = cast(str, before[1])
        else:
            made = make()
        self._now[path] = inputs, made
        return made
