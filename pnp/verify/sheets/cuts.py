"""The cuts that the marks of a page show, and the places of pieces between them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import fsum
from typing import NamedTuple

from pnp.base.geometry import Rect, Size
from pnp.base.units import Mm
from pnp.verify.sheets.page import PageStroke

SAME: Mm = 0.03  # marks that are closer are one
STRAIGHT: Mm = 0.01  # how far a line may be off the vertical or the horizontal
OUTSIDE: Mm = 0.3  # how far a mark reaches past the pieces, at least
INSIDE: Mm = 0.5  # how far within a place the middle of a drawing lies
MOST_BLEED: Mm = 6.0  # how far a piece's art may go past its trim


class SheetCuts(NamedTuple):
    """The x of every vertical cut and the y of every horizontal one, in order."""

    xs: tuple[Mm, ...]
    ys: tuple[Mm, ...]

    @property
    def found(self) -> bool:
        """Whether there are enough to measure a piece by."""
        return len(self.xs) > 1 and len(self.ys) > 1

    @property
    def block(self) -> Rect:
        """The rectangle within the outermost cuts."""
        left, top = self.xs[0], self.ys[0]
        return Rect(left, top, self.xs[-1] - left, self.ys[-1] - top)


def find_cuts(
    strokes: Iterable[PageStroke], trim: Rect, bleed: Rect, beside: Mm = OUTSIDE
) -> SheetCuts:
    """Return the cuts that marks around the pieces show.

    A mark lies on a line through the pieces, or at most ``beside`` them, and reaches past them.
    Art reaches past them too, into the bleed, but is clipped there.
    """
    xs: list[Mm] = []
    ys: list[Mm] = []
    edge = bleed.inset(-SAME)
    for start, end, _, clip in strokes:
        if clip is not None and edge.contains(clip):
            continue
        left, right = sorted((start.x, end.x))
        top, bottom = sorted((start.y, end.y))
        vertical, horizontal = right - left < STRAIGHT, bottom - top < STRAIGHT
        through = trim.x - beside < left and right < trim.right + beside
        if vertical and through and _reaches_out(top, bottom, trim.y, trim.bottom):
            xs.append((left + right) / 2)
        through = trim.y - beside < top and bottom < trim.bottom + beside
        if horizontal and through and _reaches_out(left, right, trim.x, trim.right):
            ys.append((top + bottom) / 2)
    return SheetCuts(_distinct(xs), _distinct(ys))


def cells(cuts: SheetCuts, piece: Size | None) -> list[Rect]:
    """Return the places of pieces between cuts, row by row, without the gaps.

    ``piece`` is the expected size, either way round; if it is nowhere on the page, the most
    frequent size counts.
    """
    if not cuts.found:
        return []
    widths = _steps(cuts.xs)
    heights = _steps(cuts.ys)
    for size in (piece, piece.turned()) if piece else ():
        columns = [step for step in widths if abs(step[1] - size.width) < SAME]
        rows = [step for step in heights if abs(step[1] - size.height) < SAME]
        if columns and rows:
            return _between(columns, rows)
    return _between(_usual(widths), _usual(heights))


def occupied(places: Sequence[Rect], inked: Sequence[Rect]) -> list[Rect]:
    """Return the places in which something is drawn, leaving aside marks around several places."""
    return [place for place in places if any(_is_in(drawn, place) for drawn in inked)]


def _is_in(drawn: Rect, place: Rect) -> bool:
    x, y = drawn.center
    edge = min(INSIDE, place.width / 4, place.height / 4)
    amid = place.inset(edge)
    return (
        amid.x < x < amid.right
        and amid.y < y < amid.bottom
        and place.inset(-MOST_BLEED).contains(drawn)
    )


def outlines_of(outlines: Iterable[Rect], piece: Size, page: Rect) -> list[Rect]:
    """Return the outlines of pieces to cut out by scissors, each once."""
    found: dict[tuple[int, int], Rect] = {}
    for outline in outlines:
        for size in (piece, piece.turned()):
            close = max(abs(outline.width - size.width), abs(outline.height - size.height)) < SAME
            if close and page.contains(outline):
                found.setdefault((round(outline.center.x), round(outline.center.y)), outline)
    return list(found.values())


def _reaches_out(begin: Mm, end: Mm, inner_begin: Mm, inner_end: Mm) -> bool:
    return begin < inner_begin - OUTSIDE or end > inner_end + OUTSIDE


def _distinct(values: Iterable[Mm]) -> tuple[Mm, ...]:
    groups: list[list[Mm]] = []
    for value in sorted(values):
        if groups and value - groups[-1][-1] < SAME:
            groups[-1].append(value)
        else:
            groups.append([value])
    return tuple(fsum(group) / len(group) for group in groups)


def _steps(cuts: Sequence[Mm]) -> list[tuple[Mm, Mm]]:
    return [(one, other - one) for one, other in pairwise(cuts)]


def _usual(steps: Sequence[tuple[Mm, Mm]]) -> list[tuple[Mm, Mm]]:
    """Return the steps of the most frequent length; of several, the longest."""
    counted = Counter(round(length, 1) for _, length in steps)
    usual = max(counted, key=lambda length: (counted[length], length))
    return [step for step in steps if abs(step[1] - usual) < 0.1]


def _between(columns: Sequence[tuple[Mm, Mm]], rows: Sequence[tuple[Mm, Mm]]) -> list[Rect]:
    return [Rect(x, y, width, height) for y, height in rows for x, width in columns]
