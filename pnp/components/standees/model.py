"""Pawns to fold and glue from paper."""

from typing import Annotated, Literal

from pydantic import Field, StrictInt

from pnp.game.base import Model
from pnp.game.component import BaseComponent
from pnp.game.fields import Color, Ground, Id, Ink, PositiveLength, Text
from pnp.game.player_marks import Mark, must_have_a_sign, must_stand_apart


class Pawn(Model):
    """A pawn: a colour, and a mark or a short text that tells it apart without colour."""

    id: Id
    color: Color
    mark: Mark | None = None
    text: Text | None = None
    copies: Annotated[StrictInt, Field(ge=1, le=100)] = 1

    def _check(self) -> None:
        must_have_a_sign(self)


class Standees(BaseComponent):
    """Folded pawns: two faces that lean together over a base, glued with a tab."""

    kind: Literal["standees"]
    width: PositiveLength
    height: PositiveLength
    base: PositiveLength
    tab: PositiveLength
    pawns: Annotated[tuple[Pawn, ...], Field(min_length=1)]
    ground: Ground = "#f6efdc"
    ink: Ink = "#1b1b1b"

    @property
    def count(self) -> int:
        """How many pawns there are."""
        return sum(pawn.copies for pawn in self.pawns)

    def _check(self) -> None:
        must_stand_apart(self.pawns, "pawns")
        if self.base >= 2 * self.height:
            raise ValueError(
                f"a base of {self.base:g} mm is too deep for faces of {self.height:g} mm to meet"
            )
