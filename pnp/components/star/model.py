"""A place mat for rows of tiles that go out from the sides of a hexagon."""

from collections.abc import Mapping
from functools import cached_property
from math import sqrt
from typing import Annotated, Literal

from pydantic import Field, StrictInt

from pnp.base.expressions import FigureValue
from pnp.components.hexagon_mat import HexagonMat
from pnp.game.component import GameBox
from pnp.game.places import MIDDLE, Place, away, column_name, hexagon_place, rectangle_corners

SIDES = 6
FIRST = 30.0  # degrees from straight up: the hexagon stands on a corner


class Star(HexagonMat):
    """Six arms of ``arm`` tiles, end to end, one out from each side of a hexagon.

    Arms have letters, clockwise from the upper right one; their tiles numbers from the
    hexagon outward. The hexagon's place is called middle.
    """

    kind: Literal["star"]
    arm: Annotated[StrictInt, Field(ge=1, le=20)]

    @cached_property
    def about_middle(self) -> tuple[Place, ...]:
        """The tiles' places, arm by arm from the hexagon outward, and the middle."""
        room, edge = self.room, self.edge
        first = (edge * sqrt(3) + room.height) / 2
        found: list[Place] = []
        for arm in range(SIDES):
            turn = FIRST + 60 * arm
            for number in range(self.arm):
                center = away(MIDDLE, turn, first + number * room.height)
                name = f"{column_name(arm)}{number + 1}"
                found.append(Place(name, center, rectangle_corners(room, center, turn), turn))
        return (*found, hexagon_place(edge))

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        return {"tiles": len(self.places) - 1, "arm": self.arm}
