"""Draw faces of counters: a sign in a ring or a frame, on a disc or a square."""

from typing import NamedTuple

from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Path, circle, rectangle
from pnp.base.units import Mm
from pnp.components.art.sign import Sign, draw_sign
from pnp.components.piece import BLEED, cut_line
from pnp.game.player_marks import Mark
from pnp.scene import Group, Scene, Shape, Style

MARK = 0.46  # of the width
RING = 0.03  # of the width: the line inside the edge
INSIDE = 0.82  # of the width: how far that line is out
ROOM = 0.76  # of the width: what a text and a mark take within it
RIM = Style(stroke="#8f897e", stroke_width=0.35)


class CounterShape(NamedTuple):
    """A disc, or a square whose corners have the radius ``rounding``."""

    width: Mm
    rounding: Mm | None = None

    def outline(self, beyond: Mm = 0.0) -> Path:
        """Return its edge, or the line that far outside it."""
        radius = self.width / 2
        if self.rounding is None:
            return circle(Point(radius, radius), radius + beyond)
        trim = Rect(0, 0, self.width, self.width)
        return rectangle(trim.inset(-beyond), max(0.0, self.rounding + beyond))


def draw_counter(
    shape: CounterShape, mark: Mark | None, text: str | None, color: str, ink: str
) -> Scene:
    """Draw one side of a counter with its bleed.

    Raises:
        LayoutError: If the text is too long.
    """
    width = shape.width
    middle = Point(width / 2, width / 2)
    ground = Shape((shape.outline(BLEED),), Style(fill=color))
    line = Style(stroke=ink, stroke_width=RING * width)
    ring = Shape((shape.outline((INSIDE - 1) / 2 * width),), line)
    sign = Sign(mark, text, MARK * width)
    items = (ground, ring, *draw_sign(sign, middle, ROOM * width, ink))
    return Scene(Size(width, width), (Group(items, repeats=True), cut_line(shape.outline())))


def draw_covered_counter(shape: CounterShape, color: str) -> Scene:
    """Draw a counter below another one: only its colour shows, for its sign is hidden."""
    body = Shape((shape.outline(),), RIM._replace(fill=color))
    return Scene(Size(shape.width, shape.width), (body,))
