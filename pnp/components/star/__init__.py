"""A place mat for rows of tiles that radiate from the sides of a hexagon."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product, starmap
from math import sqrt
from typing import Annotated, Literal

from pydantic import Field, StrictInt

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Rect
from pnp.components.hexagon_mat import HexagonMat, MatSection, in_parts, label_beside
from pnp.game.board import BoardSide, EdgeLabel
from pnp.game.component import GameBox
from pnp.game.places import MIDDLE, Place, away, column_name, hexagon_place, rectangle_place

SIDES = 6
FIRST = 30.0  # degrees from straight up: the hexagon stands on a corner


class Star(HexagonMat):
    """Six arms of ``arm`` tiles, end to end, one from each side of a hexagon.

    Arms have letters, clockwise from the upper right one; their tiles numbers from the hexagon
    outward. The hexagon's place is named middle.
    """

    kind: Literal["star"]
    arm: Annotated[StrictInt, Field(ge=1, le=20)]

    @cached_property
    def about_middle(self) -> tuple[Place, ...]:
        """The tiles' places, arm by arm from the hexagon outward, and the middle."""
        room, edge = self.room, self.edge
        first = (edge * sqrt(3) + room.height) / 2

        def tile(arm: int, number: int) -> Place:
            turn = FIRST + 60 * arm
            center = away(MIDDLE, turn, first + number * room.height)
            return rectangle_place(f"{column_name(arm)}{number + 1}", room, center, turn)

        return (*starmap(tile, product(range(SIDES), range(self.arm))), hexagon_place(edge))

    def edge_labels(self, shown: Sequence[Place], frame: Rect) -> Iterator[EdgeLabel]:
        """Yield the number of each tile, clockwise of its arm, and the arm's letter at its end."""
        names = {place.name for place in shown}
        for place in (place for place in self.places[:-1] if place.name in names):
            arm, number = place.name[0], int(place.name[1:])
            yield label_beside(place, self.label_turn(place), str(number))
            if f"{arm}{number + 1}" not in names:
                yield label_beside(place, 0, arm)

    def label_turn(self, place: Place) -> float:
        """Return the side of a tile's label: clockwise of its arm, clear of other arms' labels."""
        return 90.0

    def sides_to_stand_on(self, place: Place) -> tuple[BoardSide, ...]:
        """Return the side of a tile opposite its label; the arm's letter is at the end."""
        if place is self.places[-1]:
            return super().sides_to_stand_on(place)
        across = away(MIDDLE, place.turn - self.label_turn(place), 1.0)
        return (BoardSide(across, place.size.width / 2, free=True),)

    def chains(self, parts: int) -> tuple[tuple[MatSection, ...], ...]:
        """Return the sections of each arm, from the hexagon outward."""
        arms = (self.about_middle[arm * self.arm :][: self.arm] for arm in range(SIDES))
        return tuple(
            tuple(
                _section([arm[n] for n in numbers], arm[-1])
                for numbers in in_parts(len(arm), parts)
            )
            for arm in arms
        )

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        return {"tiles": len(self.places) - 1, "arm": self.arm}


def _section(places: Sequence[Place], last: Place) -> MatSection:
    """Return a section of places end to end; ``last`` is the last one of their arm."""
    left, right = places[-1].corners[:2]
    near_right, near_left = places[0].corners[2:]
    outer = None if places[-1] is last else (left, right)
    outline = (left, right, near_right, near_left)
    return MatSection(tuple(places), outline, places[0].turn, (near_right, near_left), outer)
