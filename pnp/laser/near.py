"""Places near a place, found by the squares of a grid they lie in."""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, sqrt

Spot = tuple[complex, int]  # a place and the number of what is there


class Near:
    """Places that know what they belong to; one thing may have several."""

    def __init__(self, spots: Sequence[Spot]):
        xs = [place.real for place, _ in spots] or [0.0]
        ys = [place.imag for place, _ in spots] or [0.0]
        self._corner = complex(min(xs), min(ys))
        width, height = max(xs) - min(xs), max(ys) - min(ys)
        self._side = max(sqrt(width * height / max(1, len(spots))), (width + height) / 200, 1e-3)
        self._most = ceil(max(width, height) / self._side) + 1
        self._cells: dict[tuple[int, int], list[Spot]] = {}
        for spot in spots:
            self._cells.setdefault(self._cell(spot[0]), []).append(spot)

    def remove(self, spots: Iterable[Spot]) -> None:
        """Forget places."""
        for spot in spots:
            cell = self._cell(spot[0])
            self._cells[cell].remove(spot)
            if not self._cells[cell]:
                del self._cells[cell]

    def nearest(self, place: complex) -> int:
        """Return what has the place nearest to one; the lower number of two as near."""
        best: tuple[float, int] | None = None
        for sure, spots in self._rings(place):
            for spot, what in spots:
                found = (abs(spot - place), what)
                best = found if best is None or found < best else best
            if best is not None and best[0] <= sure:
                break
        assert best is not None
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
                        found[what] = min(found.get(what, 1e9), abs(spot - place))
                if len(mine) >= most:
                    break
        return sorted((far, what) for what, far in found.items())[:most]

    def _cell(self, place: complex) -> tuple[int, int]:
        off = (place - self._corner) / self._side
        return round(off.real), round(off.imag)

    def _rings(self, place: complex) -> Iterator[tuple[float, list[Spot]]]:
        """Yield squares around a place ring by ring, and how far all places are known by then."""
        column, row = self._cell(place)
        get = self._cells.get
        for ring in range(self._most + max(abs(column), abs(row)) + 1):
            left, right, top, bottom = column - ring, column + ring, row - ring, row + ring
            around = {(i, j) for i in range(left, right + 1) for j in (top, bottom)}
            around |= {(i, j) for j in range(top, bottom + 1) for i in (left, right)}
            spots = [spot for cell in sorted(around) for spot in get(cell, ())]
            yield ring * self._side, spots
