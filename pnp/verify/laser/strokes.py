"""What a beam follows, as it was read from a laser file: lines and arcs, in mm, y down."""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from math import acos, atan2, ceil, cos, dist, hypot, pi, sin, sqrt, tau
from typing import NamedTuple

from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import Mm

FINE: Mm = 0.0008  # how far chords may be from what they stand for
ROUND: Mm = 0.0015  # a curve that is so near to an arc is taken for one
SAME: Mm = 0.002  # what lies nearer is one place


class Straight(NamedTuple):
    """A straight line."""

    start: Point
    end: Point

    @property
    def length(self) -> Mm:
        """From its start to its end."""
        return dist(self.start, self.end)


class Round(NamedTuple):
    """An arc; angles are in radians, clockwise on paper, and so is a ``sweep`` above 0."""

    middle: Point
    radius: Mm
    begin: float
    sweep: float

    @property
    def start(self) -> Point:
        """Where it begins."""
        return self.at(self.begin)

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.at(self.begin + self.sweep)

    @property
    def length(self) -> Mm:
        """Along the arc."""
        return self.radius * abs(self.sweep)

    def at(self, angle: float) -> Point:
        """Return the place at an angle."""
        return self.middle.moved(self.radius * cos(angle), self.radius * sin(angle))


Bit = Straight | Round


class Look(NamedTuple):
    """How a file marks a stroke: by a colour, and by a layer's name or number if it has any."""

    color: str
    layer: str = ""
    filled: bool = False
    width: Mm | None = None


class Stroke:
    """A connected line and how it is marked; a ``closed`` one is said to be so by its file."""

    def __init__(self, bits: Sequence[Bit], closed: bool, look: Look) -> None:
        self.bits = tuple(bits)
        self.closed = closed
        self.look = look

    @property
    def start(self) -> Point:
        """Where it begins."""
        return self.bits[0].start

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.bits[-1].end

    @property
    def returns(self) -> bool:
        """Whether it ends where it begins, be it said to be closed or not."""
        return dist(self.start, self.end) < SAME

    @cached_property
    def length(self) -> Mm:
        """How far the beam goes."""
        return sum(bit.length for bit in self.bits)

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """Places along it, those that lie furthest out among them."""
        found = [self.start]
        for bit in self.bits:
            found += _along(bit) if isinstance(bit, Round) else [bit.end]
        return tuple(found)

    @cached_property
    def bounds(self) -> Rect:
        """The smallest rectangle around it."""
        return Rect.around(self.points)


class Drawing(NamedTuple):
    """What a laser file says.

    ``size`` is that of the bed, if the file tells. ``strange`` is what programs may misread, in
    words.
    """

    strokes: tuple[Stroke, ...]
    size: Size | None = None
    strange: tuple[str, ...] = ()


def joined(bits: Sequence[Bit], start: Point, closed: bool) -> list[Bit]:
    """Return bits without those of no length, the way back to ``start`` added if closed."""
    found = [bit for bit in bits if bit.length > FINE / 10]
    if closed and found and dist(found[-1].end, start) > FINE / 10:
        found.append(Straight(found[-1].end, start))
    return found


def bounds_of(strokes: Sequence[Stroke]) -> Rect:
    """Return the smallest rectangle around strokes, of which there is one at least."""
    whole = strokes[0].bounds
    for stroke in strokes:
        whole = whole.union(stroke.bounds)
    return whole


def curve(a: Point, b: Point, c: Point, d: Point) -> list[Bit]:
    """Return a cubic Bézier curve as the arc that it is nearly, or in chords."""
    arc = _as_arc(a, b, c, d)
    if arc is not None:
        return [arc]
    bend = max(
        hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y),
        hypot(b.x - 2 * c.x + d.x, b.y - 2 * c.y + d.y),
    )
    steps = max(1, ceil(sqrt(6 * bend / (8 * FINE))))
    return [
        Straight(*ends) for ends in pairwise(_on(a, b, c, d, n / steps) for n in range(steps + 1))
    ]


def _on(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    s = 1 - t
    weights = (s**3, 3 * s * s * t, 3 * s * t * t, t**3)
    return Point(
        sum(w * p.x for w, p in zip(weights, (a, b, c, d), strict=True)),
        sum(w * p.y for w, p in zip(weights, (a, b, c, d), strict=True)),
    )


def _as_arc(a: Point, b: Point, c: Point, d: Point) -> Round | None:
    arc = through(a, _on(a, b, c, d, 0.5), d)
    if arc is None or arc.radius > 1000:
        return None
    for n in (1, 2, 3, 5, 6, 7):
        if abs(dist(_on(a, b, c, d, n / 8), arc.middle) - arc.radius) > ROUND:
            return None
    return arc


def through(a: Point, b: Point, c: Point) -> Round | None:
    """Return the arc from ``a`` over ``b`` to ``c``; None if they lie on a line."""
    ax, ay, cx, cy = a.x - b.x, a.y - b.y, c.x - b.x, c.y - b.y
    cross = 2 * (ax * cy - ay * cx)
    if abs(cross) < 1e-9:
        return None
    one, two = ax * ax + ay * ay, cx * cx + cy * cy
    middle = b.moved((cy * one - ay * two) / cross, (ax * two - cx * one) / cross)
    begin, over, end = (atan2(p.y - middle.y, p.x - middle.x) for p in (a, b, c))
    sweep = (end - begin) % tau
    if (over - begin) % tau > sweep:
        sweep -= tau
    return Round(middle, dist(a, middle), begin, sweep)


def _along(arc: Round) -> list[Point]:
    """Return places along an arc after its start, the outermost ones and its end among them."""
    widest = 2 * acos(1 - FINE / arc.radius) if arc.radius > FINE else pi / 2
    steps = max(1, ceil(abs(arc.sweep) / widest))
    angles = {arc.begin + arc.sweep * n / steps for n in range(1, steps + 1)}
    low, high = sorted((arc.begin, arc.begin + arc.sweep))
    angles |= {n * pi / 2 for n in range(-8, 9) if low < n * pi / 2 < high}
    (x, y), radius = arc.middle, arc.radius
    ordered = sorted(angles, reverse=arc.sweep < 0)
    return [Point(x + radius * cos(angle), y + radius * sin(angle)) for angle in ordered]
