"""Posters: a board larger than the paper, split into equal windows that overlap."""

from collections.abc import Iterator
from math import ceil, fsum
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size
from pnp.base.messages import Message
from pnp.base.units import EPSILON, Mm, dimensions
from pnp.sheets.layout.imposition import CLEAR
from pnp.sheets.layout.margin import Side, Slug, StripPlace, area_inside, marks_at, place_slug
from pnp.sheets.layout.scheme import Scheme

OVERLAP: Mm = 10.0  # a seam as wide as a glue stick: it holds and wastes little paper
PAST_SEAM: Mm = 1.0  # art continues this far past an edge to be cut, so a bad cut shows no white
CROSS_GAP: Mm = 0.5  # between the art and a cross, which has to be on white paper to be seen
CROSS: Mm = 3.0  # each arm from end to end
SMALLEST_WINDOW: Mm = 3 * OVERLAP  # smaller ones would overlap their neighbour's neighbour
MOST_PAGES = 100  # more means a mistake in a size, and no table is large enough

_SIDES = ((Side.BOTTOM,), (Side.LEFT,), (Side.BOTTOM, Side.TOP), (Side.LEFT, Side.RIGHT))


class Poster(NamedTuple):
    """Pages in ``columns`` and ``rows``; each shows its part of the board in the same ``window``.

    ``slug`` is the place of each item in the margin, the same on every page.
    """

    page: Size
    window: Rect
    columns: int
    rows: int
    bleed: Mm
    slug: tuple[StripPlace, ...]

    @property
    def windows(self) -> tuple["Window", ...]:
        """Every page's window, in reading order."""
        return tuple(
            Window(self, column, row) for row in range(self.rows) for column in range(self.columns)
        )

    @property
    def seams(self) -> Mm:
        """The total length of the seams to cut and glue."""
        (width, height), columns, rows = self.window.size, self.columns, self.rows
        return (columns - 1) * height * rows + (rows - 1) * width * columns

    @property
    def reach(self) -> tuple[Mm, Mm]:
        """The distances outside the window at which crosses and crop marks begin and end."""
        return _reach(self.bleed)


class Window(NamedTuple):
    """One page of a poster; column and row count from 0 from the top left."""

    poster: Poster
    column: int
    row: int

    @property
    def part(self) -> Rect:
        """The part of the board on this page."""
        width, height = self.poster.window.size
        return Rect(self.column * (width - OVERLAP), self.row * (height - OVERLAP), width, height)

    @property
    def letter(self) -> str:
        """The letter of the page: A to Z, then AA."""
        return page_letter(self.row * self.poster.columns + self.column)

    @property
    def right(self) -> "Window | None":
        """The page that is glued over the right edge, if there is one."""
        inside = self.column + 1 < self.poster.columns
        return self._replace(column=self.column + 1) if inside else None

    @property
    def below(self) -> "Window | None":
        """The page that is glued over the bottom edge, if there is one."""
        inside = self.row + 1 < self.poster.rows
        return self._replace(row=self.row + 1) if inside else None

    @property
    def printed(self) -> Rect:
        """The area of the page with art: it extends past cut edges, but not past covered ones.

        At the board's own edges it includes the bleed.
        """
        window, bleed = self.poster.window, self.poster.bleed
        left = PAST_SEAM if self.column else bleed
        top = PAST_SEAM if self.row else bleed
        width = window.width + left + (0.0 if self.right else bleed)
        height = window.height + top + (0.0 if self.below else bleed)
        return Rect(window.x - left, window.y - top, width, height)

    @property
    def crosses(self) -> tuple[Point, ...]:
        """The centres of crosses: at both ends of every seam, outside the window."""
        window = self.poster.window
        away = fsum(self.poster.reach) / 2
        xs = [window.x] * (self.column > 0) + [window.right - OVERLAP] * bool(self.right)
        ys = [window.y] * (self.row > 0) + [window.bottom - OVERLAP] * bool(self.below)
        upright = [Point(x, y) for x in xs for y in (window.y - away, window.bottom + away)]
        level = [Point(x, y) for y in ys for x in (window.x - away, window.right + away)]
        return (*upright, *level)

    @property
    def crop_marks(self) -> list[tuple[Point, Point]]:
        """Lines at both ends of the board's own edges."""
        window = self.poster.window
        xs = [window.x] * (not self.column) + [window.right] * (not self.right)
        ys = [window.y] * (not self.row) + [window.bottom] * (not self.below)
        return marks_at(xs, ys, window, dict.fromkeys(Side, self.poster.reach))

    @property
    def notes(self) -> tuple[tuple[Point, str], ...]:
        """The centre of each strip that will be covered, and the letter of the covering page."""
        window = self.poster.window
        found = []
        if self.right:
            found.append((Point(window.right - OVERLAP / 2, window.center.y), self.right.letter))
        if self.below:
            found.append((Point(window.center.x, window.bottom - OVERLAP / 2), self.below.letter))
        return tuple(found)


def split_board(board: Size, scheme: Scheme, bleed: Mm, slug: Slug) -> Poster:
    """Split a board into the fewest pages, portrait or landscape, then with the shortest seams."""
    found = []
    for page, area, places in _areas(scheme, bleed, slug):
        columns = _how_many(board.width, area.width)
        rows = _how_many(board.height, area.height)
        width = (board.width + (columns - 1) * OVERLAP) / columns
        height = (board.height + (rows - 1) * OVERLAP) / rows
        window = Rect.about(area.center, width, height)
        found.append(Poster(page, window, columns, rows, bleed, places))
    if not found:
        paper, least = dimensions(*scheme.paper), f"{SMALLEST_WINDOW:g}"
        raise LayoutError(Message("poster_paper", paper=paper, least=least))
    best = min(found, key=lambda p: (p.columns * p.rows, round(p.seams, 3)))  # the first if equal
    if best.columns * best.rows > MOST_PAGES:
        size, paper, n = dimensions(*board), dimensions(*scheme.paper), best.columns * best.rows
        raise LayoutError(Message("poster_pages", size=size, n=n, paper=paper, most=MOST_PAGES))
    return best


def page_letter(index: int) -> str:
    """Return A for 0, Z for 25, AA for 26."""
    before, last = divmod(index, 26)
    return (page_letter(before - 1) if before else "") + chr(ord("A") + last)


def _areas(
    scheme: Scheme, bleed: Mm, slug: Slug
) -> Iterator[tuple[Size, Rect, tuple[StripPlace, ...]]]:
    """Yield pages, the largest window on each, and the places of the slug beside it.

    There is room for crosses around a window, within the printable area and clear of the slug.
    """
    end = _reach(bleed)[1]
    inner = end + CLEAR
    for sides in _SIDES:
        for page in scheme.pages:
            clear = dict.fromkeys(Side, max(scheme.margin, scheme.printable + end))
            clear |= dict.fromkeys(sides, scheme.clearance + slug.depth + inner)
            area = area_inside(page, clear)
            places = place_slug(slug, area, page, scheme.clearance, inner)
            if places is not None and min(area.size) >= SMALLEST_WINDOW - EPSILON:
                yield page, area, places


def _reach(bleed: Mm) -> tuple[Mm, Mm]:
    begin = max(bleed, PAST_SEAM) + CROSS_GAP
    return begin, begin + CROSS


def _how_many(length: Mm, room: Mm) -> int:
    if length <= room + EPSILON:
        return 1
    return ceil((length - OVERLAP - EPSILON) / (room - OVERLAP))
