"""Pips in the pattern of dice, the same on tiles, cards, hexagons and dice."""

from pnp.base.geometry import Point, Rect
from pnp.base.path import circle
from pnp.base.units import Mm
from pnp.scene import Shape, Style


def _row(pips: int, y: int) -> tuple[tuple[float, float], ...]:
    """Return a row of pips, a pitch apart; two are as far apart as the ends of a row of four."""
    if pips == 2:
        return ((-1.5, y), (1.5, y))
    return tuple((n - (pips - 1) / 2, y) for n in range(pips))


# Places on a square of three by three, in units of the pitch from its middle. 6 stands in
# two columns of three, 2 and 3 run from the top right to the bottom left.
_PLACES: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((1, -1), (-1, 1)),
    3: ((1, -1), (0, 0), (-1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    7: ((-1, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (1, 1)),
    8: ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)),
    9: ((-1, -1), (0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)),
}
# 10 to 12 as on double-twelve dominoes: three level rows of four, which lean on the shorter side.
_DENSE: dict[int, tuple[tuple[float, float], ...]] = {
    10: (*_row(4, -1), *_row(2, 0), *_row(4, 1)),
    11: (*_row(4, -1), *_row(3, 0), *_row(4, 1)),
    12: (*_row(4, -1), *_row(4, 0), *_row(4, 1)),
}
PITCH = 0.26  # from pip to pip, as a part of the face's shorter side
RADIUS = 0.095
DENSE_PITCH = 0.21  # within a row of four
DENSE_RADIUS = 0.078


def draw_pips(number: int, face: Rect, ink: str) -> tuple[Shape, ...]:
    """Draw ``number`` solid pips in the middle of ``face``, in proportion to its shorter side."""
    side = min(face.width, face.height)
    if number in _DENSE:
        return tuple(
            _pip(face.center, x * DENSE_PITCH * side, y * PITCH * side, DENSE_RADIUS * side, ink)
            for x, y in _DENSE[number]
        )
    return tuple(
        _pip(face.center, x * PITCH * side, y * PITCH * side, RADIUS * side, ink)
        for x, y in _PLACES[number]
    )


def _pip(middle: Point, dx: Mm, dy: Mm, radius: Mm, ink: str) -> Shape:
    return Shape((circle(middle.moved(dx, dy), radius),), Style(fill=ink))
