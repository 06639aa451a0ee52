"""A place mat for a track of tiles that starts and ends at a hexagon."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import cos, radians, sqrt, tan
from typing import Annotated, ClassVar, Literal, NamedTuple

from pydantic import Field, StrictInt

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Point
from pnp.base.units import Mm
from pnp.components.hexagon_mat import HexagonMat, MatSection, in_parts
from pnp.game.component import GameBox
from pnp.game.places import MIDDLE, Place, away, hexagon_place, rectangle_place

SIDES = 5  # of the six sides of the ring; the sixth is open, between the way out and the way in
OUT, IN = 210.0, 150.0  # degrees from straight up: through the hexagon's two lower sides
TURNS = tuple(OUT + 30 + 60 * number for number in range(SIDES))  # which way the sides face


class Loop(HexagonMat):
    """A track out of the hexagon, along five sides of a larger hexagon, and back in.

    ``spoke`` tiles lie end to end on the way out, and as many on the way in; ``side`` tiles lie
    side by side along each side. Places are numbered along the track; the hexagon's place is named
    middle.
    """

    starts_at: ClassVar[str] = "1"

    kind: Literal["loop"]
    spoke: Annotated[StrictInt, Field(ge=1, le=20)]
    side: Annotated[StrictInt, Field(ge=1, le=20)]

    @property
    def _form(self) -> "_Form":
        room, edge = self.room, self.edge
        corner = (
            tan(radians(30)) * room.height / 2
        )  # what the end of a side yields to its neighbour
        beside = tan(radians(30)) * room.width / 2  # cut off a spoke by the ring's inner edge
        depth = room.height / 2 / cos(radians(30))  # from the ring's corner to its inner corner
        first = edge * sqrt(3) / 2
        spoke = self.spoke * room.height
        radius = max(self.side * room.width + 2 * corner, first + spoke + beside + depth)
        gap = (radius - depth - beside - first - spoke) / (self.spoke + 1)
        pitch = (radius - 2 * corner) / self.side
        return _Form(first, gap, pitch, radius * cos(radians(30)), radius - depth)

    @cached_property
    def about_middle(self) -> tuple[Place, ...]:
        """The tiles' places along the track, and the middle."""
        room, form = self.room, self._form
        start = form.first + form.gap
        steps = (number * (room.height + form.gap) for number in range(self.spoke))
        outward = [start + step + room.height / 2 for step in steps]
        track = [(away(MIDDLE, OUT, reach), OUT) for reach in outward]
        for turn in TURNS:
            foot = away(MIDDLE, turn, form.reach)
            along = [form.pitch * (number - (self.side - 1) / 2) for number in range(self.side)]
            track += [(away(foot, turn + 90, distance), turn) for distance in along]
        track += [(away(MIDDLE, IN, reach), IN) for reach in reversed(outward)]
        places = (
            rectangle_place(str(number), room, center, turn % 360)
            for number, (center, turn) in enumerate(track, start=1)
        )
        return (*places, hexagon_place(self.edge))

    def chains(self, parts: int) -> tuple[tuple[MatSection, ...], ...]:
        """Return the sections along the track, as a single chain.

        Sides are mitred where they meet, and spokes pointed where they meet the ring.
        """
        *track, _ = self.about_middle
        way_out = self._spoke(track[: self.spoke], parts)
        sides = [
            section
            for number, turn in enumerate(TURNS)
            for section in self._side(track[self.spoke + number * self.side :], turn, parts)
        ]
        way_in = self._spoke(track[-self.spoke :][::-1], parts, is_way_in=True)
        return ((*way_out, *sides, *way_in),)

    def _side(self, track: Sequence[Place], turn: float, parts: int) -> Iterator[MatSection]:
        """Yield the sections of the side whose places come first in ``track``."""
        form, high = self._form, self.room.height / 2
        foot, half = away(MIDDLE, turn, form.reach), form.pitch * self.side / 2
        mitre = 2 * high * tan(radians(30))

        def at(along: Mm, outward: Mm) -> Point:
            return away(away(foot, turn + 90, along), turn, outward)

        joint = self.room.width / 2 / cos(radians(30))
        for numbers in in_parts(self.side, parts):
            left, right = (form.pitch * n - half for n in (numbers[0], numbers[-1] + 1))
            wide_left = left - mitre * (numbers[0] == 0)
            wide_right = right + mitre * (numbers[-1] == self.side - 1)
            outline = (at(wide_left, high), at(wide_right, high), at(right, -high), at(left, -high))
            start, end = (outline[3], outline[0]), (outline[1], outline[2])
            if turn == TURNS[0] and not numbers[0]:
                start = (at(left + joint, -high), outline[3])
            if turn == TURNS[-1] and numbers[-1] == self.side - 1:
                end = (outline[2], at(right - joint, -high))
            yield MatSection(tuple(track[n] for n in numbers), outline, turn % 360, start, end)

    def _spoke(
        self, outward: Sequence[Place], parts: int, *, is_way_in: bool = False
    ) -> Iterator[MatSection]:
        """Return the sections of a spoke between hexagon and ring, in the order of the track."""
        form, half, turn = self._form, self.room.width / 2, IN if is_way_in else OUT
        pitch = self.room.height + form.gap
        sections = []

        def at(along: Mm, reach: Mm) -> Point:
            return away(away(MIDDLE, turn, reach), turn + 90, along)

        tip = at(0, form.inner)
        for numbers in in_parts(self.spoke, parts):
            near, far = (
                form.first + form.gap / 2 + pitch * n for n in (numbers[0], numbers[-1] + 1)
            )
            near = near if numbers[0] else form.first
            is_last = numbers[-1] == self.spoke - 1
            far = form.inner - half * tan(radians(30)) if is_last else far
            left, right = at(-half, far), at(half, far)
            inner = (at(half, near), at(-half, near))
            outline = (left, *((tip,) if is_last else ()), right, *inner)
            joint = (left, tip) if is_way_in else (tip, right)
            outer = joint if is_last else (left, right)
            places = [outward[n] for n in numbers]
            if is_way_in:
                places, inner, outer = places[::-1], outer, inner
            sections.append(MatSection(tuple(places), outline, turn, inner, outer))
        return reversed(sections) if is_way_in else iter(sections)

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        return {"tiles": len(self.places) - 1, "spoke": self.spoke, "side": self.side}


class _Form(NamedTuple):
    """Lengths of a loop; ``first`` is from the centre to the hexagon's side.

    A ``gap`` is around the tiles of a spoke, ``pitch`` from tile to tile of a side, ``reach`` from
    the centre to the tiles of a side, and ``inner`` to where the inner edges of two sides meet.
    """

    first: Mm
    gap: Mm
    pitch: Mm
    reach: Mm
    inner: Mm
