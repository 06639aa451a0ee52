"""Draw a tables board: points, both players' numbers, quarters and the way round."""

from pnp.base.fonts import FontName, text_width
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import circle, line, polygon, rectangle
from pnp.base.units import Mm
from pnp.components.art.boards import draw_board
from pnp.components.art.label import centered, on_baseline
from pnp.components.piece import BLEED, HAIRLINE, DrawContext, Piece
from pnp.components.tables.model import QUARTER, SIDE, Tables
from pnp.scene import Group, Item, Shape, Style

FONT: FontName = "serif-bold"
NUMBER: Mm = 3.6  # font size
WORD: Mm = 4.2


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
    return draw_board(tables, (*half, turned, lines), (), BLEED)


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
        far = Point(center, field.y - 0.68 * tables.rim)
        number = centered(str(step + 1 + SIDE), far, FONT, NUMBER, tables.faint)
        items.append(Group((number,), Transform.turn(180, far)))
    start = Point(tables.left_of(1) + tables.point / 2, field.y + tables.point * 0.5)
    items.append(Shape((circle(start, 0.16 * tables.point),), Style(fill=tables.ink)))
    return (*items, *_course(tables, field, field.center.y - tables.middle / 4, ends))


def _course(tables: Tables, field: Rect, level: Mm, ends: tuple[str, str]) -> tuple[Item, ...]:
    """Draw the words of the near player's quarters and the arrow between them, going left."""
    quarter = QUARTER * tables.point
    right, left = (Point(x, level) for x in (field.right - quarter / 2, field.x + quarter / 2))
    enter = centered(ends[0], right, FONT, WORD, tables.ink)
    # The far player's home is the near player's far left, to be read from over there.
    home = centered(ends[1], left, FONT, WORD, tables.faint)
    gap = max(text_width(word, FONT, WORD) for word in ends) / 2 + 3
    tip = left.moved(gap, 0)
    shaft = line(right.moved(-gap, 0), tip.moved(2.5, 0))
    head = polygon((tip, tip.moved(3.5, -1.4), tip.moved(3.5, 1.4)))
    return (
        enter,
        Group((home,), Transform.turn(180, left)),
        Shape((shaft,), Style(stroke=tables.ink, stroke_width=0.4)),
        Shape((head,), Style(fill=tables.ink)),
    )
