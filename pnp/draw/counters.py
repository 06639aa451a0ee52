"""Draw round counters, the same in front and behind."""

from pnp.color import ink_on
from pnp.draw.marks import draw_mark
from pnp.draw.piece import BLEED, Piece, cut_line
from pnp.geometry import Point
from pnp.model.counters import Counters, CounterSeries
from pnp.path import circle
from pnp.scene import Group, Scene, Shape, Style

MARK = 0.46  # of the diameter
RING = 0.03  # of the diameter: the line inside the edge


def draw_counters(counters: Counters) -> tuple[Piece, ...]:
    """Draw a counter of each series, with its copies."""
    pieces: list[Piece] = []
    for series in counters.series:
        face = _face(counters, series)
        pieces.append(Piece(series.id, face, face, series.copies, BLEED, straight=False))
    return tuple(pieces)


def _face(counters: Counters, series: CounterSeries) -> Scene:
    radius = counters.diameter / 2
    middle = Point(radius, radius)
    ink = ink_on(series.color)
    ground = Shape((circle(middle, radius + BLEED),), Style(fill=series.color))
    line = Style(stroke=ink, stroke_width=RING * counters.diameter)
    ring = Shape((circle(middle, 0.82 * radius),), line)
    mark = draw_mark(series.mark, middle, MARK * counters.diameter, ink)
    face = Group((ground, ring, mark), repeats=True)
    return Scene(counters.size, (face, cut_line(circle(middle, radius))))
