"""Draw cards."""

from collections.abc import Callable
from functools import cache

from pnp.color import WHITE
from pnp.draw.piece import BLEED, HAIRLINE, Piece, cut_line
from pnp.draw.pips import draw_pips
from pnp.errors import LayoutError
from pnp.fonts import FontName, cap_height, text_width
from pnp.geometry import Point, Rect, Transform
from pnp.model.deck import Card, Deck, Series
from pnp.path import Path, polygon, rectangle
from pnp.scene import Group, Item, Scene, Shape, Style, Text
from pnp.units import Mm

FRAME_INSET: Mm = 2.5  # from the trim: a hand-cut card wanders by a millimetre or so
FRAME_STROKE: Mm = 0.5
NOTCH: Mm = 3.5
INDEX_SIZE = 0.15  # of the card's shorter side
INDEX_INSET: Mm = 2.4  # from the frame
TITLE_SIZE = 0.09  # of the card's shorter side

FONT: FontName = "serif-bold"

Face = Callable[[int], tuple[Item, ...]]


def draw_deck(deck: Deck) -> tuple[Piece, ...]:
    """Draw each card; its name is its number in a list, or its pips: ``"red-3-4"``.

    Raises:
        LayoutError: If a title does not fit on its card.
    """
    pieces: list[Piece] = []
    for series in deck.series:
        prefix = f"{series.id}-" if len(deck.series) > 1 else ""
        faces = _faces(deck, series)
        if deck.cards:
            pieces += _listed(deck, prefix, faces)
        else:
            sides = {n: Scene(deck.size, faces(n)) for pair in deck.pairs for n in pair}
            pieces += [
                Piece(f"{prefix}{pair}", sides[pair.front], sides[pair.back], bleed=_bleed(deck))
                for pair in deck.pairs
            ]
    return tuple(pieces)


def _listed(deck: Deck, prefix: str, faces: Face) -> list[Piece]:
    digits = len(str(len(deck.cards)))
    return [
        Piece(
            f"{prefix}{number:0{digits}}",
            Scene(deck.size, faces(card.front) + _title(deck, card)),
            None if card.back is None else Scene(deck.size, faces(card.back)),
            card.copies,
            _bleed(deck),
        )
        for number, card in enumerate(deck.cards, start=1)
    ]


def _title(deck: Deck, card: Card) -> tuple[Item, ...]:
    if not card.title:
        return ()
    size = TITLE_SIZE * min(deck.size.width, deck.size.height)
    index = INDEX_SIZE * min(deck.size.width, deck.size.height)
    room = deck.size.width - 2 * (FRAME_INSET + INDEX_INSET + index)
    width = text_width(card.title, FONT, size)
    if width > room:
        raise LayoutError(
            f"the title {card.title!r} is {width:.1f} mm long, "
            f"{width - room:.1f} mm more than its card has room for; write it shorter"
        )
    baseline = FRAME_INSET + INDEX_INSET + index * cap_height(FONT)
    return (Text(Point((deck.size.width - width) / 2, baseline), card.title, FONT, size),)


def _bleed(deck: Deck) -> Mm:
    """Return how far a card's ground goes past its trim: white paper need not."""
    return 0.0 if deck.ground == WHITE else BLEED


def _faces(deck: Deck, series: Series) -> Face:
    """Return what draws a face of this series: the same items each time a number comes."""

    @cache
    def face(number: int) -> tuple[Item, ...]:
        trim = Rect(0, 0, deck.size.width, deck.size.height)
        ground = Shape((rectangle(trim.inset(-_bleed(deck))),), Style(fill=deck.ground))
        frame = _frame(trim.inset(FRAME_INSET), max(0, deck.corner - 1), series)
        corner = _index(number, trim, series.ink)
        opposite = Group((corner,), Transform.turn(180, trim.center))
        pips = draw_pips(number, trim, series.ink)
        outline = cut_line(rectangle(trim, deck.corner))
        return (Group((ground, *frame, *pips, corner, opposite, outline), repeats=True),)

    return face


def _index(number: int, trim: Rect, ink: str) -> Text:
    size = INDEX_SIZE * min(trim.width, trim.height)
    inset = FRAME_INSET + INDEX_INSET
    return Text(
        Point(inset, inset + size * cap_height(FONT)),
        str(number),
        FONT,
        size,
        ink,
    )


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
