"""Deck sheets for Tabletop Simulator: ten cards across and seven down.

The format is in the program's Knowledge Base, read on 2026-11-20: a sheet of equal cells, the last
of which is the face that others see of a card in a player's hand
(https://kb.tabletopsimulator.com/custom-content/custom-deck/), in an image of at most 4096 pixels a
side (https://kb.tabletopsimulator.com/custom-content/asset-creation/).
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
    """Lay out at most 69 faces of one size in rows from the top left, and ``hidden`` last."""
    if len(faces) > MOST_CARDS:
        raise ValueError(f"a sheet holds {MOST_CARDS} cards, not {len(faces)}")
    width, height = hidden.size
    groups: list[Group] = []
    for slot, face in (*enumerate(faces), (MOST_CARDS, hidden)):
        row, column = divmod(slot, COLUMNS)
        place = Rect(column * width, row * height, width, height)
        groups.append(Group(face.items, Transform.move(place.x, place.y), rectangle(place)))
    return Scene(Size(COLUMNS * width, ROWS * height), tuple(groups))


def card_pixels(size: Size) -> tuple[int, int]:
    """Return the width and height of a card on the largest sheet, in whole pixels."""
    scale = min(MOST_PIXELS / (COLUMNS * size.width), MOST_PIXELS / (ROWS * size.height))
    width, height = (max(1, floor(side * scale + 1e-6)) for side in size)
    return width, height


def sheet_pixels(size: Size) -> tuple[int, int]:
    """Return the width and height of a sheet of cards of that size, in pixels."""
    width, height = card_pixels(size)
    return COLUMNS * width, ROWS * height
