"""Line drawings of how pieces are made: one ink, one tint, and the symbols of paper folding.

The printed side of paper is tinted, its other side white; dashes are folds, hatching is glue. A
drawing is composed at any scale and fitted to its frame at the end, so that lines and symbols have
the same size in all drawings.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from math import atan2, cos, degrees, hypot, sin
from typing import NamedTuple

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Line, Path, circle, ellipse, flattened, line, polygon
from pnp.base.units import EPSILON, Mm
from pnp.scene import Group, Item, Pen, Scene, Shape, Style, items_bounds

FRAME = Size(40.0, 25.0)
INK, TINT, PAPER = "#1b1b1b", "#efe6cf", "#ffffff"
LINE: Mm = 0.25
THIN: Mm = 0.2
DASH: tuple[Mm, ...] = (1.2, 0.8)
HATCH: Mm = 0.8  # between the lines that show where glue goes
INSET: Mm = 1.0  # between a drawing and its frame, for half a line and the corners of symbols
HEAD: Mm = 1.7  # how long the head of an arrow is
SMOOTH = 0.0005  # of a curve's size: its greatest error, unless that is below FINEST
FINEST: Mm = 0.01
PEN = Pen(cap="round", join="round")
SCISSORS_REACH: Mm = 4.2  # from the pivot of a pair of scissors to the tips


class Look(Enum):
    """How an outline is drawn."""

    PRINTED = "printed side of paper"
    BLANK = "other side of paper"
    GLUE = "printed side with glue"
    FINE = "thin line"
    CREASE = "line to fold along, between areas that meet in a solid line"
    INK = "filled with ink"
    ARROW = "line that ends in an arrow's head"


class Stroke(NamedTuple):
    """An outline as points; the outline of an area ends where it begins."""

    points: tuple[Point, ...]
    look: Look

    def placed(self, transform: Transform) -> "Stroke":
        """Return the outline moved or scaled."""
        return self._replace(points=tuple(map(transform.apply, self.points)))

    def items(self) -> Iterator[Item]:
        """Draw the outline."""
        area = polygon(self.points)
        match self.look:
            case Look.PRINTED | Look.GLUE:
                yield Shape((area,), Style(TINT, INK, LINE, pen=PEN))
            case Look.BLANK:
                yield Shape((area,), Style(PAPER, INK, LINE, pen=PEN))
            case Look.INK:
                yield Shape((area,), Style(fill=INK))
            case Look.CREASE:
                yield Shape((_open(self.points),), Style(None, TINT, 1.4 * LINE))
                yield Shape((_open(self.points),), Style(None, INK, THIN, DASH))
            case Look.FINE:
                yield Shape((_open(self.points),), Style(None, INK, THIN, pen=PEN))
            case Look.ARROW:
                yield from _arrow(self.points)
        if self.look is Look.GLUE:
            yield _hatching(area, Rect.around(self.points))


class Scissors(NamedTuple):
    """A pair of scissors whose blades meet at ``at``; at 0 degrees they cut to the left."""

    at: Point
    degrees: float = 0.0

    def placed(self, transform: Transform) -> "Scissors":
        """Return it moved, at the same size."""
        return self._replace(at=transform.apply(self.at))

    def items(self) -> Iterator[Item]:
        """Draw the sign."""
        turn = Transform.turn(self.degrees, self.at)
        move = Transform.move(self.at.x + 0.8 * SCISSORS_REACH, self.at.y)
        yield Group(scissors(), move.then(turn))


DrawingPart = Stroke | Scissors


def scissors() -> tuple[Item, ...]:
    """Draw a pair of scissors, 8 mm long with its pivot at the origin, that cuts to the left."""
    paper = Style(PAPER, INK, LINE, pen=PEN)
    items: list[Item] = []
    for side in (1, -1):
        tip = Point(-SCISSORS_REACH, side * 1.15)
        blade = (tip, Point(0.1, side * -0.55), Point(1.5, side * -1.0), Point(0.5, side * 0.2))
        handle = ellipse(Rect.about(Point(2.9, side * -1.25), 2.7, 1.75))
        items += [Shape((polygon(blade),), paper), Shape((handle,), paper)]
    return (*items, Shape((circle(Point(0, 0), 0.25),), Style(fill=INK)))


def drawing(parts: Iterable[DrawingPart]) -> Scene:
    """Fit parts, drawn in order, into the middle of the frame."""
    listed = tuple(parts)
    points = [p for part in listed for p in getattr(part, "points", ())]
    around = Rect.around(points)
    inner = Rect(0, 0, *FRAME).inset(INSET)
    room, items = inner, _fitted(listed, around, inner)
    for _ in range(2):  # symbols keep their size, and stick out more as the rest shrinks
        reach = items_bounds(items) or inner
        left, top = max(0.0, inner.x - reach.x), max(0.0, inner.y - reach.y)
        right, bottom = max(0.0, reach.right - inner.right), max(0.0, reach.bottom - inner.bottom)
        width, height = room.width - left - right, room.height - top - bottom
        room = Rect(room.x + left, room.y + top, width, height)
        items = _fitted(listed, around, room)
    return Scene(FRAME, items)


def _fitted(parts: Iterable[DrawingPart], around: Rect, room: Rect) -> tuple[Item, ...]:
    """Draw parts scaled so that the rectangle ``around`` them fills a room."""
    scale = min(room.width / max(around.width, EPSILON), room.height / max(around.height, EPSILON))
    fit = Transform.move(-around.center.x, -around.center.y).then(Transform.scale(scale))
    fit = fit.then(Transform.move(*room.center))
    return tuple(item for part in parts for item in part.placed(fit).items())


def area(path: Path, look: Look) -> Stroke:
    """Return a closed path as an outline."""
    return Stroke(tuple(points_of(path)), look)


def points_of(path: Path) -> list[Point]:
    """Return points along a path, close enough to look smooth."""
    around = Rect.around(flattened(path, 1.0))
    return flattened(path, max(SMOOTH * max(around.size), FINEST))


def bent(start: Point, end: Point, bend: float, look: Look = Look.ARROW) -> Stroke:
    """Return a curve that departs from the straight line by ``bend`` times its length.

    A positive bend goes to the left, seen from the start.
    """
    dx, dy = end.x - start.x, end.y - start.y
    control = Point(start.x + dx / 2 + 2 * bend * dy, start.y + dy / 2 - 2 * bend * dx)
    steps = (n / 16 for n in range(17))
    return Stroke(tuple(_quadratic(start, control, end, t) for t in steps), look)


def _quadratic(start: Point, control: Point, end: Point, t: float) -> Point:
    a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
    return Point(a * start.x + b * control.x + c * end.x, a * start.y + b * control.y + c * end.y)


def _open(points: Sequence[Point]) -> Path:
    return Path(points[0], tuple(map(Line, points[1:])), closed=False)


def _arrow(points: Sequence[Point]) -> Iterator[Shape]:
    tip = points[-1]
    away = next((p for p in reversed(points) if hypot(p.x - tip.x, p.y - tip.y) >= HEAD), points[0])
    angle = atan2(tip.y - away.y, tip.x - away.x)
    shaft = [p for p in points if hypot(p.x - tip.x, p.y - tip.y) >= 0.8 * HEAD]
    neck = tip.moved(-0.8 * HEAD * cos(angle), -0.8 * HEAD * sin(angle))
    yield Shape((_open((*shaft, neck)),), Style(None, INK, LINE, pen=PEN))
    turn = Transform.turn(degrees(angle), tip)
    corners = (tip, tip.moved(-HEAD, -0.36 * HEAD), tip.moved(-HEAD, 0.36 * HEAD))
    yield Shape((polygon(map(turn.apply, corners)),), Style(fill=INK))


def _hatching(inside: Path, around: Rect) -> Group:
    """Fill an outline with lines that rise to the right."""
    step = HATCH * 2**0.5
    count = int((around.width + around.height) / step) + 1
    lines = (
        line(
            Point(around.x + n * step, around.y),
            Point(around.x + n * step - around.height, around.bottom),
        )
        for n in range(1, count)
    )
    style = Style(None, INK, THIN)
    return Group((Shape(tuple(lines) or (inside,), style),), clip=inside)
