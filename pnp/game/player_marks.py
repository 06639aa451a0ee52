"""Marks that distinguish the pieces of players without colour."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from pnp.game.base import Model, one_or_more
from pnp.game.fields import Color, Id, NonEmptyText

Mark = Literal["disc", "ring", "square", "triangle", "cross", "star"]
MARKS: Mapping[str, Mark] = {mark: mark for mark in get_args(Mark)}  # by name


class PlayerPiece(Model):
    """A player's piece: a colour, and a mark or a short text that does not rely on colour."""

    sentences = ("text",)

    schema_rules = one_or_more("mark", "text")

    id: Id
    color: Color
    mark: Mark | None = None
    text: NonEmptyText | None = None

    def _check(self) -> None:
        if self.mark is None and self.text is None:
            raise ValueError("has neither a mark nor a text; write one, or both")


def check_distinct(things: Sequence[PlayerPiece], what: str) -> None:
    """Raise ValueError if two pieces have the same id, or the same mark and text.

    If no piece has a text, the colours must differ as well.
    """
    own = {"id": [repr(thing.id) for thing in things]}
    if all(thing.text is None for thing in things):
        own["mark"] = [repr(thing.mark) for thing in things]
        own["color"] = [repr(thing.color) for thing in things]
    else:
        own["mark and text"] = [_sign(thing) for thing in things]
    for key, values in own.items():
        twice = [value for value, times in Counter(values).items() if times > 1]
        if twice:
            raise ValueError(f"two {what} have the same {key} {twice[0]}; give each its own")


def _sign(thing: PlayerPiece) -> str:
    return " and ".join(repr(sign) for sign in (thing.mark, thing.text) if sign is not None)
