"""Shapes of Squib that frames cannot show, as SVG pictures of the whole card."""

import re
from collections.abc import Iterable, Iterator, Sequence
from math import cos, pi, sin
from typing import NamedTuple

from svgwrite import Drawing
from svgwrite.base import BaseElement

from pnp.base.geometry import Point, Rect, Size
from pnp.squib.card import Turn
from pnp.squib.ruby import UntakenError
from pnp.squib.values import color

new = Drawing(debug=False)  # makes elements

_NUMBER = r"\s*(\d+\.?\d*)\s*"
_LINEAR = re.compile(rf"\({_NUMBER},{_NUMBER}\)\s*\({_NUMBER},{_NUMBER}\)")
_RADIAL = re.compile(rf"\({_NUMBER},{_NUMBER},{_NUMBER}\)\s*\({_NUMBER},{_NUMBER},{_NUMBER}\)")
_NO_ARC = 1e-6  # radians
_MOST_LINES = 2000  # of a grid, each way
_STOP = re.compile(r"(#?\w+)@(\d+\.?\d*)")


class SquibPen(NamedTuple):
    """How a shape is drawn: colours and gradients as Squib writes them, lengths in pixels."""

    fill: str = "#0000"
    stroke: str = "black"
    width: float = 2.0
    dash: tuple[float, ...] = ()
    cap: str = "butt"
    join: str = "miter"
    stroke_first: bool = False

    @property
    def shows(self) -> tuple[bool, bool]:
        """Whether the inside can be seen, and whether the line can."""
        return _is_seen(self.fill), self.width > 0 and _is_seen(self.stroke)


def is_gradient(paint: object) -> bool:
    """Return whether a colour of Squib is a gradient."""
    return isinstance(paint, str) and "@" in paint


def drawing(outline: str, pen: SquibPen, size: Size, turn: Turn) -> str:
    """Return an SVG file of a card with one shape, whose ``outline`` is path data in pixels."""
    return svg(shape(outline, pen, turn), size)


def shape(outline: str, pen: SquibPen, turn: Turn, **more: str) -> list[BaseElement]:
    """Return the elements of a shape, given ``more`` attributes."""
    gradients, path = [], new.path(outline, **more)
    for key, paint in (("fill", pen.fill), ("stroke", pen.stroke if pen.width > 0 else "#0000")):
        if is_gradient(paint):
            gradients.append(_gradient(key, paint, turn))
            path[key] = f"url(#{key})"
        else:
            path[key], path[f"{key}-opacity"] = _painted(paint)
    path["stroke-width"] = _round(pen.width)
    path["stroke-dasharray"] = " ".join(map(_round, pen.dash))
    path["stroke-linecap"], path["stroke-linejoin"] = pen.cap, pen.join
    path["stroke-miterlimit"] = "10"
    path["paint-order"] = "stroke" if pen.stroke_first else ""
    path["transform"] = _rotate(turn.degrees, turn) if turn.angle else ""
    return [*gradients, path]


def covered(paint: str, size: Size) -> str:
    """Return an SVG file of a card that a gradient covers."""
    whole = polygon(Rect(0, 0, *size).corners)
    return drawing(whole, SquibPen(paint, "#0000"), size, Turn())


def svg(content: Sequence[BaseElement], size: Size) -> str:
    """Return an SVG file."""
    box = f"0 0 {_round(size.width)} {_round(size.height)}"
    file = Drawing(size=None, viewBox=box, debug=False)
    file.elements = content
    return f"{file.tostring()}\n"


def star(middle: Point, count: int, inner: float, outer: float) -> list[Point]:
    """Return the corners of a star from the one on its right; with equal radii, of a polygon."""
    radii = [outer, inner] * count if inner != outer else [outer] * count
    step = 2 * pi / len(radii)
    return [middle.moved(r * cos(n * step), r * sin(n * step)) for n, r in enumerate(radii)]


def polygon(points: Iterable[Point]) -> str:
    """Return the outline through points, closed."""
    return f"M{'L'.join(map(_pair, points))}Z"


def curve(ends: Sequence[Point], controls: Sequence[Point]) -> str:
    """Return a curve between two points."""
    return f"M{_pair(ends[0])}C{_pair(controls[0])} {_pair(controls[1])} {_pair(ends[1])}"


