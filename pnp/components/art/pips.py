"""Pips in the pattern of dice, shared by tiles, cards, hexagons and dice."""

from pnp.base.geometry import Rect
from pnp.base.path import circle
from pnp.scene import Shape, Style

# Three rows from the top; "o" is a pip. 6 has two columns of three, 2 and 3 run from the top right
# to the bottom left. 10 to 12 are as on double-twelve dominoes: three rows of up to four, parallel
# to the shorter side.
_ROWS = {
    0: ("", "", ""),
    1: ("", "o", ""),
    2: ("--o", "", "o--"),
    3: ("--o", "o", "o--"),
    4: ("o-o", "", "o-o"),
    5: ("o-o", "o", "o-o"),
    6: ("o-o", "o-o", "o-o"),
    7: ("o-o", "ooo", "o-o"),
    8: ("ooo", "o-o", "ooo"),
    9: ("ooo", "ooo", "ooo"),
    10: ("oooo", "o--o", "oooo"),
    11: ("oooo", "ooo", "oooo"),
    12: ("oooo", "oooo", "oooo"),
}
PITCH = 0.26  # from pip to pip, as a part of the face's shorter side
RADIUS = 0.095
DENSE_PITCH = 0.21  # within a row of four
DENSE_RADIUS = 0.078


def draw_pips(number: int, face: Rect, ink: str) -> tuple[Shape, ...]:
    """Draw ``number`` pips in the middle of ``face``, in proportion to its shorter side."""
    side = min(face.size)
    pitch, radius = (PITCH, RADIUS) if number < 10 else (DENSE_PITCH, DENSE_RADIUS)
    places = [
        ((column - (len(row) - 1) / 2) * pitch * side, y * PITCH * side)
        for y, row in enumerate(_ROWS[number], start=-1)
        for column, sign in enumerate(row)
        if sign == "o"
    ]
    return tuple(
        Shape((circle(face.center.moved(dx, dy), radius * side),), Style(fill=ink))
        for dx, dy in places
    )
