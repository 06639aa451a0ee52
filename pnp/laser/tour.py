"""A short way through stops that can be passed in several ways.

The nearest first, then improved as long as turning a part of the way round (two-opt, Croes 1958)
or moving a few stops elsewhere (or-opt, Or 1976) makes it shorter, near stops alone being tried;
and the best ways through the stops in their order. The same stops give the same way.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from heapq import nsmallest
from itertools import pairwise

from pnp.base.geometry import Point
from pnp.base.units import EPSILON, Mm
from pnp.laser.near import Near
from pnp.laser.swaps import swaps

Way = tuple[Point, Point]  # where a stop is entered, and where it is left

_MOST_NEAR = 10  # how many stops around one are tried
_FEW = 200
_AROUND = 4  # of how many places of a stop the neighbours are looked for
_BLOCKS = (1, 2, 3)  # how many stops are moved at a time
_ROUNDS = 8


def shortest(
    stops: Sequence[Sequence[Way]], start: Point, goals: Sequence[Point] = ()
) -> list[tuple[int, int]]:
    """Return stops and ways through them, by their numbers, in the order of a short way.

    A stop has either two ways, there and back, or one or more that end where they start. After
    the last stop the way goes on to the nearest of the ``goals``, if there are any.
    """
    tours = []
    for first in (goals, ()) if goals else ((),):  # the goals from the first on, or at the end
        tour = _Tour(stops, start, first)
        tour.take_nearest()
        _shorten(tour, len(stops))
        tour.go_on_to(goals)
        tour.settle(tour.order[1:])
        tours.append(tour)
    best = min(tours, key=_Tour.length)
    return [(stop, best.way[stop]) for stop in best.order[1:]]


def _shorten(tour: "_Tour", count: int) -> None:
    """Improve a way, disturb it and improve it again, and keep what is shorter."""
    tour.settle(tour.order[1:])
    for low, middle, high in swaps(count):
        kept, before = tour.kept(), tour.length()
        tour.improve(tour.swap(low, middle, high))
        if tour.length() > before - EPSILON:
            tour.restore(kept)


def _few(places: list[complex]) -> list[complex]:
    """Return some of the places where a stop may begin, all around it."""
    return places[:: max(1, len(places) // _AROUND)]


class _Tour:
    """An order of stops behind the start, which has the number after the last stop.

    Places are complex numbers here: their difference's absolute value is quick to have.
    """

    def __init__(self, stops: Sequence[Sequence[Way]], start: Point, goals: Sequence[Point]):
        self.go_on_to(goals)
        self._ways = [[(complex(*a), complex(*b)) for a, b in ways] for ways in stops]
        self._ways.append([(complex(*start), complex(*start))])
        self._open = [any(a != b for a, b in ways) for ways in self._ways]
        self.way = [0] * len(self._ways)
        self._in = [ways[0][0] for ways in self._ways]
        self._out = [ways[0][1] for ways in self._ways]
        self.order = [len(stops)]
        self._at = [0] * len(self._ways)
        self._near: list[list[tuple[float, int]]] = []

    def go_on_to(self, goals: Sequence[Point]) -> None:
        """Say where the way goes on after the last stop."""
        self._goals = [complex(*goal) for goal in goals]

    def take_nearest(self) -> None:
        """Go to the nearest stop that is left, again and again; note which are near others."""
        count = len(self._ways) - 1
        points = [(way[0], stop) for stop in range(count) for way in self._ways[stop]]
        left = Near(points)
        self._near = self._neighbours(left, count)
        here = self._out[-1]
        for _ in range(count):
            stop = left.nearest(here)
            ways = self._ways[stop]
            left.remove([(way[0], stop) for way in ways])
            self._take(stop, min(range(len(ways)), key=lambda i: abs(here - ways[i][0])))
            self.order.append(stop)
            here = self._out[stop]
        self._number(0, count)

    def _neighbours(self, left: Near, count: int) -> list[list[tuple[float, int]]]:
        """Return for every stop those near it; of few stops all are simply compared."""
        places = [_few([way[0] for way in self._ways[stop]]) for stop in range(count)]
        if count > _FEW:
            return [left.stops(places[stop], stop, _MOST_NEAR) for stop in range(count)]
        found: list[list[tuple[float, int]]] = [[] for _ in range(count)]
        for one in range(count):
            for other in range(one):
                far = min([abs(a - b) for a in places[one] for b in places[other]])
                found[one].append((far, other))
                found[other].append((far, one))
        return [nsmallest(_MOST_NEAR, others) for others in found]

    def length(self) -> Mm:
        """Return how long the way between the stops is."""
        ins, outs = self._in, self._out
        way = sum([abs(outs[a] - ins[b]) for a, b in pairwise(self.order)])
        return way + self._go(self._out[self.order[-1]], len(self.order))

    def choose_ways(self) -> None:
        """Choose the best of all ways through the stops in their order."""
        costs = [0.0]
        behind: list[list[int]] = []
        for before, stop in pairwise(self.order):
            leaving = [way[1] for way in self._ways[before]]
            steps = [
                min(
                    (cost + abs(out - way[0]), i)
                    for i, (cost, out) in enumerate(zip(costs, leaving, strict=True))
                )
                for way in self._ways[stop]
            ]
            costs = [cost for cost, _ in steps]
            behind.append([i for _, i in steps])
        ends = (self._go(way[1], len(self.order)) for way in self._ways[self.order[-1]])
        _, best = min((sum(both), i) for i, both in enumerate(zip(costs, ends, strict=True)))
        for stop, backs in zip(reversed(self.order), reversed(behind), strict=False):
            self._take(stop, best)
            best = backs[best]

    def settle(self, touched: Iterable[int]) -> None:
        """Change order and ways as long as that makes the way shorter, from some stops on."""
        self.improve(touched)
        for _ in range(_ROUNDS):
            before = self.length()
            self.choose_ways()
            if self.length() > before - EPSILON:
                break
            self.improve(self.order[1:])

    def improve(self, touched: Iterable[int]) -> None:
        """Change the order around stops, and around those that this touches."""
        todo = deque(touched)
        waiting = [False] * len(self._ways)
        for stop in todo:
            waiting[stop] = True
        while todo:
            stop = todo.popleft()
            waiting[stop] = False
            while touched := self._turn_round(stop) or self._move(stop):
                for other in touched:
                    if not waiting[other] and other != len(self._ways) - 1:
                        waiting[other] = True
                        todo.append(other)

    def kept(self) -> tuple[list[int], list[int], list[int], list[complex], list[complex]]:
        """Return what :meth:`restore` needs to come back to how it is now."""
        return self.order[:], self.way[:], self._at[:], self._in[:], self._out[:]

    def restore(
        self, kept: tuple[list[int], list[int], list[int], list[complex], list[complex]]
    ) -> None:
        """Go back to an order and its ways."""
        self.order, self.way, self._at, self._in, self._out = kept

    def swap(self, low: int, middle: int, high: int) -> list[int]:
        """Swap the parts ``low`` to ``middle`` and ``middle`` to ``high``; return the ends."""
        order = self.order
        order[low:high] = order[middle:high] + order[low:middle]
        self._number(low, high - 1)
        cut = low + high - middle
        ends = {low - 1, low, cut - 1, cut, high - 1, min(high, len(order) - 1)} - {0}
        return [order[at] for at in sorted(ends)]

    def _take(self, stop: int, way: int) -> None:
        self.way[stop] = way
        self._in[stop], self._out[stop] = self._ways[stop][way]

    def _number(self, first: int, last: int) -> None:
        for at in range(first, last + 1):
            self._at[self.order[at]] = at

    def _step(self, at: int, to: int) -> Mm:
        """Return how far it is from one place in the order to another."""
        return self._go(self._out[self.order[at]], to)

    def _go(self, place: complex, to: int) -> Mm:
        """Return how far it is to a place in the order, or behind the last to a goal."""
        if to < len(self.order):
            return abs(place - self._in[self.order[to]])
        return min((abs(place - goal) for goal in self._goals), default=0.0)

    def _turn_round(self, stop: int) -> list[int]:
        """Turn a part of the way round that starts or ends at a stop; return what it touches."""
        here = self._at[stop]
        ahead, back = self._step(here, here + 1), self._step(here - 1, here)
        for least, other in self._near[stop]:
            if least >= max(ahead, back):
                break
            there = self._at[other]
            low, high = min(here, there), max(here, there)
            for first, last in ((low, high), (low - 1, high - 1)):
                if self._gain_of_turning(first, last) > EPSILON:
                    return self._turn(first + 1, last)
        return []

    def _gain_of_turning(self, low: int, high: int) -> Mm:
        order, ins, outs = self.order, self._in, self._out
        leaving, entering, last = outs[order[low]], ins[order[low + 1]], outs[order[high]]
        if high + 1 < len(order):
            after = ins[order[high + 1]]
            before = abs(leaving - entering) + abs(last - after)
            return before - abs(leaving - last) - abs(entering - after)
        before = abs(leaving - entering) + self._go(last, high + 1)
        return before - abs(leaving - last) - self._go(entering, high + 1)

    def _turn(self, first: int, last: int) -> list[int]:
        part = self.order[first : last + 1][::-1]
        for stop in part:
            self._flip(stop)
        self.order[first : last + 1] = part
        self._number(first, last)
        ends = self.order[first - 1 : first + 1] + self.order[last : last + 2]
        return list(ends)

    def _flip(self, stop: int) -> None:
        if self._open[stop]:
            self._take(stop, 1 - self.way[stop])

    def _move(self, stop: int) -> list[int]:
        """Move a few stops, of which this is the first or the last, beside a near one."""
        here = self._at[stop]
        for count in _BLOCKS:
            for first in {here, here - count + 1}:
                last = first + count - 1
                if first < 1 or last >= len(self.order):
                    continue
                gain = self._step(first - 1, first) + self._step(last, last + 1)
                gain -= self._step(first - 1, last + 1)
                if gain > EPSILON and (touched := self._move_block(first, last, gain, stop)):
                    return touched
        return []

    def _move_block(self, first: int, last: int, gain: Mm, stop: int) -> list[int]:
        for least, other in self._near[stop]:
            if least >= gain:
                break
            there = self._at[other]
            for before in (there - 1, there):
                if first - 1 <= before <= last:
                    continue
                cost, way = self._cost_of_placing(first, last, before)
                if cost < gain - EPSILON:
                    return self._place(first, last, before, way)
        return []

    def _cost_of_placing(self, first: int, last: int, before: int) -> tuple[Mm, int]:
        """Return the least way around a block put elsewhere, and how: a way, or -1 if turned."""
        out = self._out[self.order[before]]
        head, tail = self.order[first], self.order[last]
        if first == last:
            ends = [(*way, i) for i, way in enumerate(self._ways[head])]
        else:
            a, b = self._in[head], self._out[tail]
            ends = [(a, b, 0), (b, a, -1)]
        if before + 1 < len(self.order):
            after = self._in[self.order[before + 1]]
            cost, way = min([(abs(out - a) + abs(b - after), way) for a, b, way in ends])
            return cost - abs(out - after), way
        cost, way = min((abs(out - a) + self._go(b, before + 1), way) for a, b, way in ends)
        return cost - self._step(before, before + 1), way

    def _place(self, first: int, last: int, before: int, way: int) -> list[int]:
        order = self.order
        block = order[first : last + 1]
        touched = [*order[first - 1 : first], *block, *order[last + 1 : last + 2]]
        touched += order[before : before + 2]
        if first == last:
            self._take(block[0], way)
        elif way < 0:
            block.reverse()
            for stop in block:
                self._flip(stop)
        if before > last:
            order[first : before + 1] = order[last + 1 : before + 1] + block
            self._number(first, before)
        else:
            order[before + 1 : last + 1] = block + order[before + 1 : first]
            self._number(before + 1, last)
        return touched
