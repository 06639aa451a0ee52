"""Pieces of players: colours tell them apart, and so do marks or texts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated

from pydantic import Field, StrictBool, StrictInt

from pnp.base.expressions import FigureValue
from pnp.game.component import Component, GameBox
from pnp.game.fields import Color, Id, Model, NonEmptyText, one_or_more
from pnp.game.places import Mark


class PlayerPiece(Model):
    """A player's piece: a colour, and a mark or a short text that does not rely on colour.

    Lists of what is in the box call it by its ``name``, or else by its id.
    """

    sentences = ("name", "text")

    schema_rules = one_or_more("mark", "text")

    id: Id
    name: NonEmptyText | None = None
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


class Pawn(PlayerPiece):
    """A pawn: a colour, and a mark or a short text that does not rely on colour."""

    copies: Annotated[StrictInt, Field(ge=1, le=100)] = 1


class CounterBack(Model):
    """The back of a counter: its sign and its colour, by default that of the front.

    ``swapped`` exchanges the colours of ground and sign, as on a flipped piece.
    """

    sentences = ("text",)

    color: Color | None = None
    mark: Mark | None = None
    text: NonEmptyText | None = None
    swapped: StrictBool = False


class CounterSeries(PlayerPiece):
    """Counters with the same colour and sign: a mark, a short text, or both.

    Without a ``back`` both sides are the same.
    """

    back: CounterBack | None = None
    copies: Annotated[StrictInt, Field(ge=1, le=1000)]


class PlayerPieces(Component):
    """Pieces listed under the one key in ``player_lists``; the base class of several kinds."""

    lies_on_boards = True

    @property
    def listed(self) -> tuple[Pawn | CounterSeries, ...]:
        """The different pieces, each with its number of copies."""
        (key,) = self.player_lists
        listed: tuple[Pawn | CounterSeries, ...] = getattr(self, key)
        return listed

    @property
    def count(self) -> int:
        """The number of pieces, with all copies."""
        return sum(one.copies for one in self.listed)

    @cached_property
    def pieces(self) -> Mapping[str, int]:
        """The number of copies of each piece, by id."""
        return {one.id: one.copies for one in self.listed}

    @cached_property
    def piece_colors(self) -> Mapping[str, str]:
        """The colour of each piece, by its id."""
        return {one.id: one.color for one in self.listed}

    @cached_property
    def piece_names(self) -> Mapping[str, str]:
        """What lists call those pieces that have a name besides their id, by id."""
        return {one.id: one.name for one in self.listed if one.name is not None}

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        """Return the numbers of colours and of marks."""
        return {
            "colors": len({one.color for one in self.listed}),
            "marks": len({one.mark for one in self.listed} - {None}),
        }

    def _check(self) -> None:
        check_distinct(self.listed, *self.player_lists)


class PieceSeries(PlayerPieces):
    """Series of counters or caps; the base class of several kinds."""

    player_lists = ("series",)

    @property
    def named_figures(self) -> Mapping[str, FigureValue]:
        """The number of copies of each series, by its id in claims."""
        return {one.id.replace("-", "_"): one.copies for one in self.listed}

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        """Return the figures of all player pieces, and the number of copies of each series."""
        each = tuple(sorted(one.copies for one in self.listed))
        return {**super().claim_figures(box), "each": each, **self.named_figures}
