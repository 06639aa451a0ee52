"""Series: counters or caps of one player, each with a colour and a sign that needs no colour."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field, StrictBool, StrictInt

from pnp.base.expressions import FigureValue
from pnp.game.base import Model
from pnp.game.fields import Color, NonEmptyText
from pnp.game.player_marks import Mark, PlayerPiece


class CounterBack(Model):
    """The back of a counter: its colour, by default that of the front, and its sign.

    ``swapped`` exchanges the colours of ground and sign, as on a flipped piece.
    """

    color: Color | None = None
    mark: Mark | None = None
    text: NonEmptyText | None = None
    swapped: StrictBool = False


class CounterSeries(PlayerPiece):
    """Counters with the same colour and sign: a mark, a short text, or both.

    Without a ``back`` both sides are alike.
    """

    back: CounterBack | None = None
    copies: Annotated[StrictInt, Field(ge=1, le=1000)]


def counts_by_id(series: Sequence[CounterSeries]) -> dict[str, FigureValue]:
    """Return the number of pieces of each series, by its id in claims."""
    return {one.id.replace("-", "_"): one.copies for one in series}


def series_figures(series: Sequence[CounterSeries]) -> dict[str, FigureValue]:
    """Return the figures of series for claims: colours, marks, and the pieces of each."""
    return {
        "colors": len({one.color for one in series}),
        "marks": len({one.mark for one in series} - {None}),
        "each": tuple(sorted(one.copies for one in series)),
        **counts_by_id(series),
    }
