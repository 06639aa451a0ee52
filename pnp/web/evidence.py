"""The evidence about a game, prepared for a page, a map and a time line."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import ceil, cos, floor, fsum, radians
from typing import NamedTuple

from pnp.audit.check import evidence_of
from pnp.base.files import templates
from pnp.base.fonts import FontName, text_outlines, text_width
from pnp.base.geometry import Point, Rect, Size
from pnp.base.languages import LanguageWords
from pnp.base.path import circle, line, polygon, rectangle
from pnp.base.units import Mm
from pnp.game.evidence import Derived, Disputed, Evidence, Fact, Reading, Stated
from pnp.game.fields import date_numbers
from pnp.game.game import Game
from pnp.rulebook.blocks import SIGNS
from pnp.rulebook.sheet import facts_of
from pnp.scene import Group, Item, Pen, Scene, Shape, Style, Text

# The time line.
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

# The map.
SIZE = Size(130, 92)
LEAST_TALL = 9.0  # degrees of latitude that a map shows
ROOM = 1.7  # times as far as the places reach
SEA, LAND, COAST, GRATICULE = "#dbe7e8", "#f7f2e6", "#b3a78f", "#c3d3d5"
SPOT, HALO, DEGREE_INK = "#9b2226", "#ffffff", "#5f6f70"
BESIDE: Mm = 2.0  # the map, where no line is seen
PLACE_LETTERS: Mm = 4.2
DEGREES: Mm = 3.0
DEGREE_STEPS = (1, 2, 5, 10, 20, 30)  # degrees between lines
_Ring = tuple[tuple[float, float], ...]  # longitude, latitude


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
    for even in range(ceil(scale.first / step) * step, floor(scale.last) + 1, step):
        year = even if even > 0 else even + 1  # 1000 BC is -999, and no year is called 0
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


class MapSpot(NamedTuple):
    """A place on a map, in degrees; ``places`` are its names in the definition."""

    name: str
    latitude: float
    longitude: float
    places: tuple[str, ...] = ()


class _View(NamedTuple):
    """The part of the earth on a map; a degree of longitude is ``narrow`` times one of latitude."""

    west: float
    north: float
    scale: Mm  # of a degree of latitude
    narrow: float

    def at(self, longitude: float, latitude: float) -> Point:
        x = (longitude - self.west) * self.scale * self.narrow
        return Point(x, (self.north - latitude) * self.scale)

    @property
    def east(self) -> float:
        return self.west + SIZE.width / (self.scale * self.narrow)

    @property
    def south(self) -> float:
        return self.north - SIZE.height / self.scale


def draw_map(spots: Sequence[MapSpot], compass: str = "N E S W") -> Scene:
    """Draw places with their names and the coasts around them; there must be at least one.

    ``compass`` has the letters for north, east, south and west.

    Raises:
        FontError: If a font has no glyph for a letter of a name.
    """
    view = _view_of(spots)
    items = (
        Shape((rectangle(Rect(0, 0, *SIZE)),), Style(SEA)),
        *_coasts_in(view),
        *_grid(view, *compass.split()),
        *_named(spots, view),
    )
    return Scene(SIZE, (Group(items, clip=rectangle(Rect(0, 0, *SIZE))),))


def _view_of(spots: Sequence[MapSpot]) -> _View:
    north, south = (f(one.latitude for one in spots) for f in (max, min))
    east, west = (f(one.longitude for one in spots) for f in (max, min))
    middle = (north + south) / 2
    narrow = max(0.2, cos(radians(middle)))
    tall = max(LEAST_TALL, ROOM * (north - south))
    tall = max(tall, ROOM * (east - west) * narrow * SIZE.height / SIZE.width)
    scale = SIZE.height / tall
    wide = SIZE.width / (scale * narrow)
    return _View((east + west - wide) / 2, middle + tall / 2, scale, narrow)


def _coasts_in(view: _View) -> Iterator[Shape]:
    pen = Pen("round", "round")
    for table, fill in (("land", LAND), ("seas", SEA)):
        for ring in _coasts()[table]:
            points = _cut([view.at(*at) for at in _rounded(ring)])
            if points:
                yield Shape((polygon(points),), Style(fill, COAST, 0.3, pen=pen))


def _cut(points: list[Point]) -> list[Point]:
    """Return the part of an outline inside the map, clipped after Sutherland and Hodgman."""
    for axis, sign, limit in (
        (0, 1, -BESIDE),
        (0, -1, -SIZE.width - BESIDE),
        (1, 1, -BESIDE),
        (1, -1, -SIZE.height - BESIDE),
    ):
        kept: list[Point] = []
        for before, here in pairwise((*points[-1:], *points)):
            inside, was = (sign * one[axis] >= limit for one in (here, before))
            if inside != was:
                part = (sign * limit - before[axis]) / (here[axis] - before[axis])
                kept.append(
                    before.moved(*(part * (b - a) for a, b in zip(before, here, strict=True)))
                )
            if inside:
                kept.append(here)
        points = kept
    return points


@cache
def _coasts() -> Mapping[str, tuple[_Ring, ...]]:
    """Return the coasts of land and of inland seas."""
    text = (templates() / "web" / "coasts.toml").read_text(encoding="utf-8")
    return {
        table: tuple(tuple(map(_degrees, ring.split())) for ring in rings.values())
        for table, rings in tomllib.loads(text).items()
    }


def _degrees(pair: str) -> tuple[float, float]:
    longitude, latitude = pair.split(",")
    return float(longitude), float(latitude)


def _rounded(ring: _Ring) -> Iterator[tuple[float, float]]:
    """Cut the corners of a ring."""
    for (x, y), (next_x, next_y) in pairwise((*ring, ring[0])):
        for part in (0.2, 0.8):
            yield x + part * (next_x - x), y + part * (next_y - y)


def _grid(view: _View, n: str, e: str, s: str, w: str) -> Iterator[Item]:
    """Yield lines of whole degrees, numbered on the left and at the bottom."""
    tall, wide = view.north - view.south, view.east - view.west
    thin = Style(None, GRATICULE, 0.2)
    for latitude in _lines(max(view.south, -90), min(view.north, 90), tall / 3):
        y = view.at(0, latitude).y
        yield Shape((line(Point(0, y), Point(SIZE.width, y)),), thin)
        if 2 * DEGREES < y < SIZE.height - 2 * DEGREES:
            yield _written(latitude, n, s, Point(1.5, y - 1))
    for longitude in _lines(view.west, view.east, wide / 3):
        x = view.at(longitude, 0).x
        yield Shape((line(Point(x, 0), Point(x, SIZE.height)),), thin)
        if x < SIZE.width - 5 * DEGREES:
            east = (longitude + 180) % 360 - 180
            yield _written(east, e, w, Point(x + 1, SIZE.height - 1.5))


def _lines(least: float, most: float, apart: float) -> range:
    step = max((step for step in DEGREE_STEPS if step <= apart), default=DEGREE_STEPS[0])
    return range(ceil(least / step) * step, floor(most) + 1, step)


def _written(degrees: int, above: str, below: str, at: Point) -> Text:
    side = above if degrees > 0 else below
    return Text(at, f"{abs(degrees)}° {side}" if degrees else "0°", "sans", DEGREES, DEGREE_INK)


def _named(spots: Sequence[MapSpot], view: _View) -> Iterator[Item]:
    """Yield dots with their names, placed so that they do not overlap."""
    taken = [Rect.about(view.at(one.longitude, one.latitude), 3.6, 3.6) for one in spots]
    for spot in spots:
        at = view.at(spot.longitude, spot.latitude)
        yield Shape((circle(at, 1.6),), Style(SPOT, HALO, 0.5))
        place = _room_for(spot.name, at, taken)
        taken.append(place)
        start = Point(place.x, place.bottom - 0.25 * PLACE_LETTERS)
        outlines = text_outlines(spot.name, "serif-bold", PLACE_LETTERS, start)
        yield Shape(outlines, Style(HALO, HALO, 1.2, pen=Pen("round", "round")))
        yield Text(start, spot.name, "serif-bold", PLACE_LETTERS, INK)


def _room_for(name: str, at: Point, taken: Iterable[Rect]) -> Rect:
    """Return the place of a name: right of its dot, left, above or below, or on the next line."""
    width, height, gap = (
        text_width(name, "serif-bold", PLACE_LETTERS),
        1.2 * PLACE_LETTERS,
        2.6,
    )
    places = [
        Rect(at.x + gap, at.y - height / 2, width, height),
        Rect(at.x - gap - width, at.y - height / 2, width, height),
        *(
            Rect(at.x - width / 2, at.y + shift, width, height)
            for shift in (-height - 1.8, 1.8, -2 * height - 1.8, height + 1.8)
        ),
        *(
            Rect(min(max(1.0, at.x - width / 2), SIZE.width - 1 - width), y, width, height)
            for y in (at.y - height - 1.8, at.y + 1.8)
        ),
    ]
    inside = [one for one in places if one.x >= 1 and one.right <= SIZE.width - 1] or places
    taken = tuple(taken)
    return next((one for one in inside if not any(map(one.overlaps, taken))), inside[0])


class Cited(NamedTuple):
    """A source under its display name, with the place in it."""

    id: str
    name: str
    at: str = ""


class KnownFact(NamedTuple):
    """A fact, or the answer to a question that is disputed."""

    status: str
    sign: str
    says: str
    grounds: str
    sources: tuple[Cited, ...]


class Subject(NamedTuple):
    """The subject of facts: the game, its components, or a rule set."""

    id: str
    name: str
    facts: tuple[KnownFact, ...]

    @property
    def counts(self) -> dict[str, int]:
        """The number of facts by status."""
        statuses = [fact.status for fact in self.facts]
        return {status: statuses.count(status) for status in dict.fromkeys(statuses)}


class ShownReading(NamedTuple):
    """A reading of a disputed question."""

    source: Cited
    says: str
    followed: bool


class Dispute(NamedTuple):
    """A disputed question, the reading of each source, and why one is followed."""

    about: str
    question: str
    sides: tuple[ShownReading, ...]
    because: str


class ShownEvidence(NamedTuple):
    """The evidence of one source: when and where, and the language of the place's name."""

    id: str
    source: Cited
    evidence: Evidence
    when: str | None
    place: str
    place_lang: str


