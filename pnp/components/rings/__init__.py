"""A board of rings around a middle, divided into sectors."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise, product
from math import hypot
from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictInt

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import Mm
from pnp.components.framed_board import FramedBoard, ShapedBoard
from pnp.components.sectors import SectorRing, hub_place, least_inner, ring_depth, round_place
from pnp.game.board import EdgeLabel
from pnp.game.component import GameBox
from pnp.game.fields import CellSize, Color, Length, NonEmptyText, ThemeColor
from pnp.game.places import Place, away, column_name

MIDDLE = "middle"  # the name of the place in the middle
POINT = 24  # corners of the place around a point


class Rings(ShapedBoard, FramedBoard):
    """Rings of equal sectors, with room for a piece of the size ``space`` in each.

    Rings have letters from the inside, sectors numbers clockwise; the first is at the top. A hub of
    at least the diameter ``hub`` is left in the middle, which may be a place as well. Pieces and
    words are upright, or face ``outward``. Places may be drawn as ``points`` on lines instead, or
    on ``arms`` alone.
    """

    sentences = (*FramedBoard.sentences, "labels")

    kind: Literal["rings"]
    rings: Annotated[StrictInt, Field(ge=1, le=20)] = 1
    sectors: Annotated[StrictInt, Field(ge=3, le=100)]
    space: CellSize
    play: Length = 0.0
    hub: Length = 0.0
    middle: StrictBool = False
    drawn: Literal["sectors", "points", "arms"] = "sectors"
    facing: Literal["upright", "outward"] = "upright"
    shape: Literal["rectangle", "round", "octagon"] = "round"
    checkered: StrictBool = False
    coordinates: StrictBool = False
    colors: Mapping[NonEmptyText, Color] = Field(default_factory=dict)
    labels: Mapping[NonEmptyText, NonEmptyText] = Field(default_factory=dict)
    dark: Annotated[Color, ThemeColor("dark")] = "#b58a56"
    light: Annotated[Color, ThemeColor("light")] = "#e5d2a8"

    @property
    def room(self) -> Size:
        """The size of a piece with its play; points are round."""
        width, height = (side + self.play for side in self.space)
        return Size(width, height) if self.drawn == "sectors" else Size(*[max(width, height)] * 2)

    @cached_property
    def radii(self) -> tuple[Mm, ...]:
        """The radius of the hub, and the outer one of each ring."""
        needed = hypot(*self.room) / 2 if self.middle else 0.0
        hub = max(self.hub / 2, needed, least_inner(self.room, self.sectors))
        depth = ring_depth(hub, self.room)
        return tuple(hub + number * depth for number in range(self.rings + 1))

    @property
    def size(self) -> Size:
        side = 2 * (self.radii[-1] + self.rim)
        return Size(side, side)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The sectors, ring by ring from the inside, and the middle."""
        center = Rect(0, 0, *self.size).center
        found = [
            SectorRing(center, inner, outer, self.sectors).place(
                f"{column_name(ring)}{number + 1}", number, outward=self.facing == "outward"
            )
            for ring, (inner, outer) in enumerate(pairwise(self.radii))
            for number in range(self.sectors)
        ]
        if self.middle:
            found.append(hub_place(MIDDLE, center, self.radii[0], self.sectors))
        if self.drawn != "sectors":
            radius = self.room.width / 2
            points = (round_place(one.name, one.center, radius, POINT) for one in found)
            return tuple(p._replace(turn=one.turn) for p, one in zip(points, found, strict=True))
        return tuple(found)

    @cached_property
    def painted(self) -> Mapping[str, str]:
        """The colour of each coloured place, by name."""
        found: dict[str, str] = {}
        if self.checkered:
            slots = product(range(self.rings), range(self.sectors))
            for place, slot in zip(self.places, slots, strict=False):
                found[place.name] = self.light if sum(slot) % 2 else self.dark
        for word, color in self.colors.items():
            found |= dict.fromkeys(self.require_places([word], f"colors.{word}"), color)
        return found

    def edge_labels(self, shown: Sequence[Place], frame: Rect) -> Iterator[EdgeLabel]:
        """Yield the names of the places of the outermost ring, outside them or the board."""
        whole = frame.contains(Rect(0, 0, *self.size))
        reach = self.size.width / 2 if whole else self.radii[-1]
        center, last = Rect(0, 0, *self.size).center, column_name(self.rings - 1)
        for place in shown:
            if place.name != MIDDLE and place.name.startswith(last):
                number = int(place.name.removeprefix(last)) - 1
                at = 360 * number / self.sectors
                yield EdgeLabel(place.name, away(center, at, reach), away(Point(0, 0), at, 1.0))

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        return {
            "rings": self.rings,
            "sectors": self.sectors,
            "places": len(self.places),
            "width": self.space.width,
            "height": self.space.height,
        }

    @classmethod
    def places_asked(cls, table: Mapping[str, Any]) -> int:
        return super().places_asked(
            {"rows": table.get("rings", 1), "columns": table.get("sectors")}
        )

    def _check(self) -> None:
        super()._check()
        for word in self.colors:
            self.require_places([word], f"colors.{word}")
        self.require_single_places(self.labels, "labels")
        if self.checkered and self.sectors % 2:
            raise ValueError(
                f"checkered: colours alternate around an even number of sectors, not {self.sectors}"
            )
        if self.title is not None and self.shape != "rectangle" and self.middle:
            raise ValueError("title: stands in the middle, which is a place here; leave it out")
