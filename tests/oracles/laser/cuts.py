"""The areas that cuts enclose, and the tabs that hold parts in the sheet."""

from collections.abc import Iterator, Sequence
from math import dist, hypot
from typing import NamedTuple

import shapely
from oracles.laser.strokes import SAME, LaserStroke
from shapely import LineString, Polygon
from shapely.affinity import scale

from pnp.base.geometry import Point, Rect
from pnp.base.units import Mm

GRID: Mm = 0.001  # ends that are closer meet
NEAR: Mm = 0.01  # how far an edge may be off: in a DXF, arcs approximate curves
KerfWidths = tuple[Mm, Mm]  # the kerf of a beam across the bed and down it
REACH: Mm = 0.5  # how much wider than requested a gap may be to count as a tab


class Tab(NamedTuple):
    """A tab between two ends of a cut: its middle, and its width without the kerf.

    ``gap`` is the line that closes the cut.
    """

    middle: Point
    width: Mm
    gap: LineString


def enclosed_areas(
    strokes: Sequence[LaserStroke], gaps: Sequence[LineString] = ()
) -> list[Polygon]:
    """Return every area that cuts enclose, without the areas inside it."""
    lines = [LineString(stroke.points) for stroke in strokes]
    joints = [
        shapely.shortest_line(end, lines[other])
        for end, others in _open_ends(strokes, lines, 1.5 * SAME)
        for other in others
        if lines[other].distance(end) > 0
    ]
    lines += [*joints, *gaps]
    if not lines:
        return []
    met = shapely.unary_union(lines, grid_size=GRID)
    return list(shapely.get_parts(shapely.polygonize(shapely.get_parts(met))))


def _open_ends(
    strokes: Sequence[LaserStroke], lines: Sequence[LineString], near: Mm
) -> Iterator[tuple[shapely.Point, list[int]]]:
    """Yield each end of open cuts, and the indices of the other cuts near it."""
    tree = shapely.STRtree(lines)
    for number, stroke in enumerate(strokes):
        for end in () if stroke.closed else (stroke.start, stroke.end):
            point = shapely.Point(end)
            found = tree.query(point, predicate="dwithin", distance=near).tolist()
            yield point, [other for other in found if other != number]


def box(area: Polygon) -> Rect:
    """Return the bounds of an area."""
    left, top, right, bottom = area.bounds
    return Rect(left, top, right - left, bottom - top)


def cut_around(rect: Rect, kerf: KerfWidths, side: int) -> Rect:
    """Return the rectangle of the cut around a part, or inside a hole if ``side`` is -1."""
    return Rect.about(rect.center, rect.width + side * kerf[0], rect.height + side * kerf[1])


def common_share(one: Rect, other: Rect) -> float:
    """Return the area that two rectangles share, as a fraction (0 to 1)."""
    both = one.intersection(other)
    common = both.width * both.height
    whole = one.width * one.height + other.width * other.height - common
    return common / whole if whole else 0.0


def after_burning(area: Polygon, kerf: KerfWidths, side: int) -> Polygon:
    """Return a part without the kerf, or a hole with it if ``side`` is -1."""
    return _grown(Polygon(area.exterior), kerf, -side)


def cut_and_burnt(outline: Polygon, kerf: KerfWidths, side: int) -> Polygon:
    """Return a part or hole as it can be cut: the beam does not reach the tips of notches."""
    return _grown(_grown(outline, kerf, side), kerf, -side)


def _grown(area: Polygon, kerf: KerfWidths, side: int) -> Polygon:
    """Return an area grown by half the kerf, or shrunk by it if ``side`` is -1."""
    across, down = kerf
    if min(kerf) < SAME:
        return area
    # Stretch the sheet so that an oval beam becomes round.
    stretched = scale(area, 1.0, across / down, origin=(0, 0))
    moved = stretched.buffer(side * across / 2, join_style="mitre", mitre_limit=10)
    grown: Polygon = scale(moved, 1.0, down / across, origin=(0, 0))
    return grown


def find_tabs(strokes: Sequence[LaserStroke], width: Mm, kerf: KerfWidths) -> list[Tab]:
    """Return the tabs between the ends of open cuts; ``width`` is the requested width."""
    lines = [LineString(stroke.points) for stroke in strokes]
    points = [end for end, others in _open_ends(strokes, lines, SAME) if not others]
    if not points:
        return []
    ends = [Point(end.x, end.y) for end in points]
    widest = width + max(kerf) + REACH
    pairs = shapely.STRtree(points).query(points, predicate="dwithin", distance=widest).T.tolist()
    gaps = sorted((dist(ends[a], ends[b]), a, b) for a, b in pairs if a < b)
    used: set[int] = set()
    tabs = []
    for gap, a, b in gaps:
        if gap > SAME and not used & {a, b}:
            used |= {a, b}
            (x, y), (to_x, to_y) = ends[a], ends[b]
            middle = Point((x + to_x) / 2, (y + to_y) / 2)
            burnt = _spot(kerf, Point((to_x - x) / gap, (to_y - y) / gap))
            tabs.append(Tab(middle, gap - burnt, LineString((ends[a], ends[b]))))
    return tabs


def _spot(kerf: KerfWidths, direction: Point) -> Mm:
    """Return the width of the beam's spot along ``direction``, a unit vector."""
    if not (kerf[0] and kerf[1]):
        return 0.0
    return 1 / hypot(direction.x / kerf[0], direction.y / kerf[1])
