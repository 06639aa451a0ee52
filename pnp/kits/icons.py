"""Small drawings of tools and actions."""

from collections.abc import Iterator
from functools import cache

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import circle, rectangle
from pnp.components.art.drawing import DrawingPart, Look, Scissors, Stroke, area, drawing
from pnp.components.art.drawing import scissors as draw_scissors
from pnp.kits import pictures
from pnp.scene import Group, Scene

ICON = Size(15.0, 11.0)


@cache
def sheets() -> Scene:
    """Draw sheets of paper."""
    page = Rect(0, 0, 10, 13)
    behind = (Stroke(page.moved(2.0 * n, -1.4 * n).corners, Look.BLANK) for n in (2, 1))
    front = Stroke(page.corners, Look.PRINTED)
    lines = (_line(2, 3 + 2.5 * n, 8, 3 + 2.5 * n) for n in range(3))
    return drawing([*behind, front, *lines], ICON)


@cache
def cuts() -> Scene:
    """Draw a cut."""
    paper = Stroke(Rect(0, 0, 13, 9).corners, Look.PRINTED)
    return drawing([paper, _line(5, 4.5, 13, 4.5), Scissors(Point(5, 4.5))], ICON)


@cache
def folds() -> Scene:
    """Draw a folded sheet."""
    left = Stroke(_points((0, 2), (7, 0), (7, 9), (0, 11)), Look.PRINTED)
    right = Stroke(_points((7, 0), (14, 2), (14, 11), (7, 9)), Look.PRINTED)
    return drawing([left, right, Stroke(_points((7, 0), (7, 9)), Look.CREASE)], ICON)


@cache
def minutes() -> Scene:
    """Draw a clock."""
    middle = Point(0, 0)
    face = area(circle(middle, 5), Look.PRINTED)
    ticks = (_line(4.1 * x, 4.1 * y, 4.7 * x, 4.7 * y) for x, y in _QUARTERS)
    return drawing([face, *ticks, _line(0, 0, 0, -3.4), _line(0, 0, 2.2, 1.2)], ICON)


_QUARTERS = ((0, -1), (1, 0), (0, 1), (-1, 0))


@cache
def scissors() -> Scene:
    """Draw a pair of scissors."""
    return Scene(ICON, (Group(draw_scissors(), Transform.scale(1.5).then(_MIDDLE)),))


_MIDDLE = Transform.move(7.5, 5.5)


@cache
def trimmer() -> Scene:
    """Draw a paper trimmer."""
    return pictures.trimmer(ICON)


@cache
def machine() -> Scene:
    """Draw a cutting machine."""
    return pictures.machine(ICON)


@cache
def glue() -> Scene:
    """Draw a glue stick."""
    parts = [
        Stroke(Rect(1.2, 0, 3.6, 2.2).corners, Look.PRINTED),
        Stroke(Rect(0.6, 2.2, 4.8, 1.6).corners, Look.BLANK),
        Stroke(Rect(0, 3.8, 6, 8).corners, Look.BLANK),
        Stroke(Rect(0, 6, 6, 3.6).corners, Look.PRINTED),
        Stroke(Rect(0.6, 11.8, 4.8, 1.4).corners, Look.BLANK),
    ]
    return drawing(parts, ICON)


@cache
def ruler() -> Scene:
    """Draw a ruler."""
    body = Stroke(Rect(0, 0, 22, 4.6).corners, Look.PRINTED)
    ticks = (_line(1 + n, 0, 1 + n, 2.4 if n % 5 == 0 else 1.3) for n in range(21))
    return drawing([body, *ticks], ICON)


@cache
def pen() -> Scene:
    """Draw a ballpoint pen that draws a dashed line."""
    along, aside = Point(0.8, -0.6), Point(0.6, 0.8)

    def at(far: float, side: float) -> Point:
        return Point(along.x * far + aside.x * side, along.y * far + aside.y * side)

    barrel = (at(3, -1), at(14, -1), at(14, 1), at(3, 1))
    return drawing(
        [
            Stroke(_points((-9, 0.2), (0, 0.2)), Look.FOLD),
            Stroke((at(0, 0), at(3, -1), at(3, 1)), Look.BLANK),
            Stroke(barrel, Look.PRINTED),
            Stroke((at(14, -0.5), at(15.5, -0.5), at(15.5, 0.5), at(14, 0.5)), Look.BLANK),
        ],
        ICON,
    )


@cache
def tape() -> Scene:
    """Draw a roll of adhesive tape."""
    end = _points((0, 5), (13, 5), (12.4, 4.2), (13, 3.4), (12.4, 2.6), (0, 2.6))
    roll = area(circle(Point(0, 0), 5), Look.PRINTED)
    return drawing(
        [Stroke(end, Look.BLANK), roll, area(circle(Point(0, 0), 2.8), Look.BLANK)], ICON
    )


@cache
def books() -> Scene:
    """Draw heavy books."""
    return drawing(_books(), ICON)


def _books() -> Iterator[DrawingPart]:
    for x, y, width, look in ((0, 5, 16, Look.PRINTED), (1.5, 0, 13, Look.BLANK)):
        yield area(rectangle(Rect(x, y, width, 5), 0.6), look)
        yield _line(x + 2, y, x + 2, y + 5)


def _line(x: float, y: float, to_x: float, to_y: float) -> Stroke:
    return Stroke(_points((x, y), (to_x, to_y)), Look.LINE)


def _points(*points: tuple[float, float]) -> tuple[Point, ...]:
    return tuple(Point(*point) for point in points)
