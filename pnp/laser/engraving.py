"""Engravings as scan lines, one row of pixels after another."""

from collections.abc import Sequence
from itertools import pairwise
from math import dist, fsum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pnp.base.geometry import Point
from pnp.base.path import Path, flattened
from pnp.base.units import Mm
from pnp.laser.areas import rough_points
from pnp.scene.laser_bed import Sweep

# LightBurn's default interval of a fill: 254 lines an inch (docs.lightburnsoftware.com).
INTERVAL: Mm = 0.1
# Overscan: how far the head moves past an engraving to brake and accelerate; 2 to 5 mm are
# typical (Rayforge, https://rayforge.org/docs/latest/features/overscan.html).
OVERSCAN: Mm = 5.0
_FINE: Mm = 0.005
_Numbers = NDArray[np.float64]


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
    chords = [rough_points(area) for area in areas]
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
