"""Draw cards."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from pnp.base.color import WHITE
from pnp.base.errors import LayoutError
from pnp.base.fonts import FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import Path, polygon, rectangle
from pnp.base.units import Mm, dimensions, quoted
from pnp.components.art.pips import draw_pips
from pnp.components.deck.model import Deck, Series
from pnp.components.piece import BLEED, HAIRLINE, REACH, DrawContext, Piece, cut_line
from pnp.scene import Group, Item, Scene, Shape, Style, Text

FRAME_INSET: Mm = 2.5  # from the trim: cutting by hand is off by a millimetre or so
FRAME_STROKE: Mm = 0.5
NOTCH: Mm = 3.5
INDEX_SIZE = 0.15  # of the card's shorter side
INDEX_INSET: Mm = 2.4  # from the frame
TITLE_SIZE = 0.08  # of the card's shorter side

ONE_DIGIT = 9  # titles stand in one line on all decks whose numbers go no further
PIP_GAP: Mm = 1.0  # between a number and the pips
SMALLEST_SIDE: Mm = 20.0
SMALLEST_PIP_AREA: Mm = 10.0
FONT: FontName = "serif-bold"

DrawSide = Callable[[int], tuple[Item, ...]]


def draw(deck: Deck, context: DrawContext) -> tuple[Piece, ...]:
    """Draw each card; its name is its number in a list, or its pips: ``"red-3-4"``.

    Raises:
        LayoutError: If the cards are too small for their content, or titles too long: a
            line for each.
    """
    if min(deck.size) < SMALLEST_SIDE or min(_pip_area(deck).size) < SMALLEST_PIP_AREA:
        raise LayoutError(
            f"a card of {dimensions(*deck.size)} has no room for its frame, numbers and pips; "
            f"make it {SMALLEST_SIDE:g} mm or more each way, and higher than wide"
        )
    pieces: list[Piece] = []
    for series in deck.series:
        prefix = f"{series.id}-" if len(deck.series) > 1 else ""
        faces = _faces(deck, series)
        if deck.cards:
            pieces += _listed(deck, prefix, faces, series.ink)
        else:
            sides = {n: Scene(deck.size, faces(n)) for pair in deck.pairs for n in pair}
            pieces += [
                Piece(f"{prefix}{pair}", sides[pair.front], sides[pair.back], bleed=_bleed(deck))
                for pair in deck.pairs
            ]
    return tuple(pieces)


def _listed(deck: Deck, prefix: str, faces: DrawSide, ink: str) -> list[Piece]:
    digits = len(str(len(deck.cards)))
    place = _title_place(deck)
    too_long: list[str] = []
    pieces: list[Piece] = []
    for number, card in enumerate(deck.cards, start=1):
        title: tuple[Item, ...] = ()
        if card.title:
            title = (Text(place.start, card.title, FONT, place.size, ink),)
            width = text_width(card.title, FONT, place.size)
            if width > place.room:
                too_long.append(
                    f"card {number}: the title {quoted(card.title)} is {width:.1f} mm long and has "
                    f"{place.room:.1f} mm of room; write it shorter"
                )
        pieces.append(
            Piece(
                f"{prefix}{number:0{digits}}",
                Scene(deck.size, faces(card.front) + title),
                None if card.back is None else Scene(deck.size, faces(card.back)),
                card.copies,
                _bleed(deck),
            )
        )
    if too_long:
        raise LayoutError("\n".join(too_long))
    return pieces


class _TitlePlace(NamedTuple):
    start: Point
    size: Mm
    room: Mm


def _title_place(deck: Deck) -> _TitlePlace:
    """Return where titles start, on the line of the index, and how long they can be."""
    inset = FRAME_INSET + INDEX_INSET
    index = _index_size(deck)
    size = TITLE_SIZE * min(deck.size)
    highest = max([ONE_DIGIT, *(card.front for card in deck.cards)])
    left = inset + max(text_width(str(n), FONT, index) for n in range(highest + 1)) + size / 2
    return _TitlePlace(
        Point(left, inset + index * cap_height(FONT)), size, deck.size.width - inset - left
    )


def _index_size(deck: Deck) -> Mm:
    return INDEX_SIZE * min(deck.size)


def _pip_area(deck: Deck) -> Rect:
    """Return the part of a card between its two numbers, where its pips go."""
    beyond = FRAME_INSET + INDEX_INSET + _index_size(deck) * cap_height(FONT) + PIP_GAP
    return Rect(0, beyond, deck.size.width, max(0.0, deck.size.height - 2 * beyond))


def _bleed(deck: Deck) -> Mm:
    """Return the bleed of a card: white grounds need none."""
    return 0.0 if deck.ground == WHITE else BLEED


def _reach(deck: Deck) -> Mm:
    return 0.0 if deck.ground == WHITE else REACH


def _faces(deck: Deck, series: Series) -> DrawSide:
    """Return a function that draws a face of this series, once for each number."""

    @cache
    def face(number: int) -> tuple[Item, ...]:
        trim = Rect(0, 0, deck.size.width, deck.size.height)
        ground = Shape((rectangle(trim.inset(-_reach(deck))),), Style(fill=deck.ground))
        frame = _frame(trim.inset(FRAME_INSET), max(0, deck.corner - 1), series)
        corner = _index(number, deck, series.ink)
        opposite = Group((corner,), Transform.turn(180, trim.center))
        pips = draw_pips(number, _pip_area(deck), series.ink)
        outline = cut_line(rectangle(trim, deck.corner))
        return (Group((ground, *frame, *pips, corner, opposite, outline), repeats=True),)

    return face


def _index(number: int, deck: Deck, ink: str) -> Text:
    inset, size = FRAME_INSET + INDEX_INSET, _index_size(deck)
    return Text(Point(inset, inset + size * cap_height(FONT)), str(number), FONT, size, ink)


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
    return polygon(
        (
            Point(left + notch, top),
            Point(right - notch, top),
            Point(right, top + notch),
            Point(right, bottom - notch),
            Point(right - notch, bottom),
            Point(left + notch, bottom),
            Point(left, bottom - notch),
            Point(left, top + notch),
        )
    )