def subjects(game: Game, words: LanguageWords) -> tuple[Subject, ...]:
    """Return all facts except disputes, grouped by subject."""
    parts = tuple(fact for part in game.components.values() for fact in part.facts)
    named = [("game", game.name, game.facts), ("parts", words.chapters["parts"], parts)]
    named += [(key, one.name, facts_of(one)) for key, one in game.rule_sets.items()]
    found = (Subject(key, name, tuple(_known(game, facts))) for key, name, facts in named)
    return tuple(one for one in found if one.facts)


def disputes(game: Game) -> tuple[Dispute, ...]:
    """Return each disputed question once, with its subject."""
    asked: dict[str, Dispute] = {}
    for about, fact in game.all_facts():
        if isinstance(fact, Disputed):
            sides = tuple(_side(game, fact, one) for one in fact.readings)
            asked.setdefault(fact.question, Dispute(about, fact.question, sides, fact.because))
    return tuple(asked.values())


def shown(game: Game, words: LanguageWords) -> tuple[ShownEvidence, ...]:
    """Return all evidence."""
    return tuple(
        ShownEvidence(
            key,
            cited(game, one.source),
            one,
            words.span(one.start, one.end),
            game.place_name(one.place or ""),
            place_language(game, (one.place or "",)),
        )
        for key, one in game.evidence.items()
    )


