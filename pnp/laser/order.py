"""The order in which paths are cut, chosen so that the laser travels little between them.

Every path is a stop with several ways through it: an open path can be cut from either end, a closed
one can start at any corner. 2-opt (Croes 1958) and or-opt (Or 1976) improve the nearest-neighbour
tour, as does choosing the best ways for the order found. The result is deterministic.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import dist, fsum
from typing import Any

import numpy as np
import shapely

from pnp.base.geometry import Point
from pnp.base.path import Path, path_bounds
from pnp.base.units import EPSILON, Mm
from pnp.laser.cuts import Edge, bend, edges_of, path_of

_CORNER = 0.3  # radians: a smaller turn is not a corner
_MOST_CORNERS = 60  # places where a closed path may start
_MOST_GOALS = 60
_ROUNDS = 8
_BLOCKS = (1, 2, 3)  # how many stops or-opt moves at a time
_FEW_ROWS = 8  # stops that are looked at together after a change, twice as many each time
_MOST_NUMBERS = 2**16  # in the table that is looked at

Way = tuple[Point, Point]  # where a stop is entered, and where it is left
Array = np.ndarray[Any, np.dtype[np.float64]]


def optimize_order(paths: Sequence[Path], start: Point) -> tuple[Path, ...]:
    """Return paths in an order with little travel from a start.

    Open paths may be reversed, and closed ones may start at another corner. A closed path comes
    after all paths within its bounds: the frame of a block after the lines in it, a part after its
    holes.
    """
    stops = [_ways(path) for path in paths]
    levels = _levels(paths)
    groups = [[i for i, at in enumerate(levels) if at == level] for level in sorted({*levels})]
    found: list[Path] = []
    for group, following in pairwise([*groups, []]):
        goals = [way[0] for i in following for way in stops[i]]
        tour = _shortest_tour([stops[i] for i in group], start, goals[:_MOST_GOALS])
        for index, way in tour:
            found.append(_cut_by(paths[group[index]], way))
        start = end_of(found[-1])
    return tuple(found)


def travel(paths: Sequence[Path], start: Point) -> Mm:
    """Return how far the laser moves without cutting, from a start to the last path."""
    ends = [start, *map(end_of, paths)]
    return fsum(dist(end, path.start) for end, path in zip(ends[:-1], paths, strict=True))


def end_of(path: Path) -> Point:
    """Return the position of the laser after a path."""
    return path.start if path.closed or not path.segments else path.segments[-1].to


def _levels(paths: Sequence[Path]) -> list[int]:
    """Return for every path the depth of nesting of others within its bounds."""
    bounds = [path_bounds(path) for path in paths]
    boxes = [shapely.box(b.x, b.y, b.right, b.bottom) for b in bounds]
    tree = shapely.STRtree(boxes)
    levels = [0] * len(paths)
    by_size = sorted(range(len(paths)), key=lambda i: bounds[i].width + bounds[i].height)
    for index in by_size:
        if not paths[index].closed:
            continue
        for other in sorted(tree.query(boxes[index]).tolist()):
            mine, its = bounds[index], bounds[other]
            larger = mine.width + mine.height > its.width + its.height + EPSILON
            if other != index and larger and mine.contains(its):
                levels[index] = max(levels[index], levels[other] + 1)
    return levels


def _ways(path: Path) -> tuple[Way, ...]:
    """Return the ways to cut a path: an open one as drawn or reversed, a closed one by corner."""
    if not path.closed:
        end = end_of(path)
        return (path.start, end), (end, path.start)
    edges = edges_of(path)
    starts = [edges[index].start for index in _corners(edges)] or [path.start]
    return tuple((place, place) for place in starts)


def _corners(edges: Sequence[Edge]) -> Sequence[int]:
    """Return the indices of the edges that leave the corners of a closed path.

    A path without corners may start at any edge.
    """
    corners = [i for i, edge in enumerate(edges) if abs(bend(edges[i - 1], edge)) > _CORNER]
    found = corners or range(len(edges))
    return found[:: -(-len(found) // _MOST_CORNERS) or 1]


def _cut_by(path: Path, way: int) -> Path:
    """Return a path cut in another way, by its index in :func:`_ways`."""
    edges = edges_of(path)
    if not edges or not (path.closed or way):
        return path
    if path.closed:
        first = _corners(edges)[way]
        return path_of(edges[first:] + edges[:first])
    return path_of([edge.reversed() for edge in reversed(edges)], closed=False)


def _shortest_tour(
    stops: Sequence[Sequence[Way]], start: Point, goals: Sequence[Point]
) -> list[tuple[int, int]]:
    """Return the indices of stops and of the ways through them, in the order of a short tour.

    After the last stop the tour continues to the nearest of the goals, if there are any.
    """
    ways = [np.array(one, float) for one in stops]
    there = _Tour(ways, start)
    there.improve()
    back = there.from_end(start)
    back.improve()
    tours = [there, back]
    if goals:  # the best tour may depend on them from the beginning, or only at its end
        tours.append(_Tour(ways, start))
        for tour in tours:
            tour.aim_at(goals)
            tour.improve()
    return min(tours, key=_Tour.length).result()


class _Tour:
    """A tour through stops, improved in place.

    Row 0 of ``_ends`` is the start, the last row the goal; the rows between are the stops in order,
    each with its entry and exit points. ``_weights`` belong to the legs between rows: 1, and 0 for
    the last leg if there is no goal.
    """

    def __init__(self, ways: Sequence[Array], start: Point | Array) -> None:
        self._ways = ways
        self._goals = np.empty((0, 2))
        self._weights = np.ones(len(ways) + 1)
        self._weights[-1] = 0.0
        self._order = np.zeros(len(ways) + 2, int)
        self._ends = np.zeros((len(ways) + 2, 2, 2))
        self._ends[0] = start
        stops, left = np.repeat(np.arange(len(ways)), list(map(len, ways))), np.concatenate(ways)
        for at in range(1, len(ways) + 1):  # to the nearest stop each time
            nearest = np.argmin(_distances(left[:, 0], self._ends[at - 1, 1]))
            self._order[at], self._ends[at] = stops[nearest], left[nearest]
            others = stops != stops[nearest]
            stops, left = stops[others], left[others]

    def from_end(self, start: Point) -> "_Tour":
        """Return a tour from a start, built by nearest neighbours from this one's end."""
        tour = _Tour(self._ways, self._ends[-2, 1])
        tour._reverse(slice(1, -1))
        tour._ends[0] = start
        return tour

    def _reverse(self, part: slice) -> None:
        self._order[part] = self._order[part][::-1].copy()
        self._ends[part] = self._ends[part][::-1, ::-1].copy()

    def aim_at(self, goals: Sequence[Point]) -> None:
        """Let the tour continue to the nearest goal after its last stop."""
        self._goals = np.array(goals, float)
        self._weights[-1] = 1.0
        self._choose_goal()

    def _choose_goal(self) -> None:
        if len(self._goals):
            nearest = np.argmin(_distances(self._goals, self._ends[-2, 1]))
            self._ends[-1] = self._goals[nearest]

    def length(self) -> Mm:
        """Return the total distance between the stops."""
        return fsum(self._legs().tolist())

    def _legs(self) -> Array:
        return self._weights * _distances(self._ends[:-1, 1], self._ends[1:, 0])

    def result(self) -> list[tuple[int, int]]:
        """Return the stops in order, and the way through each."""
        found = zip(self._order[1:-1].tolist(), self._ends[1:-1], strict=True)
        same = ((stop, (self._ways[stop] == ends).all(axis=(1, 2))) for stop, ends in found)
        return [(stop, int(np.argmax(ways))) for stop, ways in same]

    def improve(self) -> None:
        """Change the order and the ways as long as that shortens the tour."""
        for _ in range(_ROUNDS):
            before = self.length()
            while self._reverse_parts() | self._move_blocks():
                self._choose_goal()
            self._choose_ways()
            if self.length() > before - EPSILON:
                break

    def _reverse_parts(self) -> bool:
        """Reverse parts of the tour (2-opt); return whether any were reversed."""
        changed, first, rows, end = False, 1, _FEW_ROWS, len(self._ways) + 1
        legs = self._legs()
        while first < end:
            firsts = slice(first, min(first + rows, end))
            gains = self._gains_of_reversing(firsts, legs)
            lasts = np.argmax(gains, axis=1)
            shorter = np.flatnonzero(gains[np.arange(len(gains)), lasts] > EPSILON)
            if len(shorter):
                self._reverse(slice(first + int(shorter[0]), first + int(lasts[shorter[0]]) + 1))
                legs = self._legs()
                first, rows, changed = first + int(shorter[0]), _FEW_ROWS, True
            else:
                first, rows = firsts.stop, self._more(rows)
        return changed

    def _gains_of_reversing(self, firsts: slice, legs: Array) -> Array:
        """Return how much shorter the tour is with a part reversed.

        There is a row for each first stop, and a column for each last one from ``firsts.start``.
        """
        begin, rows = firsts.start, firsts.stop - firsts.start
        enters, leaves = self._ends[:, 0], self._ends[:, 1]
        there = _table(leaves[begin - 1 : firsts.stop - 1], leaves[begin:-1])
        on = self._weights[begin:] * _table(enters[firsts], enters[begin + 1 :])
        gains: Array = legs[begin - 1 : firsts.stop - 1, None] + legs[begin:] - there - on
        gains[:, :rows][np.tri(rows, k=-1, dtype=bool)] = -np.inf  # a part ends where it begins
        return gains

    def _more(self, rows: int) -> int:
        """Return how many rows to compute after so many in which nothing was found."""
        return max(_FEW_ROWS, min(2 * rows, _MOST_NUMBERS // len(self._ends)))

    def _move_blocks(self) -> bool:
        """Move up to three stops elsewhere, reversed or by another way if shorter (or-opt)."""
        changed = False
        for size in _BLOCKS:
            first, rows = 1, _FEW_ROWS
            legs, gains = self._gains(size)
            while True:
                firsts = (np.flatnonzero(gains[first - 1 :] > EPSILON)[:rows] + first).tolist()
                if not firsts:
                    break
                moved = self._move_first(firsts, size, legs, gains)
                if moved:
                    legs, gains = self._gains(size)
                    first, rows, changed = moved + 1, _FEW_ROWS, True
                else:
                    first, rows = firsts[-1] + 1, self._more(rows)
        return changed

    def _gains(self, size: int) -> tuple[Array, Array]:
        """Return the legs, and the saving of removing each block of stops."""
        legs = self._legs()
        enters, leaves = self._ends[:, 0], self._ends[:, 1]
        closed = self._weights[size:] * _distances(leaves[: -size - 1], enters[size + 1 :])
        return legs, legs[: len(legs) - size] + legs[size:] - closed

    def _move_first(self, firsts: Sequence[int], size: int, legs: Array, gains: Array) -> int:
        """Move the first block that is better elsewhere; return where it began, or 0."""
        choices = [self._choices(first, size) for first in firsts]
        every = np.concatenate([one[:, (0, -1), (0, 1)] for one in choices])
        costs = _table(every[:, 0], self._ends[:-1, 1]) - legs
        costs += self._weights * _table(every[:, 1], self._ends[1:, 0])
        row = 0
        for first, ways in zip(firsts, choices, strict=True):
            own = costs[row : row + len(ways)]
            own[:, first - 1 : first + size] = np.inf
            row += len(ways)
            choice, leg = divmod(int(np.argmin(own)), len(legs))
            if own[choice, leg] < gains[first - 1] - EPSILON:
                self._move(slice(first, first + size), leg, ways[choice], choice)
                return first
        return 0

    def _choices(self, first: int, size: int) -> Array:
        """Return the ways through a block: all of one stop, there and back through several."""
        if size == 1:
            ways: Array = self._ways[self._order[first]][:, None]
            return ways
        block = self._ends[first : first + size]
        return np.stack([block, block[::-1, ::-1]])

    def _move(self, block: slice, leg: int, ways: Array, choice: int) -> None:
        """Move a block of stops to a leg, with the ways through them."""
        stops = self._order[block][:: -1 if choice and len(ways) > 1 else 1]
        rest = np.r_[0 : block.start, block.stop : len(self._order)]
        at = leg + 1 if leg < block.start else leg + 1 - len(ways)
        self._ends = np.insert(self._ends[rest], at, ways, axis=0)
        self._order = np.insert(self._order[rest], at, stops)

    def _choose_ways(self) -> None:
        """Choose the best combination of ways through the stops in their order."""
        stops = [self._ways[stop] for stop in self._order[1:-1]]
        costs = _distances(stops[0][:, 0], self._ends[0, 1])
        behind: list[Any] = []
        for before, stop in pairwise(stops):
            steps = costs[:, None] + _distances(before[:, None, 1], stop[:, 0])
            behind.append(np.argmin(steps, axis=0))
            costs = np.min(steps, axis=0)
        if len(self._goals):
            costs = costs + np.min(_distances(stops[-1][:, None, 1], self._goals), axis=1)
        best = np.argmin(costs)
        for at in range(len(stops), 0, -1):
            self._ends[at] = stops[at - 1][best]
            best = behind[at - 2][best] if at > 1 else best
        self._choose_goal()


def _distances(one: Array, other: Array) -> Array:
    """Return distances between points; unlike ``hypot`` the same on every machine."""
    apart = one - other
    apart *= apart
    found: Array = np.sqrt(apart[..., 0] + apart[..., 1])
    return found


def _table(ones: Array, others: Array) -> Array:
    """Return the distances of places, in rows, from others, as :func:`_distances` has them."""
    across, down = (ones[:, axis, None] - others[:, axis] for axis in (0, 1))
    across *= across
    down *= down
    across += down
    return np.sqrt(across, out=across)
