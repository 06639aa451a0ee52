"""A die to cut out and glue."""

from typing import Annotated, Literal

from pnp.model.base import model
from pnp.model.component import BaseComponent
from pnp.model.fields import Ground, Ink, Pips, PositiveLength, Within

Faces = Annotated[tuple[Pips, ...], Within(2, 2)]


@model
class Die(BaseComponent):
    """A cube with pips, given as its three pairs of opposite faces.

    The first face of each pair meets the other two first ones in a corner, around
    which they follow one another anticlockwise.
    """

    kind: Literal["die"]
    edge: PositiveLength
    copies: Annotated[int, Within(1, 100)] = 1
    opposites: Annotated[tuple[Faces, ...], Within(3, 3)]
    ground: Ground = "#f6efdc"
    ink: Ink = "#1b1b1b"

    @property
    def faces(self) -> tuple[int, ...]:
        """The pips of the six faces, in rising order."""
        return tuple(sorted(pips for pair in self.opposites for pips in pair))

    @property
    def count(self) -> int:
        """How many equal dice there are."""
        return self.copies

    def __post_init__(self) -> None:
        if len(set(self.faces)) < 6:
            raise ValueError(f"six different faces make a die, not {list(self.faces)}")
