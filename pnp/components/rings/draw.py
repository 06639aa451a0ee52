"""Draw boards of rings."""

from collections.abc import Iterator
from math import hypot

from pnp.base.errors import Faults
from pnp.base.fonts import FontName
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import circle, line
from pnp.base.units import EPSILON, Mm
from pnp.components.art.boards import (
    SMALLEST_LETTERS,
    band_of,
    draw_board,
    draw_frame,
    draw_title,
    outlined,
)
from pnp.components.art.label import Lettering, centered, draw_label, letters_on
from pnp.components.piece import DrawContext, Piece
from pnp.components.rings import MIDDLE, Rings
from pnp.components.sectors import room_in
from pnp.game.places import away
from pnp.scene import Group, Item, Shape, Style

LINE: Mm = 0.3
EDGE: Mm = 0.6  # the line around all places
LABEL = Size(1.6, 1.0)  # the shape of a label's room
INSET = 0.9  # of that room
LARGEST: Mm = 6.0  # font size of a label
LINES = 3
NAME = 0.13  # of a place: a font size
LARGEST_NAME: Mm = 3.5
TO_EDGE = 0.36  # of a place: from its middle to its name
TITLE = 0.3  # of the hub's radius: a font size
FONT: FontName = "sans-bold"
NAMES: FontName = "sans"


def draw(board: Rings, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the board with its places, and the title in the rim or in the middle."""
    lines = _sectors(board) if board.drawn == "sectors" else _points(board)
    above: list[Item] = [*draw_frame(board, context), *lines]
    if context.lettered:
        above += _title(board, context)
    above += _labels(board, context)
    names = _names(board, context) if context.lettered and board.coordinates else ()
    below = tuple(_colors(board)) if board.drawn == "sectors" else ()
    return draw_board(board, context, below, above, names=names)


def _colors(board: Rings) -> Iterator[Item]:
    for name, color in board.painted.items():
        yield outlined([board.by_name[name]], Style(fill=color))


def _sectors(board: Rings) -> Iterator[Item]:
    """Draw circles around the rings, and the lines between sectors."""
    center, radii = Rect(0, 0, *board.size).center, board.radii
    turns = [360 * (n + 0.5) / board.sectors for n in range(board.sectors)]
    spokes = (line(*(away(center, turn, r) for r in (radii[0], radii[-1]))) for turn in turns)
    circles = (circle(center, radius) for radius in radii[:-1])
    yield Shape((*circles, *spokes), Style(stroke=board.ink, stroke_width=LINE))
    yield Shape((circle(center, radii[-1]),), Style(stroke=board.ink, stroke_width=EDGE))


def _points(board: Rings) -> Iterator[Item]:
    """Draw a line along each sector, a disc at each place, and the rings unless there are arms."""
    center, firsts = Rect(0, 0, *board.size).center, board.places[:: board.sectors][: board.rings]
    radii = [center.y - place.center.y for place in firsts]
    inner = 0.0 if board.middle else radii[0]
    turns = [360 * n / board.sectors for n in range(board.sectors)]
    spokes = (line(*(away(center, turn, r) for r in (inner, radii[-1]))) for turn in turns)
    circles = () if board.drawn == "arms" else (circle(center, radius) for radius in radii)
    yield Shape((*circles, *spokes), Style(stroke=board.ink, stroke_width=EDGE))
    for place in board.places:
        style = Style(board.painted.get(place.name, board.tint), board.ink, LINE)
        yield Shape((circle(place.center, board.room.width / 2),), style)


def _labels(board: Rings, context: DrawContext) -> Iterator[Item]:
    faults = Faults()
    for name, label in board.labels.items():
        place = board.by_name[name]
        ink = letters_on(board.painted.get(name, board.ground))
        width, height = room_in(place, LABEL)
        room = Rect.about(place.center, INSET * width, INSET * height)
        lettering = Lettering(ink, LARGEST, context.font(FONT), lines=LINES)
        with faults.within(f"labels.{name}"):
            texts = draw_label(label, room, lettering)
            yield Group(texts, Transform.turn(place.turn, place.center))
    faults.check()


def _names(board: Rings, context: DrawContext) -> Iterator[Item]:
    """Draw the name of each place beside its outer edge, that of the middle below it."""
    middle, font = Rect(0, 0, *board.size).center, context.font(NAMES)
    depth = board.radii[1] - board.radii[0]
    for place in board.places:
        side = depth if place.name != MIDDLE else 2 * board.radii[0]
        size = min(NAME * side, LARGEST_NAME)
        away_x, away_y = place.center.x - middle.x, place.center.y - middle.y
        far = hypot(away_x, away_y)
        x, y = (away_x / far, away_y / far) if far > EPSILON else (0.0, 1.0)
        at = place.center.moved(TO_EDGE * side * x, TO_EDGE * side * y)
        if size >= SMALLEST_LETTERS:
            ink = letters_on(board.painted.get(place.name, board.ground))
            yield centered(place.name, at, font, size, ink)


def _title(board: Rings, context: DrawContext) -> Iterator[Item]:
    """Draw the title in the lower rim of a rectangle, else in the middle if it is no place."""
    width, height = board.size
    if board.freed_by_trim:
        band = band_of(board)
        at = Point(width / 2, height - band.middle)
        yield from draw_title(board, context, [(at, 0.6 * width)], band.letters)
    elif not board.middle:
        hub = board.radii[0]
        at = Rect(0, 0, width, height).center
        yield from draw_title(board, context, [(at, 1.8 * hub)], TITLE * hub, twice=False)
