"""Lots: which parts are equal, how near they may lie, and which cuts they share."""

from collections.abc import Sequence
from itertools import pairwise, product
from math import dist, fsum, hypot, sqrt

from pnp.base.geometry import Point, Size
from pnp.base.path import Line, Path, circle_of, flattened, path_bounds
from pnp.base.units import EPSILON, Mm
from pnp.laser.edges import edges_of
from pnp.laser.kerf import outward
from pnp.laser.nesting.blocks import Lattice
from pnp.laser.scheme import Kerf

_ENOUGH = 0.25  # of a side: parts with a shorter cut in common lie a gap apart
_FINE: Mm = 0.01
_NEAR: Mm = 1e-6


def same_outline(outline: Path) -> tuple[Point, ...]:
    """Return a key for equal outlines, wherever they lie: points, to 0.0001 mm."""
    corner = path_bounds(outline)
    places = flattened(outline, _FINE)
    return tuple(Point(round(x - corner.x, 4), round(y - corner.y, 4)) for x, y in places)


def lattices(outline: Path, kerf: Kerf, apart: Kerf, share: bool) -> tuple[Lattice, ...]:
    """Return the lattices for parts with an outline.

    Neighbours that have enough cut in common, and may ``share`` it, lie a kerf from one another;
    others lie ``apart``.
    """
    size = path_bounds(outline).size
    if circle_of(outline):
        return _of_discs(size.width, max(apart))
    straight = _in_straight_rows(outline, kerf, apart, share)
    if _is_hexagon(outline):
        return (*_of_hexagons(size, kerf if share else apart, share), *straight)
    return straight


def _of_discs(width: Mm, gap: Mm) -> tuple[Lattice, ...]:
    cell, step = Size(width, width), width + gap
    rows = Lattice(cell, step, step * sqrt(3) / 2, staggered=True)
    return rows, rows._replace(upended=True), Lattice(cell, step, step)


def _of_hexagons(size: Size, gap: Kerf, share: bool) -> tuple[Lattice, Lattice]:
    """Return honeycomb lattices, with hexagons upright or lying."""
    stands = size.width <= size.height
    cell = size if stands else size.turned()
    side = (cell.width + fsum(gap) / 2) / sqrt(3) if share else 0.0

    def honeycomb(x: Mm, y: Mm) -> Lattice:
        # Edges of neighbours that face one another, horizontally and at 60 degrees to that.
        across = cell.width + x
        slanted = cell.width + hypot(x / 2, y * sqrt(3) / 2)
        down = (slanted - across / 4) * 2 / sqrt(3)
        return Lattice(cell, across, down, side, side, staggered=True)

    upended = honeycomb(gap.y, gap.x)._replace(upended=True, turned=stands)
    return honeycomb(gap.x, gap.y)._replace(turned=not stands), upended


def _in_straight_rows(outline: Path, kerf: Kerf, apart: Kerf, share: bool) -> tuple[Lattice, ...]:
    """Return straight rows of parts as drawn, and of parts on their sides."""
    size = path_bounds(outline).size
    beside, below = _in_common(outline, kerf) if share else (0.0, 0.0)
    found: list[Lattice] = []
    for cell, ahead, aside in ((size, beside, below), (size.turned(), below, beside)):
        across = cell.width + (kerf.x if ahead else apart.x)
        down = cell.height + (kerf.y if aside else apart.y)
        found.append(Lattice(cell, across, down, ahead, aside, turned=bool(found)))
    return tuple(found[:1] if abs(size.width - size.height) < EPSILON else found)


def _in_common(outline: Path, kerf: Kerf) -> tuple[Mm, Mm]:
    """Return the shared cut of horizontal and vertical neighbours; 0 if it is too short."""
    cut = outward(outline, kerf)
    bounds = path_bounds(cut)
    lines = [(edge.start, edge.end) for edge in edges_of(cut) if isinstance(edge.segment, Line)]

    def along(axis: int, edge: Mm) -> list[tuple[Mm, Mm]]:
        """Return the stretches of straight lines on one edge of the bounds."""
        flat = (ends for ends in lines if max(abs(end[axis] - edge) for end in ends) < _NEAR)
        return [(min(a[1 - axis], b[1 - axis]), max(a[1 - axis], b[1 - axis])) for a, b in flat]

    beside = _overlap(along(0, bounds.x), along(0, bounds.right))
    below = _overlap(along(1, bounds.y), along(1, bounds.bottom))
    return (
        beside if beside >= _ENOUGH * bounds.height else 0.0,
        below if below >= _ENOUGH * bounds.width else 0.0,
    )


def _overlap(some: Sequence[tuple[Mm, Mm]], others: Sequence[tuple[Mm, Mm]]) -> Mm:
    return fsum(max(0.0, min(a[1], b[1]) - max(a[0], b[0])) for a, b in product(some, others))


def _is_hexagon(outline: Path) -> bool:
    """Return whether an outline is a regular hexagon in either orientation."""
    corners = list(dict.fromkeys(flattened(outline, 1.0)))
    if len(corners) != 6 or not all(isinstance(step, Line) for step in outline.segments):
        return False
    center = path_bounds(outline).center
    reach = [dist(center, corner) for corner in corners]
    sides = [dist(a, b) for a, b in pairwise(corners)]
    return max(*reach, *sides) - min(*reach, *sides) < 1e-6 * reach[0] + EPSILON
