"""Pieces of players: pawns, and series of counters or caps, each with a colour and a sign."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated

from pydantic import Field, StrictBool, StrictInt

from pnp.base.expressions import FigureValue
from pnp.game.base import Model
from pnp.game.component import Component, GameBox
from pnp.game.fields import Color, NonEmptyText
from pnp.game.player_marks import Mark, PlayerPiece, check_distinct


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
