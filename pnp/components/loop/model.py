"""A place mat for a track of tiles that starts and ends at a hexagon."""

from collections.abc import Mapping
from functools import cached_property
from math import cos, radians, sqrt, tan
from typing import Annotated, Literal

from pydantic import Field, StrictInt

from pnp.base.expressions import FigureValue
from pnp.components.hexagon_mat import HexagonMat
from pnp.game.component import GameBox
from pnp.game.places import MIDDLE, Place, away, hexagon_place, rectangle_place

SIDES = 5  # of the six sides of the ring; the sixth is open, between the way out and the way in
OUT, IN = 210.0, 150.0  # degrees from straight up: through the hexagon's two lower sides


class Loop(HexagonMat):
    """A way out of the hexagon, five sides of a large hexagon around it, and a way back in.

    ``spoke`` tiles lie lengthwise on the way out, and as many on the way in; ``side`` tiles
    lie side by side along each side. Places are numbered as one walks; the hexagon's is
    called middle.
    """

    kind: Literal["loop"]
    spoke: Annotated[StrictInt, Field(ge=1, le=20)]
    side: Annotated[StrictInt, Field(ge=1, le=20)]

    @cached_property
    def about_middle(self) -> tuple[Place, ...]:
        """The tiles' places in walking order, and the middle."""
        room, edge = self.room, self.edge
        corner = tan(radians(30)) * room.height / 2  # what a side's end leaves to its neighbour
        beside = tan(radians(30)) * room.width / 2  # what the ring's inner edge takes of a spoke
        depth = room.height / 2 / cos(radians(30))  # from the ring's corner to its inner corner
        first = edge * sqrt(3) / 2
        spoke = self.spoke * room.height
        radius = max(self.side * room.width + 2 * corner, first + spoke + beside + depth)
        gap = (radius - depth - beside - first - spoke) / (self.spoke + 1)
        pitch = (radius - 2 * corner) / self.side

        start = first + gap
        steps = (number * (room.height + gap) for number in range(self.spoke))
        outward = [start + step + room.height / 2 for step in steps]
        track = [(away(MIDDLE, OUT, reach), OUT) for reach in outward]
        for turn in (OUT + 30 + 60 * number for number in range(SIDES)):
            foot = away(MIDDLE, turn, radius * cos(radians(30)))
            along = [pitch * (number - (self.side - 1) / 2) for number in range(self.side)]
            track += [(away(foot, turn + 90, distance), turn) for distance in along]
        track += [(away(MIDDLE, IN, reach), IN) for reach in reversed(outward)]
        places = (
            rectangle_place(str(number), room, center, turn % 360)
            for number, (center, turn) in enumerate(track, start=1)
        )
        return (*places, hexagon_place(edge))

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        return {"tiles": len(self.places) - 1, "spoke": self.spoke, "side": self.side}
