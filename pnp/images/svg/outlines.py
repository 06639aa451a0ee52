"""Path data (SVG 1.1, 8.3) as outlines. Circular arcs stay arcs; elliptical ones become curves."""

import re
from collections.abc import Iterator
from math import dist

from pnp.base.errors import PictureError
from pnp.base.geometry import Point
from pnp.base.limits import over
from pnp.base.path import Arc, Curve, Line, Path, Segment, arc_as_curves
from pnp.base.units import quoted
from pnp.images.svg.values import MOST, NUMBER, turned

_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
CURVES_OF_ARC = 4  # at most
_COMMAND = re.compile(r"[\s,]*([MmLlHhVvCcSsQqTtAaZz])")
_NUMBER = re.compile(rf"[\s,]*({NUMBER})")
_END = re.compile(r"[\s,]*\Z")
_FLAG = re.compile(r"[\s,]*([01])")


def read_outlines(data: str, most: int) -> list[Path]:
    """Return the outlines of path data, one for each subpath.

    Raises:
        PictureError: If it cannot be read, or has more than ``most`` segments.
    """
    drawing = _PathBuilder()
    count = 0
    for command, values in _commands(data):
        count += CURVES_OF_ARC if command in "Aa" else 1
        if count > most:
            raise too_many_segments()
        drawing.take(command, values)
    drawing.lift()
    return drawing.paths


def too_many_segments() -> PictureError:
    """Return the error for a file with too many segments."""
    return PictureError(f"has too many outlines: {over('segments')}; simplify its paths")


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each command with its numbers, repeated letters filled in."""
    at, command = 0, ""
    while True:
        found = _COMMAND.match(data, at)
        if found:
            command, at = found[1], found.end()
        elif _END.match(data, at):
            return
        elif command in ("", "Z", "z"):
            raise _unreadable(data, at)
        values: list[float] = []
        for number in range(_COUNTS[command.upper()]):
            is_flag = command in "Aa" and number in (3, 4)
            match = (_FLAG if is_flag else _NUMBER).match(data, at)
            if match is None or not abs(float(match[1])) <= MOST:
                raise _unreadable(data, at)
            values.append(float(match[1]))
            at = match.end()
        yield command, values
        command = {"M": "L", "m": "l"}.get(command, command)


def _unreadable(data: str, at: int) -> PictureError:
    return PictureError(f"has path data that cannot be read at {quoted(data[at : at + 20])}")


class _PathBuilder:
    def __init__(self) -> None:
        self.paths: list[Path] = []
        self._start: Point | None = None
        self._here = Point(0, 0)
        self._segments: list[Segment] = []
        self._control: tuple[str, Point] = (
            "",
            Point(0, 0),
        )  # kind and last control point of the latest curve

    def take(self, command: str, values: list[float]) -> None:
        kind = command.upper()
        base = self._here if command.islower() else Point(0, 0)
        if kind == "M":
            self.lift()
            self._here = self._start = Point(base.x + values[0], base.y + values[1])
        elif self._start is None:
            raise PictureError("has path data that does not begin with M")
        elif kind == "Z":
            self._close()
        else:
            self._draw(kind, values, base)
            return
        self._control = ("", self._here)

    def lift(self, closed: bool = False) -> None:
        """End the current subpath, if it has segments."""
        if self._start is not None and self._segments:
            self.paths.append(Path(self._start, tuple(self._segments), closed))
        self._segments = []

    def _close(self) -> None:
        assert self._start is not None, "a path begins with M"
        if not self._segments:
            self._segments.append(Line(self._start))  # a dot, if caps are round
        self.lift(closed=True)
        self._here = self._start

    def _draw(self, kind: str, v: list[float], base: Point) -> None:
        here = self._here
        if kind == "H":
            to = Point(base.x + v[0], here.y)
        elif kind == "V":
            to = Point(here.x, base.y + v[0])
        else:
            to = Point(base.x + v[-2], base.y + v[-1])
        control = to
        if kind in "HVL":
            self._segments.append(Line(to))
        elif kind == "A":
            self._segments += arc_segments(here, (v[0], v[1]), v[2], v[3] == 1, v[4] == 1, to)
        elif kind in "CS":
            one = Point(base.x + v[0], base.y + v[1]) if kind == "C" else self._mirrored("C")
            control = Point(base.x + v[-4], base.y + v[-3])
            self._segments.append(Curve(one, control, to))
        else:
            control = Point(base.x + v[0], base.y + v[1]) if kind == "Q" else self._mirrored("Q")
            self._segments.append(Curve(_toward(here, control), _toward(to, control), to))
        self._control = ({"S": "C", "T": "Q"}.get(kind, kind), control)
        self._here = to

    def _mirrored(self, kind: str) -> Point:
        """Return the first control point of a smooth curve; without a curve before, the start."""
        known, control = self._control
        if known != kind:
            return self._here
        return Point(2 * self._here.x - control.x, 2 * self._here.y - control.y)


def _toward(end: Point, control: Point) -> Point:
    """Return a control point of the cubic form of a quadratic curve."""
    return Point(end.x + 2 / 3 * (control.x - end.x), end.y + 2 / 3 * (control.y - end.y))


def arc_segments(
    start: Point, radii: tuple[float, float], tilt: float, large: bool, clockwise: bool, to: Point
) -> list[Segment]:
    """Return the segments of an elliptical arc; radii that are too small grow (SVG 1.1, F.6)."""
    rx, ry = map(abs, radii)
    if start == to:
        return []
    if not (rx and ry):
        return [Line(to)]

    def flat(point: Point) -> Point:
        """Map a point so that the ellipse is a unit circle and the start the origin."""
        x, y = turned((point.x - start.x, point.y - start.y), -tilt)
        return Point(x / rx, y / ry)

    def back(point: Point) -> Point:
        x, y = turned((point.x * rx, point.y * ry), tilt)
        return Point(start.x + x, start.y + y)

    origin, end = Point(0, 0), flat(to)
    radius = max(1.0, dist(origin, end) / 2)
    if rx == ry:
        return [Arc(to, rx * radius, clockwise, large)]
    curves = list(arc_as_curves(origin, Arc(end, radius, clockwise, large)))
    ends = [*(back(curve.to) for curve in curves[:-1]), to]
    return [
        Curve(back(curve.control1), back(curve.control2), end)
        for curve, end in zip(curves, ends, strict=True)
    ]
