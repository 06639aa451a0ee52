"""Paper folded in space: the panels of a net, turned about their folds, in oblique view."""

from collections.abc import Callable, Iterable, Iterator
from math import cos, fsum, hypot, radians, sin
from typing import NamedTuple

from pnp.base.geometry import Point, Rect
from pnp.base.units import Mm
from pnp.components.art.drawing import Look, Stroke

Motion = Callable[["Spot"], "Spot"]


class Spot(NamedTuple):
    """A point in space: to the right, towards the viewer, and up."""

    x: Mm
    y: Mm
    z: Mm = 0.0


class View(NamedTuple):
    """The viewer's direction: degrees to the side, and from above."""

    aside: float = 28.0
    above: float = 35.0

    def seen(self, spot: Spot) -> Point:
        """Project a point to the drawing."""
        x, y = self._turned(spot)
        return Point(x, y * sin(radians(self.above)) - spot.z * cos(radians(self.above)))

    def nearness(self, spot: Spot) -> Mm:
        """Return how near a point is to the viewer, for drawing near over far."""
        _, y = self._turned(spot)
        return y * cos(radians(self.above)) + spot.z * sin(radians(self.above))

    def _turned(self, spot: Spot) -> tuple[Mm, Mm]:
        a = radians(self.aside)
        return spot.x * cos(a) - spot.y * sin(a), spot.x * sin(a) + spot.y * cos(a)


FROM_ABOVE = View(0.0, 90.0)


class Panel(NamedTuple):
    """A part of a net between its folds, with the panels attached to it.

    It is folded away from the printed side by ``angle`` degrees along ``hinge``. ``art`` is drawn
    on its printed side.
    """

    corners: tuple[Point, ...]
    hinge: tuple[Point, Point] | None = None
    angle: float = 0.0
    panels: tuple["Panel", ...] = ()
    glue: bool = False
    art: tuple[Stroke, ...] = ()


def unmoved(spot: Spot) -> Spot:
    """Return a point as it is: the motion of a net flat on the table, print up."""
    return spot


def turned(axis: str, angle: float, after: Motion = unmoved) -> Motion:
    """Return a rotation in degrees about the axis ``"x"``, ``"y"`` or ``"z"``, after ``after``."""
    c, s = cos(radians(angle)), sin(radians(angle))

    def place(spot: Spot) -> Spot:
        x, y, z = after(spot)
        match axis:
            case "x":
                return Spot(x, c * y - s * z, s * y + c * z)
            case "y":
                return Spot(c * x + s * z, y, c * z - s * x)
            case _:
                return Spot(c * x - s * y, s * x + c * y, z)

    return place


def drawn(panel: Panel, view: View, place: Motion = unmoved) -> list[Stroke]:
    """Draw a folded net, far panels first; the folds of a flat net are dashed."""
    faces = sorted(_faces(panel, place), key=lambda face: _nearness(face, view))
    strokes = [stroke for face in faces for stroke in _strokes(face, view)]
    if not any(face.panel.angle for face in faces):
        hinges = (face.panel.hinge for face in faces if face.panel.hinge is not None)
        strokes += [Stroke(_projected(hinge, place, view), Look.CREASE) for hinge in hinges]
    return strokes


class _Face(NamedTuple):
    panel: Panel
    place: Motion


def _faces(panel: Panel, place: Motion) -> Iterator[_Face]:
    yield _Face(panel, place)
    for child in panel.panels:
        yield from _faces(child, _hinged(child, place))


def _hinged(panel: Panel, parent: Motion) -> Motion:
    """Return the motion of a panel, folded about its hinge."""
    assert panel.hinge is not None, "a panel that hangs on another has a hinge"
    start, end = panel.hinge
    length = hypot(end.x - start.x, end.y - start.y)
    along = Point((end.x - start.x) / length, (end.y - start.y) / length)
    middle = Rect.around(panel.corners).center
    side = (middle.x - start.x) * -along.y + (middle.y - start.y) * along.x
    out = Point(-along.y, along.x) if side > 0 else Point(along.y, -along.x)
    c, s = cos(radians(panel.angle)), sin(radians(panel.angle))

    def place(spot: Spot) -> Spot:
        dx, dy = spot.x - start.x, spot.y - start.y
        t, n = dx * along.x + dy * along.y, dx * out.x + dy * out.y
        n, z = n * c + spot.z * s, spot.z * c - n * s
        x, y = start.x + t * along.x + n * out.x, start.y + t * along.y + n * out.y
        return parent(Spot(x, y, z))

    return place


def _strokes(face: _Face, view: View) -> Iterator[Stroke]:
    panel = face.panel
    corners = _projected(panel.corners, face.place, view)
    printed = _area(corners) * _area(panel.corners) > 0
    if printed:
        yield Stroke(corners, Look.GLUE if panel.glue else Look.PRINTED)
        for art in panel.art:
            yield Stroke(_projected(art.points, face.place, view), art.look)
    else:
        yield Stroke(corners, Look.BLANK)


def _projected(points: Iterable[Point], place: Motion, view: View) -> tuple[Point, ...]:
    return tuple(view.seen(place(Spot(*point))) for point in points)


def _nearness(face: _Face, view: View) -> Mm:
    """Return how near a panel is; glued panels go behind what they are glued to."""
    around = Rect.around(face.panel.corners)
    if face.panel.glue:
        return min(view.nearness(face.place(Spot(*corner))) for corner in around.corners)
    return view.nearness(face.place(Spot(*around.center)))


def _area(points: tuple[Point, ...]) -> float:
    """Return twice the area, negative for the other direction of rotation."""
    pairs = zip(points, points[1:] + points[:1], strict=True)
    return fsum(a.x * b.y - b.x * a.y for a, b in pairs)
