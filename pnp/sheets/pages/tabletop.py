"""Cards on the sheets of Tabletop Simulator: ten across and seven down, the last place hidden.

What the game takes is in its Knowledge Base: a sheet of equal places, of which the last holds
what is seen of a card in another player's hand
(https://kb.tabletopsimulator.com/custom-content/custom-deck/), an image of at most 4096 pixels
a side (https://kb.tabletopsimulator.com/custom-content/asset-creation/). Read 2026-11-20.
"""

from collections.abc import Sequence
from math import floor

from pnp.base.geometry import Rect, Size, Transform
from pnp.base.path import rectangle
from pnp.scene import Group, Scene

COLUMNS, ROWS = 10, 7
MOST_CARDS = COLUMNS * ROWS - 1  # on one sheet
MOST_PIXELS = 4096  # a side


def deck_sheet(faces: Sequence[Scene], hidden: Scene) -> Scene:
    """Lay out at most 69 faces of one size in rows from the top left, and ``hidden`` at the end."""
    if len(faces) > MOST_CARDS:
        raise ValueError(f"a sheet holds {MOST_CARDS} cards, not {len(faces)}")
    width, height = hidden.size
    placed = [*enumerate(faces), (MOST_CARDS, hidden)]
    groups: list[Group] = []
    for slot, face in placed:
        row, column = divmod(slot, COLUMNS)
        place = Rect(column * width, row * height, width, height)
        groups.append(Group(face.items, Transform.move(place.x, place.y), rectangle(place)))
    return Scene(Size(COLUMNS * width, ROWS * height), tuple(groups))


def card_pixels(size: Size) -> tuple[int, int]:
    """Return how many whole pixels a card is wide and high on the largest sheet."""
    scale = min(MOST_PIXELS / (COLUMNS * size.width), MOST_PIXELS / (ROWS * size.height))
    width, height = (max(1, floor(side * scale + 1e-6)) for side in size)
    return width, height


def sheet_pixels(size: Size) -> tuple[int, int]:
    """Return how many pixels a sheet of cards of that size is wide and high."""
    width, height = card_pixels(size)
    return COLUMNS * width, ROWS * height
