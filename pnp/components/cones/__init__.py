"""Conical caps that stack, to roll from paper and glue."""

from collections.abc import Mapping
from math import atan2, degrees, pi, sqrt
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Size
from pnp.base.units import EPSILON, Mm
from pnp.components.player_pieces import CounterSeries, PieceSeries
from pnp.game.component import GameBox, Measure, TabletopShape, measured
from pnp.game.fields import InkColor, PositiveLength
from pnp.game.places import MIDDLE, Footprint

FREE = 1 / 3  # of the slant: the part at the tip without a tab, so that it can be rolled


class Cones(PieceSeries):
    """Cones without a floor; ``slant`` is the length from tip to foot, along the paper."""

    offers = ("diameter",)
    made_of_paper: ClassVar[bool] = True
    bent = "rolled"
    face_names: ClassVar[tuple[str, ...]] = ()
    no_faces: ClassVar[str] = "cones are rolled, and have no flat face to put frames on"
    piles_up: ClassVar[bool] = True
    tabletop_shape: ClassVar[TabletopShape] = "cap"

    kind: Literal["cones"]
    diameter: PositiveLength
    slant: PositiveLength
    tab: PositiveLength
    series: Annotated[tuple[CounterSeries, ...], Field(min_length=1)]
    ink: InkColor = "#1b1b1b"

    @property
    def sweep(self) -> float:
        """The angle in radians of the sector, whose arc becomes the foot."""
        return pi * self.diameter / self.slant

    @property
    def height(self) -> Mm:
        """The height of a standing cone."""
        return sqrt(self.slant**2 - self.diameter**2 / 4)

    @property
    def face_size(self) -> Size:
        return Size(self.diameter, self.height)

    @property
    def footprint(self) -> Footprint:
        return Footprint((MIDDLE,), self.diameter / 2)

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        ours = {"diameter": self.diameter, "slant": self.slant}
        return {**super().claim_figures(box), **ours}

    def measures(self, box: GameBox) -> tuple[Measure, ...]:
        return measured(height=self.height, diameter=self.diameter)

    def _check(self) -> None:
        super()._check()
        backs = [series.id for series in self.series if series.back is not None]
        if backs:
            raise ValueError(f"the inside of a cone is hidden; leave out the back of {backs[0]!r}")
        if self.slant <= self.diameter / 2 + EPSILON:
            raise ValueError(
                f"a slant of {self.slant:g} mm makes no cone over a foot of {self.diameter:g} mm; "
                f"it is more than half of that"
            )
        deepest = min(self.diameter, self.slant) / 4
        if self.tab > deepest + EPSILON:
            raise ValueError(
                f"a tab of {self.tab:g} mm is too deep to roll; {deepest:g} mm is the most here"
            )
        beside = atan2(self.tab, FREE * self.slant + self.tab)
        if self.sweep + beside > 2 * pi:
            raise ValueError(
                f"a sector of {degrees(self.sweep):.0f} degrees leaves no room for a tab of "
                f"{self.tab:g} mm; make the slant longer"
            )
