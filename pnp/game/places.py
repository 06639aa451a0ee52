"""Places on a board: names, positions, and whether a piece fits; marks to tell players apart."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, hypot, radians, sin, sqrt
from typing import Literal, NamedTuple, get_args

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.units import EPSILON, Mm, quoted

Mark = Literal["disc", "ring", "square", "triangle", "cross", "star"]
MARKS: Mapping[str, Mark] = {mark: mark for mark in get_args(Mark)}  # by name

MIDDLE = Point(0, 0)
COORDINATES = (4, 6)  # digits of a column and a row together
MOST_NAMED = 10_000  # places in a range or a list; the largest board has fewer
_NAME = re.compile(r"([a-z]{0,12})(\d{0,6})", re.ASCII)
PlaceEdge = tuple[Point, Point]


class Footprint(NamedTuple):
    """The area that a piece covers: everything within ``radius`` of the polygon of ``corners``.

    The origin is the centre of the piece. A disc has one corner and a radius.
    """

    corners: tuple[Point, ...]
    radius: Mm = 0.0

    @property
    def size(self) -> Size:
        """The size of the upright rectangle around it."""
        return Rect.around(self.corners).inset(-self.radius).size


class Place(NamedTuple):
    """A place for a piece on a board.

    ``center`` and ``corners``, in clockwise order, are measured from the board's top left. Pieces
    there are turned clockwise by ``turn`` degrees. If it is not convex, ``room`` has the corners of
    the part where they lie.
    """

    name: str
    center: Point
    corners: tuple[Point, ...]
    turn: float = 0.0
    room: tuple[Point, ...] = ()

    @property
    def size(self) -> Size:
        """The size of the rectangle around it, before it is turned."""
        return Rect.around(_upright(self)).size

    def holds(self, piece: Footprint, scale: float = 1.0) -> bool:
        """Return whether a piece fits at the centre of the place, enlarged by ``scale``.

        Its room is convex, so a piece is inside if it lies to the right of every edge.
        """
        corners = [Point(scale * p.x, scale * p.y) for p in _upright(self)]
        return all(
            _right_of(start, end, corner) >= piece.radius - EPSILON
            for start, end in zip(corners, corners[1:] + corners[:1], strict=True)
            for corner in piece.corners
        )

    def edges(self) -> Iterator[PlaceEdge]:
        """Yield its edges in clockwise order."""
        return zip(self.corners, self.corners[1:] + self.corners[:1], strict=True)

    def moved(self, dx: Mm, dy: Mm) -> "Place":
        """Return the place moved by a distance."""
        corners, room = (tuple(p.moved(dx, dy) for p in ps) for ps in (self.corners, self.room))
        return Place(self.name, self.center.moved(dx, dy), corners, self.turn, room)


@lru_cache(maxsize=1024)  # in figure after figure
def _upright(place: Place) -> tuple[Point, ...]:
    """Return the corners of a place's room relative to its centre, before it is turned."""
    back, (x, y) = Transform.turn(-place.turn, MIDDLE), place.center
    return tuple(back.apply(p.moved(-x, -y)) for p in place.room or place.corners)


def rectangle_corners(size: Size, center: Point = MIDDLE, turn: float = 0.0) -> tuple[Point, ...]:
    """Return the corners of a rectangle in clockwise order, turned about its centre."""
    x, y = size.width / 2, size.height / 2
    around = Transform.turn(turn, MIDDLE).then(Transform.move(*center))
    return tuple(around.apply(Point(*p)) for p in ((-x, -y), (x, -y), (x, y), (-x, y)))


def rectangle_place(name: str, size: Size, center: Point, turn: float = 0.0) -> Place:
    """Return a rectangular place, turned about its centre."""
    return Place(name, center, rectangle_corners(size, center, turn), turn)


def hexagon_corners(edge: Mm, center: Point = MIDDLE, first: float = 0.0) -> tuple[Point, ...]:
    """Return the corners of a regular hexagon in clockwise order.

    ``first`` is the direction of the first corner in degrees clockwise from the top.
    """
    return tuple(away(center, first + 60 * n, edge) for n in range(6))


def triangle_corners(edge: Mm, center: Point, first: float = 0.0) -> tuple[Point, ...]:
    """Return the corners of an equilateral triangle in clockwise order, the first as above."""
    return tuple(away(center, first + 120 * n, edge / sqrt(3)) for n in range(3))


