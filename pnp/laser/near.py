"""Places near a place, found by the squares of a grid they lie in."""

from collections.abc import Iterable, Iterator, Sequence
from math import hypot, sqrt

Spot = tuple[complex, int]  # a place and the number of what is there


class Near:
    """Places that know what they belong to; one thing may have several."""

    def __init__(self, spots: Sequence[Spot]):
        xs = [place.real for place, _ in spots] or [0.0]
        ys = [place.imag for place, _ in spots] or [0.0]
        self._low, self._high = complex(min(xs), min(ys)), complex(max(xs), max(ys))
        room, count = self._high - self._low, max(1, len(spots))
        widest = max(room.real, room.imag)
        self._side = max(sqrt(room.real * room.imag / count), widest / count, 1e-3)
        self._last = self._cell(self._high)
        self._cells: dict[tuple[int, int], list[Spot]] = {}
        for spot in spots:
            self._cells.setdefault(self._cell(spot[0]), []).append(spot)

    def remove(self, spots: Iterable[Spot]) -> None:
        """Forget places."""
        for spot in spots:
            self._cells[self._cell(spot[0])].remove(spot)

    def nearest(self, place: complex) -> int:
        """Return what has the place nearest to one; the lower number of two as near."""
        best = (float("inf"), -1)
        for sure, spots in self._rings(place):
            for spot, what in spots:
                best = min(best, (abs(spot - place), what))
            if best[0] <= sure:
                break
        return best[1]

    def stops(self, places: Iterable[complex], but: int, most: int) -> list[tuple[float, int]]:
        """Return what is near any of some places, with how far it is, the nearest first."""
        found: dict[int, float] = {}
        for place in places:
            mine: set[int] = set()
            for _, spots in self._rings(place):
                for spot, what in spots:
                    if what != but:
                        mine.add(what)
                        found[what] = min(found.get(what, float("inf")), abs(spot - place))
                if len(mine) >= most:
                    break
        return sorted((far, what) for what, far in found.items())[:most]

    def _cell(self, place: complex) -> tuple[int, int]:
        off = (place - self._low) / self._side
        return round(off.real), round(off.imag)

    def _rings(self, place: complex) -> Iterator[tuple[float, list[Spot]]]:
        """Yield squares around a place ring by ring, and how far all places are known by then.

        From outside of the grid rings are about the nearest place within; what is so far from
        that is at least as far as the third side of a right triangle.
        """
        inside = complex(
            min(max(place.real, self._low.real), self._high.real),
            min(max(place.imag, self._low.imag), self._high.imag),
        )
        column, row = self._cell(inside)
        reach = max(column, row, self._last[0] - column, self._last[1] - row)
        for ring in range(reach + 1):
            cells = self._ring(column, row, ring)
            spots = [spot for cell in cells for spot in self._cells.get(cell, ())]
            yield hypot(abs(place - inside), ring * self._side), spots

    def _ring(self, column: int, row: int, ring: int) -> Iterator[tuple[int, int]]:
        """Yield the squares of the grid that are so many steps from one."""
        left, right, top, bottom = column - ring, column + ring, row - ring, row + ring
        across = range(max(left, 0), min(right, self._last[0]) + 1)
        down = range(max(top + 1, 0), min(bottom - 1, self._last[1]) + 1)
        yield from ((i, top) for i in across if top >= 0)
        yield from ((i, bottom) for i in across if ring and bottom <= self._last[1])
        yield from ((left, j) for j in down if left >= 0)
        yield from ((right, j) for j in down if ring and right <= self._last[0])
