"""Areas and lines as pixels; coordinates are in pixels, and a pixel counts by its centre."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, pairwise
from math import cos, dist, fsum, sin, tau
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pnp.base.geometry import Point

HAIRLINE = 1.5  # pixels: a thinner line would fall between the middles of pixels
DISC = 16  # the corners of a disc where a line turns

Ring = Sequence[Point]
Bitmap = NDArray[np.bool_]


class PixelMask(NamedTuple):
    """A set of pixels: a window of the canvas, and which of its pixels are set."""

    window: tuple[slice, slice]
    pixels: Bitmap

    def within(self, clip: Bitmap | None) -> "PixelMask":
        """Return the pixels within a clip of the whole canvas."""
        return self if clip is None else PixelMask(self.window, self.pixels & clip[self.window])

    def on(self, shape: tuple[int, int]) -> Bitmap:
        """Return the pixels on a whole canvas with this number of rows and columns."""
        found = np.zeros(shape, dtype=bool)
        found[self.window] = self.pixels
        return found


def filled(rings: Sequence[Ring], shape: tuple[int, int], even_odd: bool = False) -> PixelMask:
    """Return the pixels within rings by the non-zero or the ``even_odd`` rule.

    Every edge that crosses a row of pixels changes the winding number of all pixels to its right.
    """
    rows, columns = shape
    edges = np.array([(*a, *b) for ring in rings for a, b in _edges(ring)]).reshape(-1, 4)
    ax, ay, bx, by = edges.T
    top, bottom = _span(edges[:, 1::2], rows)
    left, right = _span(edges[:, 0::2], columns)
    first = np.clip(np.ceil(np.minimum(ay, by) - 0.5).astype(np.intp), top, bottom)
    last = np.clip(np.ceil(np.maximum(ay, by) - 0.5).astype(np.intp), top, bottom)
    counts = last - first
    edge = np.repeat(np.arange(len(edges)), counts)
    row = first[edge] + np.arange(len(edge)) - np.repeat(np.cumsum(counts) - counts, counts)
    x = ax[edge] + (row + 0.5 - ay[edge]) * ((bx - ax)[edge] / (by - ay)[edge])
    column = np.clip(np.ceil(x - 0.5).astype(np.intp), left, right)
    turns = np.zeros((bottom - top, right - left + 1), dtype=np.int32)
    np.add.at(turns, (row - top, column - left), np.where(by > ay, 1, -1)[edge].astype(np.int32))
    turns = np.cumsum(turns, axis=1, dtype=np.int32)[:, :-1]
    pixels = turns % 2 != 0 if even_odd else turns != 0
    return PixelMask((slice(top, bottom), slice(left, right)), pixels)


def drawn(lines: Iterable[Ring], width: float, shape: tuple[int, int]) -> PixelMask:
    """Return the pixels under lines: a rectangle along each stretch, and a disc at each corner."""
    half = max(width, HAIRLINE) / 2
    angles = [tau * corner / DISC for corner in range(DISC)]
    disc = [(half * cos(angle), half * sin(angle)) for angle in angles]
    rings: list[Ring] = []
    for line in lines:
        for a, b in pairwise(line):
            if length := dist(a, b):
                x, y = (b.y - a.y) / length * half, (a.x - b.x) / length * half
                rings.append([a.moved(x, y), b.moved(x, y), b.moved(-x, -y), a.moved(-x, -y)])
        corners = line if line[0] == line[-1] else line[1:-1]
        rings += [[corner.moved(*step) for step in disc] for corner in corners]
    return filled(rings, shape)


def dashes(line: Ring, lengths: Sequence[float]) -> Iterator[Ring]:
    """Yield the dashes of a line, by alternating lengths on and off; all of it without lengths."""
    if not fsum(lengths):
        yield line
        return
    turns = cycle(zip(cycle(lengths), cycle((True, False)), strict=False))
    left, is_drawn = next(turns)
    dash = [line[0]]
    for a, b in pairwise(line):
        whole = rest = dist(a, b)
        while rest > left:
            rest -= left
            at = a.moved((b.x - a.x) * (1 - rest / whole), (b.y - a.y) * (1 - rest / whole))
            if is_drawn:
                yield [*dash, at]
            dash = [at]
            left, is_drawn = next(turns)
        left -= rest
        dash.append(b)
    if is_drawn and len(dash) > 1:
        yield dash


def _edges(ring: Ring) -> Iterator[tuple[Point, Point]]:
    yield from pairwise(ring)
    if ring[0] != ring[-1]:
        yield ring[-1], ring[0]


def _span(values: NDArray[np.float64], most: int) -> tuple[int, int]:
    """Return the first pixel of values and the one after the last, on the canvas."""
    if not values.size:
        return 0, 0
    first, last = int(np.ceil(values.min() - 0.5)), int(np.ceil(values.max() - 0.5))
    low = min(max(first, 0), most)
    return low, max(low, min(last, most))
