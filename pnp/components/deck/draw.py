"""Draw cards."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import NamedTuple

from pnp.base.color import READABLE, WHITE, contrast, readable
from pnp.base.errors import Faults, LayoutError
from pnp.base.fonts import Font, FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import Path, polygon, rectangle
from pnp.base.units import Mm, dimensions, quoted
from pnp.components.art.label import centered, draw_pips, draw_ring
from pnp.components.deck import Deck, Series
from pnp.components.piece import BLEED, HAIRLINE, REACH, DrawContext, Piece, cut_line
from pnp.game.livery import LiveryColors
from pnp.scene import Extra, Group, Item, Scene, Shape, Style, Text

FRAME_INSET: Mm = 2.5  # from the trim: cutting by hand is off by a millimetre or so
LIVERY_INSET: Mm = 3.5  # print shops require 3.2 mm, to the edge of the line
FRAME_STROKE: Mm = 0.5
NOTCH: Mm = 3.5
INDEX_SIZE = 0.15  # of the card's shorter side
INDEX_INSET: Mm = 2.4  # from the frame
LOZENGE_INSET: Mm = 1.4  # from the frame, whose inner line is 0.9 mm from it
LOZENGE = 1.2  # of a digit: half of it, each way
LOZENGE_LINE: Mm = 0.3
ZERO = 0.2  # of the shorter side of the pips' area: the radius of the ring that stands for none
TITLE_SIZE = 0.08  # of the card's shorter side

ONE_DIGIT = 9  # titles stand in one line on all decks whose numbers go no further
PIP_GAP: Mm = 1.0  # between a number and the pips
SMALLEST_SIDE: Mm = 20.0
SMALLEST_PIP_AREA: Mm = 10.0
FONT: FontName = "serif-bold"


class _Look(NamedTuple):
    """How the cards of a series look: in the colours of a ``livery``, their numbers lie on it."""

    ink: str
    inset: Mm = FRAME_INSET  # of the frame
    livery: LiveryColors | None = None

    @classmethod
    def of(cls, deck: Deck, series: Series, livery: LiveryColors | None) -> "_Look":
        if livery is None:
            return cls(series.ink)
        grounds = deck.ground, livery.tint
        ink = readable(series.ink, *grounds)
        reads = all(contrast(ink, ground) >= READABLE for ground in grounds)
        return cls(ink, LIVERY_INSET, livery) if reads else cls(series.ink, LIVERY_INSET)

    @property
    def edge(self) -> Mm:
        """The distance of a number from the trim."""
        return self.inset + INDEX_INSET


def draw(deck: Deck, context: DrawContext) -> tuple[Piece, ...]:
    """Draw each card, named by its number in a list, or by its pips: ``"red-3-4"``."""
    font, livery = context.font(FONT), context.livery
    inset = LIVERY_INSET if livery else FRAME_INSET
    if min(deck.size) < SMALLEST_SIDE or min(_pip_area(deck, font, inset).size) < SMALLEST_PIP_AREA:
        raise LayoutError(
            f"a card of {dimensions(*deck.size)} has no room for its frame, numbers and pips; "
            f"make it {SMALLEST_SIDE:g} mm or more each way, and higher than wide"
        )
    bleed = 0.0 if deck.ground == WHITE else BLEED  # white grounds need none
    pieces: list[Piece] = []
    for series in deck.series:
        look = _Look.of(deck, series, livery)
        face = cache(partial(_face, deck, series, look, font))
        if deck.cards:
            pieces += _listed(deck, series, look, face, font, bleed)
        else:
            prefix = deck.prefix_of(series)
            pieces += [
                Piece(f"{prefix}{pair}", face(pair.front), face(pair.back), bleed=bleed)
                for pair in deck.pairs
            ]
    return tuple(pieces)


def _listed(
    deck: Deck, series: Series, look: _Look, face: Callable[[int], Scene], font: Font, bleed: Mm
) -> Iterator[Piece]:
    """Draw the cards of a list, with titles that start on the line of the index."""
    size, index = TITLE_SIZE * min(deck.size), INDEX_SIZE * min(deck.size)
    highest = max([ONE_DIGIT, *(card.front for card in deck.cards)])
    left = look.edge + max(text_width(str(n), font, index) for n in range(highest + 1)) + size / 2
    room = deck.size.width - look.edge - left
    start = Point(left, look.edge + index * cap_height(font))
    faults = Faults()
    for number, card in enumerate(deck.cards, start=1):
        front = face(card.front)
        if card.title:
            title = Text(start, card.title, font, size, look.ink)
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


def _pip_area(deck: Deck, font: Font, inset: Mm) -> Rect:
    """Return the area for pips, between the two numbers of a card."""
    beyond = inset + INDEX_INSET + INDEX_SIZE * min(deck.size) * cap_height(font) + PIP_GAP
    return Rect(0, beyond, deck.size.width, max(0.0, deck.size.height - 2 * beyond))


def _face(deck: Deck, series: Series, look: _Look, font: Font, number: int) -> Scene:
    trim = Rect(0, 0, *deck.size)
    frame = _frame(trim.inset(look.inset), max(0, deck.corner - 1), series.frame, look.ink)
    corner = tuple(_index(deck, look, font, number))
    opposite = Group(corner, Transform.turn(180, trim.center))
    area = _pip_area(deck, font, look.inset)
    pips = draw_pips(number, area, look.ink, deck.ground if look.livery else None)
    if number == 0:
        radius = ZERO * min(area.size)
        pips = (draw_ring(area.center, radius, look.ink, deck.ground),)
    reach = 0.0 if deck.ground == WHITE else REACH
    ground = Shape((rectangle(trim.inset(-reach)),), Style(fill=deck.ground))
    outline = cut_line(rectangle(trim, deck.corner))
    items: tuple[Item, ...] = (ground, *frame, *pips, *corner, opposite, outline)
    return Scene(deck.size, (Group(items, is_symbol=True),))


def _index(deck: Deck, look: _Look, font: Font, number: int) -> Iterator[Item]:
    """Draw the number in a corner, in a lozenge if there is a livery and no title beside it."""
    size = INDEX_SIZE * min(deck.size)
    high = size * cap_height(font)
    if look.livery is None or any(card.title for card in deck.cards):
        yield Text(Point(look.edge, look.edge + high), str(number), font, size, look.ink)
        return
    highest = max([*map(max, deck.pairs), *(card.front for card in deck.cards)])
    x, y = LOZENGE * text_width("0" * len(str(highest)), font, size), LOZENGE * high
    edge = look.inset + LOZENGE_INSET
    middle = Point(edge + x, edge + y)
    lozenge = polygon(middle.moved(*way) for way in ((0, -y), (x, 0), (0, y), (-x, 0)))
    style = Style(look.livery.tint, look.livery.line, LOZENGE_LINE)
    yield Group((Shape((lozenge,), style),), extra=Extra.ORNAMENT)
    yield centered(str(number), middle, font, size, look.ink)


def _frame(place: Rect, radius: Mm, shape: str, ink: str) -> tuple[Shape, ...]:
    """Return the frame of a series: round and single, or notched and double."""
    stroke = Style(stroke=ink, stroke_width=FRAME_STROKE)
    if shape == "round":
        return (Shape((rectangle(place, radius),), stroke),)
    inner = Style(stroke=ink, stroke_width=HAIRLINE)
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
