"""Boards larger than the bed: where they are split, along which seams, and how parts are joined."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, dist, fsum, isclose, sqrt
from typing import NamedTuple

import shapely
from shapely import LineString, Polygon, STRtree, box, get_parts, unary_union
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from pnp.base.errors import LayoutError
from pnp.base.fit import SeamJoint
from pnp.base.geometry import Point, Size, Transform
from pnp.base.messages import Message
from pnp.base.path import Arc, Line, Path, flattened, path_bounds
from pnp.base.units import EPSILON, Mm, dimensions
from pnp.laser.areas import ENGRAVED_CHORD, area_of
from pnp.laser.artwork import Artwork, parts_within, rings
from pnp.laser.cuts import Edge, bend, path_edges, path_of, places, signed_area

RADIUS: Mm = 4.0  # of the head of a knob, and half the width of a finger
FILLET: Mm = 1.2  # of a knob's neck, as nothing burns a sharp inward corner
ROUND: Mm = 0.5  # of the corners of fingers and steps
DEPTH: Mm = 2 * RADIUS  # how far a knob or a finger reaches into the other part
HALF: Mm = RADIUS + 2 * FILLET  # of the length of a seam that one of them takes

SMALL: Mm = 20.0  # engraved shapes up to this size are lettering, pips and signs: never crossed
SPACING = 0.4  # of a sign's size: closer shapes belong to it, like the digits of a number
WIDEST_SPACING: Mm = 3.0
SPREAD = 0.6  # of a side: longer runs of signs are an ornament, which may be crossed
LONG = 0.6  # of a side: longer lines are lines between cells
STEP: Mm = 0.5  # between the seams that are compared
TRIED = 20  # seams round lettering that are compared
AROUND_SIGN: Mm = 1.0  # how far a seam that goes round a sign stays from it
FARTHEST: Mm = 15.0  # how far it leaves its line for that
APART: Mm = 45.0  # between knobs, about
CLEAR: Mm = 3.0  # between a seam or a knob and the next corner

SeamRoom = tuple[Mm, Mm]
Bounds = tuple[Mm, Mm, Mm, Mm]

BESIDE: Mm = 0.05  # a scored line this near a seam lies on it
SHORTEST: Mm = 0.02  # of the parts of a scored line that a seam leaves
CHORD: Mm = 0.002  # how far chords leave the edge of a part where it is engraved
SWAP = Transform(a=0.0, b=1.0, c=1.0, d=0.0)  # swaps upright and level


class Seam(NamedTuple):
    """A line that splits a board, from its left edge to its right one.

    ``points`` are the corners of a line with level and upright stretches. At each of ``knobs``,
    sorted positions on level stretches, the part above reaches into the one below.
    """

    points: tuple[Point, ...]
    knobs: tuple[Mm, ...] = ()


def reach_of(joint: SeamJoint) -> Mm:
    """Return by how much a joint enlarges one of its parts."""
    return 0.0 if joint is SeamJoint.BUTT else DEPTH


def seam_edges(seam: Seam, joint: SeamJoint, ease: Mm) -> list[Edge]:
    """Return the edge of one part along a seam, from left to right.

    Straight stretches touch. Knobs and fingers are set back by ``ease`` on every side that holds; a
    slot for them is the same with the opposite sign.
    """
    edges = [Edge(start, Line(end)) for start, end in pairwise(seam.points)]
    if joint is SeamJoint.FINGER:
        corners = list(_with_fingers(edges, seam.knobs, ease))
        edges = [Edge(start, Line(end)) for start, end in pairwise(corners)]
    elif joint is SeamJoint.JIGSAW:
        return [step for edge in _rounded(edges) for step in _with_knobs(edge, seam.knobs, ease)]
    return list(_rounded(edges))


def _with_fingers(edges: Sequence[Edge], knobs: Sequence[Mm], ease: Mm) -> Iterator[Point]:
    yield edges[0].start
    half = RADIUS - ease
    for edge in edges:
        for x in _on(edge, knobs):
            y = edge.start.y
            yield Point(x - half, y)
            yield Point(x - half, y + DEPTH)
            yield Point(x + half, y + DEPTH)
            yield Point(x + half, y)
        yield edge.end


def _with_knobs(edge: Edge, knobs: Sequence[Mm], ease: Mm) -> Iterator[Edge]:
    """Yield an edge with its knobs, each an arc between two fillets."""
    here = edge.start
    for x in _on(edge, knobs) if isinstance(edge.segment, Line) else ():
        y, head = edge.start.y, RADIUS - ease
        across = sqrt((head + FILLET) ** 2 - (RADIUS - FILLET) ** 2)
        share = FILLET / (FILLET + head)
        neck = across * (1 - share)
        low = y + FILLET + (RADIUS - FILLET) * share
        steps = (
            Line(Point(x - across, y)),
            Arc(Point(x - neck, low), FILLET, clockwise=True),
            Arc(Point(x + neck, low), head, clockwise=False, large=True),
            Arc(Point(x + across, y), FILLET, clockwise=True),
        )
        for step in steps:
            yield Edge(here, step)
            here = step.to
    yield Edge(here, edge.segment)


def _on(edge: Edge, knobs: Sequence[Mm]) -> list[Mm]:
    """Return the knobs on an edge; [] if it is not level."""
    level = abs(edge.start.y - edge.end.y) < EPSILON
    return [x for x in knobs if level and edge.start.x < x < edge.end.x]


def _rounded(edges: Sequence[Edge]) -> Iterator[Edge]:
    """Yield lines with their corners rounded by arcs."""
    here = edges[0].start
    for edge, after in pairwise(edges):
        radius = min(ROUND, edge.length / 2, after.length / 2)
        (out, _), (into, _) = edge.directions, after.directions
        start = edge.end.moved(-radius * out.x, -radius * out.y)
        end = edge.end.moved(radius * into.x, radius * into.y)
        if dist(here, start) > EPSILON:
            yield Edge(here, Line(start))
        yield Edge(start, Arc(end, radius, clockwise=bend(edge, after) > 0))
        here = end
    yield Edge(here, Line(edges[-1].end))


LONE = Seam((Point(-HALF, 0), Point(HALF, 0)), (0.0,))  # a knob


class SeamChoice(NamedTuple):
    """A seam, and the length of lettering that it crosses."""

    seam: Seam
    harm: Mm


class Ground:
    """The contents of a board: ``signs`` that must stay whole, engraved areas, and long lines.

    ``level`` are the heights of lines from side to side, ``upright`` the positions of those from
    top to bottom. ``board`` is the size of the whole board that ``side`` is a part of.
    """

    def __init__(self, side: Artwork, board: Size) -> None:
        size = path_bounds(side.outline).size
        shapes = [area_of(path) for path in side.engraved]
        self.signs, near = _signs([one for one in shapes if _width(one) <= SMALL], board)
        self.signs += map(area_of, side.holes)
        layers = (self.signs, near, _coarse(shapes))
        self._layers = [STRtree(get_parts(unary_union(one))) for one in layers]
        self.level = _long_lines(side, size.width, 1)
        self.upright = _long_lines(side, size.height, 0)

    def crossed(self, lines: Sequence[BaseGeometry]) -> list[tuple[Mm, Mm, Mm]]:
        """Return the lengths of signs, of the space around them, and of areas that lines cross."""
        found = [_lengths_within(lines, one) for one in self._layers]
        return list(zip(*found, strict=True))


def _lengths_within(lines: Sequence[BaseGeometry], tree: STRtree) -> list[Mm]:
    """Return the length of each line within areas that do not overlap."""
    lengths = [0.0] * len(lines)
    which, areas = tree.query(lines, predicate="intersects")
    crossed = shapely.intersection([lines[n] for n in which], tree.geometries[areas])
    for number, length in zip(which, shapely.length(crossed), strict=True):
        lengths[number] += float(length)
    return lengths


def _signs(
    shapes: Sequence[BaseGeometry], board: Size
) -> tuple[list[BaseGeometry], list[BaseGeometry]]:
    """Return groups of shapes, and their space; ornaments along a side do not count."""
    tree = STRtree(shapes)
    spaces = get_parts(unary_union([one.buffer(_spacing(one)) for one in shapes]))
    spaces = [one for one in spaces if not _is_ornament(one, board)]
    signs = (unary_union([shapes[n] for n in tree.query(one, "intersects")]) for one in spaces)
    return [one.convex_hull for one in signs], _coarse(spaces)


def _is_ornament(group: BaseGeometry, board: Size) -> bool:
    x1, y1, x2, y2 = group.bounds
    return bool(x2 - x1 > SPREAD * board.width or y2 - y1 > SPREAD * board.height)


def _coarse(shapes: Sequence[BaseGeometry]) -> list[BaseGeometry]:
    return [one.simplify(0.1) for one in shapes]


def best_seam(
    ground: Ground,
    edges: Sequence[Edge],
    window: SeamRoom,
    even: Mm,
    joint: SeamJoint,
    partings: Sequence[Mm] = (),
) -> SeamChoice | None:
    """Return the least harmful level seam within a window of heights; None if there is none.

    It crosses as little lettering as possible, follows a line between cells if it can, crosses few
    engraved areas, and is as near to ``even`` as these allow. If lettering is in the way at every
    height, it goes around. Knobs avoid ``partings``, where the parts may be split again.
    """
    low, high = window
    heights = {low + STEP * n for n in range(int((high - low) / STEP) + 1)} | {high, even}
    heights |= set(ground.level)
    tried = (y for y in sorted(heights) if low - EPSILON <= y <= high + EPSILON)
    spans = list(_spans(edges))
    ends = {y: found for y in tried if (found := _ends_at(spans, y))}
    if not ends:
        return None
    crossed = ground.crossed([LineString(pair) for pair in ends.values()])
    costs = {
        y: (round(sign, 1), y not in ground.level, round(near), round(area / 2), abs(y - even))
        for y, (sign, near, area) in zip(ends, crossed, strict=True)
    }
    best, *others = sorted(ends, key=lambda y: costs[y])
    points: tuple[Point, ...] = ends[best]
    harm = costs[best][0]
    if harm:
        ways = (_around(ground, ends[y], window) for y in [best, *others][:TRIED])
        points, harm = next(((way, 0.0) for way in ways if way), (points, harm))
    knobs = () if joint is SeamJoint.BUTT else tuple(_knobs(ground, points, joint, partings))
    return SeamChoice(Seam(points, knobs), harm)


class _Span(NamedTuple):
    """An edge of an outline, and its range of heights."""

    edge: Edge
    low: Mm
    high: Mm


def _spans(edges: Sequence[Edge]) -> Iterator[_Span]:
    for edge in edges:
        heights = [at.y for at in places([edge], ENGRAVED_CHORD)]
        yield _Span(edge, min(heights), max(heights))


def _ends_at(spans: Sequence[_Span], y: Mm) -> tuple[Point, Point] | None:
    """Return where a level line enters and leaves an outline, if it does so once.

    Returns None also if that is on an arc, or near the next corner.
    """
    found = []
    for edge, low, high in spans:
        if not low - CLEAR < y < high + CLEAR:
            continue
        if edge.arc or not low + CLEAR <= y <= high - CLEAR:
            return None
        share = (y - edge.start.y) / (edge.end.y - edge.start.y)
        found.append(Point(edge.start.x + share * (edge.end.x - edge.start.x), y))
    if len(found) != 2:
        return None
    left, right = sorted(found)
    return left, right


def _around(
    ground: Ground, ends: tuple[Point, Point], window: SeamRoom
) -> tuple[Point, ...] | None:
    """Return a line that goes around all signs in its way in steps; None without room."""
    left, right = ends
    known = [_grown(one.bounds) for one in ground.signs]
    blocks = [one for one in known if one[1] < left.y < one[3]]
    for _ in range(len(known) + 1):
        ways = [_step(block, left.y, window) for block in blocks]
        if None in ways:
            return None
        legs = dict(zip(blocks, ways, strict=True))
        touched = next(
            (
                (block, other)
                for block, way in legs.items()
                for other in (*known, *blocks)
                if way and not _holds(block, other) and _meets(block, left.y, way, other)
            ),
            None,
        )
        if touched is None:
            break
        blocks = [*(one for one in blocks if one not in touched), _both(*touched)]
    points = [left]
    for (x1, _, x2, _), y in sorted((block, way) for block, way in legs.items() if way):
        points += [Point(x1, left.y), Point(x1, y), Point(x2, y), Point(x2, left.y)]
    points.append(right)
    apart = all(b.x - a.x > CLEAR or abs(b.y - a.y) > CLEAR for a, b in pairwise(points))
    return tuple(points) if apart else None


def _step(block: Bounds, y: Mm, window: SeamRoom) -> Mm | None:
    """Return the height at which a seam passes a block: above or below, the nearer one."""
    low, high = max(window[0], y - FARTHEST), min(window[1], y + FARTHEST)
    ways = [way for way in (block[1], block[3]) if low <= way <= high]
    return min(ways, key=lambda way: abs(way - y), default=None)


def _meets(block: Bounds, y: Mm, way: Mm, other: Bounds) -> bool:
    """Return whether the way around a block meets another one."""
    steps = LineString([(block[0], y), (block[0], way), (block[2], way), (block[2], y)])
    return bool(steps.intersects(box(*_grown(other, -0.01))))


def _knobs(
    ground: Ground, points: Sequence[Point], joint: SeamJoint, partings: Sequence[Mm]
) -> Iterator[Mm]:
    """Yield the positions of knobs: evenly along level stretches, avoiding signs."""
    free = [*partings, *ground.upright]
    knob = LineString(places(seam_edges(LONE, joint, 0.0), ENGRAVED_CHORD))
    for start, end in pairwise(points):
        room = end.x - start.x - 2 * (HALF + CLEAR)
        if start.y != end.y or room < 0:
            continue
        count = max(round(room / APART), 1 if room < APART / 2 else 2)
        reach = int(max(0.0, room / count / 2 - HALF))
        for number in range(count):
            middle = start.x + HALF + CLEAR + (number + 0.5) / count * room
            tried = [middle + shift for shift in range(-reach, reach + 1)]
            crossed = ground.crossed([translate(knob, x, start.y) for x in tried])
            costs = [
                (
                    round(sign, 1),
                    any(abs(x - one) < HALF + CLEAR for one in free),
                    round(near + area),
                    abs(x - middle),
                    x,
                )
                for x, (sign, near, area) in zip(tried, crossed, strict=True)
            ]
            harm, *_, x = min(costs)
            if not harm:
                yield x


def _long_lines(side: Artwork, across: Mm, axis: int) -> list[Mm]:
    """Return the positions of straight lines scored along most of a board; axis 1 for level."""
    found: dict[float, list[LineString]] = {}
    for path in side.scored:
        for start, end in pairwise(flattened(path, ENGRAVED_CHORD)):
            if abs(start[axis] - end[axis]) < EPSILON:
                found.setdefault(round(start[axis], 2), []).append(LineString([start, end]))
    return [at for at, lines in sorted(found.items()) if unary_union(lines).length >= LONG * across]


def _width(shape: BaseGeometry) -> Mm:
    x1, y1, x2, y2 = shape.bounds
    return float(max(x2 - x1, y2 - y1))


def _spacing(shape: BaseGeometry) -> Mm:
    return min(SPACING * _width(shape), WIDEST_SPACING)


def _grown(bounds: Bounds, by: Mm = AROUND_SIGN) -> Bounds:
    x1, y1, x2, y2 = bounds
    return x1 - by, y1 - by, x2 + by, y2 + by


def _holds(outer: Bounds, inner: Bounds) -> bool:
    return outer == _both(outer, inner)


def _both(one: Bounds, other: Bounds) -> Bounds:
    return (
        min(one[0], other[0]),
        min(one[1], other[1]),
        max(one[2], other[2]),
        max(one[3], other[3]),
    )


class Split(NamedTuple):
    """The parts of a board, row by row from the top left, in its coordinates.

    ``harm`` is the length of lettering that the seams cross, which is nearly always 0.
    """

    parts: tuple[Artwork, ...]
    harm: Mm = 0.0


class Seams(NamedTuple):
    """How the parts of a board are joined, and how far the flanks of a joint are set back."""

    joint: SeamJoint = SeamJoint.BUTT
    ease: Mm = 0.0


def split(side: Artwork, most: Size, seams: Seams) -> Split:
    """Split a board so that no part is larger than ``most``, in either orientation on the bed.

    Its seams cross as little lettering as possible, and are as few as that allows.
    """
    ways = (most, most.turned()) if most.width != most.height else (most,)
    found = [one for way in ways if (one := _parted(side, way, seams))]
    if not found:
        raise LayoutError(
            f"is {dimensions(*path_bounds(side.outline).size)}, larger than the "
            f"{dimensions(*most)} of the bed, and only boards with straight edges are made in parts"
        )
    return min(found, key=lambda one: (round(one.harm), len(one.parts)))


def _parted(side: Artwork, most: Size, seams: Seams) -> Split | None:
    """Split a board into rows, and each row into columns; None if impossible."""
    board = path_bounds(side.outline).size
    rows = _rows(side, board, most, seams)
    if rows is None:
        return None
    parts, harm = [], rows.harm
    for row in rows.parts:
        columns = _rows(row.placed(SWAP), board.turned(), most.turned(), seams)
        if columns is None:
            return None
        parts += [column.placed(SWAP) for column in columns.parts]
        harm += columns.harm
    return Split(tuple(parts), harm)


def _rows(side: Artwork, board: Size, most: Size, seams: Seams) -> Split | None:
    """Split a board at level seams until no part is too high; None if impossible.

    A knob makes the part above a seam higher, so the seam is that much further up.
    """
    parts, harms = [], []
    while path_bounds(side.outline).height > most.height + EPSILON:
        chosen = _chosen(side, board, most, seams)
        if chosen is None:
            return None
        edges = _clockwise(side.outline)
        above, below = (
            seam_edges(chosen.seam, seams.joint, ease) for ease in (seams.ease, -seams.ease)
        )
        start, end = above[0].start, above[-1].end
        back = [edge.reversed() for edge in reversed(above)]
        parts.append(_within(side, path_of([*_along(edges, start, end), *back])))
        side = _within(side, path_of([*_along(edges, end, start), *below]))
        harms.append(chosen.harm)
    return Split((*parts, side), fsum(harms))


def _chosen(side: Artwork, board: Size, most: Size, seams: Seams) -> SeamChoice | None:
    """Return the first seam of a part that is too high, for the fewest parts and least harm."""
    bounds, each = path_bounds(side.outline), most.height - reach_of(seams.joint)
    if each <= 0:
        return None
    ground, edges = Ground(side, board), _clockwise(side.outline)
    columns = ceil(bounds.width / most.width - EPSILON)
    partings = [bounds.x + bounds.width * n / columns for n in range(1, columns)]
    least = ceil((bounds.height - most.height) / each - EPSILON) + 1
    found = []
    for count in (least, least + 1):
        low = max(bounds.bottom - (count - 2) * each - most.height, bounds.y)
        even = min(max(bounds.y + bounds.height / count, low), bounds.y + each)
        window = (low, bounds.y + each)
        if one := best_seam(ground, edges, window, even, seams.joint, partings):
            found.append(one)
            if not one.harm:
                break
    return min(found, key=lambda one: one.harm, default=None)


def _clockwise(outline: Path) -> list[Edge]:
    edges = path_edges(outline)
    if signed_area(edges) > 0:
        return edges
    return [edge.reversed() for edge in reversed(edges)]


def _along(edges: Sequence[Edge], start: Point, end: Point) -> Iterator[Edge]:
    """Yield the stretch of a closed outline between two points on it."""
    first = next(n for n, edge in enumerate(edges) if _is_on(edge, start))
    yield Edge(start, edges[first].segment)
    for edge in (*edges[first + 1 :], *edges[:first]):
        if _is_on(edge, end):
            yield Edge(edge.start, Line(end))
            return
        yield edge


def _is_on(edge: Edge, point: Point) -> bool:
    whole = dist(edge.start, edge.end)
    found = dist(edge.start, point) + dist(point, edge.end)
    return isinstance(edge.segment, Line) and isclose(found, whole, abs_tol=EPSILON)


def _within(side: Artwork, outline: Path) -> Artwork:
    """Return the part of a board within an outline; lines along its edge are cut, not scored."""
    area = Polygon(places(path_edges(outline), CHORD))
    inside = area.buffer(-BESIDE)
    holes = tuple(path for path in side.holes if area.contains(area_of(path)))
    if any(area.boundary.intersects(area_of(path)) for path in side.holes):
        raise LayoutError(Message("no_seam"))
    scored = [line for path in side.scored for line in parts_within(path, inside, SHORTEST)]
    area = area.buffer(-2 * CHORD)
    engraved = [one for path in side.engraved for one in _clipped_area(path, area)]
    return Artwork(outline, holes, tuple(scored), tuple(engraved), side.source)


def _clipped_area(path: Path, inside: BaseGeometry) -> Iterator[Path]:
    whole = area_of(path)
    if inside.contains(whole):
        yield path
    else:
        yield from rings(whole.intersection(inside))


def at_origin(side: Artwork) -> Artwork:
    """Return a part of a board moved to the origin."""
    bounds = path_bounds(side.outline)
    return side.placed(Transform.move(-bounds.x, -bounds.y))
