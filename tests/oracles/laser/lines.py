"""Lines and areas that are burnt twice, and outlines that are open."""

from collections.abc import Iterator, Sequence
from math import cos, dist, hypot, sin, tau

import shapely
from oracles.laser.strokes import SAME, LaserStroke, segment_length, with_operation

from pnp.base.geometry import Point
from pnp.base.path import Arc, arc_geometry
from pnp.base.units import Mm

LEAST: Mm = 0.05  # lines that only touch or cross have less in common
Stretch = tuple[Point, Point]  # a straight line, by its ends
Circular = tuple[Point, Mm, float, float]  # an arc: centre, radius, first angle and sweep
LineFault = tuple[str, str]


def line_faults(strokes: Sequence[LaserStroke], cuts_may_be_open: bool) -> Iterator[LineFault]:
    """Yield the open outlines, and what is burnt twice; shared and tabbed cuts may be open."""
    for stroke in strokes:
        if not stroke.closed and _must_be_closed(stroke, cuts_may_be_open):
            yield "closed", f"{stroke.operation} is open at {_at(stroke.start)}"
    for length, at in overlaps(with_operation(strokes, "cut", "score", "line")):
        yield "burnt twice", f"{length:.2f} mm of a line at {_at(at)}"
    for at in _repeated_areas(with_operation(strokes, "engrave")):
        yield "burnt twice", f"an engraved area at {_at(at)}"


def _must_be_closed(stroke: LaserStroke, cuts_may_be_open: bool) -> bool:
    if stroke.operation == "engrave" or stroke.steps == {"inner"}:
        return True
    if stroke.operation in ("cut", "line") and dist(stroke.start, stroke.end) < SAME:
        return True  # it returns to where it begins
    return stroke.operation == "cut" and not cuts_may_be_open


def overlaps(strokes: Sequence[LaserStroke]) -> Iterator[tuple[Mm, Point]]:
    """Yield each length that two lines or two arcs share, with its first point."""
    lines: list[Stretch] = []
    arcs: list[Circular] = []
    for stroke in strokes:
        for start, segment in stroke.segments:
            if not isinstance(segment, Arc):
                lines.append((start, segment.to))
            elif segment_length(start, segment):
                middle, begin, sweep = arc_geometry(start, segment)
                arcs.append((middle, segment.radius, begin, sweep))
    for one, other in _pairs([shapely.LineString(line) for line in lines], SAME):
        yield from _shared_line(lines[one], lines[other])
    for one, other in _pairs([shapely.Point(middle) for middle, *_ in arcs], 10 * SAME):
        yield from _shared_arc(arcs[one], arcs[other])


def _pairs(shapes: Sequence[shapely.Geometry], near: Mm) -> Iterator[tuple[int, int]]:
    """Yield the index pairs of shapes that are near each other."""
    if not shapes:
        return
    tree = shapely.STRtree(shapes)
    for one, other in tree.query(shapes, predicate="dwithin", distance=near).T.tolist():
        if one < other:
            yield one, other


def _shared_line(one: Stretch, other: Stretch) -> Iterator[tuple[Mm, Point]]:
    long, short = (one, other) if dist(*one) >= dist(*other) else (other, one)
    length, (origin, end) = dist(*long), long
    direction = Point((end.x - origin.x) / length, (end.y - origin.y) / length)

    def along(at: Point) -> tuple[Mm, Mm]:
        x, y = at.x - origin.x, at.y - origin.y
        return x * direction.x + y * direction.y, x * direction.y - y * direction.x

    (first, off), (last, last_off) = sorted(map(along, short))
    low, high = max(first, 0.0), min(last, length)
    if high - low <= LEAST:
        return
    slope = (last_off - off) / (last - first)
    if max(abs(off + slope * (at - first)) for at in (low, high)) <= SAME:
        yield high - low, origin.moved(direction.x * low, direction.y * low)


def _shared_arc(one: Circular, other: Circular) -> Iterator[tuple[Mm, Point]]:
    (middle, radius, *angles), (other_middle, other_radius, *other_angles) = one, other
    if abs(radius - other_radius) > 10 * SAME:
        return
    (low, high), (first, last) = (
        sorted((begin, begin + sweep)) for begin, sweep in (angles, other_angles)
    )
    for turn in range(-3, 4):
        start, end = max(low, first + turn * tau), min(high, last + turn * tau)
        if (end - start) * radius <= LEAST:
            continue
        points = [
            middle.moved(radius * cos(angle), radius * sin(angle))
            for angle in (start, (start + end) / 2, end)
        ]
        if all(abs(dist(point, other_middle) - other_radius) <= SAME for point in points):
            yield (end - start) * radius, points[0]


def _repeated_areas(strokes: Sequence[LaserStroke]) -> Iterator[Point]:
    boxes = [stroke.bounds for stroke in strokes]
    for one, other in _pairs([shapely.Point(box.x, box.y) for box in boxes], SAME):
        size, other_size = boxes[one].size, boxes[other].size
        alike = hypot(size.width - other_size.width, size.height - other_size.height) <= SAME
        if alike and abs(strokes[one].length - strokes[other].length) <= 10 * SAME:
            yield boxes[one].center


def _at(at: Point) -> str:
    return f"{at.x:.2f}, {at.y:.2f}"
