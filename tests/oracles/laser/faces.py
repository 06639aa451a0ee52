"""Checks each face: engraved and scored on the right part, the right way round, inside it.

The report states the moments of each face's engraving and scoring: amount, centroid and product
moment, whose sign differs between a picture and its mirror image. ``pnp laser`` computes them in
closed form from the drawing. Here they are measured differently, so that an error in either shows:
engraved areas are scanned in horizontal lines, as a laser does, with the beam on between every
other crossing of an outline; scored lines are followed in short steps.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist, fsum

import numpy as np
from numpy.typing import NDArray
from oracles.laser.cuts import NEAR, after_burning
from oracles.laser.face_pictures import BurntSurface, Strokes, picture_fault
from oracles.laser.parts import CutPart
from oracles.laser.reported import ReportedPass
from oracles.laser.strokes import LaserStroke, transformed
from shapely import LineString, Point, Polygon, STRtree, box, get_coordinates, segmentize

from pnp.base.geometry import Rect, Transform
from pnp.base.units import Mm
from pnp.records.laser_report import Moments, ReportedFace, ReportedPlacement
from pnp.verify.findings import Finding, ok, wrong

OFF: Mm = 0.03  # how far a centroid may be off
STEP: Mm = 0.05  # the length of a step along scored lines
GAUSS = (0.5 - 12**-0.5, 0.5 + 12**-0.5)  # where to scan a strip, exact for straight outlines
FINEST: Mm = 1e-4  # corners that are closer in height do not bound a strip
BLOCK = 500_000  # crossings to look at together
MOST_CROSSINGS = 100_000_000  # of one face; more would take minutes
FloatArray = NDArray[np.float64]
IntArray = NDArray[np.intp]


def face_finding(burnt: BurntSurface, reported: ReportedPass) -> Finding:
    """Check the faces of a pass."""
    what = "backs" if reported.laser_pass.kind == "backs" else "fronts"
    places = reported.right_placements
    faults = list(_faults(burnt, reported, places))
    if not faults:
        return ok(what, f"{len(places)} as drawn, the right way round")
    some = f"{len(faults)} of {len(places)}: "
    if what == "backs" and reported.report.sides == "flip" and len(faults) > len(places) / 2:
        at_fronts = list(_faults(burnt, reported, reported.fronts.places))
        if len(at_fronts) < len(faults) / 2:
            found = f"{some}the backs lie where the fronts lie"
            right = f"mirrored places: x becomes {reported.laser_pass.size_mm.width:g} - x"
            return wrong(what, found, right)
    return wrong(what, some + faults[0][0], faults[0][1])


def _faults(
    burnt: BurntSurface, reported: ReportedPass, places: Sequence[ReportedPlacement]
) -> Iterator[tuple[str, str]]:
    """Yield the fault of each faulty face, and the expected value."""
    rects = [reported.edges(place) for place in places]
    by_part = [
        None if strokes is None else _by_part(strokes, rects, entirely=entirely)
        for strokes, entirely in zip(burnt, (False, True, False), strict=True)
    ]
    for index, (place, rect) in enumerate(zip(places, rects, strict=True)):
        face = reported.face(place)
        if face is None:
            continue
        upright = _upright(rect, place.turn)
        here = BurntSurface(*(None if parts is None else parts[index] for parts in by_part))
        fault = _off_moments(face, here, rect, place.turn)
        if fault is None and face.picture:
            size = reported.shape(place).size_mm
            fault = picture_fault(face.picture, size, here, upright)
        if fault:
            yield f"{reported.name(place)} {fault[0]}", fault[1]


def _off_moments(
    face: ReportedFace, burnt: BurntSurface, rect: Rect, turn: int
) -> tuple[str, str] | None:
    """Return how the moments of strokes differ from those of a face, or None."""
    for strokes, right, measure in (
        (burnt.engraved, face.engraved, measure_areas),
        (burnt.scored, face.scored, measure_lines),
    ):
        if strokes is not None:
            found = measure(strokes, _upright(rect, turn))
            if fault := _compare(found, right or None, rect, turn):
                return fault
    return None


def _by_part(strokes: Strokes, rects: Sequence[Rect], *, entirely: bool) -> list[list[LaserStroke]]:
    """Return the strokes within each part, or within the nearest of several.

    If ``entirely``, strokes that are not completely inside a part are dropped: they are marks
    beside parts.
    """
    tree = STRtree([box(rect.x, rect.y, rect.right, rect.bottom) for rect in rects])
    found: list[list[LaserStroke]] = [[] for _ in rects]
    for stroke in strokes:
        middle = stroke.bounds.center
        around = tree.query(Point(middle)).tolist()
        if entirely:
            around = [one for one in around if rects[one].inset(-NEAR).contains(stroke.bounds)]
        if around:
            found[min(around, key=lambda index: dist(rects[index].center, middle))].append(stroke)
    return found


def _upright(rect: Rect, turn: int) -> Transform:
    """Return the transform from the bed to the upright part."""
    middle = rect.center
    width, height = rect.size.turned() if turn % 180 else rect.size
    back = Transform.move(width / 2 - middle.x, height / 2 - middle.y)
    return Transform.turn(-turn, middle).then(back)


def _compare(
    found: Moments | None, right: Moments | None, rect: Rect, turn: int
) -> tuple[str, str] | None:
    """Describe how a face differs: missing, mirrored, upside down, or another picture."""
    if right is None:
        return (f"has {_describe(found)}", "nothing") if found else None
    if found is None:
        return "is empty", _describe(right)
    if _is_same(found, right):
        return None
    width, height = rect.size.turned() if turn % 180 else rect.size
    amount, x, y, product = right
    for seen, word in (
        (Moments(amount, width - x, y, -product), "is mirrored"),
        (Moments(amount, x, height - y, -product), "is mirrored"),
        (Moments(amount, width - x, height - y, product), "is upside down"),
    ):
        if _is_same(found, seen):
            return word, "as seen from that side"
    return f"has {_describe(found)}", _describe(right)


def _describe(one: Moments) -> str:
    return (
        f"{one.amount:.1f} burnt about {one.x:.2f}, {one.y:.2f}, "
        f"with a product moment of {one.product:z.1f}"
    )


def _is_same(one: Moments, other: Moments) -> bool:
    return (
        abs(one.amount - other.amount) <= 0.1 + 0.01 * other.amount
        and max(abs(one.x - other.x), abs(one.y - other.y)) <= OFF
        and abs(one.product - other.product) <= 0.1 + 0.01 * abs(other.product)
    )


def measure_areas(strokes: Strokes, upright: Transform) -> Moments | None:
    """Return the moments of the areas that strokes fill by the even-odd rule."""
    rings = [transformed(np.vstack((one.points, one.points[:1])), upright) for one in strokes]
    edges = np.concatenate([np.empty((0, 4)), *(np.hstack((r[:-1], r[1:])) for r in rings)])
    low, high = np.minimum(edges[:, 1], edges[:, 3]), np.maximum(edges[:, 1], edges[:, 3])
    heights = np.unique(np.round(np.concatenate((low, high)) / FINEST)) * FINEST
    ys = (heights[:-1, None] + np.diff(heights)[:, None] * GAUSS).ravel()
    weights = np.repeat(np.diff(heights) / 2, 2)
    first, last = np.searchsorted(ys, low), np.searchsorted(ys, high)
    sums = []
    for start, stop in pairwise(_blocks(first, last, len(ys))):
        lines, xs = _crossings(edges, ys, np.clip(first, start, stop), np.clip(last, start, stop))
        on, off, scan = xs[0::2], xs[1::2], lines[0::2]
        sums.append(_sums((off - on) * weights[scan], (on + off) / 2, ys[scan]))
    return _moments(sums)


def _blocks(first: IntArray, last: IntArray, count: int) -> list[int]:
    """Return where to split the scan lines into blocks with few enough crossings.

    Raises:
        ValueError: If there are too many crossings altogether.
    """
    starts, ends = (np.bincount(index, minlength=count + 1) for index in (first, last))
    until = np.cumsum(np.cumsum(starts - ends)[:count])
    total = int(until[-1]) if count else 0
    if total > MOST_CROSSINGS:
        raise ValueError("too many lines in one face")
    return [0, *np.searchsorted(until, np.arange(BLOCK, total, BLOCK)).tolist(), count]


def _crossings(
    edges: FloatArray, ys: FloatArray, first: IntArray, last: IntArray
) -> tuple[IntArray, FloatArray]:
    """Return the crossings of scan lines and edges, sorted, as line indexes and x values."""
    counts = last - first
    edge = np.repeat(np.arange(len(edges)), counts)
    before = np.repeat(np.cumsum(counts) - counts, counts)
    lines = first[edge] + np.arange(len(edge)) - before
    ax, ay, bx, by = edges[edge].T
    xs = ax + (ys[lines] - ay) * (bx - ax) / (by - ay)
    order = np.lexsort((xs, lines))
    return lines[order], xs[order]


def measure_lines(strokes: Strokes, upright: Transform) -> Moments | None:
    """Return the moments of lines, measured in short steps."""
    sums = []
    for one in strokes:
        line = segmentize(LineString(transformed(one.points, upright)), STEP)
        points = get_coordinates(line)
        starts, ends = points[:-1], points[1:]
        sums.append(_sums(np.hypot(*(ends - starts).T), *((starts + ends) / 2).T))
    return _moments(sums)


def _sums(weights: FloatArray, xs: FloatArray, ys: FloatArray) -> tuple[float, ...]:
    """Return the sums of weights at points: alone, times x, times y, and times both."""
    return tuple(fsum(weights * by) for by in (1.0, xs, ys, xs * ys))


def _moments(sums: Sequence[tuple[float, ...]]) -> Moments | None:
    """Return the moments that follow from sums, or None if the weights are 0."""
    amount, x, y, both = (fsum(column) for column in zip(*sums, strict=True)) if sums else [0.0] * 4
    if amount <= 0:
        return None
    return Moments(amount, x / amount, y / amount, both / amount - x / amount * (y / amount))


def inside_finding(engraved: Strokes, reported: ReportedPass, cuts: Sequence[CutPart]) -> Finding:
    """Check that all engraving lies within parts, without the kerf if this pass cuts them."""
    rooms = [reported.edges(place).inset(-NEAR) for place in reported.right_placements]
    all_cut = cuts if len(cuts) == len(rooms) else ()  # another finding names missing parts
    kerf = reported.report.kerf_mm
    left = [after_burning(cut.area, kerf, 1).buffer(NEAR) for cut in all_cut]
    for stroke in engraved:
        shape = Polygon(stroke.points)
        held = any(room.contains(stroke.bounds) for room in rooms)
        if not held or (left and not any(one.contains(shape) for one in left)):
            at = stroke.bounds.center
            found = f"an area at {at.x:.2f}, {at.y:.2f} goes over the edge of a part"
            return wrong("engraving", found, "all of it inside")
    return ok("engraving", "all inside")
