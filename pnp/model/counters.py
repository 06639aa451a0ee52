"""Round flat pieces, the same on both sides."""

from typing import Annotated, Literal

from pnp.geometry import Size
from pnp.model.base import Model, model
from pnp.model.component import BaseComponent
from pnp.model.fields import Color, Id, PositiveLength, Within
from pnp.model.marks import Mark, must_stand_apart


@model
class CounterSeries(Model):
    """Counters that belong together by their colour and, without colour, by their mark."""

    id: Id
    color: Color
    mark: Mark
    copies: Annotated[int, Within(1, 1000)]


@model
class Counters(BaseComponent):
    """Discs to cut out with scissors or a round punch."""

    kind: Literal["counters"]
    diameter: PositiveLength
    series: Annotated[tuple[CounterSeries, ...], Within(1)]

    @property
    def size(self) -> Size:
        """As wide as high."""
        return Size(self.diameter, self.diameter)

    @property
    def count(self) -> int:
        """How many counters there are."""
        return sum(series.copies for series in self.series)

    def __post_init__(self) -> None:
        must_stand_apart(self.series, "series")
