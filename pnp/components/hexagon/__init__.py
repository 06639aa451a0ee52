"""A two-sided hexagonal tile."""

from collections.abc import Mapping
from math import sqrt
from typing import ClassVar, Literal

from pydantic import StrictBool

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Size
from pnp.game.component import Component, GameBox, TabletopShape
from pnp.game.fields import GroundColor, InkColor, Pips, PositiveLength
from pnp.game.places import Footprint, hexagon_corners


class Hexagon(Component):
    """One regular hexagon with a corner at the top and pips on both sides."""

    lies_on_boards = True
    covers_places = True
    two_sided: ClassVar[bool] = True
    offers = ("edge",)
    turns: ClassVar[int] = 6
    tabletop_shape: ClassVar[TabletopShape] = "hexagon"

    kind: Literal["hexagon"]
    edge: PositiveLength
    front: Pips
    back: Pips
    rim: StrictBool = True
    ground: GroundColor = "#f6efdc"
    ink: InkColor = "#1b1b1b"

    @property
    def face_size(self) -> Size:
        """The rectangle around it: the width across flats by the height across corners."""
        return Size(sqrt(3) * self.edge, 2 * self.edge)

    @property
    def footprint(self) -> Footprint:
        return Footprint(hexagon_corners(self.edge))

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        return {
            "sides": 6,
            "edge": self.edge,
            "front": self.front,
            "back": self.back,
            "dots": self.front + self.back,
        }
