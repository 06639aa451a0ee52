"""Hatches: lines and dots across a rectangle, aligned to a point."""

from math import ceil, cos, floor, hypot, pi, radians, sin, sqrt

from pnp.base.geometry import Point, Rect
from pnp.base.path import Path, circle, line
from pnp.base.units import Mm

DOT_PITCH: Mm = 1.7


def hatch_lines(area: Rect, about: Point, angle: float, pitch: Mm) -> list[Path]:
    """Return lines across ``area``, rotated clockwise from level, with ``about`` between two."""
    turn = radians(angle)
    along, across = (cos(turn), sin(turn)), (-sin(turn), cos(turn))
    dx, dy = area.center.x - about.x, area.center.y - about.y
    offset = dx * across[0] + dy * across[1]
    middle = dx * along[0] + dy * along[1]
    reach = hypot(area.width, area.height) / 2
    half = abs(across[0]) * area.width / 2 + abs(across[1]) * area.height / 2
    first = ceil((offset - half) / pitch - 0.5)
    last = floor((offset + half) / pitch - 0.5)
    found: list[Path] = []
    for number in range(first, last + 1):
        distance = (number + 0.5) * pitch
        x, y = about.x + distance * across[0], about.y + distance * across[1]
        ends = (middle - reach, middle + reach)
        start, end = (Point(x + d * along[0], y + d * along[1]) for d in ends)
        found.append(line(start, end))
    return found


def hatch_dots(area: Rect, about: Point, coverage: float) -> list[Path]:
    """Return dots with a ``coverage`` of ``area``, every other row shifted by half a pitch."""
    row = DOT_PITCH * sqrt(3) / 2
    radius = sqrt(coverage * DOT_PITCH * row / pi)
    first, last = floor((area.y - about.y) / row), ceil((area.bottom - about.y) / row)
    found: list[Path] = []
    for number in range(first, last + 1):
        shift = about.x + DOT_PITCH / 2 * (number % 2)
        left = floor((area.x - shift) / DOT_PITCH)
        right = ceil((area.right - shift) / DOT_PITCH)
        found += [
            circle(Point(shift + column * DOT_PITCH, about.y + number * row), radius)
            for column in range(left, right + 1)
        ]
    return found