def place_language(game: Game, places: Iterable[str]) -> str:
    """Return the language of place names: the game's if all places have names in it."""
    known = all(place in game.place_names for place in places)
    return game.language if known else game.translated_from or game.language


def cited(game: Game, source: str, at: str = "") -> Cited:
    """Return a source in the form for a page."""
    return Cited(source, game.source_name(source), at)


def spots(game: Game) -> tuple[MapSpot, ...]:
    """Return the places of evidence that have coordinates, merging those at the same point.

    Their names are in the language of the game if available.
    """
    names: dict[tuple[float, float], dict[str, None]] = {}
    for one in game.evidence.values():
        if one.place and one.coordinates:
            names.setdefault(one.coordinates, {})[one.place] = None
    return tuple(
        MapSpot(", ".join(map(game.place_name, _widest(named))), *where, places=tuple(named))
        for where, named in names.items()
    )


def _widest(places: Iterable[str]) -> Iterator[str]:
    """Yield the places that are not named as parts of others: no grave beside its cemetery."""
    known = tuple(places)
    return (one for one in known if not any(one.endswith(f", {other}") for other in known))


def rows(game: Game) -> tuple[TimelineRow, ...]:
    """Return the rows of a time line: the game, each piece of evidence, and other sources."""
    dated = game.earliest or game.latest
    earliest, latest = (game.earliest, game.latest) if dated else (game.date, game.date)
    found = [TimelineRow(game.name, earliest, latest, is_game=True)]
    for one in game.evidence.values():
        date = game.sources[one.source].date
        written = (date,) if date else ()
        found.append(TimelineRow(game.source_name(one.source), one.start, one.end, written))
    for key, source in game.sources.items():
        if source.date and not any(evidence_of(game, key)):
            found.append(TimelineRow(game.source_name(key), written=(source.date,)))
    return tuple(one for one in found if one.dates)


def _known(game: Game, facts: tuple[Fact, ...]) -> Iterator[KnownFact]:
    """Yield facts without duplicates."""
    seen = set()
    for fact in facts:
        if not isinstance(fact, Disputed) and fact.says not in seen:
            seen.add(fact.says)
            located = fact.at if isinstance(fact, Stated | Derived) else {}
            sources = tuple(cited(game, key, located.get(key, "")) for key in fact.sources)
            grounds = "" if isinstance(fact, Stated) else fact.grounds
            yield KnownFact(fact.status, SIGNS.get(fact.status, ""), fact.says, grounds, sources)


def _side(game: Game, dispute: Disputed, reading: Reading) -> ShownReading:
    followed = any(reading is one for one in dispute.followed)
    return ShownReading(cited(game, reading.source, reading.at or ""), reading.says, followed)
