"""Draw a tables board: points, both players' numbers, quarters and the way round."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import dist

from pnp.base.fonts import FontName, text_width
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import Path, circle, line, polygon, rectangle, regular_polygon
from pnp.base.units import Mm
from pnp.components.art.boards import draw_board
from pnp.components.art.label import SMALLEST, centered, on_baseline
from pnp.components.art.rim import EDGE, draw_frame
from pnp.components.framed_board import FRAME
from pnp.components.piece import BLEED, HAIRLINE, DrawContext, Piece
from pnp.components.tables.model import QUARTER, SIDE, Tables
from pnp.scene import Group, Item, Shape, Style

FONT: FontName = "serif-bold"
NUMBER: Mm = 3.6  # font size
WORD: Mm = 4.2
PICTOGRAM: Mm = 5.0
TITLE = 0.55  # of the bar: the font size of the title
STAR = 0.46  # of the bar: the radius of the star in it
SMALLEST_STAR: Mm = 2.0
TRIANGLE: Mm = 2.0  # of the border: the width of each, about

Pictogram = Callable[[Point, str], Iterator[Item]]


def draw(tables: Tables, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the board as the near player sees it."""
    field = tables.field
    words = context.words.boards
    ends = tables.enter or words["enter"], tables.home or words["home"]
    half = _half(tables, field, ends)
    turned = Group(half, Transform.turn(180, Rect(0, 0, *tables.size).center))
    bar = Rect(field.center.x - tables.bar / 2, field.y, tables.bar, field.height)
    outline = Style(stroke=tables.ink, stroke_width=0.5)
    lines = Shape((rectangle(field), rectangle(bar)), outline)
    items = [
        *draw_frame(tables, context),
        *_border(tables),
        *half,
        turned,
        lines,
        *_star(tables, bar),
    ]
    if context.lettered:
        items += _title(tables, context, bar)
    return draw_board(tables, items, (), BLEED)


def _border(tables: Tables) -> Iterator[Item]:
    """Draw a band of triangles inside the frame, all the way round."""
    if not tables.has_frame:
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


def _star(tables: Tables, bar: Rect) -> Iterator[Item]:
    """Draw an eight-pointed star in the middle of the bar: two squares and what they enclose."""
    radius = STAR * min(tables.bar, tables.middle)
    if radius < SMALLEST_STAR:
        return
    squares = tuple(regular_polygon(bar.center, 4, radius, turn) for turn in (0.0, 45.0))
    yield Shape(squares, Style(fill=tables.dark))
    yield Shape(squares, Style(stroke=tables.ink, stroke_width=0.3))
    yield Shape((circle(bar.center, 0.3 * radius),), Style(tables.ground, tables.ink, 0.3))


def _title(tables: Tables, context: DrawContext, bar: Rect) -> Iterator[Item]:
    """Write the title along both halves of the bar."""
    words = " \N{MIDDLE DOT} ".join(tables.title_words(context.game.name, context.game.date))
    if not words:
        return
    room = bar.height / 2 - tables.middle
    size = min(TITLE * tables.bar, 0.9 * room / text_width(words, FONT, 1.0))
    if size < SMALLEST:
        return
    at = Point(bar.center.x, (bar.y + bar.center.y) / 2 - tables.middle / 4)
    text = Group((centered(words, at, FONT, size, tables.ink),), Transform.turn(90, at))
    yield text
    yield Group((text,), Transform.turn(180, bar.center))


def _half(tables: Tables, field: Rect, ends: tuple[str, str]) -> tuple[Item, ...]:
    """Draw the far side, the near player's numbers, start, quarters and arrow.

    The board looks the same to both players, so the other half is this one turned round.
    """
    items: list[Item] = []
    for step in range(SIDE):
        x = tables.left_of(step + 1)
        base = (Point(x, field.y), Point(x + tables.point, field.y))
        tip = Point(x + tables.point / 2, field.y + tables.length)
        tint = tables.dark if step % 2 == 0 else tables.light
        style = Style(tint, tables.ink, HAIRLINE)
        items.append(Shape((polygon((*base, tip)),), style))
        center = x + tables.point / 2
        # Going left from the right end the near player counts 1 to 12; for the far player
        # these points are the last twelve, read from the other side.
        near = Point(center, field.y - 1.4)
        items.append(on_baseline(str(step + 1), near, FONT, NUMBER, tables.ink))
        far = Point(center, field.y - 0.65 * tables.rim)
        number = centered(str(step + 1 + SIDE), far, FONT, NUMBER, tables.faint)
        items.append(Group((number,), Transform.turn(180, far)))
    start = Point(tables.left_of(1) + tables.point / 2, field.y + tables.point * 0.5)
    items.append(Shape((circle(start, 0.16 * tables.point),), Style(fill=tables.ink)))
    return (*items, *_course(tables, field, field.center.y - tables.middle / 4, ends))


def _course(tables: Tables, field: Rect, level: Mm, ends: tuple[str, str]) -> tuple[Item, ...]:
    """Draw the near player's quarters, a door and a house with words, and the arrow between."""
    quarter = QUARTER * tables.point
    right, left = (Point(x, level) for x in (field.right - quarter / 2, field.x + quarter / 2))
    enter = _named(ends[0], right, tables.ink, _door)
    # The far player's home is the near player's far left, to be read from over there.
    home = _named(ends[1], left, tables.faint, _house)
    gap = max(text_width(word, FONT, WORD) for word in ends) / 2 + PICTOGRAM + 3
    tip = left.moved(gap, 0)
    shaft = line(right.moved(-gap, 0), tip.moved(2.5, 0))
    head = polygon((tip, tip.moved(3.5, -1.4), tip.moved(3.5, 1.4)))
    return (
        *enter,
        Group(home, Transform.turn(180, left)),
        Shape((shaft,), Style(stroke=tables.ink, stroke_width=0.4)),
        Shape((head,), Style(fill=tables.ink)),
    )


def _named(word: str, middle: Point, ink: str, picture: Pictogram) -> tuple[Item, ...]:
    """Draw a pictogram and its word to the right of it."""
    width = text_width(word, FONT, WORD)
    left = middle.moved(-(width + 0.4 * PICTOGRAM) / 2 - PICTOGRAM / 2, 0)
    text = centered(word, left.moved(0.9 * PICTOGRAM + width / 2, 0), FONT, WORD, ink)
    return (*picture(left, ink), text)


def _door(middle: Point, ink: str) -> Iterator[Item]:
    """Draw an open door with an arrow that enters."""
    x, y, half = middle.x, middle.y, PICTOGRAM / 2
    frame = Rect(x - 0.55 * half, y - half, 1.1 * half, 2 * half)
    leaf = ((0.55, -1.0), (1.05, -0.7), (1.05, 1.25), (0.55, 1.0))
    yield Shape((rectangle(frame),), Style(stroke=ink, stroke_width=0.35))
    yield Shape((polygon(Point(x + a * half, y + b * half) for a, b in leaf),), Style(fill=ink))


def _house(middle: Point, ink: str) -> Iterator[Item]:
    """Draw a house with a door."""
    half = PICTOGRAM / 2
    walls = ((0.0, -1.1), (1.0, -0.2), (0.75, -0.2), (0.75, 1.0), (0.22, 1.0), (0.22, 0.2))
    right = [middle.moved(a * half, b * half) for a, b in walls]
    left = [middle.moved(-a * half, b * half) for a, b in reversed(walls[1:])]
    yield Shape((polygon((*right, *left)),), Style(fill=ink))
