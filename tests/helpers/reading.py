"""Read printed sheets back from pixels, as PDFium renders them.

Nothing here uses pnp: everything is found in the pixels.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import pypdfium2
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

POINTS_PER_MM = 72 / 25.4


@dataclass(frozen=True)
class Blob:
    """A connected dark area: its middle and size in mm, and the share of its box that it fills."""

    x: float
    y: float
    width: float
    height: float
    fill: float

    @property
    def is_disc(self) -> bool:
        """A solid disc fills pi/4 of its square."""
        square = abs(self.width - self.height) < 0.12 * self.width
        return square and self.width > 1.2 and abs(self.fill - np.pi / 4) < 0.04

    @property
    def is_upright_mark(self) -> bool:
        return self.width < 0.6 and 1.8 < self.height < 12

    @property
    def is_level_mark(self) -> bool:
        return self.height < 0.6 and 1.8 < self.width < 12


@dataclass(frozen=True)
class Sheet:
    """One page as a picture: rows of RGB pixels, or of grey ones, and the number of pixels per mm.

    A horizontal line has a crop mark at both ends; on half of a folded sheet, at one end.
    """

    pixels: np.ndarray
    per_mm: float
    level_ends: int = 2

    @property
    def width(self) -> float:
        return self.pixels.shape[1] / self.per_mm

    @property
    def height(self) -> float:
        return self.pixels.shape[0] / self.per_mm

    def turned_sideways(self) -> "Sheet":
        """The sheet turned over like the page of a book, seen through the paper."""
        return Sheet(self.pixels[:, ::-1], self.per_mm)

    def turned_head_over_heels(self) -> "Sheet":
        return Sheet(self.pixels[::-1], self.per_mm)

    def halves(self) -> tuple["Sheet", "Sheet"]:
        """The left and the right half, the right one folded behind the left."""
        middle = self.pixels.shape[1] // 2
        left = self.pixels[:, :middle]
        right = self.pixels[:, self.pixels.shape[1] - middle :]
        return Sheet(left, self.per_mm, 1), Sheet(right[:, ::-1], self.per_mm, 1)

    def part(self, left: float, top: float, right: float, bottom: float) -> "Sheet":
        rows = slice(round(top * self.per_mm), round(bottom * self.per_mm))
        columns = slice(round(left * self.per_mm), round(right * self.per_mm))
        return Sheet(self.pixels[rows, columns], self.per_mm)

    @cached_property
    def darkest(self) -> np.ndarray:
        """The least channel of every pixel; ``min(axis=2)`` takes twenty times as long."""
        if self.pixels.ndim == 2:  # in shades of grey
            return self.pixels
        red, green, blue = (self.pixels[:, :, channel] for channel in range(3))
        return np.minimum(np.minimum(red, green), blue)

    @cached_property
    def lightest(self) -> np.ndarray:
        """The greatest channel of every pixel."""
        red, green, blue = (self.pixels[:, :, channel] for channel in range(3))
        return np.maximum(np.maximum(red, green), blue)

    def blobs(self) -> list[Blob]:
        """Everything clearly darker than paper, with red as dark, from the top down."""
        return self._blobs

    @cached_property
    def _blobs(self) -> list[Blob]:
        """Join runs of dark pixels, of which a page has few: labelling every pixel is slow."""
        rows, starts, ends = _runs(self.darkest < 110)
        blob_of = _joined(rows, starts, ends, self.pixels.shape[1] + 2)
        order = np.argsort(blob_of, kind="stable")
        begins = np.flatnonzero(np.diff(blob_of[order], prepend=-1))
        if not len(begins):
            return []
        rows, starts, ends = rows[order], starts[order], ends[order]
        lengths = ends - starts
        left, right = np.minimum.reduceat(starts, begins), np.maximum.reduceat(ends, begins)
        top, bottom = np.minimum.reduceat(rows, begins), np.maximum.reduceat(rows, begins) + 1
        dark = np.add.reduceat(lengths, begins)
        x = np.add.reduceat(lengths * (starts + ends) / 2, begins) / dark
        y = np.add.reduceat(lengths * (rows + 0.5), begins) / dark
        width, height = right - left, bottom - top
        places = [x / self.per_mm, y / self.per_mm, width / self.per_mm, height / self.per_mm]
        measured = zip(*(each.tolist() for each in (*places, dark / (width * height))), strict=True)
        return [Blob(*each) for each in measured]

    def pips(self) -> int:
        return sum(blob.is_disc for blob in self.blobs())

    def is_red(self) -> bool:
        """Whether the ink here is red and not black."""
        drawn = self.pixels[self.darkest < 110]
        return bool(drawn.size) and bool(drawn[:, 0].mean() > 2 * drawn[:, 2].mean())

    def cuts(self) -> tuple[list[float], list[float]]:
        """The x of every vertical and the y of every horizontal line that crop marks show."""
        marks = self.blobs()
        return (
            _places([b.x for b in marks if b.is_upright_mark], ends=2),
            _places([b.y for b in marks if b.is_level_mark], ends=self.level_ends),
        )

    def pieces(self, width: float, height: float) -> list["Sheet"]:
        """The pieces of a size between crop marks, in reading order, just inside the trim."""
        xs, ys = self.cuts()
        columns = [pair for pair in itertools.pairwise(xs) if _is(pair, width)]
        rows = [pair for pair in itertools.pairwise(ys) if _is(pair, height)]
        return [
            self.part(left + 0.2, top + 0.2, right - 0.2, bottom - 0.2)
            for top, bottom in rows
            for left, right in columns
        ]


class RenderedSheets(Sequence[Sheet]):
    """The pages of a document, each rendered when it is first asked for."""

    def __init__(self, pdf: Path | bytes, per_mm: float, *, grey: bool) -> None:
        self._document = pypdfium2.PdfDocument(pdf)
        self._per_mm = per_mm
        self._grey = grey
        self._rendered: dict[int, Sheet] = {}

    def __len__(self) -> int:
        return len(self._document)

    def __getitem__(self, index):
        numbers = range(len(self))[index]
        return list(map(self._sheet, numbers)) if isinstance(index, slice) else self._sheet(numbers)

    def _sheet(self, number: int) -> Sheet:
        if number not in self._rendered:
            rendered = self._document[number].render(
                scale=self._per_mm / POINTS_PER_MM, rev_byteorder=True, grayscale=self._grey
            )
            pixels = rendered.to_numpy() if self._grey else rendered.to_numpy()[:, :, :3]
            self._rendered[number] = Sheet(pixels, self._per_mm)
        return self._rendered[number]


def sheets(pdf: Path | bytes, per_mm: float = 6, *, grey: bool = False) -> Sequence[Sheet]:
    """Return every page of a document; ``grey`` takes a third of the time where marks are black."""
    return RenderedSheets(pdf, per_mm, grey=grey)


def _runs(dark: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the row, the first column and the column after the last of each run of dark pixels."""
    height, width = dark.shape
    edged = np.zeros((height, width + 1), bool)  # so that no run goes on in the next row
    edged[:, :width] = dark
    flat = edged.ravel()
    changes = np.flatnonzero(flat[1:] != flat[:-1]) + 1
    if flat.size and flat[0]:
        changes = np.concatenate(([0], changes))
    rows, starts = np.divmod(changes[::2], width + 1)
    return rows, starts, changes[1::2] - rows * (width + 1)


def _joined(rows: np.ndarray, starts: np.ndarray, ends: np.ndarray, width: int) -> np.ndarray:
    """Return which blob each run belongs to; runs touch at corners as well."""
    first, last = rows * width + starts, rows * width + ends  # in order, as the runs are
    # Runs of the row above that end at the run's first column or later and begin before it ends.
    begin = np.searchsorted(last, first - width)
    count = np.maximum(np.searchsorted(first, last - width, side="right") - begin, 0)
    one = np.repeat(np.arange(len(rows)), count)
    other = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
    other += np.repeat(begin, count)
    touching = coo_array((np.ones(len(one), bool), (one, other)), shape=(len(rows),) * 2)
    return connected_components(touching, directed=False)[1]


def _places(values: list[float], ends: int) -> list[float]:
    """The positions of marks; those at the two ends of a line count as one."""
    found: list[list[float]] = []
    for value in sorted(values):
        if found and value - found[-1][-1] < 0.3:
            found[-1].append(value)
        else:
            found.append([value])
    return [float(np.mean(group)) for group in found if len(group) >= ends]


def _is(pair: tuple[float, float], length: float) -> bool:
    return abs(pair[1] - pair[0] - length) < 0.4
