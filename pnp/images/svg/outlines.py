"""Convert path data and basic shapes (SVG 1.1, chapters 8 and 9) to outlines.

fontTools interprets the commands of path data. It skips what it cannot read, so a strict parser
runs first. Circular arcs stay arcs; elliptical arcs become curves.
"""

import re
from collections.abc import Iterator
from math import dist
from xml.etree.ElementTree import Element

from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path.parser import parse_path

from pnp.base.errors import PictureError
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import (
    Arc,
    Curve,
    Line,
    Path,
    Segment,
    arc_as_curves,
    circle,
    line,
    placed,
    rectangle,
)
from pnp.base.units import quoted
from pnp.images.svg.values import MOST, NUMBER, Basis, is_even, length, numbers

WITH_LENGTHS = {"circle", "ellipse", "line", "rect"}  # which may be parts of the view
SHAPES = WITH_LENGTHS | {"path", "polygon", "polyline"}
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_COMMAND = re.compile(r"[\s,]*([MmLlHhVvCcSsQqTtAaZz])")
_NUMBER = re.compile(rf"[\s,]*({NUMBER})")
_END = re.compile(r"[\s,]*\Z")
_FLAG = re.compile(r"[\s,]*([01])")


def outlines(node: Element, view: Basis) -> list[Path]:
    """Return the outlines of a shape, or [] if it has no size.

    Percentages refer to the size of the ``view``.
    """

    def side(name: str) -> float:
        axis = "x" if "x" in name or name == "width" else "r" if name == "r" else "y"
        text = node.get(name, "auto")
        return length("0" if text == "auto" else text, name, view, axis)

    def radii(*names: str) -> tuple[float, float]:
        """Return two radii; a missing one equals the other."""
        values = [side(name) for name in names if node.get(name, "auto") != "auto"]
        values = [value for value in values if value >= 0] or [0.0]
        return values[0], values[-1]

    match node.tag:
        case "path":
            return _path(node.get("d", ""))
        case "rect":
            rect = Rect(*map(side, ("x", "y", "width", "height")))
            return _rect(rect, *radii("rx", "ry")) if min(rect.size) > 0 else []
        case "circle" | "ellipse":
            names = ("r", "r") if node.tag == "circle" else ("rx", "ry")
            return _ellipse(Point(side("cx"), side("cy")), *radii(*names))
        case "line":
            return [line(Point(side("x1"), side("y1")), Point(side("x2"), side("y2")))]
    values = numbers(node.get("points", ""), "points")
    if len(values) % 2:
        raise PictureError("has points with an x but no y")
    start, *others = map(Point, values[::2], values[1::2]) if values else [Point(0, 0)]
    closed = node.tag == "polygon"
    return [Path(start, tuple(map(Line, others)), closed)] if others else []


def moved(path: Path, into: Transform) -> Path:
    """Return a transformed outline; its arcs become curves if they would not stay circular."""
    return placed(path if is_even(into) else curved(path), into)


def curved(path: Path) -> Path:
    """Return an outline with its arcs turned into curves."""
    segments: list[Segment] = []
    here = path.start
    for segment in path.segments:
        segments += arc_as_curves(here, segment) if isinstance(segment, Arc) else [segment]
        here = segment.to
    return path._replace(segments=tuple(segments))


def _rect(rect: Rect, rx: float, ry: float) -> list[Path]:
    rx, ry = min(max(rx, 0), rect.width / 2), min(max(ry, 0), rect.height / 2)
    if rx == ry or not (rx and ry):
        return [rectangle(rect, min(rx, ry))]
    x, y, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    corner = f"A{rx} {ry} 0 0 1"
    return _path(
        f"M{x + rx} {y}H{right - rx}{corner} {right} {y + ry}V{bottom - ry}{corner} {right - rx} "
        f"{bottom}H{x + rx}{corner} {x} {bottom - ry}V{y + ry}{corner} {x + rx} {y}Z"
    )


def _ellipse(middle: Point, rx: float, ry: float) -> list[Path]:
    if rx <= 0 or ry <= 0:
        return []
    if rx == ry:
        return [circle(middle, rx)]
    left, right = middle.x - rx, middle.x + rx
    half = f"A{rx} {ry} 0 0 1"
    return _path(f"M{left} {middle.y}{half} {right} {middle.y}{half} {left} {middle.y}Z")


