"""Draw a tables board: points, both players' numbers, quarters and direction of play."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import dist

from pnp.base.fonts import Font, FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import Arc, Line, Path, circle, polygon, rectangle, regular_polygon
from pnp.base.units import Mm
from pnp.components.art.boards import EDGE, draw_board, draw_frame
from pnp.components.art.label import SMALLEST, centered
from pnp.components.framed_board import FRAME
from pnp.components.piece import BLEED, HAIRLINE, DrawContext, Piece
from pnp.components.tables import QUARTER, SIDE, Tables
from pnp.game.livery import LiveryColors
from pnp.scene import Extra, Group, Item, Shape, Style

FONT: FontName = "serif-bold"
NUMBER: Mm = 4.3  # font size
WORD: Mm = 5.6
LIVERY_WORD: Mm = 4.2
PICTOGRAM = 1.15  # of the font size beside it
SIGN = 1.7  # of the half of a lane: the greatest height of a pictogram
CROSSING = 1.3  # points: how far the arrow reaches that leads across to the other side
TITLE = 0.55  # of the bar: the font size of the title
STAR = 0.46  # of the bar: the radius of the star in it
SMALLEST_STAR: Mm = 2.0
DOT, RING = 0.16, 0.05  # of a point: the radius of a start's dot, and a light ring around it
TRIANGLE: Mm = 2.0  # of the border: the width of each, about

Pictogram = Callable[[Point, Mm, str], Iterator[Item]]


def draw(tables: Tables, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the board as the near player sees it."""
    field, bar = tables.field, tables.bar_area
    near = _half(tables, context, tables.ink)
    far = _half(tables, context, tables.faint, comes_back=tables.is_contrary)
    turned = Group(far, Transform.turn(180, field.center))
    outlines = [rectangle(field), rectangle(bar)]
    grounds: list[Item] = []
    if tables.off:
        tray = tables.tray._replace(height=field.height / 2)
        outlines += [rectangle(tray), rectangle(tray._replace(y=field.center.y))]
    if tables.is_contrary or tables.off:
        grounds.append(Shape(tuple(outlines[1:]), Style(fill=tables.tint)))
    lines = Shape(tuple(outlines), Style(stroke=tables.ink, stroke_width=0.5))
    star = () if tables.is_contrary else _star(tables, bar, context.livery)
    items = [*grounds, *_points(tables), *near, turned, lines, *star]
    if context.lettered:
        items = [*draw_frame(tables, context), *_border(tables), *items]
        items += _title(tables, context, bar)
    return draw_board(tables, context, items, (), BLEED)


def _border(tables: Tables) -> Iterator[Item]:
    """Draw a band of triangles all around the inside of a frame of lines."""
    if not tables.has_frame or tables.frame > FRAME:
        return
    trim = Rect(0, 0, *tables.size).inset(EDGE)
    paths: list[Path] = []
    for start, end in pairwise((*trim.corners, trim.corners[0])):
        length = dist(start, end)
        count = round(length / TRIANGLE)
        x, y = (end.x - start.x) / count, (end.y - start.y) / count
        inward = Point(-y * count / length, x * count / length)
        for number in range(count):
            foot = start.moved(number * x, number * y)
            tip = foot.moved(x / 2 + (FRAME - EDGE) * inward.x, y / 2 + (FRAME - EDGE) * inward.y)
            paths.append(polygon((foot, foot.moved(x, y), tip)))
    yield Shape(tuple(paths), Style(fill=tables.ink))


