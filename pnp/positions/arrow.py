"""Draw a move over a board: a shaft from place to place and a head at its end."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

from pnp.base.geometry import Point, Size
from pnp.base.path import Curve, Line, Path, Segment, polygon
from pnp.base.units import Mm
from pnp.scene import Item, Shape, Style

COLOR = "#c2361f"
SHAFT: Mm = 1.1
HEAD: Mm = 4.5
BEND: Mm = 7.0  # from a corner of the way: where its rounding begins
DASH = (2.4, 1.6)  # of a capture


def draw_arrow(stops: Sequence[Point], before: Size, aside: Mm, dashed: bool) -> Iterator[Item]:
    """Draw an arrow by way of ``stops`` that ends at an ellipse of half the size ``before``.

    ``aside`` moves it to its left: a straight one becomes a bow between the same ends.
    """
    bow = aside and len(stops) == 2
    route = _bowed(stops[0], stops[1], aside) if bow else _moved(stops, aside)
    x, y = _toward(route[-2], route[-1])
    short = 1 / hypot(2 * x / before.width, 2 * y / before.height)
    tip = route[-1].moved(-short * x, -short * y)
    foot = tip.moved(-HEAD * x, -HEAD * y)
    route = (*route[:-1], foot)
    segments = (_curve(*route),) if bow else tuple(_rounded(route))
    shaft = Path(route[0], segments, closed=False)
    style = Style(stroke=COLOR, stroke_width=SHAFT, dash=DASH if dashed else ())
    yield Shape((shaft,), style)
    sides = [foot.moved(-side * y, side * x) for side in (HEAD / 2, -HEAD / 2)]
    yield Shape((polygon((tip, *sides)),), Style(fill=COLOR))
    yield Shape((polygon(_dot(route[0])),), Style(fill=COLOR))


def _bowed(start: Point, end: Point, aside: Mm) -> tuple[Point, ...]:
    """Return a bow's ends with the point between that it bends towards."""
    x, y = _toward(start, end)
    middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
    return (start, middle.moved(2 * aside * y, -2 * aside * x), end)


def _moved(stops: Sequence[Point], aside: Mm) -> tuple[Point, ...]:
    """Return a way that runs beside another, to the left of it."""
    legs = [_toward(*leg) for leg in pairwise(stops)]
    turns = zip(stops, [legs[0], *legs], [*legs, legs[-1]], strict=True)
    return tuple(_beside(stop, before, after, aside) for stop, before, after in turns)


def _beside(
    corner: Point, before: tuple[float, float], after: tuple[float, float], aside: Mm
) -> Point:
    """Return where the lines beside two legs of a way meet; beside the first if it turns back."""
    along = 1 + before[0] * after[0] + before[1] * after[1]
    x, y = before[0] + after[0], before[1] + after[1]
    if along < 1e-6:
        (x, y), along = before, 1.0
    return corner.moved(aside * y / along, -aside * x / along)


def _curve(start: Point, toward: Point, end: Point) -> Curve:
    """Return the curve that leaves its start and reaches its end in the direction of one point."""
    first, second = (_between(ends, toward, 2 / 3) for ends in (start, end))
    return Curve(first, second, end)


def _rounded(route: Sequence[Point]) -> Iterator[Segment]:
    """Yield lines along a way with its corners rounded."""
    here = route[0]
    for corner, after in pairwise(route[1:]):
        reach = min(BEND, _distance(here, corner) / 2, _distance(corner, after) / 2)
        near = _between(corner, here, reach / _distance(corner, here))
        yield Line(near)
        here = _between(corner, after, reach / _distance(corner, after))
        yield _curve(near, corner, here)
    yield Line(route[-1])


def _toward(start: Point, end: Point) -> tuple[float, float]:
    length = _distance(start, end)
    return (end.x - start.x) / length, (end.y - start.y) / length


def _between(start: Point, end: Point, part: float) -> Point:
    return start.moved(part * (end.x - start.x), part * (end.y - start.y))


def _distance(one: Point, other: Point) -> Mm:
    return hypot(other.x - one.x, other.y - one.y)


def _dot(at: Point) -> tuple[Point, ...]:
    return tuple(at.moved(dx, dy) for dx, dy in ((-1, 0), (0, -1), (1, 0), (0, 1)))
