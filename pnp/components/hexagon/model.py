"""A two-sided hexagonal tile."""

from math import sqrt
from typing import Literal

from pnp.base.geometry import Size
from pnp.game.component import BaseComponent
from pnp.game.fields import Ground, Ink, Pips, PositiveLength


class Hexagon(BaseComponent):
    """One regular hexagon, a corner at the top, with pips on both sides."""

    kind: Literal["hexagon"]
    edge: PositiveLength
    front: Pips
    back: Pips
    ground: Ground = "#f6efdc"
    ink: Ink = "#1b1b1b"

    @property
    def size(self) -> Size:
        """The room it takes: across the flats by across the corners."""
        return Size(sqrt(3) * self.edge, 2 * self.edge)

    @property
    def count(self) -> int:
        """There is one."""
        return 1
