"""A board on paper: on one page if it fits, otherwise as a poster or scaled down."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, islice, product

from pnp.base.errors import LayoutError, OptionError
from pnp.base.fonts import Font, cap_height, text_width
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.languages import piece_words
from pnp.base.messages import Message
from pnp.base.path import circle, line, rectangle
from pnp.base.units import Mm, dimensions
from pnp.components.piece import Piece, ShownRoles, cased
from pnp.scene import Group, Item, Role, Scene, Shape, Style, Text
from pnp.sheets.layout.margin import Side, Slug, Strip
from pnp.sheets.layout.poster import CROSS, Poster, Window, split_board
from pnp.sheets.layout.scheme import Duplex, Scheme, SheetSide
from pnp.sheets.pages.cutting import DEPTH, FONT, GAP, MARK, SLUG_LINE, draw_slug, measure_slug
from pnp.sheets.pages.job import SheetJob
from pnp.sheets.pages.print import print_job

LETTER: Mm = 5.0  # height of a page's letter, legible across a table
MAP: Mm = 12.0  # greatest width of the map beside the letter
MAP_GAP: Mm = 1.5
NOTE: Mm = 3.4  # font size of the letters that are glued over
WIDEST = ("W", "WW")  # the widest letters of up to 26 pages, and of more
_SIZE = LETTER / cap_height(FONT)
_LENGTH = LETTER + MAP_GAP + MAP  # of the letter above the map


def board_job(title: str, pieces: Sequence[Piece], scheme: Scheme) -> SheetJob:
    """Lay out boards of one size for printing; ``title`` names game and component.

    Raises:
        LayoutError: If they do not fit on a page and have backs, a template or slots to skip,
            or if the paper is too small for a poster.
    """
    try:
        return print_job(title, pieces, scheme)
    except LayoutError:
        if scheme.template or any(piece.back is not None for piece in pieces):
            raise  # a poster has none of these, and nothing is left out silently
        if scheme.skip:
            if _fits(title, pieces, scheme._replace(skip=())):
                raise
            raise OptionError(Message("poster_slots", "--skip")) from None
    return _fitted(title, pieces, scheme) if scheme.fit else poster_job(title, pieces, scheme)


def _fits(title: str, pieces: Sequence[Piece], scheme: Scheme) -> bool:
    try:
        print_job(title, pieces, scheme)
    except LayoutError:
        return False
    return True


def _fitted(title: str, pieces: Sequence[Piece], scheme: Scheme) -> SheetJob:
    """Return boards scaled to the largest whole percentage that fits, so the label is exact."""
    fronts = scheme._replace(duplex=Duplex.FRONTS)
    words = piece_words(scheme.lang).sheets
    for percent in range(99, 0, -1):
        smaller = [_scaled(piece, percent / 100) for piece in pieces]
        scaled_title = words["scaled"].format(title=title, percent=percent)
        try:
            return print_job(scaled_title, smaller, fronts)._replace(scale=percent / 100)
        except LayoutError:
            continue
    raise LayoutError(
        "with a ruler and a label beside it does not even fit at 1 % on "
        f"{dimensions(*scheme.paper)} paper; take larger paper"
    )


def _scaled(piece: Piece, scale: float) -> Piece:
    width, height = piece.front.size
    items = (Group(piece.front.items, Transform.scale(scale)),)
    front = Scene(Size(width * scale, height * scale), items)
    return piece._replace(front=front, bleed=piece.bleed * scale)


def poster_job(title: str, pieces: Sequence[Piece], scheme: Scheme) -> SheetJob:
    """Split boards of one size, without backs, into pages; ``title`` names game and component."""
    boards = sum(piece.copies for piece in pieces)
    bleed = max(piece.bleed for piece in pieces)
    for letter in WIDEST:
        ruler, label = measure_slug(
            _label(title, boards, boards, letter, letter, scheme.lang), scheme.font
        ).lengths
        sign = max(_LENGTH, text_width(letter, FONT, _SIZE) + MAP_GAP + MAP)
        room = Slug((sign, ruler, label), LETTER, GAP)
        layout = split_board(pieces[0].front.size, scheme, bleed, room)
        if len(layout.windows[-1].letter) <= len(letter):
            break
    several = [f"{number} " for number in range(1, boards + 1)] if boards > 1 else [""]
    names = [f"{number}{window.letter}" for number in several for window in layout.windows]
    sides = tuple(SheetSide(n, "front", name) for n, name in enumerate(names, start=1))
    return SheetJob(
        layout,
        boards,
        sides,
        layout.page,
        lambda: _pages(title, pieces, layout, scheme, names),
        poster=(layout.columns, layout.rows),
    )


def _pages(
    title: str, pieces: Sequence[Piece], layout: Poster, scheme: Scheme, names: Iterable[str]
) -> Iterator[Scene]:
    """Draw the pages one by one, board after board, each in reading order."""
    total, numbers, named = sum(piece.copies for piece in pieces), count(1), iter(names)
    for piece in pieces:
        art = ShownRoles(*piece.roles)(piece.front.items)
        for number, window in product(islice(numbers, piece.copies), layout.windows):
            last = layout.windows[-1].letter
            label = _label(title, number, total, window.letter, last, scheme.lang)
            place = Transform.move(layout.window.x - window.part.x, layout.window.y - window.part.y)
            items = (
                Group(art, place, rectangle(window.printed), is_symbol=True),
                *_notes(window),
                *_marks(window, piece.freed_by_trim),
                *_margin(label, window, scheme.font),
            )
            yield Scene(layout.page, items, layout.window, window.printed, next(named))


def _label(title: str, number: int, count: int, letter: str, last: str, lang: str) -> str:
    words = piece_words(lang).sheets
    if count > 1:
        title = words["several"].format(title=title, number=number, count=count)
    return words["page"].format(title=title, letter=letter, last=last)


def _marks(window: Window, straight: bool) -> Iterator[Item]:
    """Draw crosses, and crop marks at the board's own edges if straight cuts separate it."""
    arm = CROSS / 2
    lines = [
        line(at.moved(-dx, -dy), at.moved(dx, dy))
        for at in window.crosses
        for dx, dy in ((arm, 0.0), (0.0, arm))
    ]
    if straight:
        lines += [line(*ends) for ends in window.crop_marks]
    yield from cased(Shape(tuple(lines), MARK, Role.GUIDE))


