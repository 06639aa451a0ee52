"""Pawns to fold and glue from paper."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field, StrictInt

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Size
from pnp.game.component import Component, GameBox, Measure, measured
from pnp.game.fields import GroundColor, InkColor, PositiveLength
from pnp.game.places import Footprint, rectangle_corners
from pnp.game.player_marks import PlayerPiece, check_distinct


class Pawn(PlayerPiece):
    """A pawn: a colour, and a mark or a short text that needs no colour."""

    copies: Annotated[StrictInt, Field(ge=1, le=100)] = 1


class Standees(Component):
    """Folded pawns: two faces that lean together over a base, glued with a tab."""

    lies_on_boards = True
    stands = True
    player_lists = ("pawns",)
    made_of_paper: ClassVar[bool] = True  # pawns are folded

    kind: Literal["standees"]
    width: PositiveLength
    height: PositiveLength
    base: PositiveLength
    tab: PositiveLength
    pawns: Annotated[tuple[Pawn, ...], Field(min_length=1)]
    ground: GroundColor = "#f6efdc"
    ink: InkColor = "#1b1b1b"

    @property
    def count(self) -> int:
        return sum(pawn.copies for pawn in self.pawns)

    @property
    def pieces(self) -> Mapping[str, int]:
        """How many there are of each pawn, by its id."""
        return {pawn.id: pawn.copies for pawn in self.pawns}

    @property
    def piece_colors(self) -> Mapping[str, str]:
        return {pawn.id: pawn.color for pawn in self.pawns}

    @property
    def face_size(self) -> Size:
        return Size(self.width, self.height)

    @property
    def footprint(self) -> Footprint:
        return Footprint(rectangle_corners(Size(self.width, self.base)))

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        return {
            "colors": len({pawn.color for pawn in self.pawns}),
            "marks": len({pawn.mark for pawn in self.pawns} - {None}),
            "width": self.width,
            "base": self.base,
        }

    def measures(self, box: GameBox) -> tuple[Measure, ...]:
        return measured(width=self.width, height=self.height, depth=self.base)

    def _check(self) -> None:
        check_distinct(self.pawns, "pawns")
        if self.base >= 2 * self.height:
            raise ValueError(
                f"a base of {self.base:g} mm is too deep for faces of {self.height:g} mm to meet"
            )
