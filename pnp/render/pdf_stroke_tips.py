"""How far sharp corners and square ends of strokes reach: beyond half the width of a line."""

from collections.abc import Iterable, Iterator
from math import hypot, sqrt

from pnp.base.geometry import Point
from pnp.base.path import Arc, Curve, Path, Segment, walk
from pnp.scene import Item, Pen, Shape, placed_leaves

SMOOTH = 0.999  # the cosine of a turn that is no corner


def stroke_tips(items: Iterable[Item]) -> Iterator[Point]:
    """Yield the tips of sharp corners and of square ends drawn with pens."""
    for leaf, into in placed_leaves(items):
        if isinstance(leaf, Shape) and leaf.style.stroke and leaf.style.pen:
            for path in leaf.paths:
                yield from map(into.apply, _tips(path, leaf.style.stroke_width, leaf.style.pen))


def _tips(path: Path, width: float, pen: Pen) -> Iterator[Point]:
    steps = [(start, one, *_directions(start, one)) for start, one in walk(path)]
    if pen.join == "miter":
        following = [*steps[1:], *(steps[:1] if path.closed else ())]
        for (_, before, _, end), (corner, after, begin, _) in zip(steps, following, strict=False):
            turn = end.x * begin.x + end.y * begin.y
            half = sqrt(max(0.0, (1 + turn) / 2))
            if Arc in (type(before), type(after)) or turn > SMOOTH or half * pen.miter < 1:
                continue
            across = hypot(end.x - begin.x, end.y - begin.y)
            reach = width / 2 / half / across
            yield corner.moved(reach * (end.x - begin.x), reach * (end.y - begin.y))
    if pen.cap == "square" and steps and not path.closed:
        first, last = steps[0], steps[-1]
        for at, (x, y) in ((first[0], (-first[2].x, -first[2].y)), (last[1].to, last[3])):
            for side in (-width / 2, width / 2):
                yield at.moved(width / 2 * x - side * y, width / 2 * y + side * x)


def _directions(start: Point, segment: Segment) -> tuple[Point, Point]:
    """Return the directions in which a segment begins and ends, of length 1."""
    points = [start, *(segment if isinstance(segment, Curve) else (segment.to,))]
    return _toward(points), _toward([Point(-p.x, -p.y) for p in reversed(points)])


def _toward(points: list[Point]) -> Point:
    """Return the direction from the first of several points to the next that is elsewhere."""
    here, *others = points
    for there in others:
        far = hypot(there.x - here.x, there.y - here.y)
        if far:
            return Point((there.x - here.x) / far, (there.y - here.y) / far)
    return Point(1, 0)
