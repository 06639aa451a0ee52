"""Marks, signs and counters, which distinguish pieces without colour."""

from collections.abc import Iterator
from math import cos, pi, sin
from typing import NamedTuple

from pnp.base.fonts import Font, FontName
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Path, circle, polygon, rectangle, regular_polygon
from pnp.base.units import Mm
from pnp.components.art.label import Lettering, draw_label
from pnp.components.piece import REACH, cut_line
from pnp.components.player_pieces import CounterBack, PlayerPiece
from pnp.game.places import Mark
from pnp.scene import Extra, Group, Item, Scene, Shape, Style

TEXT_WIDTH, TEXT_HEIGHT = 0.86, 0.5  # of the room: the space for a text without a mark
SMALLEST: Mm = 1.9  # font size
LARGEST = 0.62  # of the room: a font size
UPPER = 0.62  # of the room: a mark over a text
UPPER_PLACE, LOWER_PLACE = 0.235, 0.25  # of the room, from its middle
LOWER_WIDTH, LOWER_HEIGHT = 0.8, 0.39
MARK = 0.46  # of the width
RING = 0.03  # of the width: the line inside the edge
TURNED, FINE = 0.7, 0.018  # of the width: a second line in a livery, and how wide it is
INSIDE = 0.82  # of the width: the diameter of that line
ROOM = 0.76  # of the width: the space for a text and a mark within it
STREET: Mm = 1.5  # the bleed: between counters that are cut with scissors, paper stays white
MARK_LINE: Mm = 0.2
RIM = Style(stroke="#8f897e", stroke_width=0.35)

FONT: FontName = "sans-bold"

Signed = PlayerPiece | CounterBack


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


def draw_outlined_mark(mark: Mark, center: Point, size: Mm, color: str, line: str) -> Shape:
    """Draw a mark whose outline shows where its colour is pale."""
    shape = draw_mark(mark, center, size, color)
    return shape if shape.style.stroke else shape._replace(style=Style(color, line, MARK_LINE))


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


def draw_sign(
    signed: Signed, mark_size: Mm, middle: Point, room: Mm, ink: str, font: Font
) -> Iterator[Item]:
    """Draw the mark, the text or both of a piece, centred in a square of side ``room``.

    ``mark_size`` is the width of a mark without a text; ``font`` is for the text.
    """
    if signed.text is None:
        if signed.mark is not None:
            yield draw_mark(signed.mark, middle, mark_size, ink)
        return
    wanted = Lettering(ink, LARGEST * room, font, SMALLEST)
    place = Rect.about(middle, TEXT_WIDTH * room, TEXT_HEIGHT * room)
    if signed.mark is not None:
        yield draw_mark(signed.mark, middle.moved(0, -UPPER_PLACE * room), UPPER * mark_size, ink)
        below = middle.moved(0, LOWER_PLACE * room)
        place = Rect.about(below, LOWER_WIDTH * room, LOWER_HEIGHT * room)
    yield from draw_label(signed.text, place, wanted)


class CounterShape(NamedTuple):
    """A disc, or a square with straight cuts and corners of the radius ``rounding``."""

    width: Mm
    rounding: Mm | None = None

    @property
    def freed_by_trim(self) -> bool:
        """Whether straight cuts release it."""
        return self.rounding is not None

    @property
    def ground(self) -> Path:
        """The area of its colour, including the bleed."""
        if not self.freed_by_trim:
            return self.outline(STREET)
        return rectangle(Rect(0, 0, self.width, self.width).inset(-REACH))

    def outline(self, beyond: Mm = 0.0) -> Path:
        """Return its edge, or the line at the distance ``beyond`` outside it."""
        radius = self.width / 2
        if self.rounding is None:
            return circle(Point(radius, radius), radius + beyond)
        trim = Rect(0, 0, self.width, self.width)
        return rectangle(trim.inset(-beyond), max(0.0, self.rounding + beyond))


def draw_counter(
    shape: CounterShape, signed: Signed, color: str, ink: str, font: Font, turned: bool = False
) -> Scene:
    """Draw one side of a counter with its bleed; ``turned`` ones have two rings around a mark."""
    width = shape.width
    middle = Point(width / 2, width / 2)
    ground = Shape((shape.ground,), Style(fill=color))
    line = Style(stroke=ink, stroke_width=RING * width)
    ring = Shape((shape.outline((INSIDE - 1) / 2 * width),), line)
    fine = line._replace(stroke_width=FINE * width)
    second = Shape((shape.outline((TURNED - 1) / 2 * width),), fine)
    inner = (Group((second,), extra=Extra.ORNAMENT),) if turned and signed.text is None else ()
    items = (
        ground,
        ring,
        *inner,
        *draw_sign(signed, MARK * width, middle, ROOM * width, ink, font),
    )
    return Scene(
        Size(width, width), (Group(items, is_symbol=True), cut_line(shape.outline(), color))
    )


def draw_covered_counter(shape: CounterShape, color: str) -> Scene:
    """Draw a counter that lies under another in a pile, of which only the colour shows."""
    body = Shape((shape.outline(),), RIM._replace(fill=color))
    return Scene(Size(shape.width, shape.width), (body,))