def _star(tables: Tables, bar: Rect, livery: LiveryColors | None) -> Iterator[Item]:
    """Draw an eight-pointed star in the middle of the bar: two squares and their intersection.

    In a livery it is inlaid across the bar, as wide as the middle allows.
    """
    radius = STAR * (tables.middle if livery else min(tables.bar, tables.middle))
    if radius < SMALLEST_STAR:
        return
    rings = [(1.0, tables.dark)]
    if livery:
        rings = [(1.0, livery.cloth), (0.86, tables.ground), (0.72, tables.dark)]
    for part, color in rings:
        turns = (0.0, 45.0)
        squares = tuple(regular_polygon(bar.center, 4, part * radius, turn) for turn in turns)
        yield Shape(squares, Style(fill=color))
        yield Shape(squares, Style(stroke=tables.ink, stroke_width=0.3))
    yield Shape((circle(bar.center, 0.3 * radius),), Style(tables.ground, tables.ink, 0.3))


def _title(tables: Tables, context: DrawContext, bar: Rect) -> Iterator[Item]:
    """Draw the title along both halves of the bar."""
    words = " \N{MIDDLE DOT} ".join(tables.title_words(context.game.name, context.game.date))
    if not words:
        return
    room = bar.height / 2 - tables.middle
    font = context.font(FONT)
    size = min(TITLE * tables.bar, 0.9 * room / text_width(words, font, 1.0))
    if size < SMALLEST:
        return
    at = Point(bar.center.x, (bar.y + bar.center.y) / 2 - tables.middle / 4)
    text = Group((centered(words, at, font, size, tables.ink),), Transform.turn(90, at))
    yield text
    yield Group((text,), Transform.turn(180, bar.center))


def _points(tables: Tables) -> Iterator[Item]:
    """Draw the points of both sides; the near ones are the far ones rotated by 180 degrees."""
    field, style = tables.field, Style(stroke=tables.ink, stroke_width=HAIRLINE)
    far: list[Item] = []
    for number in range(1, SIDE + 1):
        x = tables.left_of(number)
        tip = Point(x + tables.point / 2, field.y + tables.length)
        outline = polygon((Point(x, field.y), Point(x + tables.point, field.y), tip))
        tint = tables.dark if number % 2 else tables.light
        far.append(Shape((outline,), style._replace(fill=tint)))
    yield from far
    yield Group(tuple(far), Transform.turn(180, field.center))


def _half(
    tables: Tables, context: DrawContext, ink: str, *, comes_back: bool = False
) -> tuple[Item, ...]:
    """Draw what the near player reads: numbers, the start, quarters and the crossing.

    Rotated by 180 degrees it is what the far player reads, or if that player ``comes_back`` along
    the near one's way. In figures, where arrows are moves, the near player's numbers are outside.
    """
    font = context.font(FONT)
    items: list[Item] = []
    if not tables.is_contrary:
        half = tables.point * 0.5
        start = Point(tables.left_of(1) + half, tables.field.y + half)
        dot, around = (circle(start, part * tables.point) for part in (DOT, DOT + RING))
        if context.livery:
            ring = Shape((around,), Style(fill=tables.ground))
            items.append(Group((ring,), extra=Extra.ORNAMENT))
        items.append(Shape((dot,), Style(fill=ink)))
    if context.lettered and tables.coordinates:
        items += _numbers(tables, ink, font, comes_back)
    if context.lettered and tables.has_arrows:
        items += _crossing(tables, ink, comes_back)
    word = LIVERY_WORD if context.livery else WORD
    size = word if context.lettered else context.letter
    usual = {} if tables.is_contrary else context.words.boards
    ends = tuple(
        usual.get(key, "") if own is None else own
        for key, own in (("enter", tables.enter), ("home", tables.home))
    )
    return (*items, *(_quarters(tables, ends, size, ink, font, comes_back) if size else ()))


