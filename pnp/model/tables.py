"""A tables board: 24 points in four quarters, as for backgammon and its kin."""

from dataclasses import dataclass
from typing import Literal

from pnp.geometry import Size
from pnp.model.component import BaseComponent
from pnp.model.fields import Color, Length, PositiveLength, Text

POINTS = 24
SIDE = 12  # points on either side
QUARTER = 6


@dataclass(frozen=True, kw_only=True)
class Tables(BaseComponent):
    """Two sides of 12 points; both players go anticlockwise, as seen from above.

    A player enters at the rightmost point of the opposite side, goes left along it, then
    right along the own side to its end. Each point bears both players' numbers, each to be
    read from that player's seat.
    """

    kind: Literal["tables"]
    point: PositiveLength
    length: PositiveLength
    middle: PositiveLength
    bar: Length = 10.0
    rim: PositiveLength = 11.0
    enter: Text = "enter"
    home: Text = "home"
    ground: Color = "#f6efdc"
    dark: Color = "#b58a56"
    light: Color = "#e5d2a8"
    ink: Color = "#3b342b"

    @property
    def size(self) -> Size:
        """The board with its rim."""
        width = SIDE * self.point + self.bar + 2 * self.rim
        return Size(width, 2 * self.length + self.middle + 2 * self.rim)

    @property
    def count(self) -> int:
        """There is one."""
        return 1
