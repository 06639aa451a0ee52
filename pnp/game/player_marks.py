"""Marks by which pieces can be told apart without colour."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, Protocol, get_args

Mark = Literal["disc", "ring", "square", "triangle", "cross", "star"]
MARKS: Mapping[str, Mark] = {mark: mark for mark in get_args(Mark)}  # by name


class Marked(Protocol):
    """A thing with an id, a colour, and a mark or a text."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def color(self) -> str:
        """Its colour."""

    @property
    def mark(self) -> Mark | None:
        """Its mark."""

    @property
    def text(self) -> str | None:
        """Its short text."""


def check_sign(thing: Marked) -> None:
    """Raise ValueError if a thing has only its colour, and neither a mark nor a text."""
    if thing.mark is None and thing.text is None:
        raise ValueError("has neither a mark nor a text; write one, or both")


def check_distinct(things: Sequence[Marked], what: str) -> None:
    """Raise ValueError if two things have the same id, or the same mark and text.

    If no thing has a text, two may not have the same colour either.
    """
    plain = all(thing.text is None for thing in things)
    own: list[tuple[str, list[str]]] = [("id", [repr(thing.id) for thing in things])]
    if plain:
        own.append(("mark", [repr(thing.mark) for thing in things]))
        own.append(("color", [repr(thing.color) for thing in things]))
    else:
        own.append(("mark and text", [_sign(thing) for thing in things]))
    for key, values in own:
        twice = [value for value, times in Counter(values).items() if times > 1]
        if twice:
            raise ValueError(f"two {what} have the same {key} {twice[0]}; give each its own")


def _sign(thing: Marked) -> str:
    return " and ".join(repr(sign) for sign in (thing.mark, thing.text) if sign is not None)
