"""Pawns to fold and glue from paper."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from pnp.model.component import BaseComponent
from pnp.model.fields import Color, Definition, Id, PositiveLength

Mark = Literal["disc", "ring", "square", "triangle", "cross", "star"]


class Pawn(Definition):
    """One pawn: a colour, and a mark that tells it apart without colour."""

    id: Id
    color: Color
    mark: Mark


class Standees(BaseComponent):
    """Folded pawns: two faces that lean together over a base, glued with a tab."""

    kind: Literal["standees"]
    width: PositiveLength
    height: PositiveLength
    base: PositiveLength
    tab: PositiveLength
    pawns: Annotated[tuple[Pawn, ...], Field(min_length=1)]

    @property
    def count(self) -> int:
        """How many pawns there are."""
        return len(self.pawns)

    @model_validator(mode="after")
    def _stand_apart(self) -> "Standees":
        for what, values in (
            ("id", [pawn.id for pawn in self.pawns]),
            ("mark", [pawn.mark for pawn in self.pawns]),
            ("color", [pawn.color for pawn in self.pawns]),
        ):
            twice = sorted({v for v in values if values.count(v) > 1})
            if twice:
                raise ValueError(f"two pawns have the same {what} {twice[0]!r}; give each its own")
        if self.base >= 2 * self.height:
            raise ValueError(
                f"a base of {self.base:g} mm is too deep for faces of {self.height:g} mm to meet"
            )
        return self
