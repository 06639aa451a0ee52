"""Ways over a board: which places an arrow goes over."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import hypot

from pnp.base.geometry import Point
from pnp.base.units import EPSILON
from pnp.game.board import Board
from pnp.game.setup import Arrow


def way(board: Board, arrow: Arrow) -> tuple[str, ...]:
    """Return the places whose middle an arrow goes over, in its order, its ends among them.

    Raises:
        KeyError: If the arrow names a place that the board does not have.
    """
    centers = {place.name: place.center for place in board.places}
    found = [arrow.start]
    for start, end in pairwise(arrow.stops):
        found += _after(start, end, centers)
    return tuple(found)


def _after(start: str, end: str, centers: Mapping[str, Point]) -> Iterator[str]:
    """Yield the places on the straight way from one to another, without the first."""
    origin, goal = centers[start], centers[end]
    length = hypot(goal.x - origin.x, goal.y - origin.y)
    x, y = (goal.x - origin.x) / length, (goal.y - origin.y) / length
    reached: dict[str, float] = {}
    for name, center in centers.items():
        along = x * (center.x - origin.x) + y * (center.y - origin.y)
        beside = x * (center.y - origin.y) - y * (center.x - origin.x)
        if abs(beside) < EPSILON and EPSILON < along < length + EPSILON:
            reached[name] = along
    yield from sorted(reached, key=reached.__getitem__)
