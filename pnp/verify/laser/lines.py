"""Lines of laser files as the beam sees them: on the bed, closed, and burnt once."""

from collections.abc import Iterator, Sequence
from math import dist, hypot, tau

import shapely

from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import Mm, dimensions
from pnp.verify.findings import Finding, ok, unchecked, wrong
from pnp.verify.laser.marks import CUTS, Marked, of
from pnp.verify.laser.strokes import SAME, Round, Straight, Stroke

LEAST: Mm = 0.05  # lines that touch or cross share less
_OFF: Mm = 0.001


def bed_finding(strokes: Sequence[Stroke], bed: Size | None) -> Finding:
    """Judge whether all lies on the bed."""
    if bed is None:
        return unchecked("on the bed", "how large the bed is is not told")
    room = Rect(0, 0, *bed).inset(-_OFF)
    off = [stroke for stroke in strokes if not room.contains(stroke.bounds)]
    if not off:
        return ok("on the bed", f"all within {dimensions(*bed)}")
    box = off[0].bounds
    found = f"{_count(off)} off it, from {_at(box.x, box.y)} to {_at(box.right, box.bottom)}"
    return wrong("on the bed", found, f"all within {dimensions(*bed)}")


def closed_finding(strokes: Sequence[Marked], may_be_open: bool) -> Finding:
    """Judge outlines; cuts between parts ``may_be_open`` where parts share them or have bridges."""
    bad = [one for one in strokes if _is_open(one, may_be_open)]
    if not bad:
        return ok("closed", "every outline that has to be")
    names = sorted({"/".join(sorted(one.steps)) or "line" for one in bad})
    start, end = bad[0].stroke.start, bad[0].stroke.end
    gap = f"from {_at(*start)} to {_at(*end)}, {dist(start, end):.2f} mm apart"
    right = "closed ones: areas are not filled and holes not cut otherwise"
    return wrong("closed", f"{_count(bad)} open ({', '.join(names)}), {gap}", right)


def _is_open(one: Marked, may_be_open: bool) -> bool:
    stroke = one.stroke
    if stroke.closed:
        return not stroke.returns
    if one.job == "engrave" or one.steps == {"inner"}:
        return True
    if one.job in ("cut", "line") and stroke.returns:
        return True
    return bool(one.steps & CUTS) and one.job == "cut" and not may_be_open


def twice_finding(strokes: Sequence[Marked]) -> Finding:
    """Judge whether the beam goes anywhere twice, in one step or in two."""
    lines = of(strokes, "cut", "score", "line")
    areas = [*_same_areas(of(strokes, "engrave"))]
    found = list(overlaps(lines))
    if not (found or areas):
        return ok("burnt twice", "0 mm")
    told = []
    if found:
        total, at = sum(length for length, _ in found), found[0][1]
        told.append(f"{total:.2f} mm of lines, first at {_at(*at)}")
    if areas:
        told.append(f"{len(areas)} engraved areas, first at {_at(areas[0].x, areas[0].y)}")
    return wrong("burnt twice", " and ".join(told), "nothing")


def overlaps(strokes: Sequence[Stroke]) -> Iterator[tuple[Mm, Point]]:
    """Yield how long two lines or two arcs lie on one another, and where."""
    bits = [bit for stroke in strokes for bit in stroke.bits]
    lines = [bit for bit in bits if isinstance(bit, Straight)]
    arcs = [bit for bit in bits if isinstance(bit, Round)]
    shapes = [shapely.LineString((line.start, line.end)) for line in lines]
    for one, other in _pairs(shapes, SAME):
        yield from _on_line(lines[one], lines[other])
    middles = [shapely.Point(arc.middle) for arc in arcs]
    for one, other in _pairs(middles, 10 * SAME):
        yield from _on_arc(arcs[one], arcs[other])


def _pairs(shapes: Sequence[shapely.Geometry], near: Mm) -> Iterator[tuple[int, int]]:
    if not shapes:
        return
    tree = shapely.STRtree(shapes)
    for one, other in tree.query(shapes, predicate="dwithin", distance=near).T.tolist():
        if one < other:
            yield one, other


def _on_line(one: Straight, other: Straight) -> Iterator[tuple[Mm, Point]]:
    long, short = (one, other) if one.length >= other.length else (other, one)
    length = long.length
    way = Point((long.end.x - long.start.x) / length, (long.end.y - long.start.y) / length)

    def along(at: Point) -> tuple[Mm, Mm]:
        x, y = at.x - long.start.x, at.y - long.start.y
        return x * way.x + y * way.y, x * way.y - y * way.x

    (first, off), (last, off_too) = sorted(map(along, (short.start, short.end)))
    low, high = max(first, 0.0), min(last, length)
    if high - low <= LEAST:
        return
    slope = (off_too - off) / (last - first)
    if max(abs(off + slope * (at - first)) for at in (low, high)) <= SAME:
        yield high - low, long.start.moved(way.x * low, way.y * low)


def _on_arc(one: Round, other: Round) -> Iterator[tuple[Mm, Point]]:
    if abs(one.radius - other.radius) > 10 * SAME:
        return
    (low, high), (first, last) = (
        sorted((arc.begin, arc.begin + arc.sweep)) for arc in (one, other)
    )
    for turn in range(-3, 4):
        start, end = max(low, first + turn * tau), min(high, last + turn * tau)
        if (end - start) * one.radius <= LEAST:
            continue
        places = [one.at(start + (end - start) * part) for part in (0.0, 0.5, 1.0)]
        if all(abs(dist(place, other.middle) - other.radius) <= SAME for place in places):
            yield (end - start) * one.radius, places[0]


def _same_areas(strokes: Sequence[Stroke]) -> Iterator[Rect]:
    boxes = [stroke.bounds for stroke in strokes]
    corners = [shapely.Point(box.x, box.y) for box in boxes]
    for one, other in _pairs(corners, SAME):
        size, size_too = boxes[one].size, boxes[other].size
        alike = hypot(size.width - size_too.width, size.height - size_too.height) <= SAME
        if alike and abs(strokes[one].length - strokes[other].length) <= 10 * SAME:
            yield boxes[one]


def _at(x: Mm, y: Mm) -> str:
    return f"({x:.2f}, {y:.2f})"


def _count(found: Sequence[object]) -> str:
    return "1 line" if len(found) == 1 else f"{len(found)} lines"
