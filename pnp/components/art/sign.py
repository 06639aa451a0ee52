"""Signs: a mark, a short text, or both, in a round space."""

from collections.abc import Iterator
from typing import NamedTuple

from pnp.base.geometry import Point, Rect
from pnp.base.units import Mm
from pnp.components.art.label import Lettering, draw_label
from pnp.components.art.marks import draw_mark
from pnp.game.player_marks import Mark
from pnp.scene import Item

TEXT_WIDTH, TEXT_HEIGHT = 0.86, 0.5  # of the room: where a text alone is kept
SMALLEST: Mm = 1.9  # font size
LARGEST = 0.62  # of the room: a font size
UPPER = 0.62  # of the room: a mark over a text
UPPER_PLACE, LOWER_PLACE = 0.2, 0.265  # of the room, from its middle
LOWER_WIDTH, LOWER_HEIGHT = 0.74, 0.3


class Sign(NamedTuple):
    """What is shown, and ``mark_size``: how large a mark alone is."""

    mark: Mark | None
    text: str | None
    mark_size: Mm


def draw_sign(sign: Sign, middle: Point, room: Mm, ink: str) -> Iterator[Item]:
    """Draw a sign about a point, where ``room`` is free each way.

    Raises:
        LayoutError: If the text has no room.
    """
    if sign.text is None:
        if sign.mark is not None:
            yield draw_mark(sign.mark, middle, sign.mark_size, ink)
        return
    wanted = Lettering(ink, LARGEST * room, SMALLEST)
    if sign.mark is None:
        place = Rect.about(middle, TEXT_WIDTH * room, TEXT_HEIGHT * room)
        yield from draw_label(sign.text, place, wanted)
        return
    size = UPPER * sign.mark_size
    yield draw_mark(sign.mark, middle.moved(0, -UPPER_PLACE * room), size, ink)
    place = Rect.about(middle.moved(0, LOWER_PLACE * room), LOWER_WIDTH * room, LOWER_HEIGHT * room)
    yield from draw_label(sign.text, place, wanted)
