"""The order in which paths are cut, so that the way between them is short."""

from collections.abc import Sequence
from itertools import pairwise

import shapely

from pnp.base.geometry import Point
from pnp.base.path import Line, Path, Segment, path_bounds, walk
from pnp.base.units import EPSILON, Mm
from pnp.laser.edges import apart, backwards, heading, turn
from pnp.laser.tour import Way, shortest

_CORNER = 0.3  # radians: a smaller turn is no corner
_MOST_CORNERS = 60  # places where a closed path may start
_MOST_GOALS = 60


def by_travel(paths: Sequence[Path], start: Point) -> tuple[Path, ...]:
    """Return paths in an order in which the way between them is short, from a start.

    Open paths may be turned round, and closed ones start at another corner. A closed path comes
    after all that lie within the room it takes: the frame of a block after the lines in it, a
    part after its holes.
    """
    stops = [_ways(path) for path in paths]
    levels = _levels(paths)
    groups = [[i for i, at in enumerate(levels) if at == level] for level in sorted({*levels})]
    found: list[Path] = []
    for group, following in pairwise([*groups, []]):
        goals = [way[0] for i in following for way in stops[i]]
        tour = shortest([stops[i] for i in group], start, goals[:_MOST_GOALS])
        for index, way in tour:
            found.append(_turned(paths[group[index]], way))
        start = end_of(found[-1])
    return tuple(found)


def travel(paths: Sequence[Path], start: Point) -> Mm:
    """Return how far the beam goes without burning: from a start to the last path."""
    way = 0.0
    for path in paths:
        way += apart(start, path.start)
        start = end_of(path)
    return way


def end_of(path: Path) -> Point:
    """Return where the beam is after a path."""
    return path.start if path.closed or not path.segments else path.segments[-1].to


def _levels(paths: Sequence[Path]) -> list[int]:
    """Return for every path how deep others lie in the room it takes."""
    bounds = [path_bounds(path) for path in paths]
    rooms = [shapely.box(b.x, b.y, b.right, b.bottom) for b in bounds]
    tree = shapely.STRtree(rooms)
    levels = [0] * len(paths)
    by_size = sorted(range(len(paths)), key=lambda i: bounds[i].width + bounds[i].height)
    for index in by_size:
        if not paths[index].closed:
            continue
        for other in sorted(tree.query(rooms[index]).tolist()):
            mine, its = bounds[index], bounds[other]
            larger = mine.width + mine.height > its.width + its.height + EPSILON
            if other != index and larger and mine.contains(its):
                levels[index] = max(levels[index], levels[other] + 1)
    return levels


def _ways(path: Path) -> tuple[Way, ...]:
    """Return the ways to cut a path: where each starts and ends, as it is first.

    An open path has two, a closed one as many as it has corners.
    """
    if not path.closed:
        end = end_of(path)
        return (path.start, end), (end, path.start)
    return tuple((place, place) for place, _ in _corners(path))


def _corners(path: Path) -> list[tuple[Point, int]]:
    """Return the corners of a closed path and the segments that leave them.

    A path without corners may start where any of its segments does.
    """
    pieces = list(walk(path))
    corners = [
        (start, index)
        for index, (start, segment) in enumerate(pieces)
        if abs(_bend(pieces[index - 1], (start, segment))) > _CORNER
    ]
    found = corners or [(start, index) for index, (start, _) in enumerate(pieces)]
    return found[:: -(-len(found) // _MOST_CORNERS) or 1] or [(path.start, 0)]


def _bend(before: tuple[Point, Segment], after: tuple[Point, Segment]) -> float:
    back = heading(before[1].to, backwards(*before))
    return turn(Point(-back.x, -back.y), heading(*after))


def _turned(path: Path, way: int) -> Path:
    """Return a path that is cut another way, by the number in :func:`_ways`."""
    pieces = list(walk(path))
    if not path.closed and not way:
        return path
    if path.closed:
        start, first = _corners(path)[way]
        pieces = pieces[first:] + pieces[:first]
    else:
        start = end_of(path)
        pieces = [(piece.to, backwards(begin, piece)) for begin, piece in reversed(pieces)]
    steps = tuple(segment for _, segment in pieces)
    if path.closed and len(steps) > 2 and isinstance(steps[-1], Line):
        steps = steps[:-1]
    return Path(start, steps, path.closed)
