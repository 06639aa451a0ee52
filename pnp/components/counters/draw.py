"""Draw counters: round or square, a sign in a ring or a frame."""

from pnp.base.color import ink_on
from pnp.base.geometry import Point, Rect
from pnp.base.path import Path, circle, rectangle
from pnp.components.art.faults import Faults
from pnp.components.art.sign import Sign, draw_sign
from pnp.components.counters.model import CounterBack, Counters, CounterSeries
from pnp.components.piece import BLEED, Piece, cut_line
from pnp.scene import Group, Scene, Shape, Style

MARK = 0.46  # of the width
RING = 0.03  # of the width: the line inside the edge
INSIDE = 0.82  # of the width: how far that line is out
ROOM = 0.76  # of the width: what a text and a mark take within it


def draw_counters(counters: Counters) -> tuple[Piece, ...]:
    """Draw a counter of each series, with its copies.

    Raises:
        LayoutError: If a text is too long for its counter: a line for each.
    """
    pieces: list[Piece] = []
    faults = Faults()
    for series in counters.series:
        with faults.within(series.id):
            face = _face(counters, _sign(counters, series), series.color, ink_on(series.color))
            back = face if series.back is None else _back(counters, series, series.back)
            pieces.append(Piece(series.id, face, back, series.copies, BLEED, straight=False))
    faults.tell()
    return tuple(pieces)


def counter_outline(counters: Counters, beyond: float = 0.0) -> Path:
    """Return the outline of a counter, or what is so far beyond it."""
    radius = counters.width / 2
    if counters.diameter is not None:
        return circle(Point(radius, radius), radius + beyond)
    trim = Rect(0, 0, *counters.size)
    return rectangle(trim.inset(-beyond), max(0.0, counters.rounding + beyond))


def _back(counters: Counters, series: CounterSeries, back: CounterBack) -> Scene:
    color = back.color or series.color
    ground, ink = (ink_on(color), color) if back.swapped else (color, ink_on(color))
    return _face(counters, _sign(counters, back), ground, ink)


def _sign(counters: Counters, shown: CounterSeries | CounterBack) -> Sign:
    return Sign(shown.mark, shown.text, MARK * counters.width)


def _face(counters: Counters, sign: Sign, color: str, ink: str) -> Scene:
    width = counters.width
    middle = Point(width / 2, width / 2)
    ground = Shape((counter_outline(counters, BLEED),), Style(fill=color))
    line = Style(stroke=ink, stroke_width=RING * width)
    ring = Shape((counter_outline(counters, (INSIDE - 1) / 2 * width),), line)
    items = (ground, ring, *draw_sign(sign, middle, ROOM * width, ink))
    return Scene(counters.size, (Group(items, repeats=True), cut_line(counter_outline(counters))))
