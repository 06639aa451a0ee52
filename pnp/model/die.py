"""A die to cut out and glue."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from pnp.model.component import BaseComponent
from pnp.model.fields import Color, Pips, PositiveLength

Faces = Annotated[tuple[Pips, ...], Field(min_length=2, max_length=2)]


class Die(BaseComponent):
    """A cube with pips, given as its three pairs of opposite faces.

    The first face of each pair meets the other two first ones in a corner, around
    which they follow one another anticlockwise.
    """

    kind: Literal["die"]
    edge: PositiveLength
    opposites: Annotated[tuple[Faces, ...], Field(min_length=3, max_length=3)]
    ground: Color = "#f6efdc"
    ink: Color = "#1b1b1b"

    @property
    def faces(self) -> tuple[int, ...]:
        """The pips of the six faces, in rising order."""
        return tuple(sorted(pips for pair in self.opposites for pips in pair))

    @property
    def count(self) -> int:
        """There is one."""
        return 1

    @model_validator(mode="after")
    def _can_be_thrown(self) -> "Die":
        if len(set(self.faces)) < 6:
            raise ValueError(f"six different faces make a die, not {list(self.faces)}")
        return self
