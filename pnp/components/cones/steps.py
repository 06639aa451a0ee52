"""Draw how to cut out, roll, glue and stack caps."""

from collections.abc import Iterator, Mapping
from math import cos, pi, radians, sin

from pnp.base.geometry import Point, Rect
from pnp.components.art.drawing import DrawingPart, Look, Scissors, Stroke, bent, drawing, points_of
from pnp.components.cones.draw import net_of
from pnp.components.cones.model import FREE, Cones
from pnp.components.piece import DrawContext
from pnp.scene import Scene

SEEN = 0.3  # of a foot's width: its height, seen at a slant


def draw_steps(cones: Cones, context: DrawContext) -> Mapping[str, Scene]:
    """Draw the net, the net over the edge of a table, the seam, and a pile."""
    net = net_of(cones)
    flat = [
        Stroke(tuple(points_of(net.sector())), Look.PRINTED),
        Stroke(net.tab(cones.tab), Look.GLUE),
        Stroke(tuple(points_of(net.fold())), Look.CREASE),
    ]
    around = Rect.around([point for stroke in flat for point in stroke.points])
    return {
        "cut": drawing([*flat, Scissors(Point(around.right, net.tip.y + cones.slant / 3), -60)]),
        "roll": drawing(_rolled(cones)),
        "glue": drawing(_seam(cones)),
        "pile": drawing(_pile(cones)),
    }


def _rolled(cones: Cones) -> Iterator[DrawingPart]:
    """Draw the net being pulled over the edge of a table."""
    reach = cones.slant
    table = [(-1.6, 0), (0.5, 0), (0.9, -0.45), (-1.2, -0.45)]
    side = [(0.5, 0), (0.5, 0.16), (-1.6, 0.16), (-1.6, 0)]
    end = [(0.5, 0), (0.9, -0.45), (0.9, -0.29), (0.5, 0.16)]
    for corners in (table, side, end):
        yield Stroke(tuple(Point(x * reach, y * reach) for x, y in corners), Look.BLANK)
    near = [Point(-0.55, -0.08), Point(0.2, -0.1), *_quarter(0.2, -0.1, 0.42, 0.5)]
    far = [point.moved(0.28, -0.28) for point in near]
    strip = [*near, *reversed(far)]
    yield Stroke(tuple(Point(p.x * reach, p.y * reach) for p in strip), Look.PRINTED)
    start, stop = Point(0.98 * reach, -0.3 * reach), Point(1.05 * reach, 0.5 * reach)
    yield bent(start, stop, -0.15)


def _quarter(x: float, y: float, width: float, height: float) -> list[Point]:
    """Return points of a quarter bend from horizontal to vertical."""
    angles = [n / 12 * pi / 2 for n in range(1, 13)]
    return [Point(x + width * sin(a), y + height * (1 - cos(a))) for a in angles]


def _cone(tip: Point, cones: Cones) -> Stroke:
    """Return the outline of a standing cap."""
    return Stroke((tip, *_rim(cones, tip, 0, 180)), Look.PRINTED)


def _rim(cones: Cones, tip: Point, first: float, last: float) -> list[Point]:
    """Return points of the foot between two angles, clockwise from the right."""
    half, foot = cones.diameter / 2, tip.y + cones.height
    angles = [radians(first + n / 24 * (last - first)) for n in range(25)]
    return [Point(tip.x + half * cos(a), foot + SEEN * half * sin(a)) for a in angles]


def _seam(cones: Cones) -> Iterator[DrawingPart]:
    """Draw a cap whose tab goes under the other edge, which is still raised."""
    tip, half, height = Point(0, 0), cones.diameter / 2, cones.height
    yield Stroke(tuple(_rim(cones, tip, 0, 360)), Look.BLANK)
    left = _rim(cones, tip, 118, 180)
    lower, end = left[0], _rim(cones, tip, 84, 90)[0]
    upper = Point(lower.x * FREE, lower.y * FREE)
    yield Stroke((tip, *left), Look.PRINTED)
    beside = Point(end.x * 0.5, end.y * 0.5)
    yield Stroke((upper, lower, Point(end.x, end.y - 0.04 * height), beside), Look.GLUE)
    lifted = Point(0.5 * half, 1.16 * height)
    yield Stroke((tip, lifted, *_rim(cones, tip, 25, 0)), Look.PRINTED)
    yield bent(Point(1.5 * half, 0.8 * height), Point(0.8 * half, 1.18 * height), -0.25)


def _pile(cones: Cones) -> Iterator[DrawingPart]:
    for level in range(3):
        yield _cone(Point(0, -level * 0.22 * cones.height), cones)
