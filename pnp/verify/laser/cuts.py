"""What falls out of a sheet once its cuts are made, found from the cuts alone."""

from collections.abc import Iterator, Sequence
from math import dist, hypot
from typing import NamedTuple

import shapely
from shapely import LineString, Polygon
from shapely.affinity import scale

from pnp.base.geometry import Point, Rect
from pnp.base.units import Mm
from pnp.verify.laser.strokes import SAME, Stroke

GRID: Mm = 0.001  # what is nearer meets
NEAR: Mm = 0.01  # how far an edge may be off: DXF has arcs for curves
REACH: Mm = 0.5  # by how much more than it should be a bridge is still taken for one


class Bridge(NamedTuple):
    """What is left standing between two ends of a cut: its middle and its width, kerf not in it."""

    middle: Point
    width: Mm


def faces(strokes: Sequence[Stroke], bridges: Sequence[LineString] = ()) -> list[Polygon]:
    """Return every area that cuts go all around of, without what is cut out of it."""
    lines = [LineString(stroke.points) for stroke in strokes]
    lines += [*_joints(strokes, lines), *bridges]
    if not lines:
        return []
    met = shapely.unary_union(lines, grid_size=GRID)
    return list(shapely.get_parts(shapely.polygonize(shapely.get_parts(met))))


def _joints(strokes: Sequence[Stroke], lines: Sequence[LineString]) -> Iterator[LineString]:
    """Yield what joins the ends of open cuts to cuts that they all but touch."""
    tree = shapely.STRtree(lines)
    for number, stroke in enumerate(strokes):
        for end in () if stroke.closed else (stroke.start, stroke.end):
            point = shapely.Point(end)
            for other in tree.query(point, predicate="dwithin", distance=1.5 * SAME).tolist():
                if other != number and lines[other].distance(point) > 0:
                    yield shapely.shortest_line(point, lines[other])


def box(area: Polygon) -> Rect:
    """Return the bounds of an area."""
    left, top, right, bottom = area.bounds
    return Rect(left, top, right - left, bottom - top)


def grown(rect: Rect, kerf: tuple[Mm, Mm], side: int) -> Rect:
    """Return where the cut around edges goes, or inside them if ``side`` is -1."""
    by, down = side * kerf[0] / 2, side * kerf[1] / 2
    return Rect(rect.x - by, rect.y - down, rect.width + 2 * by, rect.height + 2 * down)


def nearest(areas: Sequence[Polygon], wanted: Rect, least: float) -> int | None:
    """Return which area has most nearly the bounds that are wanted, if it has ``least`` of them."""
    shares = [(_share(box(area), wanted), n) for n, area in enumerate(areas)]
    best, number = max(shares, default=(0.0, -1))
    return number if best >= least else None


def _share(one: Rect, other: Rect) -> float:
    """Return how much of both is common, from 0 to 1."""
    both = one.intersection(other)
    common = both.width * both.height
    whole = one.width * one.height + other.width * other.height - common
    return common / whole if whole else 0.0


def after_burning(area: Polygon, kerf: tuple[Mm, Mm], side: int) -> Polygon:
    """Return what is left of a part, or what room there is in a hole if ``side`` is -1."""
    outside = Polygon(area.exterior)
    across, down = kerf
    if not (across and down):
        return outside
    even = scale(outside, 1.0, across / down, origin=(0, 0))
    moved = even.buffer(-side * across / 2, join_style="mitre", mitre_limit=10)
    found: Polygon = scale(moved, 1.0, down / across, origin=(0, 0))
    return found


def bridged(
    strokes: Sequence[Stroke], tabs: tuple[int, Mm], kerf: tuple[Mm, Mm]
) -> Iterator[tuple[Bridge, LineString]]:
    """Yield the bridges between ends of open cuts, each with the line that would close the cut."""
    ends = list(_free_ends(strokes))
    if not ends:
        return
    tree = shapely.STRtree(shapely.points(ends))
    most = tabs[1] + max(kerf) + REACH
    pairs = tree.query(shapely.points(ends), predicate="dwithin", distance=most).T.tolist()
    apart = sorted((dist(ends[a], ends[b]), a, b) for a, b in pairs if a < b)
    used: set[int] = set()
    for gap, a, b in apart:
        if gap > SAME and not used & {a, b}:
            used |= {a, b}
            middle = Point((ends[a].x + ends[b].x) / 2, (ends[a].y + ends[b].y) / 2)
            way = Point((ends[b].x - ends[a].x) / gap, (ends[b].y - ends[a].y) / gap)
            yield Bridge(middle, gap - _spot(kerf, way)), LineString((ends[a], ends[b]))


def _free_ends(strokes: Sequence[Stroke]) -> Iterator[Point]:
    """Yield the ends of open cuts that lie on no other cut."""
    tree = shapely.STRtree([LineString(stroke.points) for stroke in strokes])
    for number, stroke in enumerate(strokes):
        for end in () if stroke.closed else (stroke.start, stroke.end):
            met = tree.query(shapely.Point(end), predicate="dwithin", distance=SAME)
            if set(met.tolist()) <= {number}:
                yield end


def _spot(kerf: tuple[Mm, Mm], way: Point) -> Mm:
    """Return how long the burnt spot is in a direction."""
    if not (kerf[0] and kerf[1]):
        return 0.0
    return 1 / hypot(way.x / kerf[0], way.y / kerf[1])
