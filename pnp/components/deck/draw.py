"""Draw cards."""

from collections.abc import Callable, Iterator
from functools import cache, partial

from pnp.base.color import WHITE
from pnp.base.errors import Faults, LayoutError
from pnp.base.fonts import Font, FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import Path, polygon, rectangle
from pnp.base.units import Mm, dimensions, quoted
from pnp.components.art.label import draw_pips, draw_ring
from pnp.components.deck import Deck, Series
from pnp.components.piece import BLEED, HAIRLINE, REACH, DrawContext, Piece, cut_line
from pnp.scene import Group, Item, Scene, Shape, Style, Text

FRAME_INSET: Mm = 2.5  # from the trim: cutting by hand is off by a millimetre or so
FRAME_STROKE: Mm = 0.5
NOTCH: Mm = 3.5
INDEX_SIZE = 0.15  # of the card's shorter side
INDEX_INSET: Mm = FRAME_INSET + 2.4  # from the trim
ZERO = 0.2  # of the shorter side of the pips' area: the radius of the ring that stands for none
TITLE_SIZE = 0.08  # of the card's shorter side

ONE_DIGIT = 9  # titles stand in one line on all decks whose numbers go no further
PIP_GAP: Mm = 1.0  # between a number and the pips
SMALLEST_SIDE: Mm = 20.0
SMALLEST_PIP_AREA: Mm = 10.0
FONT: FontName = "serif-bold"


def draw(deck: Deck, context: DrawContext) -> tuple[Piece, ...]:
    """Draw each card, named by its number in a list, or by its pips: ``"red-3-4"``."""
    font = context.font(FONT)
    if min(deck.size) < SMALLEST_SIDE or min(_pip_area(deck, font).size) < SMALLEST_PIP_AREA:
        raise LayoutError(
            f"a card of {dimensions(*deck.size)} has no room for its frame, numbers and pips; "
            f"make it {SMALLEST_SIDE:g} mm or more each way, and higher than wide"
        )
    bleed = 0.0 if deck.ground == WHITE else BLEED  # white grounds need none
    pieces: list[Piece] = []
    for series in deck.series:
        face = cache(partial(_face, deck, series, font))
        if deck.cards:
            pieces += _listed(deck, series, face, font, bleed)
        else:
            prefix = deck.prefix_of(series)
            pieces += [
                Piece(f"{prefix}{pair}", face(pair.front), face(pair.back), bleed=bleed)
                for pair in deck.pairs
            ]
    return tuple(pieces)


def _listed(
    deck: Deck, series: Series, face: Callable[[int], Scene], font: Font, bleed: Mm
) -> Iterator[Piece]:
    """Draw the cards of a list, with titles that start on the line of the index."""
    size, index = TITLE_SIZE * min(deck.size), INDEX_SIZE * min(deck.size)
    highest = max([ONE_DIGIT, *(card.front for card in deck.cards)])
    left = INDEX_INSET + max(text_width(str(n), font, index) for n in range(highest + 1)) + size / 2
    room = deck.size.width - INDEX_INSET - left
    start = Point(left, INDEX_INSET + index * cap_height(font))
    faults = Faults()
    for number, card in enumerate(deck.cards, start=1):
        front = face(card.front)
        if card.title:
            title = Text(start, card.title, font, size, series.ink)
            front = front._replace(items=(*front.items, title))
            with faults.within(f"card {number}"):
                _check_title(title, room)
        back = None if card.back is None else face(card.back)
        yield Piece(deck.name_of(series, number), front, back, card.copies, bleed)
    faults.check()


def _check_title(title: Text, room: Mm) -> None:
    if title.width > room:
        raise LayoutError(
            f"the title {quoted(title.string)} is {title.width:.1f} mm long and has {room:.1f} mm "
            "of room; write it shorter"
        )


def _pip_area(deck: Deck, font: Font) -> Rect:
    """Return the area for pips, between the two numbers of a card."""
    beyond = INDEX_INSET + INDEX_SIZE * min(deck.size) * cap_height(font) + PIP_GAP
    return Rect(0, beyond, deck.size.width, max(0.0, deck.size.height - 2 * beyond))


def _face(deck: Deck, series: Series, font: Font, number: int) -> Scene:
    trim = Rect(0, 0, *deck.size)
    frame = _frame(trim.inset(FRAME_INSET), max(0, deck.corner - 1), series)
    size = INDEX_SIZE * min(deck.size)
    start = Point(INDEX_INSET, INDEX_INSET + size * cap_height(font))
    corner = Text(start, str(number), font, size, series.ink)
    opposite = Group((corner,), Transform.turn(180, trim.center))
    area = _pip_area(deck, font)
    pips: tuple[Item, ...] = draw_pips(number, area, series.ink)
    if number == 0:
        radius = ZERO * min(area.size)
        pips = (draw_ring(area.center, radius, series.ink, deck.ground),)
    reach = 0.0 if deck.ground == WHITE else REACH
    ground = Shape((rectangle(trim.inset(-reach)),), Style(fill=deck.ground))
    outline = cut_line(rectangle(trim, deck.corner))
    items: tuple[Item, ...] = (ground, *frame, *pips, corner, opposite, outline)
    return Scene(deck.size, (Group(items, is_symbol=True),))


def _frame(place: Rect, radius: Mm, series: Series) -> tuple[Shape, ...]:
    """Return the frame of a series: round and single, or notched and double."""
    stroke = Style(stroke=series.ink, stroke_width=FRAME_STROKE)
    if series.frame == "round":
        return (Shape((rectangle(place, radius),), stroke),)
    inner = Style(stroke=series.ink, stroke_width=HAIRLINE)
    return (
        Shape((_notched(place, NOTCH),), stroke),
        Shape((_notched(place.inset(0.9), NOTCH - 0.4),), inner),
    )


def _notched(place: Rect, notch: Mm) -> Path:
    left, top, right, bottom = place.x, place.y, place.right, place.bottom
    corners = [(left + notch, top), (right - notch, top), (right, top + notch)]
    corners += [(right, bottom - notch), (right - notch, bottom), (left + notch, bottom)]
    corners += [(left, bottom - notch), (left, top + notch)]
    return polygon(Point(*corner) for corner in corners)