def _numbers(tables: Tables, ink: str, font: Font, comes_back: bool) -> Iterator[Item]:
    """Draw the near player's numbers: above the far side, and below the near one.

    The inner row of either side is for the player who enters there.
    """
    field = tables.field
    half = NUMBER * cap_height(font) / 2
    inner, outer = 1.3 + half, min(0.62 * tables.rim, tables.clear_rim - 1.1 - half)
    for number in range(1, SIDE + 1):
        x = tables.left_of(number) + tables.point / 2
        across = 2 * field.center.x - x
        left, right = (across, x) if comes_back else (x, across)
        above, below = Point(left, field.y - inner), Point(right, field.bottom + outer)
        yield centered(str(tables.number_of(number)), above, font, NUMBER, ink)
        yield centered(str(tables.number_of(number + SIDE)), below, font, NUMBER, ink)


def _quarters(
    tables: Tables, ends: tuple[str, ...], size: Mm, ink: str, font: Font, comes_back: bool
) -> Iterator[Item]:
    """Label the near player's quarters, both on one side: a door above, a house below."""
    field = tables.field
    x = field.right - QUARTER * tables.point / 2
    x = x if comes_back is tables.is_clockwise else 2 * field.center.x - x
    lane = tables.middle / 4
    sign = min(PICTOGRAM * size, SIGN * lane)
    for word, picture, y in zip(ends, (_door, _house), (-lane, lane), strict=True):
        at = Point(x, field.center.y + y)
        if word:
            yield from _named(word, at, size, ink, picture, sign, font)


def _crossing(tables: Tables, ink: str, comes_back: bool) -> Iterator[Item]:
    """Draw the arrow where the near player changes sides, at the left end if not clockwise.

    Where players go opposite ways, that of the far player is inside it.
    """
    field, lane = tables.field, tables.middle / 4
    bend = field.x + lane + 2.0
    reach = field.x + CROSSING * tables.point
    lane = lane / 2 if comes_back else lane
    above, below = field.center.y - lane, field.center.y + lane
    arc = Arc(Point(bend, below), lane, clockwise=False)
    way = (Line(Point(bend, above)), arc, Line(Point(reach, below)))
    tip = Point(reach + 3.5, below)
    head = polygon((tip, tip.moved(-4.2, -1.8), tip.moved(-4.2, 1.8)))
    shaft = Path(Point(reach, above), way, closed=False)
    arrow = (
        Shape((shaft,), Style(stroke=ink, stroke_width=0.7)),
        Shape((head,), Style(fill=ink)),
    )
    flip = Transform(-1, 0, 0, 1, 2 * field.center.x, 0)
    yield from arrow if comes_back is tables.is_clockwise else (Group(arrow, flip),)


def _named(
    word: str, middle: Point, size: Mm, ink: str, picture: Pictogram, sign: Mm, font: Font
) -> Iterator[Item]:
    """Draw a pictogram with its word to the right of it."""
    width = text_width(word, font, size)
    left = middle.moved(-(width + 0.4 * sign) / 2 - sign / 2, 0)
    yield from picture(left, sign / 2, ink)
    yield centered(word, left.moved(0.9 * sign + width / 2, 0), font, size, ink)


def _door(middle: Point, half: Mm, ink: str) -> Iterator[Item]:
    """Draw an open door with an arrow pointing in."""
    x, y = middle
    frame = Rect(x - 0.55 * half, y - half, 1.1 * half, 2 * half)
    leaf = ((0.55, -1.0), (1.05, -0.7), (1.05, 1.25), (0.55, 1.0))
    yield Shape((rectangle(frame),), Style(stroke=ink, stroke_width=0.35))
    yield Shape((polygon(Point(x + a * half, y + b * half) for a, b in leaf),), Style(fill=ink))


def _house(middle: Point, half: Mm, ink: str) -> Iterator[Item]:
    """Draw a house with a door."""
    walls = ((0.0, -1.1), (1.0, -0.2), (0.75, -0.2), (0.75, 1.0), (0.22, 1.0), (0.22, 0.2))
    right = [middle.moved(a * half, b * half) for a, b in walls]
    left = [middle.moved(-a * half, b * half) for a, b in reversed(walls[1:])]
    yield Shape((polygon((*right, *left)),), Style(fill=ink))
