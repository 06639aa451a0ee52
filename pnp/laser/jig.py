"""Jigs: pockets that hold parts while their backs are engraved."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import asin, ceil
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Size, Transform
from pnp.base.path import Arc, Path, path_bounds, placed, polygon
from pnp.base.units import EPSILON, Mm, dimensions, format_mm
from pnp.laser.areas import polygon_of
from pnp.laser.beds import PlacedPart
from pnp.laser.cuts import Edge, bend, path_edges, path_of, signed_area
from pnp.laser.kerf import inward, offset_edges
from pnp.laser.scheme import Kerf, ReportedPlacement
from pnp.scene.laser_bed import Step

CLEARANCE: Mm = 0.2  # how much wider than a part a pocket is
RELIEF: Mm = 0.5  # the radius burnt out of a pocket's corners, so that square corners seat
WEB: Mm = 4.0  # between two pockets
EDGE: Mm = 8.0  # around all pockets
ARROW: Mm = 4.0
_CORNER = 0.1  # radians: a smaller turn needs no relief


class Jig(NamedTuple):
    """A jig without a frame: pockets in scrap that stays in place.

    ``size`` includes the edge around the pockets. ``rounds`` are the placements of the parts each
    time that it is filled, by their indices; the first round fills all ``pockets``, the outlines of
    its parts. In ``turned`` jigs the tops of parts are on their right.
    """

    size: Size
    pockets: tuple[Path, ...]
    rounds: tuple[tuple[ReportedPlacement, ...], ...]
    turned: bool


def lay_out_jigs(laid: Sequence[PlacedPart], bed: Size) -> list[Jig]:
    """Return one jig for all parts, filled in as few rounds as possible.

    Equal parts have adjacent pockets, row by row in the order of the parts. Parts of several shapes
    get a jig each only if their pockets do not fit the bed together.
    """
    lots: dict[Path, list[int]] = {}
    for index, one in enumerate(laid):
        if one.part.back is not None:
            lots.setdefault(one.part.back.outline, []).append(index)
    return _jigs(lots, bed)


def _jigs(lots: Mapping[Path, Sequence[int]], bed: Size) -> list[Jig]:
    sizes = [path_bounds(outline).size for outline in lots]
    for rounds in range(1, max(map(len, lots.values())) + 1):
        counts = [ceil(len(lot) / rounds) for lot in lots.values()]
        for turned in (False, True):
            rows = _rows(list(zip(sizes, counts, strict=True)), bed.turned() if turned else bed)
            if rows is not None:
                return [_jig(lots, rows, turned)]
    if len(lots) > 1:
        return [jig for key, lot in lots.items() for jig in _jigs({key: lot}, bed)]
    raise LayoutError(
        f"a jig for parts of {dimensions(*sizes[0])} does not fit a bed of {dimensions(*bed)}"
    )


def _rows(lots: Sequence[tuple[Size, int]], bed: Size) -> tuple[Size, list[list[Point]]] | None:
    """Return the smallest size in whole mm for pockets in rows, lot below lot, and their corners.

    ``lots`` are the size and number of each lot's parts. Returns None if they do not fit.
    """
    best: tuple[Size, list[list[Point]]] | None = None
    for part, most in lots:
        for columns in range(1, most + 1):
            width = columns * (part.width + WEB) - WEB
            if width + 2 * EDGE > bed.width + EPSILON:
                break
            y, found = EDGE, []
            for size, number in lots:
                across = int((width + WEB + EPSILON) / (size.width + WEB))
                if not across:
                    break
                steps = (divmod(index, across) for index in range(number))
                found.append(
                    [
                        Point(EDGE + column * (size.width + WEB), y + row * (size.height + WEB))
                        for row, column in steps
                    ]
                )
                y += ceil(number / across) * (size.height + WEB)
            room = Size(width + 2 * EDGE, y - WEB + EDGE)
            if len(found) < len(lots) or room.height > bed.height + EPSILON:
                continue
            room = Size(
                *(min(ceil(side - EPSILON), limit) for side, limit in zip(room, bed, strict=True))
            )
            if best is None or room.width * room.height < best[0].width * best[0].height - EPSILON:
                best = room, found
    return best


def _jig(
    lots: Mapping[Path, Sequence[int]], rows: tuple[Size, list[list[Point]]], turned: bool
) -> Jig:
    """Return a jig with its pockets in rows; if ``turned``, rotated clockwise as a whole."""
    room, spots = rows
    pockets: list[Path] = []
    rounds: list[list[ReportedPlacement]] = []
    for (outline, lot), corners in zip(lots.items(), spots, strict=True):
        bounds = path_bounds(outline)
        places = []
        for x, y in corners:
            if turned:
                x, y = room.height - y - bounds.height, x
            places.append(ReportedPlacement(0, x, y, 90 if turned else 0))
            turn = Transform.turn(places[0].turn, Point(0, 0))
            lies = turn.apply_to(bounds)
            pockets.append(placed(outline, turn.then(Transform.move(x - lies.x, y - lies.y))))
        for number, first in enumerate(range(0, len(lot), len(places))):
            if number == len(rounds):
                rounds.append([])
            some = zip(lot[first : first + len(places)], places, strict=False)
            rounds[number] += [place._replace(part=index) for index, place in some]
    size = room.turned() if turned else room
    return Jig(size, tuple(pockets), tuple(map(tuple, rounds)), turned)


def jig_steps(jig: Jig, kerf: Kerf) -> list[tuple[Step, list[Path]]]:
    """Return the steps that make a jig: an arrow to the tops of parts, and the pockets."""
    width, height = jig.size
    at = Point(width - EDGE / 2, height / 2) if jig.turned else Point(width / 2, EDGE / 2)
    arrow = placed(_arrow(at), Transform.turn(90 if jig.turned else 0, at))
    pockets = [inward(pocket(part, CLEARANCE, RELIEF), kerf) for part in jig.pockets]
    return [(Step.ENGRAVE, [arrow]), (Step.INNER, pockets)]


def is_symmetric(outline: Path) -> bool:
    """Return whether a part fits the hole it was cut from after being turned over sideways."""
    mirror = Transform(a=-1.0, e=2 * path_bounds(outline).center.x)
    up, down = polygon_of(outline), polygon_of(placed(outline, mirror))
    return bool(up.symmetric_difference(down).area < CLEARANCE * up.length / 10)


def pocket(outline: Path, clearance: Mm, relief: Mm) -> Path:
    """Return the closed outline of a hole that a part drops into, without kerf.

    The hole is ``clearance`` wider than the part, half of it on each side. As a beam leaves inner
    corners round, every outward corner of the part gets a relief circle with the radius ``relief``;
    0 omits these.
    """
    edges = path_edges(outline)
    wide = offset_edges(edges, clearance / 2) if clearance else edges
    if wide is None:
        raise LayoutError(f"a clearance of {format_mm(clearance)} mm closes a gap in the outline")
    return path_of(_relieved(wide, relief) if relief else wide)


def _arrow(middle: Point) -> Path:
    """Return an arrowhead that points to the top of the parts in the jig."""
    half = ARROW / 2
    return polygon((middle.moved(0, -half), middle.moved(half, half), middle.moved(-half, half)))


def _relieved(edges: list[Edge], radius: Mm) -> list[Edge]:
    clockwise = signed_area(edges) > 0
    side = 1 if clockwise else -1
    sharp = [side * bend(a, b) > _CORNER for a, b in pairwise([*edges, edges[0]])]
    short = [
        _shortened(edge, radius if before else 0.0, radius if after else 0.0)
        for edge, before, after in zip(edges, [sharp[-1], *sharp[:-1]], sharp, strict=True)
    ]
    found: list[Edge] = []
    for edge, following, after in zip(short, [*short[1:], short[0]], sharp, strict=True):
        found.append(edge)
        if after:
            found.append(Edge(edge.end, Arc(following.start, radius, clockwise, large=True)))
    return found


def _shortened(edge: Edge, before: Mm, after: Mm) -> Edge:
    """Return the part of an edge outside circles around its ends."""
    if not (before or after):
        return edge
    whole = edge.length
    if whole < 2 * (before + after):
        raise LayoutError(
            f"an edge of {format_mm(whole)} mm is too short for reliefs with a radius of "
            f"{format_mm(max(before, after))} mm"
        )
    if arc := edge.arc:  # from a chord to a length along the arc
        across = 2 * arc.radius
        before, after = (across * asin(chord / across) for chord in (before, after))
    return edge.stretch(before, whole - after)
