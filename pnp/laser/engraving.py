"""Engravings as pixels and scan lines, and parts that would break beside them."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import dist, fsum
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from pnp.base.geometry import Point
from pnp.base.path import Path, flattened
from pnp.base.units import Mm
from pnp.laser.areas import polygon_of
from pnp.laser.artwork import Artwork
from pnp.laser.scheme import Kerf
from pnp.scene.laser_bed import Sweep

SLACK: Mm = 0.005

# LightBurn's default interval of a fill: 254 lines an inch (docs.lightburnsoftware.com).
INTERVAL: Mm = 0.1
# Overscan: how far the head moves past an engraving to brake and accelerate; 2 to 5 mm are
# typical (Rayforge, https://rayforge.org/docs/latest/features/overscan.html).
OVERSCAN: Mm = 5.0
_ROUGH: Mm = 0.02
_FINE: Mm = 0.005
_Numbers = NDArray[np.float64]


def thin_places(part: Artwork, kerf: Kerf, feature: Mm, gap: Mm) -> Iterator[str]:
    """Yield what is thinner than the smallest ``feature`` of a material, or its ``gap`` of cuts.

    The cuts of holes are a kerf nearer to each other than the holes' edges.
    """
    whole, holes = polygon_of(part.outline), [polygon_of(hole) for hole in part.holes]
    if holes:
        least = min(map(narrowest, holes))
        if least - max(kerf) < gap - SLACK:
            apart = max(0.0, least - max(kerf))
            yield f"a hole whose cuts are {apart:.2f} mm apart, and {gap:g} mm is the least"
        rings = [whole.exterior, *(hole.exterior for hole in holes)]
        web = min(one.distance(other) for one, other in combinations(rings, 2))
        if web < feature - SLACK:
            yield f"a web of {web:.2f} mm beside a hole, and {feature:g} mm is the least"
            return  # which is a neck as well
    left = whole.difference(shapely.union_all(holes)) if holes else whole
    if narrowest(whole) < feature - SLACK:
        yield f"a width of {narrowest(whole):.2f} mm, and {feature:g} mm is the least"
    elif not _in_one(left.buffer(SLACK - feature / 2)):
        yield f"a neck narrower than the least allowed width, {feature:g} mm"


def _in_one(area: BaseGeometry) -> bool:
    return isinstance(area, Polygon) and not area.is_empty


def narrowest(area: Polygon) -> Mm:
    """Return the width of the narrowest rectangle around an area."""
    around = shapely.minimum_rotated_rectangle(area)
    if not isinstance(around, Polygon):
        return 0.0
    a, b, c, *_ = (shapely.Point(corner) for corner in around.exterior.coords)
    return float(min(a.distance(b), b.distance(c)))


class Sweeps(NamedTuple):
    """The scan lines over engraved areas: their length, the travel between them, and their end.

    ``length`` includes the overscan at both ends.
    """

    length: Mm
    between: Mm
    end: Point


def sweep(areas: Sequence[Path], start: Point) -> Sweeps:
    """Return the scan lines that engrave areas, all at once, back and forth, from the top down.

    Each goes from the first engraved point of its line to the last, whatever lies between; empty
    lines are skipped.
    """
    lines = _lines(areas)
    ends = [start]
    lengths = []
    for number, (y, first, last) in enumerate(lines):
        reach = Point(first - OVERSCAN, y), Point(last + OVERSCAN, y)
        ends += reach if number % 2 == 0 else reach[::-1]
        lengths.append(last - first + 2 * OVERSCAN)
    moves = list(pairwise(ends))[::2]
    return Sweeps(fsum(lengths), fsum(dist(*move) for move in moves), ends[-1])


def sweeps_of(areas: Sequence[Path]) -> list[Sweep]:
    """Return the scan lines that engrave areas, from the top down, by the even-odd rule."""
    chords = [np.array(flattened(area, _FINE)) for area in areas]
    if not chords:
        return []
    starts = np.concatenate([points[:-1] for points in chords])
    ends = np.concatenate([points[1:] for points in chords])
    top = float(starts[:, 1].min()) + INTERVAL / 2
    rows, crossed = _crossings(starts, ends, top)
    order = np.lexsort((crossed, rows))
    found: dict[int, list[float]] = {}
    for row, x in zip(rows[order].tolist(), crossed[order].tolist(), strict=True):
        found.setdefault(row, []).append(x)
    return [
        Sweep(top + INTERVAL * row, tuple(zip(edges[::2], edges[1::2], strict=True)))
        for row, edges in found.items()
    ]


def _lines(areas: Sequence[Path]) -> list[tuple[float, float, float]]:
    """Return each line's distance from the top, and where it first and last meets an area."""
    chords = [np.array(flattened(area, _ROUGH)) for area in areas]
    if not chords:
        return []
    starts = np.concatenate([points[:-1] for points in chords])
    ends = np.concatenate([points[1:] for points in chords])
    top = float(min(starts[:, 1].min(), ends[:, 1].min()))
    rows, crossed = _crossings(starts, ends, top + INTERVAL / 2)
    if not rows.size:
        return []
    first = np.full(int(rows.max()) + 1, np.inf)
    last = -first
    np.minimum.at(first, rows, crossed)
    np.maximum.at(last, rows, crossed)
    met = np.flatnonzero(first <= last)
    heights = top + INTERVAL / 2 + INTERVAL * met
    return list(zip(heights.tolist(), first[met].tolist(), last[met].tolist(), strict=True))


def _crossings(starts: _Numbers, ends: _Numbers, top: Mm) -> tuple[NDArray[np.intp], _Numbers]:
    """Return the indices of the lines that chords cross, from ``top`` down, and where.

    A chord includes its upper end but not its lower one, so a line through a corner crosses it
    once.
    """
    (ax, ay), (bx, by) = starts.T, ends.T
    upper = np.ceil((np.minimum(ay, by) - top) / INTERVAL).astype(np.intp)
    below = np.ceil((np.maximum(ay, by) - top) / INTERVAL).astype(np.intp)
    counts = below - upper
    chord = np.repeat(np.arange(len(counts)), counts)
    before = np.repeat(np.cumsum(counts) - counts, counts)
    rows = upper[chord] + np.arange(len(chord)) - before
    share = (top + INTERVAL * rows - ay[chord]) / (by - ay)[chord]
    return rows, ax[chord] + share * (bx - ax)[chord]
