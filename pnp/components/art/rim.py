"""Draw the rims of boards: a double frame, ornaments in its corners, and the title."""

from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import NamedTuple

from pnp.base.fonts import Font, FontName, text_width
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import polygon, rectangle, regular_polygon
from pnp.base.units import Mm
from pnp.components.art.label import centered, letters_on
from pnp.components.art.signs import draw_mark
from pnp.components.framed_board import FRAME, CornerSign, FramedBoard
from pnp.components.piece import DrawContext
from pnp.scene import Group, Item, Shape, Style

EDGE: Mm = 0.9  # from the trim to the middle of the heavy line
HEAVY: Mm = 0.7
LIGHT: Mm = 0.25
ORNAMENT = 0.42  # of the band: half of a corner's diamond
LARGEST_ORNAMENT: Mm = 1.7
CORNER_MARK = 0.82  # of the band
LETTERS = 0.92  # of the band: a font size
LARGEST: Mm = 5.0
SMALLEST: Mm = 2.1  # font size: 6 points
MARGIN = 0.55  # of the font size: between a title and the ends of its plate
POINT = 0.5  # of a plate's height: how far its pointed ends reach
FONT: FontName = "serif-bold"


class Band(NamedTuple):
    """The band of a rim between the light line and the cells: its depth, and its centre line."""

    depth: Mm
    middle: Mm

    @property
    def letters(self) -> Mm:
        """The font size of its letters."""
        return min(LETTERS * self.depth, LARGEST)


def band_of(board: FramedBoard) -> Band:
    """Return the band of a board's rim: without a frame, all of the rim."""
    return Band(board.clear_rim, board.rim - board.clear_rim / 2)


def draw_frame(
    board: FramedBoard,
    context: DrawContext,
    cells: Rect | None = None,
    corners: Sequence[CornerSign] = (),
) -> Iterator[Item]:
    """Draw the frame, if the board has one, tinted up to ``cells``, with a sign in each corner.

    Figures omit the signs.
    """
    if not board.has_frame:
        return
    trim, band = Rect(0, 0, *board.size), band_of(board)
    if cells is not None:
        between = (rectangle(trim.inset(FRAME)), rectangle(cells))
        yield Shape(between, Style(fill=board.tint), even_odd=True)
    for inset, width in ((EDGE, HEAVY), (FRAME, LIGHT)):
        yield Shape((rectangle(trim.inset(inset)),), Style(stroke=board.ink, stroke_width=width))
    spots = trim.inset(band.middle).corners if context.lettered else ()
    if corners:
        for at, corner in zip(spots, cycle(corners), strict=False):
            yield draw_mark(corner.mark, at, CORNER_MARK * band.depth, corner.color)
        return
    radius = min(ORNAMENT * band.depth, LARGEST_ORNAMENT)
    for at in spots:  # each by itself, since the ink saver leaves small shapes solid
        yield Shape((regular_polygon(at, 4, radius),), Style(fill=board.ink))


def draw_title(
    board: FramedBoard,
    context: DrawContext,
    slots: Sequence[tuple[Point, Mm]],
    size: Mm,
    *,
    twice: bool = True,
) -> Iterator[Item]:
    """Draw the title in ``slots``, pairs of a centre and a width; ``twice`` adds a turned copy.

    Its words share one slot, or have one each. Words that would be too small are omitted unless the
    definition sets the title.
    """
    game, font = context.game, context.font(FONT)
    words = board.title_words(game.name, game.date)
    if len(slots) == 1 and words:
        words = (" · ".join(words),)
    center = Rect(0, 0, *board.size).center
    for word, (at, room) in zip(words, slots, strict=False):
        letters = min(size, room / (text_width(word, font, 1.0) + 2 * MARGIN + 2 * POINT))
        if letters < SMALLEST:
            return
        plate = tuple(_plate(board, word, at, letters, font))
        yield from plate
        if twice:
            yield Group(plate, Transform.turn(180, center))


def _plate(board: FramedBoard, word: str, at: Point, size: Mm, font: Font) -> Iterator[Item]:
    """Draw a word on a plate with pointed ends."""
    half = text_width(word, font, size) / 2 + MARGIN * size
    high = 0.56 * size
    tip = half + POINT * 2 * high
    ends = ((-half, -high), (half, -high), (tip, 0.0), (half, high), (-half, high), (-tip, 0.0))
    outline = polygon(at.moved(x, y) for x, y in ends)
    yield Shape((outline,), Style(board.ground, board.ink, LIGHT))
    yield centered(word, at, font, size, letters_on(board.ground))
