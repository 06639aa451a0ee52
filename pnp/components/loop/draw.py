"""Draw the mat of a loop: its places, the direction of play, its start and its finish."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from math import dist

from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import Arc, Line, Path, polygon, rectangle
from pnp.base.units import Mm
from pnp.components.art.boards import draw_board, draw_title
from pnp.components.art.mats import draw_mat, draw_mat_strips
from pnp.components.loop import IN, OUT, Loop
from pnp.components.piece import DrawContext, Piece
from pnp.game.livery import LiveryColors
from pnp.game.places import Place, away
from pnp.scene import Group, Item, Shape, Style

COURSE_LINE: Mm = 0.5
# Of a tile's shorter side: how far inside a place signs begin, half of a chevron, and arrowheads.
INSIDE, CHEVRON = 0.05, 0.06
HEAD = 0.18
HEAD_WIDTH = 0.62  # of an arrowhead's length: narrow enough that one sees where it points
HEADS = 6  # with a livery, every so many places
SIGN = 0.2  # of a tile's shorter side: the width of start and finish
SIGN_PLACE = 0.27  # of a tile's longer side: from the middle of a place to start or finish
FLAG = (3, 4)  # rows and columns of the finish
TITLE = 0.22  # of the room inside the ring: the font size of the title
LARGEST: Mm = 16.0


def draw(loop: Loop, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the mat with numbered places and an arrow for the direction of play."""
    title = _title(loop, context) if context.lettered else ()
    signs = partial(_signs, loop, context.livery)
    above = (*draw_mat(loop, context, signs), *_course(loop), *title)
    return draw_board(loop, context, (), above)


def draw_strips(loop: Loop, context: DrawContext) -> Iterator[tuple[Piece, ...]]:
    """Yield the ways to draw it as strips: each spoke and side in one, two or three parts."""
    return draw_mat_strips(loop, context, partial(_signs, loop, context.livery))


def _signs(loop: Loop, livery: LiveryColors | None, places: Sequence[Place]) -> Iterator[Item]:
    """Draw a chevron where the track enters each place but the start, an arrow, and a flag.

    The arrow is in the start, light with a livery, where every sixth chevron is an arrowhead as
    well; the flag is in the finish.
    """
    track = loop.about_middle[:-1]
    side = min(loop.tile)
    half, size = CHEVRON * side, SIGN * side
    chevrons: list[Path] = []
    heads: list[Path] = []
    last = len(track)
    for place in places:
        number = int(place.name)
        way = place.turn + 90
        inset = loop.room.width / 2
        if min(number, last + 1 - number) <= loop.spoke:
            way = place.turn + 180 * (number > loop.spoke)
            inset = loop.room.height / 2
        foot = away(place.center, way + 180, inset - INSIDE * side)
        if number == 1:
            yield _start(place, HEAD * side, livery.ground if livery else loop.ink)
        elif livery and number % HEADS == 0 and number < last:
            heads.append(_head(foot, way, HEAD * side))
        else:
            ends = [away(foot, way + turn, half) for turn in (-90, 90)]
            tip = away(foot, way, half)
            chevrons.append(Path(ends[0], (Line(tip), Line(ends[1])), closed=False))
        if number == last:
            yield _finish(place, size, loop.ink)
    if chevrons:
        yield Shape(tuple(chevrons), Style(stroke=loop.ink, stroke_width=COURSE_LINE))
    if heads:
        yield Shape(tuple(heads), Style(fill=loop.ink))


def _head(foot: Point, way: float, length: Mm) -> Path:
    """Return an arrowhead, longer than wide."""
    sides = [away(foot, way + turn, HEAD_WIDTH * length / 2) for turn in (90, -90)]
    return polygon((away(foot, way, length), *sides))


def _start(place: Place, length: Mm, ink: str) -> Item:
    """Draw an arrow that points away from the hexagon."""
    foot = away(place.center, place.turn, SIGN_PLACE * place.size.height - length / 2)
    return Shape((_head(foot, place.turn, length),), Style(fill=ink))


def _finish(place: Place, size: Mm, ink: str) -> Item:
    """Draw a chequered band."""
    at = away(place.center, place.turn, SIGN_PLACE * place.size.height)
    rows, columns = FLAG
    square = size / rows
    left, top = at.x - columns * square / 2, at.y - size / 2
    squares = tuple(
        rectangle(Rect(left + column * square, top + row * square, square, square))
        for row, column in product(range(rows), range(columns))
        if (row + column) % 2 == 0
    )
    frame = rectangle(Rect(left, top, columns * square, size))
    style = Style(stroke=ink, stroke_width=COURSE_LINE / 2)
    flag = (Shape(squares, Style(fill=ink)), Shape((frame,), style))
    return Group(flag, Transform.turn(place.turn, at))


def _title(loop: Loop, context: DrawContext) -> Iterator[Item]:
    """Draw the title above the hexagon, inside the circular arrow."""
    center, room = loop.places[-1].center, _way_radius(loop) - loop.edge
    at = center.moved(0, -loop.edge - 0.45 * room)
    yield from draw_title(
        loop, context, [(at, 1.6 * room)], min(TITLE * room, LARGEST), twice=False
    )


def _way_radius(loop: Loop) -> Mm:
    """Return the radius of the circular arrow, half way between the hexagon and the ring."""
    *track, middle = loop.places
    nearest = min(dist(tile.center, middle.center) for tile in track[loop.spoke : -loop.spoke])
    return (loop.hexagon + nearest - loop.tile.height / 2) / 2


def _course(loop: Loop) -> tuple[Item, ...]:
    """Draw three quarters of a circle between hexagon and track, ending in an arrowhead."""
    middle, radius = loop.places[-1], _way_radius(loop)
    start, end = (away(middle.center, angle, radius) for angle in (OUT + 30, IN - 30))
    way = Path(start, (Arc(end, radius, clockwise=True, large=True),), closed=False)
    head = polygon(
        away(end, angle, reach)
        for angle, reach in ((IN + 60, 5.0), (IN - 30, 2.2), (IN + 150, 2.2))
    )
    return (
        Shape((way,), Style(stroke=loop.ink, stroke_width=COURSE_LINE)),
        Shape((head,), Style(fill=loop.ink)),
    )
