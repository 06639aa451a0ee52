"""Pawns to fold and glue from paper."""

from typing import Annotated, Literal

from pnp.model.base import Model, model
from pnp.model.component import BaseComponent
from pnp.model.fields import Color, Ground, Id, Ink, PositiveLength, Within
from pnp.model.marks import Mark, must_stand_apart


@model
class Pawn(Model):
    """One pawn: a colour, and a mark that tells it apart without colour."""

    id: Id
    color: Color
    mark: Mark


@model
class Standees(BaseComponent):
    """Folded pawns: two faces that lean together over a base, glued with a tab."""

    kind: Literal["standees"]
    width: PositiveLength
    height: PositiveLength
    base: PositiveLength
    tab: PositiveLength
    pawns: Annotated[tuple[Pawn, ...], Within(1)]
    ground: Ground = "#f6efdc"
    ink: Ink = "#1b1b1b"

    @property
    def count(self) -> int:
        """How many pawns there are."""
        return len(self.pawns)

    def __post_init__(self) -> None:
        must_stand_apart(self.pawns, "pawns")
        if self.base >= 2 * self.height:
            raise ValueError(
                f"a base of {self.base:g} mm is too deep for faces of {self.height:g} mm to meet"
            )
