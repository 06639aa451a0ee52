"""Draw the strip of values that a pawn moves down."""

from collections.abc import Iterator

from pnp.base.color import blended
from pnp.base.errors import LayoutError
from pnp.base.fonts import Font, FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import circle, line, polygon, rectangle
from pnp.base.units import Mm
from pnp.components.art.label import draw_pips, pale
from pnp.components.piece import HAIRLINE, DrawContext, Piece, cut_line
from pnp.components.sized import Pair, by_total
from pnp.components.tracker import Tracker
from pnp.scene import Extra, Group, Item, Scene, Shape, Style, Text

EDGE: Mm = 4.0
HEADING: Mm = 14.0
FACE = 0.4  # of a row's height: the side of a small face
PAIR_GAP = 0.18  # of a row's height
FONT: FontName = "serif-bold"
NOTE_FONT: FontName = "sans"


def draw(tracker: Tracker, context: DrawContext) -> tuple[Piece, ...]:
    """Draw one strip: a row for each total of its pairs, the highest at the top."""
    totals = by_total(tracker.pairs_in(context.game))
    most = max(map(len, totals.values()))
    row = tracker.row
    width = row * (1 + PAIR_GAP + most * (2 * FACE + PAIR_GAP))
    size = Size(2 * EDGE + width, 2 * EDGE + HEADING + len(totals) * row)
    trim = rectangle(Rect(0, 0, *size))
    livery = context.livery
    items: list[Item] = [Shape((trim,), Style(fill=tracker.ground))]
    if livery:
        band = rectangle(Rect(0, 0, size.width, EDGE + HEADING))
        items.append(Group((Shape((band,), Style(fill=livery.cloth)),), extra=Extra.ORNAMENT))
    items += _heading(tracker, size, context)
    frame = Rect(EDGE, EDGE + HEADING, size.width - 2 * EDGE, len(totals) * row)
    font = context.font(FONT)
    for index, (total, same) in enumerate(totals.items()):
        place = frame._replace(y=EDGE + HEADING + index * row, height=row)
        stripe = blended(livery.ground, livery.tint, 0.5) if livery else tracker.stripe
        ground = stripe if index % 2 == 0 else tracker.ground
        items += _row(tracker, place, total, same, ground, font)
    ends = line(Point(EDGE + row, frame.y), Point(EDGE + row, frame.bottom))
    items.append(Shape((rectangle(frame), ends), Style(stroke=tracker.ink, stroke_width=0.3)))
    items.append(cut_line(trim))
    return (Piece("tracker", Scene(size, tuple(items))),)


def _heading(tracker: Tracker, size: Size, context: DrawContext) -> Iterator[Item]:
    """Draw title and note, and a pawn over the column of totals if there is room."""
    livery = context.livery
    ink, faint = (livery.ground, livery.ground) if livery else (tracker.ink, tracker.faint)
    faces: list[tuple[str, Font, Mm, Mm, str]] = [
        (tracker.title, context.font(FONT), 5.6, 5.2, ink)
    ]
    if tracker.note:
        faces.append((tracker.note, context.font(NOTE_FONT), 3.4, 10.6, faint))
    widths = [text_width(text, font, letters) for text, font, letters, _, _ in faces]
    room = size.width - 2 * EDGE
    for (text, *_), width in zip(faces, widths, strict=True):
        if width > room:
            raise LayoutError(
                f"{text!r} is {width:.1f} mm long and the strip has room for "
                f"{room:.1f} mm; write it shorter"
            )
    left = EDGE + tracker.row + 2.0
    if max(widths) > size.width - EDGE - left:
        left = EDGE
    else:
        foot = Point(EDGE + tracker.row / 2, EDGE + HEADING - 1.0)
        color = livery.accent if livery else pale(tracker.ink, tracker.ground)
        yield _pawn(foot, HEADING - 2.5, color)
    for text, font, letters, down, color in faces:
        yield Text(Point(left, EDGE + down), text, font, letters, color)


def _pawn(foot: Point, height: Mm, color: str) -> Item:
    """Draw a pawn over the column of totals, where it starts."""
    head = 0.22 * height
    body = polygon(
        foot.moved(x * height, y * height)
        for x, y in ((-0.3, 0), (-0.3, -0.08), (-0.1, -0.55), (0.1, -0.55), (0.3, -0.08), (0.3, 0))
    )
    paths = (body, circle(foot.moved(0, head - height), head))
    return Shape(paths, Style(fill=color))


def _row(
    tracker: Tracker, place: Rect, total: int, pairs: tuple[Pair, ...], ground: str, font: Font
) -> list[Item]:
    items: list[Item] = [Shape((rectangle(place),), Style(fill=ground))]
    size = 0.5 * place.height
    width = text_width(str(total), font, size)
    baseline = place.center.y + size * cap_height(font) / 2
    at = Point(place.x + (place.height - width) / 2, baseline)
    items.append(Text(at, str(total), font, size, tracker.ink))
    side, gap = FACE * place.height, PAIR_GAP * place.height
    left = place.x + place.height + gap
    for index, pair in enumerate(pairs):
        x = left + index * (2 * side + gap)
        items += _pair(Rect(x, place.center.y - side / 2, side, side), pair, tracker)
    return items


def _pair(visible: Rect, pair: Pair, tracker: Tracker) -> list[Item]:
    """Draw the visible side, and beside it, fainter and dashed, the hidden side."""
    hidden = visible.moved(visible.width, 0)
    dashed = Style(stroke=tracker.faint, stroke_width=HAIRLINE, dash=(0.8, 0.6))
    return [
        Shape((rectangle(hidden),), dashed),
        *draw_pips(pair.back, hidden, tracker.faint),
        Shape((rectangle(visible, 0.8),), Style(tracker.ground, tracker.ink, 0.3)),
        *draw_pips(pair.front, visible, tracker.ink),
    ]
