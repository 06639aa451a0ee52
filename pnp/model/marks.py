"""Marks that tell pieces apart without colour."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal, Protocol

Mark = Literal["disc", "ring", "square", "triangle", "cross", "star"]


class Marked(Protocol):
    """Something with an id, a colour and a mark of its own."""

    @property
    def id(self) -> str:
        """What it is called."""

    @property
    def color(self) -> str:
        """Its colour."""

    @property
    def mark(self) -> Mark:
        """Its mark."""


def must_stand_apart(things: Sequence[Marked], what: str) -> None:
    """Raise ValueError if two of the things share their id, their mark or their colour."""
    own: tuple[tuple[str, list[str]], ...] = (
        ("id", [thing.id for thing in things]),
        ("mark", [thing.mark for thing in things]),
        ("color", [thing.color for thing in things]),
    )
    for key, values in own:
        twice = [value for value, times in Counter(values).items() if times > 1]
        if twice:
            raise ValueError(f"two {what} have the same {key} {twice[0]!r}; give each its own")
