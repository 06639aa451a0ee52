"""Line drawings of how pieces are made: one ink, one tint, tools, and nets folded in space."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from math import atan2, cos, degrees, hypot, radians, sin
from typing import NamedTuple

from pnp.base.geometry import Point, Rect, Size, Transform, ring_area
from pnp.base.path import Line, Path, circle, ellipse, flattened, line, polygon
from pnp.base.units import EPSILON, Mm
from pnp.components.piece import cut_out
from pnp.scene import Group, Item, Pen, Scene, Shape, Style, items_bounds

# A fan of cards.
SPREAD = 14.0  # degrees between neighbours
OVERLAP = 0.62  # of a face's width: the step to the next

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

Motion = Callable[["Spot"], "Spot"]


def draw_fan(faces: Sequence[Scene], room: Rect) -> Iterator[Item]:
    """Draw faces of similar size, each over the one before, as large as the room allows."""
    shown = [cut_out(face) for face in faces]
    corners = [p for n, face in enumerate(shown) for p in _corners(face.size, _place(n, shown))]
    around = Rect.around(corners)
    scale = min(room.width / around.width, room.height / around.height, 1.0)
    fit = Transform.scale(scale).then(
        Transform.move(
            room.center.x - scale * around.center.x, room.center.y - scale * around.center.y
        )
    )
    for number, face in enumerate(shown):
        yield Group(face.items, _place(number, shown).then(fit))


def _place(number: int, shown: Sequence[Scene]) -> Transform:
    """Return where a face lies relative to the middle of the fan."""
    size = shown[number].size
    aside = number - (len(shown) - 1) / 2
    turn = Transform.turn(aside * SPREAD, Point(size.width / 2, size.height))
    return turn.then(Transform.move(aside * OVERLAP * size.width - size.width / 2, -size.height))


def _corners(size: Size, place: Transform) -> Iterator[Point]:
    return map(place.apply, Rect(0, 0, *size).corners)


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


def bent(start: Point, end: Point, bend: float) -> Stroke:
    """Return an arrow that departs from the straight line by ``bend`` times its length.

    A positive bend goes to the left, seen from the start.
    """
    dx, dy = end.x - start.x, end.y - start.y
    control = Point(start.x + dx / 2 + 2 * bend * dy, start.y + dy / 2 - 2 * bend * dx)
    steps = (n / 16 for n in range(17))
    return Stroke(tuple(_quadratic(start, control, end, t) for t in steps), Look.ARROW)


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
    printed = ring_area(corners) * ring_area(panel.corners) > 0
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
