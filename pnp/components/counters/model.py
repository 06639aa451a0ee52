"""Flat pieces: round or square, with a mark or a text, the same on both sides or not."""

from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt

from pnp.base.geometry import Size
from pnp.base.units import EPSILON, Mm
from pnp.game.base import Model
from pnp.game.component import BaseComponent
from pnp.game.fields import Color, Id, Length, PositiveLength, Text
from pnp.game.player_marks import Mark, must_have_a_sign, must_stand_apart

ROUNDING = 0.12  # of the edge: the radius of a square's corners where none is written


class CounterBack(Model):
    """What is behind a counter: its colour, that of the front if none is written, and its sign.

    ``swapped`` colours are those of a flipped piece: the sign's is the ground's.
    """

    color: Color | None = None
    mark: Mark | None = None
    text: Text | None = None
    swapped: StrictBool = False


class CounterSeries(Model):
    """Counters that belong together by their colour and, without colour, by their sign.

    That is a mark, a short text, or both. Without a ``back`` both sides are alike.
    """

    id: Id
    color: Color
    mark: Mark | None = None
    text: Text | None = None
    back: CounterBack | None = None
    copies: Annotated[StrictInt, Field(ge=1, le=1000)]

    def _check(self) -> None:
        must_have_a_sign(self)


class Counters(BaseComponent):
    """Pieces to cut out: discs of a ``diameter``, or squares with an ``edge`` and round corners."""

    kind: Literal["counters"]
    diameter: PositiveLength | None = None
    edge: PositiveLength | None = None
    corner: Length | None = None
    series: Annotated[tuple[CounterSeries, ...], Field(min_length=1)]

    @property
    def width(self) -> Mm:
        """The diameter, or the edge."""
        return self.diameter or self.edge or 0.0

    @property
    def rounding(self) -> Mm:
        """The radius of the corners: half of the width where the counter is a disc."""
        if self.diameter is not None:
            return self.diameter / 2
        return ROUNDING * self.width if self.corner is None else self.corner

    @property
    def size(self) -> Size:
        """As wide as high."""
        return Size(self.width, self.width)

    @property
    def count(self) -> int:
        """How many counters there are."""
        return sum(series.copies for series in self.series)

    def _check(self) -> None:
        if (self.diameter is None) == (self.edge is None):
            raise ValueError("write the diameter of round counters or the edge of square ones")
        if self.diameter is not None and self.corner is not None:
            raise ValueError("corner: is of square counters; round ones have none")
        if self.rounding > self.width / 2 + EPSILON:
            raise ValueError(f"a corner of {self.rounding:g} mm is more than half of the edge")
        must_stand_apart(self.series, "series")
