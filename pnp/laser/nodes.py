"""Places that are the same within a tolerance, known by numbers."""

from pnp.base.geometry import Point
from pnp.base.units import Mm
from pnp.laser.edges import apart

TOLERANCE: Mm = 0.002  # cuts nearer than this are one


class Nodes:
    """Numbers of places, given in the order in which they first come up."""

    def __init__(self, tolerance: Mm = TOLERANCE):
        self._tolerance = tolerance
        self._cells: dict[tuple[int, int], list[int]] = {}
        self.places: list[Point] = []

    def number(self, place: Point) -> int:
        """Return the number of a place; a new one if none is within the tolerance."""
        column, row = (round(at / self._tolerance) for at in place)
        for i in (column, column - 1, column + 1):
            for j in (row, row - 1, row + 1):
                for known in self._cells.get((i, j), ()):
                    if apart(place, self.places[known]) <= self._tolerance:
                        return known
        self._cells.setdefault((column, row), []).append(len(self.places))
        self.places.append(place)
        return len(self.places) - 1
