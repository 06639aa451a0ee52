"""Compares what a laser file burns into a part with the picture of the part's face.

The report has a picture of each face, which ``pnp laser`` painted from its drawing. Here the
strokes of a file are drawn in the same pixels; anything more than a few pixels from its counterpart
is a fault, even if areas and centroids agree.
"""

from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from math import ceil
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from oracles.laser.strokes import LaserStroke, transformed
from PIL.PngImagePlugin import PngImageFile
from shapely import LineString, get_coordinates, segmentize

from pnp.base.errors import VerifyError
from pnp.base.geometry import Size, Transform
from pnp.records.laser_report import BARE, BURNT, picture_pixel

NEAR = 2  # pixels; how far what is burnt may lie from its picture, where it is half a wide line
FEW = 4  # pixels that may differ: the corners of letters
MOST_CROSSINGS = 20_000_000  # of one face; more would take too long
EDGES = 500  # to look at together; each crosses every row of the picture at most
Strokes = Sequence[LaserStroke]
Pixels = NDArray[np.bool_]


class BurntSurface(NamedTuple):
    """What a file burns into faces; a step that the file does not have is None.

    Instead of areas to engrave, G-code has lines that are ``swept``.
    """

    engraved: Strokes | None
    scored: Strokes | None
    swept: Strokes | None = None


def picture_fault(
    picture: str, size: Size, burnt_on: BurntSurface, upright: Transform
) -> tuple[str, str] | None:
    """Return how strokes differ from the picture of a face, and the expected value.

    ``upright`` moves strokes to the origin. Steps that the file does not have are not compared.

    Raises:
        VerifyError: If the picture cannot be read.
    """
    pixel = picture_pixel(size)
    grey = _read(picture, (ceil(size.width / pixel), ceil(size.height / pixel)))
    to_pixels = upright.then(Transform.scale(1 / pixel))
    burnt = np.zeros(grey.shape, dtype=bool)
    engraved, scored, swept = burnt_on
    if engraved:
        burnt |= _areas([transformed(one.points, to_pixels) for one in engraved], grey.shape)
    for lines in filter(None, (scored, swept)):
        burnt |= _lines([transformed(one.points, to_pixels) for one in lines], grey.shape)
    wanted, bare = grey == BURNT, grey == BARE
    more = burnt & bare & ~_grown(~bare)
    whole = scored is not None and (engraved is not None or swept is not None)
    less = wanted & ~_grown(burnt) if whole else np.zeros_like(more)
    for wrong, words in ((more, "burnt"), (less, "bare")):
        if wrong.sum() > FEW:
            row, column = _thickest(wrong)
            at = f"{(column + 0.5) * pixel:.1f}, {(row + 0.5) * pixel:.1f}"
            found = f"is {words} at {at}, {wrong.sum() * pixel**2:.1f} mm2 altogether"
            return found, f"{'bare' if words == 'burnt' else 'burnt'}, as its face is drawn"
    return None


@lru_cache(maxsize=64)
def _read(picture: str, size: tuple[int, int]) -> NDArray[np.uint8]:
    """Return the grey of each pixel; the size is checked before the pixels are unpacked."""
    try:
        image = PngImageFile(BytesIO(b64decode(picture, validate=True)))
        if image.size != size or image.mode != "L":
            raise VerifyError(f"has a report whose picture of a face is not {size[0]} x {size[1]}")
        return np.asarray(image)
    except (Base64Error, OSError, SyntaxError, ValueError) as error:
        name = type(error).__name__
        raise VerifyError(f"has a report whose picture of a face cannot be read ({name})") from None


def _areas(rings: Sequence[NDArray[np.float64]], shape: tuple[int, int]) -> Pixels:
    """Return the pixels whose middles lie in rings, by the even-odd rule.

    Raises:
        ValueError: If there are too many crossings.
    """
    rows, columns = shape
    starts = np.concatenate(rings)
    ends = np.concatenate([np.roll(ring, -1, axis=0) for ring in rings])
    low, high = (
        np.clip(np.ceil(pick(starts[:, 1], ends[:, 1]) - 0.5), 0, rows).astype(np.intp)
        for pick in (np.minimum, np.maximum)
    )
    if (high - low).sum() > MOST_CROSSINGS:
        raise ValueError("too many lines in one face")
    flips = np.zeros((rows, columns + 1), dtype=bool)
    for at in range(0, len(starts), EDGES):
        some = slice(at, at + EDGES)
        counts = high[some] - low[some]
        edge = np.repeat(np.arange(len(counts)), counts)
        ys = low[some][edge] + np.arange(len(edge)) - (np.cumsum(counts) - counts)[edge]
        (ax, ay), (bx, by) = starts[some][edge].T, ends[some][edge].T
        xs = ax + (ys + 0.5 - ay) * ((bx - ax) / (by - ay))
        crossed = np.clip(np.ceil(xs - 0.5), 0, columns).astype(np.intp)
        np.logical_xor.at(flips.reshape(-1), ys * (columns + 1) + crossed, True)
    return np.logical_xor.accumulate(flips, axis=1)[:, :-1]


def _lines(lines: Sequence[NDArray[np.float64]], shape: tuple[int, int]) -> Pixels:
    """Return the pixels that lines pass through."""
    found = np.zeros(shape, dtype=bool)
    for line in lines:
        along = get_coordinates(segmentize(LineString(line), 0.4)).astype(np.intp)
        along = along[(along >= 0).all(axis=1) & (along < (shape[1], shape[0])).all(axis=1)]
        found[along[:, 1], along[:, 0]] = True
    return found


def _thickest(pixels: Pixels) -> tuple[int, int]:
    """Return the row and the column with the most pixels around them."""
    sums = np.pad(pixels.astype(np.int64), 2 * NEAR).cumsum(axis=0).cumsum(axis=1)
    wide = 2 * NEAR
    around = sums[wide:, wide:] - sums[:-wide, wide:] - sums[wide:, :-wide] + sums[:-wide, :-wide]
    row, column = np.unravel_index(int(around.argmax()), around.shape)
    found = np.argwhere(pixels)
    nearest = np.abs(found - (row - NEAR, column - NEAR)).sum(axis=1).argmin()
    return int(found[nearest][0]), int(found[nearest][1])


def _grown(pixels: Pixels) -> Pixels:
    """Return pixels and all that are within ``NEAR`` of them."""
    for axis in (0, 1):
        grown = pixels.copy()
        for by in range(1, NEAR + 1):
            here, there = [slice(None)] * 2, [slice(None)] * 2
            here[axis], there[axis] = slice(by, None), slice(None, -by)
            grown[tuple(here)] |= pixels[tuple(there)]
            grown[tuple(there)] |= pixels[tuple(here)]
        pixels = grown
    return pixels
