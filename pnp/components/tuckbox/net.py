"""The net of a tuck box: panels, flaps and folds, for paper with a thickness.

A panel is as wide as the distance between the middles of the walls beside it, so the room
between two walls is one thickness less. Flaps that fold inside need one thickness more::

                         tongue
                          lid
           dust          ~~~~~~    dust
    front  side           back     side  glue flap
    ~~~~~  dust                    dust
    bottom
     tab
"""

from typing import NamedTuple

from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Arc, Line, Path, Segment, line
from pnp.base.units import Mm
from pnp.components.tuckbox import Inside

SLACK: Mm = 0.5  # on each side of a flap that is pushed into the box
LONGEST_TONGUE: Mm = 15.0
LONGEST_DUST: Mm = 15.0
DEEPEST_FLAP: Mm = 10.0
WIDEST_NOTCH: Mm = 9.0


class Walls:
    """The distances between folds; ``closing`` is the depth of lid, bottom and last side.

    These three end inside the front or the back, one thickness short of the others. Of the depth,
    tongue and glue flap take two thicknesses behind the front, and the bottom's tab takes one
    before the back.
    """

    def __init__(self, inside: Inside, stock: Mm) -> None:
        self.stock = stock
        self.width, self.height = inside.width + stock, inside.height + stock
        self.depth = inside.depth + (1 + 3) * stock
        self.closing = self.depth - stock
        self.tongue = min(LONGEST_TONGUE, 0.35 * self.height)
        self.tab = min(DEEPEST_FLAP, 0.35 * self.height)
        self.flap = min(DEEPEST_FLAP, 0.25 * self.width)
        self.dust = min(LONGEST_DUST, 0.45 * self.width)
        self.notch = min(WIDEST_NOTCH, 0.2 * self.width, 0.2 * self.height)


class Net(NamedTuple):
    """A box laid flat: its cut line, its folds, the area for glue, its walls."""

    walls: Walls
    size: Size
    outline: Path
    folds: tuple[Path, ...]
    glue: Path
    front: Rect
    side: Rect
    back: Rect
    other_side: Rect


def tuckbox_net(inside: Inside, stock: Mm) -> Net:
    """Return the net of a box with the given inside dimensions."""
    walls = Walls(inside, stock)
    top = walls.tongue + walls.closing + stock
    lefts = (0.0, walls.width, walls.width + walls.depth, 2 * walls.width + walls.depth)
    widths = (walls.width, walls.depth, walls.width, walls.closing)
    front, side, back, other_side = panels = [
        Rect(left, top, width, walls.height) for left, width in zip(lefts, widths, strict=True)
    ]
    size = Size(other_side.right + walls.flap, front.bottom + stock + walls.closing + walls.tab)
    upper = (
        *notched(front, walls.notch),
        *_dust(side, side.y, walls),
        *_lid(back, walls),
        *_dust(other_side, other_side.y, walls),
        *_glue_flap(other_side, walls.flap),
    )
    lower = (
        *reversed(_dust(other_side, other_side.bottom, walls)),
        *_lines((back.right, back.bottom), (back.x, back.bottom)),
        *reversed(_dust(side, side.bottom, walls)),
        *_bottom(front, walls),
    )
    outline = Path(Point(front.x, front.y), (*upper, *lower))
    glue = Path(Point(other_side.right, other_side.y), _glue_flap(other_side, walls.flap))
    return Net(walls, size, outline, _folds(panels, walls), glue, *panels)


def notched(front: Rect, radius: Mm) -> tuple[Segment, ...]:
    """Return the front's upper edge, with a thumb notch that exposes the tongue."""
    middle, top = front.center.x, front.y
    notch = Arc(Point(middle + radius, top), radius, clockwise=False)
    return (*_lines((middle - radius, top)), notch, *_lines((front.right, top)))


def _dust(side: Rect, fold: Mm, walls: Walls) -> tuple[Line, ...]:
    """Return a dust flap from left to right, narrow enough for the lid beside it."""
    left, right = side.x + _clearance(walls), side.right - _clearance(walls)
    end = fold + (walls.dust if fold > side.y else -walls.dust)
    cut = (right - left) / 8
    return _lines((left, fold), (left + cut, end), (right - cut, end), (right, fold))


def _clearance(walls: Walls) -> Mm:
    return 1.5 * walls.stock + SLACK


def _lid(back: Rect, walls: Walls) -> tuple[Segment, ...]:
    """Return the lid, which folds one thickness above the dust flaps under it."""
    fold = back.y - walls.stock
    crease = fold - walls.closing
    end = crease - walls.tongue
    left, right = back.x + walls.stock / 2, back.right - walls.stock / 2
    tongue_left, tongue_right = left + SLACK, right - SLACK
    round_off = min(0.7 * walls.tongue, 0.25 * walls.width)
    return (
        *_lines((back.x, back.y), (left, fold), (left, crease)),
        *_lines((tongue_left, crease), (tongue_left, end + round_off)),
        Arc(Point(tongue_left + round_off, end), round_off, clockwise=True),
        *_lines((tongue_right - round_off, end)),
        Arc(Point(tongue_right, end + round_off), round_off, clockwise=True),
        *_lines((tongue_right, crease), (right, crease), (right, fold), (back.right, back.y)),
    )


def _glue_flap(side: Rect, depth: Mm) -> tuple[Line, ...]:
    left, right = side.right, side.right + depth
    upper, lower = side.y + depth / 2, side.bottom - depth / 2
    return _lines((left, side.y), (right, upper), (right, lower), (left, side.bottom))


def _bottom(front: Rect, walls: Walls) -> tuple[Line, ...]:
    """Return the bottom, which folds one thickness below the dust flaps in it."""
    fold = front.bottom + walls.stock
    crease = fold + walls.closing
    left, right = front.x + walls.stock / 2, front.right - walls.stock / 2
    cut = SLACK + walls.tab / 4
    end = crease + walls.tab
    return _lines(
        *((front.right, front.bottom), (right, fold), (right, crease), (right - SLACK, crease)),
        *((right - cut, end), (left + cut, end)),
        *((left + SLACK, crease), (left, crease), (left, fold)),
    )


def _lines(*corners: tuple[Mm, Mm]) -> tuple[Line, ...]:
    return tuple(Line(Point(x, y)) for x, y in corners)


def _folds(panels: list[Rect], walls: Walls) -> tuple[Path, ...]:
    front, side, back, other_side = panels
    gap, edge = _clearance(walls), walls.stock / 2
    lid, bottom = back.y - walls.stock, front.bottom + walls.stock
    level = [
        *[(p, gap, y) for p in (side, other_side) for y in (p.y, p.bottom)],
        (back, edge, lid),
        (back, edge + SLACK, lid - walls.closing),
        (front, edge, bottom),
        (front, edge + SLACK, bottom + walls.closing),
    ]
    upright = [line(Point(p.right, p.y), Point(p.right, p.bottom)) for p in panels]
    return (*upright, *(line(Point(p.x + cut, y), Point(p.right - cut, y)) for p, cut, y in level))
