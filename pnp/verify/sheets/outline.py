"""Lines of a drawing as points on them, and how far they reach."""

from collections.abc import Iterable, Iterator
from math import sqrt
from typing import NamedTuple

from pnp.base.geometry import Point, Rect
from pnp.base.units import EPSILON


class Contour(NamedTuple):
    """One line without a gap: its ends, its corners, and where its curves reach furthest."""

    points: tuple[Point, ...]
    curved: bool
    closed: bool = False

    @property
    def is_line(self) -> bool:
        """Whether it is straight, from one end to another."""
        return len(self.points) == 2 and not self.curved and not self.closed


def bounds_of(contours: Iterable[Contour]) -> Rect:
    """Return the rectangle around contours, of which there is one at least."""
    return Rect.around(point for contour in contours for point in contour.points)


def curve_points(start: Point, one: Point, two: Point, end: Point) -> Iterator[Point]:
    """Yield where a cubic curve reaches furthest each way, and its end."""
    turns = {*_turns(start.x, one.x, two.x, end.x), *_turns(start.y, one.y, two.y, end.y)}
    for t in sorted(turns):
        s = 1 - t
        parts = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        places = (start, one, two, end)
        yield Point(
            sum(part * place.x for part, place in zip(parts, places, strict=True)),
            sum(part * place.y for part, place in zip(parts, places, strict=True)),
        )
    yield end


def _turns(p: float, q: float, r: float, s: float) -> Iterator[float]:
    """Yield where along a cubic its derivative, a t² + b t + c, is zero."""
    a, b, c = s - 3 * r + 3 * q - p, 2 * (r - 2 * q + p), q - p
    if abs(a) < EPSILON:
        roots = [-c / b] if abs(b) > EPSILON else []
    else:
        inside = b * b - 4 * a * c
        roots = [(-b + way * sqrt(inside)) / (2 * a) for way in (-1, 1)] if inside >= 0 else []
    yield from (t for t in roots if 0 < t < 1)