class _ArcRecorder(RecordingPen):  # type: ignore[misc]  # fontTools has no types
    """Records arcs as written; without this method fontTools turns them into curves."""

    def arcTo(self, *arc: object) -> None:  # noqa: N802  # the name by which fontTools asks
        self.value.append(("arcTo", arc))


def _path(data: str) -> list[Path]:
    """Return the outlines of path data, one for each subpath."""
    pen = _ArcRecorder()
    parse_path(" ".join(_strict(data)), pen)
    paths: list[Path] = []
    segments: list[Segment] = []
    start = here = Point(0, 0)
    for name, points in (*pen.value, ("endPath", ())):
        match name:
            case "lineTo":
                segments.append(Line(Point(*points[0])))
            case "curveTo":
                segments.append(Curve(*map(Point._make, points)))
            case "qCurveTo":
                control, to = map(Point._make, points)
                segments.append(Curve(here.toward(control, 2 / 3), to.toward(control, 2 / 3), to))
            case "arcTo":
                rx, ry, tilt, large, clockwise, end = points
                segments += _arc(here, (rx, ry), tilt, large, clockwise, Point(*end))
            case "moveTo" | "closePath" | "endPath":
                closed = name == "closePath"
                if closed and (not segments or (segments[1:] and segments[-1] == Line(start))):
                    # A closed path needs no last line; a dot, if caps are round, is one.
                    segments = segments[:-1] or [Line(start)]
                if segments:
                    paths.append(Path(start, tuple(segments), closed))
                segments = []
                if name == "moveTo":
                    start = Point(*points[0])
        here = segments[-1].to if segments else start
    return paths


def _strict(data: str) -> Iterator[str]:
    """Yield each command of path data with its numbers, repeated letters filled in."""
    at, command = 0, ""
    while True:
        before = command
        if found := _COMMAND.match(data, at):
            command, at = found[1], found.end()
        elif _END.match(data, at):
            return
        elif command in ("", "Z", "z"):
            raise _unreadable(data, at)
        if not before and command not in "Mm":
            raise PictureError("has path data that does not begin with M")
        values = [command]
        for number in range(_COUNTS[command.upper()]):
            is_flag = command in "Aa" and number in (3, 4)
            match = (_FLAG if is_flag else _NUMBER).match(data, at)
            if match is None or not abs(float(match[1])) <= MOST:
                raise _unreadable(data, at)
            values.append(match[1] if is_flag else str(float(match[1])))
            at = match.end()
        if command not in "Zz" or before not in "Zz":
            yield " ".join(values)
        command = {"M": "L", "m": "l"}.get(command, command)


def _unreadable(data: str, at: int) -> PictureError:
    return PictureError(f"has path data that cannot be read at {quoted(data[at : at + 20])}")


def _arc(
    start: Point, radii: tuple[float, float], tilt: float, large: bool, clockwise: bool, to: Point
) -> list[Segment]:
    """Return the segments of an elliptical arc; radii that are too small grow (SVG 1.1, F.6)."""
    rx, ry = radii
    if start == to:
        return []
    if not (rx and ry):
        return [Line(to)]
    origin = Point(0, 0)
    turn = Transform.turn(tilt, origin)
    from_unit = Transform(a=rx, d=ry).then(turn).then(Transform.move(*start))
    back = Transform.turn(-tilt, origin).apply(Point(to.x - start.x, to.y - start.y))
    end = Point(back.x / rx, back.y / ry)  # of the arc on a unit circle that begins at the origin
    radius = max(1.0, dist(origin, end) / 2)
    if not radius <= MOST:
        raise PictureError("has an arc whose radii are too small for its ends")
    if rx == ry:
        return [Arc(to, rx * radius, clockwise, large)]
    unit = Path(origin, tuple(arc_as_curves(origin, Arc(end, radius, clockwise, large))))
    *curves, last = placed(unit, from_unit).segments
    return [*curves, last._replace(to=to)]
