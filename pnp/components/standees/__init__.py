"""Pawns to fold and glue from paper."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Size
from pnp.components.player_pieces import Pawn, PlayerPieces
from pnp.game.component import GameBox, Measure, TabletopShape, measured
from pnp.game.fields import GroundColor, InkColor, PositiveLength
from pnp.game.places import Footprint, rectangle_corners


class Standees(PlayerPieces):
    """Folded pawns: two faces that lean together over a base, glued with a tab."""

    stands = True
    player_lists = ("pawns",)
    made_of_paper: ClassVar[bool] = True
    bent = "folded"
    face_names: ClassVar[tuple[str, ...]] = ("front", "back")
    tabletop_shape: ClassVar[TabletopShape] = "standee"

    kind: Literal["standees"]
    width: PositiveLength
    height: PositiveLength
    base: PositiveLength
    tab: PositiveLength
    pawns: Annotated[tuple[Pawn, ...], Field(min_length=1)]
    ground: GroundColor = "#f6efdc"
    ink: InkColor = "#1b1b1b"

    @property
    def face_size(self) -> Size:
        return Size(self.width, self.height)

    @property
    def footprint(self) -> Footprint:
        return Footprint(rectangle_corners(Size(self.width, self.base)))

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        return {**super().claim_figures(box), "width": self.width, "base": self.base}

    def measures(self, box: GameBox) -> tuple[Measure, ...]:
        return measured(width=self.width, height=self.height, depth=self.base)

    def _check(self) -> None:
        super()._check()
        if self.base >= 2 * self.height:
            raise ValueError(
                f"a base of {self.base:g} mm is too deep for faces of {self.height:g} mm to meet"
            )
