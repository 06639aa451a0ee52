"""Marks that distinguish pieces without colour."""

from math import cos, pi, sin

from pnp.base.geometry import Point, Rect
from pnp.base.path import Path, circle, polygon, rectangle, regular_polygon
from pnp.base.units import Mm
from pnp.game.player_marks import Mark
from pnp.scene import Shape, Style


def draw_mark(mark: Mark, center: Point, size: Mm, ink: str) -> Shape:
    """Draw a mark about ``size`` wide."""
    half = size / 2
    fill = Style(fill=ink)
    match mark:
        case "disc":
            return Shape((circle(center, half),), fill)
        case "ring":
            stroke = Style(stroke=ink, stroke_width=size * 0.24)
            return Shape((circle(center, half * 0.8),), stroke)
        case "square":
            side = size * 0.86
            return Shape((rectangle(Rect.about(center, side, side)),), fill)
        case "triangle":
            return Shape((regular_polygon(center.moved(0, half * 0.2), 3, half * 1.15),), fill)
        case "cross":
            return Shape((_cross(center, half, half * 0.36),), fill)
        case "star":
            return Shape((_star(center, half * 1.12, half * 0.46),), fill)


def _cross(center: Point, reach: Mm, half: Mm) -> Path:
    corners = [(-half, -reach), (half, -reach), (half, -half), (reach, -half)]
    corners += [(reach, half), (half, half), (half, reach), (-half, reach)]
    corners += [(-half, half), (-reach, half), (-reach, -half), (-half, -half)]
    return polygon(center.moved(x, y) for x, y in corners)


def _star(center: Point, outer: Mm, inner: Mm) -> Path:
    angles = [(-90 + 36 * step) * pi / 180 for step in range(10)]
    return polygon(
        center.moved(radius * cos(angle), radius * sin(angle))
        for angle, radius in zip(angles, (outer, inner) * 5, strict=True)
    )
