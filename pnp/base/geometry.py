"""Points, sizes, rectangles, transforms: mm, origin top left, y down, angles clockwise."""

from collections.abc import Iterable, Sequence
from math import cos, fsum, radians, sin
from typing import NamedTuple

from pnp.base.units import EPSILON, Mm


class Point(NamedTuple):
    """A point."""

    x: Mm
    y: Mm

    def moved(self, dx: Mm, dy: Mm) -> "Point":
        """Return the point ``dx`` to the right and ``dy`` down from here."""
        return Point(self.x + dx, self.y + dy)

    def toward(self, other: "Point", part: float) -> "Point":
        """Return the point at a part of the way from here to another."""
        return Point(self.x + part * (other.x - self.x), self.y + part * (other.y - self.y))


def ring_area(points: Sequence[Point]) -> float:
    """Return the area in mm² inside a ring of points, negative if anticlockwise."""
    pairs = zip(points, (*points[1:], *points[:1]), strict=True)
    return fsum(a.x * b.y - b.x * a.y for a, b in pairs) / 2


class Size(NamedTuple):
    """A width and a height."""

    width: Mm
    height: Mm

    def turned(self) -> "Size":
        """Return the size with width and height swapped."""
        return Size(self.height, self.width)


class Rect(NamedTuple):
    """An upright rectangle; ``x`` and ``y`` are its top left corner."""

    x: Mm
    y: Mm
    width: Mm
    height: Mm

    @property
    def right(self) -> Mm:
        """The x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> Mm:
        """The y of the bottom edge."""
        return self.y + self.height

    @property
    def center(self) -> Point:
        """The point in the middle."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    @property
    def size(self) -> Size:
        """The width and the height."""
        return Size(self.width, self.height)

    @classmethod
    def around(cls, points: Iterable[tuple[Mm, Mm]]) -> "Rect":
        """Return the smallest rectangle around at least one point."""
        xs, ys = zip(*points, strict=True)
        x, y = min(xs), min(ys)
        return cls(x, y, max(xs) - x, max(ys) - y)

    @classmethod
    def around_all(cls, rects: Iterable["Rect"]) -> "Rect":
        """Return the smallest rectangle around at least one other."""
        found = list(rects)
        if len(found) == 1:
            return found[0]
        edges = ((x, y, x + width, y + height) for x, y, width, height in found)
        lefts, tops, rights, bottoms = zip(*edges, strict=True)
        x, y = min(lefts), min(tops)
        return cls(x, y, max(rights) - x, max(bottoms) - y)

    @classmethod
    def about(cls, middle: Point, width: Mm, height: Mm) -> "Rect":
        """Return the rectangle of this size with its centre at a point."""
        return cls(middle.x - width / 2, middle.y - height / 2, width, height)

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The four corners, clockwise from the top left."""
        return (
            Point(self.x, self.y),
            Point(self.right, self.y),
            Point(self.right, self.bottom),
            Point(self.x, self.bottom),
        )

    def inset(self, by: Mm) -> "Rect":
        """Return a rectangle whose edges lie ``by`` further in; further out if negative."""
        return Rect(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)

    def moved(self, dx: Mm, dy: Mm) -> "Rect":
        """Return the same rectangle ``dx`` to the right and ``dy`` down."""
        return Rect(self.x + dx, self.y + dy, self.width, self.height)

    def union(self, other: "Rect") -> "Rect":
        """Return the smallest rectangle around both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        right, bottom = max(self.right, other.right), max(self.bottom, other.bottom)
        return Rect(x, y, right - x, bottom - y)

    def intersection(self, other: "Rect") -> "Rect":
        """Return the area that both share; its width or height is 0 if there is none."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Rect(x, y, max(right - x, 0.0), max(bottom - y, 0.0))

    def contains(self, other: "Rect") -> bool:
        """Return whether ``other`` lies inside, its edges allowed to touch."""
        return (
            other.x >= self.x - EPSILON
            and other.y >= self.y - EPSILON
            and other.right <= self.right + EPSILON
            and other.bottom <= self.bottom + EPSILON
        )

    def covers(self, other: "Rect", share: float) -> bool:
        """Return whether this lies over at least a ``share`` of another's area."""
        seen = self.intersection(other)
        return seen.width * seen.height >= share * other.width * other.height

    def overlaps(self, other: "Rect") -> bool:
        """Return whether the two share more than an edge."""
        return (
            self.x < other.right - EPSILON
            and other.x < self.right - EPSILON
            and self.y < other.bottom - EPSILON
            and other.y < self.bottom - EPSILON
        )


_QUARTERS: dict[float, tuple[float, float]] = {
    0: (1.0, 0.0),
    90: (0.0, 1.0),
    180: (-1.0, 0.0),
    270: (0.0, -1.0),
}


class Transform(NamedTuple):
    """An affine map: x' = a x + c y + e and y' = b x + d y + f, as in PDF and SVG."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: Mm = 0.0
    f: Mm = 0.0

    @classmethod
    def move(cls, dx: Mm, dy: Mm) -> "Transform":
        """Return a move to the right and down."""
        return cls(e=dx, f=dy)

    @classmethod
    def scale(cls, factor: float) -> "Transform":
        """Return a scaling about the origin."""
        return cls(a=factor, d=factor)

    @classmethod
    def turn(cls, degrees: float, about: Point) -> "Transform":
        """Return a clockwise rotation about a point, exact for quarter turns."""
        angle = radians(degrees)
        cosine, sine = _QUARTERS.get(degrees % 360) or (cos(angle), sin(angle))
        return cls(
            cosine,
            sine,
            -sine,
            cosine,
            about.x - cosine * about.x + sine * about.y,
            about.y - sine * about.x - cosine * about.y,
        )

    def then(self, after: "Transform") -> "Transform":
        """Return the transform that applies this one first and ``after`` second."""
        return Transform(
            after.a * self.a + after.c * self.b,
            after.b * self.a + after.d * self.b,
            after.a * self.c + after.c * self.d,
            after.b * self.c + after.d * self.d,
            after.a * self.e + after.c * self.f + after.e,
            after.b * self.e + after.d * self.f + after.f,
        )

    @property
    def inverse(self) -> "Transform":
        """The transform that undoes this one, which must not flatten everything."""
        a, b, c, d, e, f = self
        area = a * d - b * c
        back = Transform(d / area, -b / area, -c / area, a / area)
        return back._replace(e=-(back.a * e + back.c * f), f=-(back.b * e + back.d * f))

    def apply(self, point: Point) -> Point:
        """Return the transformed point."""
        a, b, c, d, e, f = self
        x, y = point
        return Point(a * x + c * y + e, b * x + d * y + f)

    def apply_to(self, rect: Rect) -> Rect:
        """Return the smallest upright rectangle around a transformed rectangle."""
        if self == IDENTITY:
            return rect
        a, b, c, d, e, f = self
        left, top, width, height = rect
        right, bottom = left + width, top + height
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        return Rect.around((a * x + c * y + e, b * x + d * y + f) for x, y in corners)


IDENTITY = Transform()
