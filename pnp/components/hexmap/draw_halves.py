"""Draw the special parts of maps with half hexagons: their edges, and where numbers fit."""

from collections.abc import Iterable, Iterator

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Path, polygon, rectangle
from pnp.base.units import EPSILON, Mm
from pnp.components.hexmap.model import CELL_LINE, HexMap
from pnp.components.piece import BLEED
from pnp.game.places import Place
from pnp.scene import Shape, Style

# In widths of a hexagon, from its middle.
HALF_ROOM = 0.5  # the widest number
_BESIDE = 0.05  # between a number and the edge that halves its hexagon
_BELOW = 0.05
_NUMBER = -0.12  # how high a number stands where the left or the right half is left
_PATTERN = 0.5  # the size of a pattern
_PATTERN_MIDDLE = Point(0.0, 0.09)  # of one in its own size
_PATTERN_ASIDE = 0.22
_PATTERN_AT = {0: 0.2, 1: 0.33, -1: -0.15}  # by whether the lower or the upper half is left
_CORNER_AT = Point(0.17, -0.36)  # where an upper quarter is left, whose number is low


def straight_edges(board: HexMap) -> tuple[Path | None, Mm]:
    """Return the clip of a map with halves, and its bleed if it is cut along its edges."""
    if not board.halves:
        return None, 0.0
    return rectangle(_inked(board)), 0.0 if board.rim else BLEED


def _inked(board: HexMap) -> Rect:
    """Return the area of the hexagons, with bleed on the sides that are cut."""
    (left, top, width, height), bottom = board.area, board.area.bottom
    if board.rim or not board.halves:
        return board.area
    above = 0.0 if board.title else BLEED
    below = 0.0 if bottom < board.size.height else BLEED
    return Rect(left - BLEED, top - above, width + 2 * BLEED, height + above + below)


def grounds(board: HexMap, places: Iterable[Place], style: Style) -> Shape:
    """Draw the visible parts of hexagons as one shape, with the bleed beside those at a cut."""
    area, inked = board.area, _inked(board)
    found = [board.outline(place) for place in places]
    for corners in tuple(found) if inked != area else ():
        for edge, outer in ((area.x, inked.x), (area.right, inked.right)):
            ys = [p.y for p in corners if abs(p.x - edge) < EPSILON]
            if len(ys) > 1:
                found.append(_strip(Point(edge, min(ys)), Point(outer, max(ys))))
        for edge, outer in ((area.y, inked.y), (area.bottom, inked.bottom)):
            xs = [p.x for p in corners if abs(p.y - edge) < EPSILON]
            if len(xs) > 1 and edge != outer:
                found.append(_strip(Point(min(xs), edge), Point(max(xs), outer)))
    return Shape(tuple(map(polygon, found)), style)


def _strip(a: Point, b: Point) -> tuple[Point, ...]:
    """Return the upright rectangle between two opposite corners, clockwise."""
    (left, right), (top, bottom) = sorted((a.x, b.x)), sorted((a.y, b.y))
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


def frame_around(board: HexMap) -> Iterator[Shape]:
    """Draw the edges that halve hexagons, unless they are the cut."""
    if board.halves and board.rim:
        yield Shape((rectangle(board.area),), Style(None, board.ink, CELL_LINE))


def pattern_place(board: HexMap, place: Place) -> Transform:
    """Return the transform of a hexagon's pattern; that of a half is smaller."""
    x, y = board.inward(place)
    if not (x or y):
        return Transform.move(*place.center)
    small = Transform.scale(_PATTERN)
    aside, down = _CORNER_AT if x and y < 0 else (_PATTERN_ASIDE, _PATTERN_AT[round(y)])
    middle = small.apply(_PATTERN_MIDDLE)
    cell = board.cell
    to = place.center.moved((aside * x - middle.x) * cell, (down - middle.y) * cell)
    return small.then(Transform.move(*to))


def number_of_half(board: HexMap, place: Place, size: Size, above: Mm) -> Point:
    """Return the centre of a half's number; ``above`` is the height of those in whole hexagons."""
    x, y = board.inward(place)
    down = -above if y < 0 else _BELOW * board.cell + size.height / 2
    if x and y <= 0:
        down = _NUMBER * board.cell
    return place.center.moved(x * (_BESIDE * board.cell + size.width / 2), down)
