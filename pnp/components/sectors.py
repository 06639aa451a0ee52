"""Sectors of a ring: places around a middle."""

from collections.abc import Iterator
from math import acos, ceil, cos, degrees, radians, sqrt, tan
from typing import NamedTuple

from pnp.base.geometry import Point, Size
from pnp.base.units import EPSILON, Mm
from pnp.game.places import Footprint, Place, away, rectangle_corners

STEP = 3.0  # degrees at most, from corner to corner along an arc
FINE = 1.0  # the same of the room for pieces, whose chords touch the arc
TRIES = 20  # each halves what is not known of a size


class SectorRing(NamedTuple):
    """A ring around a point in equal sectors, clockwise; the middle of the first is at the top."""

    center: Point
    inner: Mm
    outer: Mm
    sectors: int

    @property
    def half(self) -> float:
        """Half of a sector in degrees."""
        return 180 / self.sectors

    def place(self, name: str, number: int, *, outward: bool) -> Place:
        """Return a sector; pieces stand upright on it, or with their top ``outward``.

        Their room begins at the line that touches the inner arc, so that it is convex.
        """
        at = 360 * number / self.sectors
        flat = min(self.half, degrees(acos(self.inner / self.outer)))
        near, ends = self.inner / cos(radians(flat)), (at + flat, at - flat)
        return Place(
            name,
            away(self.center, at, (self.inner + self.outer) / 2),
            (*self._arc(at, self.half, self.outer), *self._arc(at, -self.half, self.inner)),
            at if outward else 0.0,
            (
                *self._arc(at, flat, self.outer / cos(radians(FINE / 2)), FINE),
                *(away(self.center, end, near) for end in ends if near < self.outer - EPSILON),
            ),
        )

    def _arc(self, at: float, half: float, radius: Mm, step: float = STEP) -> Iterator[Point]:
        """Yield points along an arc about a direction, clockwise if ``half`` of it is above 0."""
        steps = ceil(2 * abs(half) / step - EPSILON)
        return (
            away(self.center, at + half * (2 * n / steps - 1), radius) for n in range(steps + 1)
        )


def round_place(name: str, center: Point, radius: Mm, corners: int, first: float = 0.0) -> Place:
    """Return a round place with so many corners on its edge, the ``first`` at an angle."""
    turns = [first + 360 * n / corners for n in range(corners)]
    reach = radius / cos(radians(180 / corners))
    edge, room = (tuple(away(center, turn, r) for turn in turns) for r in (radius, reach))
    return Place(name, center, edge, 0.0, room)


def hub_place(name: str, center: Point, radius: Mm, sectors: int) -> Place:
    """Return the place within a ring of sectors, with the corners that these have there."""
    corners = sectors * ceil(360 / sectors / STEP - EPSILON)
    return round_place(name, center, radius, corners, -180 / sectors)


def least_inner(space: Size, sectors: int) -> Mm:
    """Return the radius at which a sector is as wide as a space."""
    return space.width / 2 / tan(radians(180 / sectors))


def ring_depth(inner: Mm, space: Size) -> Mm:
    """Return from which depth on a ring has room for a space in the middle of a sector.

    The outer corners of the space then lie on the outer arc, half of the depth and of the height
    from the middle of a sector: (inner + depth / 2 + height / 2)² + width² / 4 = (inner + depth)².
    """
    width, height = space
    half = (inner - height / 2) / 1.5
    return sqrt(half**2 + (inner * height + (width**2 + height**2) / 4) / 0.75) - half


def room_in(place: Place, shape: Size) -> Size:
    """Return the largest size of a shape, as it is turned there, that fits a place's middle."""
    least, most = 0.0, 1.0
    while place.holds(Footprint(rectangle_corners(_scaled(shape, most)))):
        least, most = most, 2 * most
    for _ in range(TRIES):
        middle = (least + most) / 2
        fits = place.holds(Footprint(rectangle_corners(_scaled(shape, middle))))
        least, most = (middle, most) if fits else (least, middle)
    return _scaled(shape, least)


def _scaled(size: Size, factor: float) -> Size:
    return Size(size.width * factor, size.height * factor)
