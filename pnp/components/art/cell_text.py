"""Write the words that a board's author wants in its places."""

from pnp.base.geometry import Rect
from pnp.base.units import Mm
from pnp.components.art.faults import Faults
from pnp.components.art.label import Lettering, draw_label
from pnp.components.art.write import letters_on
from pnp.components.grid.model import Grid
from pnp.scene import Text

INSET = 0.09  # of a place's shorter side
LARGEST = 0.3  # of a place's shorter side: a font size
LIMIT: Mm = 6.0  # font size
LINES = 3


def cell_texts(grid: Grid) -> tuple[Text, ...]:
    """Write a label in the middle of each place that has one, as it is read on its colour.

    Raises:
        LayoutError: If labels have no room in their places: a line for each.
    """
    texts: list[Text] = []
    faults = Faults()
    for name, label in grid.labels.items():
        place = grid.by_name[name]
        side = min(place.size)
        room = Rect.around(place.corners).inset(INSET * side)
        ink = letters_on(grid.painted.get(name, grid.ground))
        lettering = Lettering(ink, min(LARGEST * side, LIMIT), lines=LINES)
        with faults.within(f"labels.{name}"):
            texts += draw_label(label, room, lettering)
    faults.tell()
    return tuple(texts)
