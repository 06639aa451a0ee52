"""Draw counters: round or square, with a sign in a ring or a frame."""

from collections.abc import Mapping

from pnp.base.color import ink_on
from pnp.base.errors import Faults
from pnp.base.fonts import Font
from pnp.components.art.signs import FONT, STREET, CounterShape, draw_counter, draw_covered_counter
from pnp.components.counters import Counters
from pnp.components.piece import BLEED, DrawContext, Piece
from pnp.components.player_pieces import CounterSeries
from pnp.scene import Scene


def draw(counters: Counters, context: DrawContext) -> tuple[Piece, ...]:
    """Draw a counter of each series, with its copies."""
    pieces: list[Piece] = []
    faults, shape, font = Faults(), _shape(counters), context.font(FONT)
    bleed = BLEED if shape.freed_by_trim else STREET
    for series in counters.series:
        with faults.within(series.id):
            front, back = _faces(shape, series, font, context.livery is not None)
            pieces.append(Piece(series.id, front, back, series.copies, bleed, shape.freed_by_trim))
    faults.check()
    return tuple(pieces)


def draw_covered(counters: Counters, context: DrawContext) -> Mapping[str, Scene]:
    """Draw each counter as it looks under another in a pile, by name."""
    shape = _shape(counters)
    return {one.id: draw_covered_counter(shape, one.color) for one in counters.series}


def _shape(counters: Counters) -> CounterShape:
    return CounterShape(counters.width, None if counters.diameter else counters.rounding)


def _faces(
    shape: CounterShape, series: CounterSeries, font: Font, turned: bool
) -> tuple[Scene, Scene]:
    front = draw_counter(shape, series, series.color, ink_on(series.color), font, turned)
    behind = series.back
    if behind is None:
        return front, front
    color = behind.color or series.color
    ground, ink = (ink_on(color), color) if behind.swapped else (color, ink_on(color))
    return front, draw_counter(shape, behind, ground, ink, font, turned)