def _notes(window: Window) -> Iterator[Item]:
    """Draw into each strip to be covered the letter of the covering page."""
    for middle, letter in window.notes:
        baseline = middle.moved(-text_width(letter, FONT, NOTE) / 2, NOTE * cap_height(FONT) / 2)
        yield Shape((circle(middle, 0.8 * NOTE),), Style(fill="#ffffff"))
        yield Text(baseline, letter, FONT, NOTE, "#777777")


def _margin(label: str, window: Window, font: Font) -> Iterator[Item]:
    """Draw the page's letter, a map of all pages, the ruler and the label."""
    (strip, start), *rest = window.poster.slug
    yield from draw_slug(label, tuple((_narrow(strip), start) for strip, start in rest), font)
    yield from _sign(window, strip, start)


def _sign(window: Window, strip: Strip, start: Mm) -> Iterator[Item]:
    """Draw the letter and the map, both upright on every side, as the map shows the art."""
    place = strip.place
    width = text_width(window.letter, FONT, _SIZE)
    if strip.side in (Side.TOP, Side.BOTTOM):
        at = Point(place.x + start, place.bottom)
        yield Text(at, window.letter, FONT, _SIZE)
        yield from _map(window, Rect(at.x + width + MAP_GAP, place.y, MAP, LETTER))
        return
    size = _SIZE * min(1.0, LETTER / width)
    top = place.y + start if strip.side is Side.RIGHT else place.bottom - start - _LENGTH
    baseline = top + LETTER
    inset = (LETTER - width * size / _SIZE) / 2
    yield Text(Point(place.x + inset, baseline), window.letter, FONT, size)
    yield from _map(window, Rect(place.x, baseline + MAP_GAP, LETTER, MAP))


def _map(window: Window, room: Rect) -> Iterator[Item]:
    """Draw a small map of all pages, with this one filled, from the top left of ``room``."""
    poster = window.poster
    width, height = poster.columns * poster.window.width, poster.rows * poster.window.height
    scale = min(room.width / width, room.height / height)
    cell = Size(poster.window.width * scale, poster.window.height * scale)
    places = {
        (other.column, other.row): Rect(
            room.x + other.column * cell.width, room.y + other.row * cell.height, *cell
        )
        for other in poster.windows
    }
    here = places[window.column, window.row]
    yield Shape((rectangle(here),), Style(fill="#000000"))
    thin = SLUG_LINE._replace(stroke_width=min(SLUG_LINE.stroke_width, cell.width / 8))
    yield Shape(tuple(rectangle(place) for place in places.values()), thin)


def _narrow(strip: Strip) -> Strip:
    """Return the middle of a strip, as deep as the ruler and the label."""
    inset = (LETTER - DEPTH) / 2
    x, y, width, height = strip.place
    if strip.side in (Side.TOP, Side.BOTTOM):
        return strip._replace(place=Rect(x, y + inset, width, DEPTH))
    return strip._replace(place=Rect(x + inset, y, DEPTH, height))