def hexagon_place(edge: Mm) -> Place:
    """Return a hexagonal place around the origin, with a corner at the top."""
    return Place("middle", MIDDLE, hexagon_corners(edge))


def edge_key(edge: PlaceEdge) -> tuple[tuple[Mm, Mm], ...]:
    """Return a key for an edge that does not depend on its direction."""
    (x, y), (u, v) = edge
    one, other = (round(x, 3) + 0.0, round(y, 3) + 0.0), (round(u, 3) + 0.0, round(v, 3) + 0.0)
    return (one, other) if one < other else (other, one)


def around(places: Iterable[Place], rim: Mm) -> Rect:
    """Return the smallest upright rectangle around places, enlarged by a rim."""
    return Rect.around(corner for place in places for corner in place.corners).inset(-rim)


def away(center: Point, direction: float, distance: Mm) -> Point:
    """Return the point at a distance and a direction: 0 degrees is up, 90 to the right."""
    angle = radians(direction)
    return center.moved(distance * sin(angle), -distance * cos(angle))


def column_name(index: int) -> str:
    """Return the letters of a column, counted from 0: a to z, then aa and so on."""
    return (column_name(index // 26 - 1) if index >= 26 else "") + chr(ord("a") + index % 26)


def spelled_out(words: Sequence[str]) -> tuple[str, ...]:
    """Expand ranges of places: ``a1-b3`` becomes a1, a2, a3, b1, b2 and b3.

    Names of four or six digits are a column and a row, so ``0101-0203`` has six places as well.
    """
    count_places(words)
    return tuple(name for word in words for name in _spelled_out(word))


def count_places(words: Iterable[str]) -> int:
    """Count the places that words denote, without expanding ranges."""
    count = sum(len(found.columns) * len(found.rows) for found in map(_range_of, words))
    if count > MOST_NAMED:
        raise ValueError(f"name at most {MOST_NAMED} places")
    return count


class _Range(NamedTuple):
    """The columns and rows that a word denotes; ``digits`` in each if names are numbers."""

    columns: range
    rows: range
    digits: int = 0
    has_column: bool = True
    has_row: bool = True


def _spelled_out(word: str) -> Iterator[str]:
    if "-" not in word:
        _range_of(word)
        yield word
        return
    columns, rows, digits, has_column, has_row = _range_of(word)
    for column in columns:
        letters = f"{column:0{digits}}" if digits else column_name(column) if has_column else ""
        for row in rows:
            yield letters + (f"{row:0{digits}}" if digits else str(row) if has_row else "")


@lru_cache(maxsize=1024)  # set-ups, examples and checks read the same words
def _range_of(word: str) -> _Range:
    first, dash, last = word.partition("-")
    one, other = _NAME.fullmatch(first), _NAME.fullmatch(last)
    if not (first and one and other and bool(dash) == bool(last)):
        raise ValueError(
            f'write a place such as "a1" or a range such as "a1-b3", not {quoted(word)}'
        )
    if not dash:
        return _Range(range(1), range(1))
    both_decimal = first.isdecimal() and last.isdecimal()
    half = len(first) // 2 if both_decimal and len(first) == len(last) in COORDINATES else 0
    if half:
        (left, top), (right, bottom) = ((int(n[:half]), int(n[half:])) for n in (first, last))
    else:
        (left, top), (right, bottom) = ((_column(n[1]), int(n[2] or 0)) for n in (one, other))
    kinds = {(bool(match[1]), bool(match[2])) for match in (one, other)}
    if len(kinds) > 1 or left > right or top > bottom:
        raise ValueError(f"a range goes from the lower name to the higher, not {quoted(word)}")
    if (right - left + 1) * (bottom - top + 1) > MOST_NAMED:
        raise ValueError(f"a range names at most {MOST_NAMED} places, not {quoted(word)}")
    rows = range(top, bottom + 1)
    return _Range(range(left, right + 1), rows, half, bool(one[1]), bool(one[2]))


def _column(letters: str) -> int:
    index = 0
    for letter in letters:
        index = 26 * index + ord(letter) - ord("a") + 1
    return index - 1


def _right_of(start: Point, end: Point, point: Point) -> Mm:
    """Return the distance of a point to the right of a line; y points down."""
    dx, dy = end.x - start.x, end.y - start.y
    return (dx * (point.y - start.y) - dy * (point.x - start.x)) / hypot(dx, dy)
