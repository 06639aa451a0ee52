"""Pawns to fold and glue from paper."""

from collections import Counter
from dataclasses import dataclass
from typing import Annotated, Literal

from pnp.model.component import BaseComponent
from pnp.model.fields import Color, Id, PositiveLength, Within

Mark = Literal["disc", "ring", "square", "triangle", "cross", "star"]


@dataclass(frozen=True, kw_only=True)
class Pawn:
    """One pawn: a colour, and a mark that tells it apart without colour."""

    id: Id
    color: Color
    mark: Mark


@dataclass(frozen=True, kw_only=True)
class Standees(BaseComponent):
    """Folded pawns: two faces that lean together over a base, glued with a tab."""

    kind: Literal["standees"]
    width: PositiveLength
    height: PositiveLength
    base: PositiveLength
    tab: PositiveLength
    pawns: Annotated[tuple[Pawn, ...], Within(1)]

    @property
    def count(self) -> int:
        """How many pawns there are."""
        return len(self.pawns)

    def __post_init__(self) -> None:
        own: tuple[tuple[str, list[str]], ...] = (
            ("id", [pawn.id for pawn in self.pawns]),
            ("mark", [pawn.mark for pawn in self.pawns]),
            ("color", [pawn.color for pawn in self.pawns]),
        )
        for what, values in own:
            twice = [value for value, times in Counter(values).items() if times > 1]
            if twice:
                raise ValueError(f"two pawns have the same {what} {twice[0]!r}; give each its own")
        if self.base >= 2 * self.height:
            raise ValueError(
                f"a base of {self.base:g} mm is too deep for faces of {self.height:g} mm to meet"
            )
