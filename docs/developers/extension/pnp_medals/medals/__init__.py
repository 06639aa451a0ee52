"""Medals: round pieces with a number."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, StrictInt

from pnp.api import Component, GroundColor, Size


class Medals(Component):
    """Medals numbered from 1 to ``last``."""

    noun = "medals"
    played_as = "pieces"

    kind: Literal["medals"]
    last: Annotated[StrictInt, Field(ge=1, le=20)]
    ground: GroundColor = "#e8c15a"

    @property
    def count(self) -> int:
        """How many medals there are."""
        return self.last

    @property
    def pieces(self) -> Mapping[str, int]:
        """The number of copies of each medal, by name."""
        return {str(number): 1 for number in range(1, self.last + 1)}

    @property
    def face_size(self) -> Size:
        """The width and the height of a medal."""
        return Size(30, 30)
