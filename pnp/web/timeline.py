"""A time line of a game: its origin, the dates that its sources describe, and theirs."""

from collections.abc import Iterator, Sequence
from math import ceil, floor, fsum
from typing import NamedTuple

from pnp.base.fonts import FontName, text_width
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import line, polygon, rectangle
from pnp.base.units import Mm
from pnp.game.fields import date_numbers
from pnp.rulebook.languages import LanguageWords
from pnp.scene import Item, Pen, Scene, Shape, Style, Text

WIDTH: Mm = 130.0
ROW: Mm = 11.5
TOP: Mm = 3.0
FOOT: Mm = 9.0
SIDE: Mm = 10.0
BAR: Mm = 3.2
LETTERS: Mm = 4.0
YEARS: Mm = 3.4
INK, GROUND, GAME, TOLD, GRID, FAINT = (
    *("#211e1a", "#ffffff", "#1b5a4d", "#d9a441", "#d8d2c6", "#5f584d"),
)
STEPS = tuple(step * 10**power for power in range(5) for step in (1, 2, 5))
TICKS = 7
LEAST = 4.0  # years that a line spans


class TimelineRow(NamedTuple):
    """A line of a time line: a span of time, and the days on which something was written.

    Dates are in ISO 8601, as precise as known; an unknown end is None, and so is a span without
    ends. ``is_game`` marks the span of the game itself.
    """

    name: str
    start: str | None = None
    end: str | None = None
    written: tuple[str, ...] = ()
    is_game: bool = False

    @property
    def dates(self) -> tuple[str, ...]:
        """Every date in the row."""
        return tuple(date for date in (self.start, self.end, *self.written) if date)


class _Scale(NamedTuple):
    """Years from ``first`` to ``last`` across a picture."""

    first: float
    last: float

    def at(self, year: float) -> Mm:
        return SIDE + (WIDTH - 2 * SIDE) * (year - self.first) / (self.last - self.first)


def draw_timeline(rows: Sequence[TimelineRow], words: LanguageWords) -> Scene:
    """Draw rows below one another; at least one of them must have a date.

    Raises:
        FontError: If a font has no glyph for a letter of a name.
    """
    dated = [row for row in rows if row.dates]
    scale = _scale_of(dated)
    size = Size(WIDTH, height_of(rows))
    bottom = size.height - FOOT
    items = (
        Shape((rectangle(Rect(0, 0, *size)),), Style(GROUND)),
        *_ticks(scale, bottom, words),
        *(item for n, row in enumerate(dated) for item in _row(row, scale, TOP + n * ROW)),
    )
    return Scene(size, tuple(items))


def height_of(rows: Sequence[TimelineRow]) -> Mm:
    """Return the height of the time line of these rows."""
    return TOP + ROW * sum(bool(row.dates) for row in rows) + FOOT


def span_of(date: str) -> tuple[float, float]:
    """Return the start and the end of a date as fractional years: of all of 1924, or of a day."""
    year, *rest = date_numbers(date)
    first = float(year)
    if not rest:
        return first, first + 1
    first += (rest[0] - 1) / 12
    if len(rest) == 1:
        return first, first + 1 / 12
    first += (rest[1] - 1) / 366
    return first, first + 1 / 366


def _scale_of(rows: Sequence[TimelineRow]) -> _Scale:
    ends = [end for row in rows for date in row.dates for end in span_of(date)]
    first, last = min(ends), max(ends)
    room = max((LEAST - (last - first)) / 2, 0.06 * (last - first))
    return _Scale(first - room, last + room)


def _ticks(scale: _Scale, bottom: Mm, words: LanguageWords) -> Iterator[Item]:
    years = scale.last - scale.first
    step = next((step for step in STEPS if years / step <= TICKS), STEPS[-1])
    for year in range(ceil(scale.first / step) * step, floor(scale.last) + 1, step):
        x = scale.at(year)
        yield Shape((line(Point(x, 0), Point(x, bottom + 1.5)),), Style(None, GRID, 0.25))
        said = words.day(f"-{-year:04}" if year < 0 else str(year))
        left = x - text_width(said, "sans", YEARS) / 2
        yield Text(Point(left, bottom + FOOT - 3), said, "sans", YEARS, FAINT)


def _row(row: TimelineRow, scale: _Scale, top: Mm) -> Iterator[Item]:
    middle = top + LETTERS + 1.4 + BAR / 2
    start = span_of(row.start)[0] if row.start else None
    end = span_of(row.end)[1] if row.end else None
    marks = [scale.at(fsum(span_of(date)) / 2) for date in row.written]
    known = [scale.at(year) for year in (start, end) if year is not None]
    colour = GAME if row.is_game else TOLD
    if len(known) == 2:
        yield Shape((rectangle(_bar(known[0], known[1], middle), BAR / 4),), Style(colour))
    elif known:
        yield from _open_bar(known[0], middle, -1 if start is None else 1, colour)
    yield from (_diamond(Point(x, middle)) for x in marks)
    font: FontName = "sans-bold" if row.is_game else "sans"
    left = min((*known, *marks, WIDTH - 2 - text_width(row.name, font, LETTERS)))
    yield Text(Point(max(2.0, left), top + LETTERS - 0.4), row.name, font, LETTERS, INK)


def _bar(left: Mm, right: Mm, middle: Mm) -> Rect:
    """Return a bar that stays visible for short times."""
    width = max(abs(right - left), BAR / 2)
    return Rect((left + right - width) / 2, middle - BAR / 2, width, BAR)


def _open_bar(x: Mm, middle: Mm, way: int, colour: str) -> Iterator[Item]:
    """Yield a known end, and dashes toward the unknown one."""
    far = SIDE / 2 if way < 0 else WIDTH - SIDE / 2
    dashes = Style(None, colour, BAR / 3, (2.0, 1.4), Pen("butt"))
    yield Shape((line(Point(x, middle), Point(far, middle)),), dashes)
    yield Shape((rectangle(_bar(x, x + way * BAR / 2, middle)),), Style(colour))


def _diamond(at: Point) -> Shape:
    corners = (at.moved(*by) for by in ((0, -2.1), (2.1, 0), (0, 2.1), (-2.1, 0)))
    return Shape((polygon(corners),), Style(INK, GROUND, 0.4))
