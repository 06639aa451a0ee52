"""Flat pieces: round or square, with a mark or a text on one or both sides."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Size
from pnp.base.units import EPSILON, Mm
from pnp.components.player_pieces import CounterSeries, PieceSeries
from pnp.game.component import GameBox, Measure, Offered, TabletopShape, measured
from pnp.game.fields import Length, PositiveLength, one_of_two
from pnp.game.places import MIDDLE, Footprint, rectangle_corners

ROUNDING = 0.12  # of the edge: the radius of a square's corners where none is written


class Counters(PieceSeries):
    """Pieces to cut out: discs of a ``diameter``, or squares with an ``edge`` and round corners."""

    schema_rules = one_of_two("diameter", "edge")

    noun = "counters"
    fits_tuckboxes = True
    offers = ("diameter", "edge")
    two_sided: ClassVar[bool] = True
    piles_up: ClassVar[bool] = True

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
        """The radius of the corners; half the width for a disc."""
        if self.diameter is not None:
            return self.diameter / 2
        return ROUNDING * self.width if self.corner is None else self.corner

    @property
    def face_size(self) -> Size:
        return Size(self.width, self.width)

    @property
    def footprint(self) -> Footprint:
        if self.diameter is None:
            return Footprint(rectangle_corners(self.face_size))
        return Footprint((MIDDLE,), self.diameter / 2)

    @property
    def tabletop_shape(self) -> TabletopShape:
        return "rounded" if self.diameter is None else "circle"

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        return {**super().claim_figures(box), "edge" if self.edge else "diameter": self.width}

    def measures(self, box: GameBox) -> tuple[Measure, ...]:
        return super().measures(box) if self.diameter is None else measured(diameter=self.diameter)

    @classmethod
    def offered_by(cls, table: Mapping[str, Any]) -> tuple[Offered, ...]:
        return tuple(part for part in cls.offers if part in table)

    def _check(self) -> None:
        if (self.diameter is None) == (self.edge is None):
            raise ValueError("write the diameter of round counters or the edge of square ones")
        if self.diameter is not None and self.corner is not None:
            raise ValueError("corner: is of square counters; round ones have none")
        if self.rounding > self.width / 2 + EPSILON:
            raise ValueError(f"a corner of {self.rounding:g} mm is more than half of the edge")
        super()._check()