def rounded(box: Rect, rx: float, ry: float) -> str:
    """Return the outline of a rectangle with round corners."""
    rx, ry = min(rx, box.width / 2), min(ry, box.height / 2)
    if rx <= 0 or ry <= 0:
        return polygon(box.corners)
    arc = f"A{_round(rx)} {_round(ry)} 0 0 1 "
    sides = ((0, ry), (rx, 0)), ((-rx, 0), (0, ry)), ((0, -ry), (-rx, 0)), ((rx, 0), (0, -ry))
    arcs = (
        f"{_pair(corner.moved(*start))}{arc}{_pair(corner.moved(*end))}"
        for corner, (start, end) in zip(box.corners, sides, strict=True)
    )
    return f"M{'L'.join(arcs)}Z"


def ellipse(box: Rect) -> str:
    """Return an ellipse as Squib draws it: four curves, slightly slimmer than a true one."""
    across = [box.x + box.width * part / 4 for part in range(5)]
    down = [box.y + box.height * part / 4 for part in range(5)]
    quarters = (0, 1, 1, 0, 2, 0), (3, 0, 4, 1, 4, 2), (4, 3, 3, 4, 2, 4), (1, 4, 0, 3, 0, 2)
    made = f"M{_pair(Point(across[0], down[2]))}"
    for quarter in quarters:  # in fourths across and down
        ends = zip(quarter[::2], quarter[1::2], strict=True)
        made += f"C{' '.join(_pair(Point(across[one], down[two])) for one, two in ends)}"
    return f"{made}Z"


def arc(middle: Point, radius: float, start: float, end: float, *, back: bool) -> str:
    """Return a part of a circle from one angle to another, clockwise unless ``back``."""
    ends = [middle.moved(radius * cos(angle), radius * sin(angle)) for angle in (start, end)]
    swept = (start - end if back else end - start) % (2 * pi)
    if swept < _NO_ARC or radius <= 0:
        return rounded(Rect.about(middle, 2 * radius, 2 * radius), radius, radius)
    flags = f"{int(swept > pi)} {int(not back)}"
    return f"M{_pair(ends[0])}A{_round(radius)} {_round(radius)} 0 {flags} {_pair(ends[1])}"


def grid(cell: Rect, card: Rect) -> str:
    """Return the lines of a grid that begins with a cell and covers the card."""
    lines = [
        f"M{_round(x)} {_round(cell.y - card.height)}V{_round(cell.y + card.height)}"
        for x in _steps(cell.x, cell.width, card.width + cell.width)
    ]
    lines += (
        f"M{_round(cell.x - card.width)} {_round(y)}H{_round(cell.x + card.width)}"
        for y in _steps(cell.y, cell.height, card.height + cell.height)
    )
    return "".join(lines)


def _steps(start: float, step: float, end: float) -> Iterator[float]:
    if step <= 0:
        return
    for number in range(min(int((end - start) / step) + 1, _MOST_LINES)):
        yield start + number * step


def _is_seen(paint: str) -> bool:
    return is_gradient(paint) or color(paint).opacity > 0


def _gradient(name: str, text: str, turn: Turn) -> BaseElement:
    """Return a gradient, whose points are those of the card even if what it fills is turned."""
    stops = [(paint, float(at)) for paint, at in _STOP.findall(text)]
    if found := _RADIAL.match(text.strip()):
        x1, y1, r1, x2, y2, r2 = map(float, found.groups())
        made = new.radialGradient((_round(x2), _round(y2)), _round(r2), (_round(x1), _round(y1)))
        inner = r1 / r2 if r2 else 0.0  # those of SVG begin at a point
        stops = [(paint, inner + at * (1 - inner)) for paint, at in stops]
    elif found := _LINEAR.match(text.strip()):
        ends = [_round(float(value)) for value in found.groups()]
        made = new.linearGradient(ends[:2], ends[2:])
    else:
        raise UntakenError(f"{text!r} is not a gradient", "write it as the gradient of the frame")
    made.update({"id": name, "gradientUnits": "userSpaceOnUse"})
    made["gradientTransform"] = _rotate(-turn.degrees, turn) if turn.angle else ""
    for paint, at in sorted(stops, key=lambda stop: stop[1]):
        seen = color(paint)
        made.add_stop_color(_round(at), seen.color, _opacity(seen.opacity))
    return made


def _painted(paint: str) -> tuple[str, str]:
    """Return a colour and its opacity."""
    seen = color(paint)
    return ("none", "") if seen.opacity == 0 else (seen.color, _opacity(seen.opacity))


def _opacity(opacity: float) -> str:
    return "" if opacity == 1 else _round(opacity)


def _rotate(degrees: float, turn: Turn) -> str:
    return f"rotate({_round(degrees)} {_round(turn.x)} {_round(turn.y)})"


def _pair(point: Point) -> str:
    return f"{_round(point.x)} {_round(point.y)}"


def _round(value: float) -> str:
    return f"{round(value, 3) + 0.0:.10g}"
