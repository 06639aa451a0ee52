"""Draws a map of the places of evidence from the definition alone."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import ceil, cos, floor, radians
from typing import NamedTuple

from pnp.base.files import templates
from pnp.base.fonts import text_outlines, text_width
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import circle, line, polygon, rectangle
from pnp.base.units import Mm
from pnp.scene import Group, Item, Pen, Scene, Shape, Style, Text

SIZE = Size(130, 92)
LEAST = 9.0  # degrees of latitude that a map shows
ROOM = 1.7  # times as far as the places reach
SEA, LAND, COAST, GRID = "#dbe7e8", "#f7f2e6", "#b3a78f", "#c3d3d5"
SPOT, INK, HALO, FAINT = "#9b2226", "#211e1a", "#ffffff", "#5f6f70"
BESIDE: Mm = 2.0  # the map, where no line is seen
LETTERS: Mm = 4.2
DEGREES: Mm = 3.0
STEPS = (1, 2, 5, 10, 20, 30)  # degrees between lines

_Ring = tuple[tuple[float, float], ...]  # longitude, latitude


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
    tall = max(LEAST, ROOM * (north - south))
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
    thin = Style(None, GRID, 0.2)
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
    step = max((step for step in STEPS if step <= apart), default=STEPS[0])
    return range(ceil(least / step) * step, floor(most) + 1, step)


def _written(degrees: int, above: str, below: str, at: Point) -> Text:
    side = above if degrees > 0 else below
    return Text(at, f"{abs(degrees)}° {side}" if degrees else "0°", "sans", DEGREES, FAINT)


def _named(spots: Sequence[MapSpot], view: _View) -> Iterator[Item]:
    """Yield dots with their names, placed so that they do not overlap."""
    taken = [_around(view.at(one.longitude, one.latitude)) for one in spots]
    for spot in spots:
        at = view.at(spot.longitude, spot.latitude)
        yield Shape((circle(at, 1.6),), Style(SPOT, HALO, 0.5))
        place = _room_for(spot.name, at, taken)
        taken.append(place)
        start = Point(place.x, place.bottom - 0.25 * LETTERS)
        outlines = text_outlines(spot.name, "serif-bold", LETTERS, start)
        yield Shape(outlines, Style(HALO, HALO, 1.2, pen=Pen("round", "round")))
        yield Text(start, spot.name, "serif-bold", LETTERS, INK)


def _room_for(name: str, at: Point, taken: Iterable[Rect]) -> Rect:
    """Return the place of a name: right of its dot, left, above or below, or on the next line."""
    width, height, gap = text_width(name, "serif-bold", LETTERS), 1.2 * LETTERS, 2.6
    places = [
        Rect(at.x + gap, at.y - height / 2, width, height),
        Rect(at.x - gap - width, at.y - height / 2, width, height),
        *(
            Rect(at.x - width / 2, at.y + shift, width, height)
            for shift in (-height - 1.8, 1.8, -2 * height - 1.8, height + 1.8)
        ),
    ]
    inside = [one for one in places if one.x >= 1 and one.right <= SIZE.width - 1] or places
    taken = tuple(taken)
    return next((one for one in inside if not any(map(one.overlaps, taken))), inside[0])


def _around(at: Point) -> Rect:
    return Rect(at.x - 1.8, at.y - 1.8, 3.6, 3.6)
