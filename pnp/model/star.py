"""A place mat for rows of tiles that go out from the sides of a hexagon."""

from functools import cached_property
from math import sqrt
from typing import Annotated, Literal

from pnp.geometry import Size
from pnp.model.base import model
from pnp.model.board import BaseBoard
from pnp.model.fields import BoardLine, Length, Paper, PieceSize, PositiveLength, Within
from pnp.model.places import (
    MIDDLE,
    Place,
    around,
    away,
    column_name,
    hexagon_place,
    rectangle_corners,
)

SIDES = 6
FIRST = 30.0  # degrees from straight up: the hexagon stands on a corner


@model
class Star(BaseBoard):
    """Six arms of ``arm`` tiles, end to end, one out from each side of a hexagon.

    Arms have letters, clockwise from the upper right one; their tiles numbers from the
    hexagon outward. The hexagon's place is called middle.
    """

    kind: Literal["star"]
    tile: PieceSize
    hexagon: PositiveLength
    arm: Annotated[int, Within(1, 20)]
    play: Length = 0.5
    rim: Length = 5.0
    ground: Paper = "#ffffff"
    ink: BoardLine = "#9a9486"

    @property
    def size(self) -> Size:
        """The upright rectangle around all places, with its rim."""
        return around(self._about_middle, self.rim).size

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The tiles' places, arm by arm from the hexagon outward, and the middle."""
        trim = around(self._about_middle, self.rim)
        return tuple(place.moved(-trim.x, -trim.y) for place in self._about_middle)

    @cached_property
    def _about_middle(self) -> tuple[Place, ...]:
        room = Size(self.tile.width + self.play, self.tile.height + self.play)
        edge = self.hexagon + self.play
        first = (edge * sqrt(3) + room.height) / 2
        found: list[Place] = []
        for arm in range(SIDES):
            turn = FIRST + 60 * arm
            for number in range(self.arm):
                center = away(MIDDLE, turn, first + number * room.height)
                name = f"{column_name(arm)}{number + 1}"
                found.append(Place(name, center, rectangle_corners(room, center, turn), turn))
        return (*found, hexagon_place(edge))
