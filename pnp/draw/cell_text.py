"""Write the words that a board's author wants in its places."""

from collections.abc import Mapping

from pnp.draw.faults import Faults
from pnp.draw.label import Lettering, draw_label
from pnp.draw.write import LETTERS
from pnp.geometry import Rect
from pnp.model.game import Board
from pnp.scene import Text
from pnp.units import Mm

INSET = 0.09  # of a place's shorter side
LARGEST = 0.3  # of a place's shorter side: a font size
LIMIT: Mm = 6.0  # font size
LINES = 3


def cell_texts(
    board: Board, labels: Mapping[str, str], inks: Mapping[str, str]
) -> tuple[Text, ...]:
    """Write a label in the middle of each place that has one, in the place's own ink if it has one.

    Raises:
        LayoutError: If labels have no room in their places: a line for each.
    """
    texts: list[Text] = []
    faults = Faults()
    for name, label in labels.items():
        place = board.by_name[name]
        side = min(place.size)
        room = Rect.around(place.corners).inset(INSET * side)
        lettering = Lettering(inks.get(name, LETTERS), min(LARGEST * side, LIMIT), lines=LINES)
        with faults.within(f"labels.{name}"):
            texts += draw_label(label, room, lettering)
    faults.tell()
    return tuple(texts)
