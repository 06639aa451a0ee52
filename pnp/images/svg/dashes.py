"""Dashes and dots of strokes, in forms that all viewers of PDF draw alike.

They disagree on lines without length, which have an area by their caps alone: a dot where a path
begins and ends at one point, or one in a dotted line. Those become shapes.
"""

from collections.abc import Iterable, Iterator
from itertools import cycle, pairwise
from math import atan2, degrees, dist, fsum
from typing import NamedTuple

from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import Path, circle, flattened, path_bounds, placed, polygon, rectangle
from pnp.images.svg.tree import NotShapesError

MOST_DASHES = 100  # before they repeat
MOST_PIECES = 10_000  # of a stroke that is taken apart
FINE = 1 / 50_000  # of the longer side of an outline: how far its curves may be from their chords


class Dashes(NamedTuple):
    """A pattern of dashes and gaps, an even number of lengths, and where in it a line begins."""

    lengths: tuple[float, ...] = ()
    offset: float = 0.0


def read_dashes(lengths: tuple[float, ...], offset: float, *, butt: bool) -> Dashes | None:
    """Return a pattern without parts that do nothing; None if all of it is gaps.

    With ``butt`` ends, dashes without length are invisible.
    """
    if not lengths or min(lengths) < 0 or not fsum(lengths):
        return Dashes()
    if len(lengths) > MOST_DASHES:
        raise NotShapesError(f"has a stroke of more than {MOST_DASHES} dashes")
    both = lengths * (1 + len(lengths) % 2)
    if not fsum(both[1::2]):
        return Dashes()
    if butt and not fsum(both[::2]):
        return None
    kept: list[float] = []
    for number, length in enumerate(both):
        if len(kept) % 2 != number % 2:
            kept[-1] += length
        elif length or not kept or not (butt or number % 2):
            kept.append(length)
    if len(kept) % 2:  # the last dash goes on in the first
        offset += kept[-1]
        kept[0] += kept.pop()
    return Dashes(tuple(kept), offset % fsum(both))


def taken_apart(
    paths: Iterable[Path], pattern: Dashes, width: float, cap: str
) -> tuple[list[Path], list[Path], tuple[float, ...]]:
    """Return the lines of a stroke, the outlines of its dots, and the dashes left to draw."""
    whole = not pattern.offset and all(pattern.lengths[::2])
    lines: list[Path] = []
    dots: list[Path] = []
    for path in paths:
        points = path_bounds(path)
        if not max(points.size):
            dots += _dot(path.start, 0.0, width, cap)
        elif whole:
            lines.append(path)
        else:
            for piece, angle in _pieces(flattened(path, FINE * max(points.size)), pattern):
                if len(set(piece)) == 1:
                    dots += _dot(piece[0], angle, width, cap)
                else:
                    lines.append(polygon(piece)._replace(closed=False))
                if len(lines) + len(dots) > MOST_PIECES:
                    raise NotShapesError(f"has a stroke of more than {MOST_PIECES:,} dashes")
    return lines, dots, pattern.lengths if whole else ()


def _pieces(points: list[Point], pattern: Dashes) -> Iterator[tuple[list[Point], float]]:
    """Yield the points of each dash along a line, and the angle of its end."""
    coming = cycle(zip(pattern.lengths, cycle((True, False)), strict=False))
    left, is_drawn = next(coming)
    offset = pattern.offset
    while offset >= left and offset:
        offset -= left
        left, is_drawn = next(coming)
    left -= offset
    piece = points[:1]
    for here, there in pairwise(points):
        whole, at = dist(here, there), 0.0
        angle = atan2(there.y - here.y, there.x - here.x)
        while whole - at >= left:
            at += left
            part = at / whole if whole else 0.0
            end = Point(here.x + part * (there.x - here.x), here.y + part * (there.y - here.y))
            if is_drawn:
                yield [*piece, end], angle
            piece = [end]
            left, is_drawn = next(coming)
        left -= whole - at
        piece.append(there)
    if is_drawn and len(piece) > 1:
        yield piece, angle


def _dot(at: Point, angle: float, width: float, cap: str) -> list[Path]:
    """Return the outline that the ends of a line without length have together."""
    if cap == "round":
        return [circle(at, width / 2)]
    if cap == "square":
        square = rectangle(Rect(at.x - width / 2, at.y - width / 2, width, width))
        return [placed(square, Transform.turn(degrees(angle), at))]
    return []
