"""The floor and the four walls of a box, joined by fingers along all their edges."""

from collections.abc import Mapping, Sequence
from math import pi
from typing import NamedTuple

from pnp.base.geometry import Size
from pnp.base.units import Mm
from pnp.laser.joinery.joints import FingerSpan, fingers
from pnp.laser.joinery.panels import (
    AWAY,
    DOWN,
    LEFT,
    NEAR,
    RIGHT,
    UP,
    Comb,
    Plate,
    Pose,
    SideName,
    Vector,
    jointed,
)

WALLS = ("front", "right", "back", "left")


class BoxSize(NamedTuple):
    """A box by its outer width, depth and height, and its plates' thickness.

    With a ``bend``, its back continues over a living hinge of that radius as the lid.
    """

    width: Mm
    depth: Mm
    height: Mm
    thickness: Mm
    bend: Mm = 0.0

    @classmethod
    def around(cls, inner: Size, height: Mm, thickness: Mm, bend: Mm = 0.0) -> "BoxSize":
        """Return the box around a room of this width, depth and height, open at its top."""
        both = 2 * thickness
        return cls(inner.width + both, inner.height + both, height + thickness, thickness, bend)

    @property
    def upright_back(self) -> Mm:
        """The height of the back below its bend."""
        return self.height - self.bend

    @property
    def hinge(self) -> Mm:
        """The bent length of the back: a quarter circle through the middle of its plate."""
        return pi / 2 * (self.bend + self.thickness / 2) if self.bend else 0.0

    @property
    def lid(self) -> Mm:
        """The length of the back that lies flat on the walls, from its bend to the front."""
        return self.depth - self.thickness - self.bend if self.bend else 0.0

    def wall(self, name: str) -> tuple[Pose, Size]:
        """Return the pose of a wall, as seen from outside, and its size."""
        width, depth, height, _, _ = self
        across, deep = Size(width, height), Size(depth, height)
        up = self.upright_back + self.hinge + self.lid  # the back with its lid upright
        return {
            "front": (Pose(Vector(0, 0, height), RIGHT, DOWN), across),
            "right": (Pose(Vector(width, 0, height), AWAY, DOWN), deep),
            "back": (Pose(Vector(width, depth, up), LEFT, DOWN), Size(width, up)),
            "left": (Pose(Vector(0, depth, height), NEAR, DOWN), deep),
        }[name]


def box_plates(size: BoxSize, clearance: Mm) -> tuple[Plate, ...]:
    """Return the floor and the walls of an open box; all joints have this ``clearance``.

    The small cubes at the lower corners, where three plates meet, belong to the front and the back.
    """
    t = size.thickness
    bottoms = {name: bottom_edge(size, name) for name in WALLS}
    corners = {
        (wall, side): _corner_edge(wall, side, t, high)
        for wall, high in (("front", size.height), ("back", size.upright_back))
        for side in ("left", "right")
    }
    floor = Pose(Vector(0, size.depth, t), RIGHT, NEAR)
    floor_combs: dict[SideName, Comb] = {
        "bottom": bottoms["front"],
        "top": bottoms["back"],
        "left": bottoms["left"],
        "right": bottoms["right"],
    }
    found = [jointed("floor", floor, Size(size.width, size.depth), floor_combs, t, clearance)]
    for name in WALLS:
        pose, wall_size = size.wall(name)
        combs = {**_sides(name, corners), "bottom": bottoms[name]}
        found.append(jointed(name, pose, wall_size, combs, t, clearance))
    return tuple(found)


def bottom_edge(size: BoxSize, wall: str) -> Comb:
    """Return the edge between the floor and a wall; the floor owns its ends, but not corners."""
    t = size.thickness
    along = wall in ("front", "back")
    length = size.width if along else size.depth
    first, last = (wall, wall) if along else ("front", "back")
    between = fingers(t, length - t, ("floor", wall), t)
    stretches = [FingerSpan(0, t, first), *between, FingerSpan(length - t, length, last)]
    return Comb(RIGHT if along else AWAY, stretches, () if along else ("front", "back"))


def _corner_edge(wall: str, side: str, thickness: Mm, height: Mm) -> Comb:
    """Return an upright edge; the front and back own its lower end and the corner there."""
    stretches = fingers(thickness, height, (wall, side), thickness)
    return Comb(UP, [stretches[0]._replace(start=0.0), *stretches[1:]])


def _sides(name: str, corners: Mapping[tuple[str, str], Comb]) -> dict[SideName, Comb]:
    """Return the upright edges of a wall, by their side as seen from outside."""
    around: Sequence[str] = WALLS  # each wall's right neighbour, seen from outside, follows it
    place = around.index(name)
    after, before = around[(place + 1) % 4], around[place - 1]
    ways: tuple[tuple[SideName, str], ...] = (("right", after), ("left", before))
    return {
        side: corners[(name, other)] if name in ("front", "back") else corners[(other, name)]
        for side, other in ways
    }
