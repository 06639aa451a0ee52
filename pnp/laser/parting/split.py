"""Boards larger than the bed, cut into parts to join."""

from collections.abc import Iterator, Sequence
from math import ceil, dist, fsum, isclose
from typing import NamedTuple

from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from pnp.base.errors import LayoutError
from pnp.base.fit import SeamJoint
from pnp.base.geometry import Point, Size, Transform
from pnp.base.messages import Message
from pnp.base.path import Line, Path, path_bounds
from pnp.base.units import EPSILON, Mm, dimensions
from pnp.laser.areas import area_of
from pnp.laser.artwork import Artwork, parts_within, rings
from pnp.laser.edges import Edge, path_edges, path_of, places, signed_area
from pnp.laser.parting.knobs import reach_of, seam_edges
from pnp.laser.parting.seams import Ground, SeamChoice, best_seam

BESIDE: Mm = 0.05  # a scored line this near a seam lies on it
SHORTEST: Mm = 0.02  # of the parts of a scored line that a seam leaves
CHORD: Mm = 0.002  # how far chords leave the edge of a part where it is engraved
SWAP = Transform(a=0.0, b=1.0, c=1.0, d=0.0)  # swaps upright and level


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
