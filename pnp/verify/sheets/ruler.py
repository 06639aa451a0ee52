"""The ruler in the margin, found by its ticks and measured: it shows whether a page was scaled."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import atan2, degrees, hypot
from typing import NamedTuple

from pnp.base.geometry import Point
from pnp.base.units import Mm
from pnp.verify.sheets.page import PageStroke

RULER: Mm = 50.0
TICKS = 51  # from 0 to 50 mm
LONGEST_TICK: Mm = 4.0  # they are 1.4 mm; a page at 200 % is still recognised
EVEN: Mm = 0.02  # between equal steps


class Ruler(NamedTuple):
    """A measured ruler; ``degrees`` are clockwise off the horizontal or the vertical.

    ``drawing`` is the drawing that has all its ``lines``, if one has.
    """

    length: Mm
    degrees: float
    drawing: int | None
    lines: frozenset[PageStroke]


def find_ruler(strokes: Sequence[PageStroke]) -> Ruler | None:
    """Return the ruler among the strokes of a page, whichever way it lies."""
    for group in (*_drawings(strokes), *_levels(strokes)):
        for ends in ([s.start for s in group], [s.end for s in group]):
            found = _measured(group, ends)
            if found is not None:
                return found
    return None


def _drawings(strokes: Iterable[PageStroke]) -> Iterator[list[PageStroke]]:
    """Yield the ticks of each drawing that has enough of them."""
    drawings: dict[int, list[PageStroke]] = defaultdict(list)
    for stroke in strokes:
        if _length(stroke) < LONGEST_TICK:
            drawings[stroke.drawing].append(stroke)
    return (group for group in drawings.values() if len(group) >= TICKS)


def _levels(strokes: Iterable[PageStroke]) -> Iterator[list[PageStroke]]:
    """Yield ticks that begin on one line but are drawn apart, as other programs write them."""
    levels: dict[tuple[bool, int, float], list[PageStroke]] = defaultdict(list)
    for stroke in strokes:
        if 0 < _length(stroke) < LONGEST_TICK:
            upright = abs(stroke.end.y - stroke.start.y) > abs(stroke.end.x - stroke.start.x)
            for end, point in enumerate((stroke.start, stroke.end)):
                level = point.y if upright else point.x
                levels[upright, end, round(level, 1)].append(stroke)
    return (group for group in levels.values() if len(group) >= TICKS)


def _measured(group: Sequence[PageStroke], ends: Sequence[Point]) -> Ruler | None:
    ordered = sorted(set(ends), key=lambda p: (round(p.x, 3), round(p.y, 3)))
    if len(ordered) != TICKS:
        return None
    first, last = ordered[0], ordered[-1]
    length = hypot(last.x - first.x, last.y - first.y)
    for number, point in enumerate(ordered):
        part = number / (TICKS - 1)
        x, y = first.x + part * (last.x - first.x), first.y + part * (last.y - first.y)
        if hypot(point.x - x, point.y - y) > EVEN:
            return None
    angle = degrees(atan2(last.y - first.y, last.x - first.x))
    drawings = {stroke.drawing for stroke in group}
    alone = drawings.pop() if len(drawings) == 1 else None
    return Ruler(length, (angle + 45) % 90 - 45, alone, frozenset(group))


def _length(stroke: PageStroke) -> Mm:
    return hypot(stroke.end.x - stroke.start.x, stroke.end.y - stroke.start.y)
