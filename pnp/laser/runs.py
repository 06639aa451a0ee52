"""Stretches of a line or a circle that are cut once, and those that are cut more often."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pnp.base.geometry import Point
from pnp.base.path import Segment
from pnp.base.units import Mm
from pnp.laser.nodes import TOLERANCE

Stop = tuple[Mm, Point]  # how far along, and the place there


class Piece(NamedTuple):
    """A segment that is cut once, and whether several cuts were there."""

    start: Point
    segment: Segment
    shared: bool


class Group(NamedTuple):
    """What was on one line, circle or curve: the numbers of its paths, and what remains.

    ``first`` is the number of the first segment of it.
    """

    first: int
    paths: frozenset[int]
    pieces: tuple[Piece, ...]


def distinct(ends: Iterable[Stop]) -> list[Stop]:
    """Return the first of every few places, in order along a line, that are one."""
    stops: list[Stop] = []
    for end in sorted(ends, key=lambda end: end[0]):
        if not stops or end[0] - stops[-1][0] > TOLERANCE:
            stops.append(end)
    return stops


def stop_at(stops: Sequence[Stop], at: Mm) -> int:
    """Return the number of the stop that is at a length, or was taken for it."""
    return bisect_right(stops, at, key=lambda stop: stop[0]) - 1


def runs(counts: Sequence[int]) -> Iterator[tuple[int, int, bool]]:
    """Yield the longest stretches cut once, or more often: first and last stop, and which.

    ``counts`` says how often what follows each stop is cut.
    """
    first = 0
    for here in range(1, len(counts) + 1):
        if here == len(counts) or min(counts[here], 2) != min(counts[first], 2):
            if counts[first]:
                yield first, here, counts[first] > 1
            first = here
