"""Numbers and names of parts in pictures, clear of their holes and of what is engraved."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import compress
from typing import NamedTuple

from shapely import box, contains, distance, points, prepare, union_all

from pnp.base.fonts import FontName, cap_height, text_width
from pnp.base.geometry import Point, Transform
from pnp.base.path import circle, path_bounds
from pnp.base.units import EPSILON, Mm
from pnp.laser.areas import area_of
from pnp.laser.artwork import Artwork
from pnp.laser.beds import moved_to
from pnp.laser.scheme import ReportedPlacement
from pnp.scene import Group, Item, Shape, Style, Text

FONT: FontName = "sans-bold"
INK = "#1b1b1b"
DISC = Style(fill="#ffffff", stroke="#3c2413")
ROUND = 0.75  # of the font size: the radius of a disc around a number
LEGIBLE: Mm = 1.5  # the least font size on paper
LARGEST, SMALLEST, STEP = 24.0, 1.5, 0.8  # mm on the bed: the font sizes that are tried
PLACES = 15  # that are tried, across and down a part
BESIDE: Mm = 0.3  # what stays free beside a hole or an engraved area
AROUND = 0.15  # of the font size: what stays free around a text
NARROW = 3.0  # times as high as wide: a part that is read from the right


class Label(NamedTuple):
    """A number or a name in the largest size that lies clear on its part; 0 if none does.

    Its edges are ``room`` away from the middle. What is not ``upright`` is read from the right. A
    ``bare`` part has nothing else to tell it by; on others, a number is in a disc if it fits.
    """

    text: str
    middle: Point
    size: Mm = 0.0
    room: Mm = 0.0
    upright: bool = True
    bare: bool = False

    def moved(self, dx: Mm, dy: Mm) -> "Label":
        """Return it moved."""
        return self._replace(middle=self.middle.moved(dx, dy))

    def items(self, largest: Mm, scale: float) -> Iterator[Item]:
        """Draw it at most as large on paper, for a scale; not if it would hide anything."""
        size = min(self.size, largest / scale)
        if size * scale < LEGIBLE:
            if not (self.bare and self.text.isdigit()):
                return
            size = LEGIBLE / scale
        if not self.bare and self.text.isdigit() and ROUND * size <= self.room:
            yield from in_disc(self.text, self.middle, size)
        else:
            item = lettered(self.text, self.middle, size)
            yield item if self.upright else Group((item,), Transform.turn(-90, self.middle))


@lru_cache(maxsize=256)
def label_of(side: Artwork, turn: int, text: str) -> Label:
    """Return the label of a part that lies turned, the top left of its bounds at the origin."""
    side = moved_to(side, ReportedPlacement(0, 0.0, 0.0, turn))
    room, bare = path_bounds(side.outline), not (side.engraved or side.scored)
    taken = union_all([area_of(path) for path in (*side.holes, *side.engraved)])
    clear = area_of(side.outline).difference(taken.buffer(BESIDE))
    shares = [number / (PLACES - 1) for number in range(PLACES)]
    spots = [
        Point(room.x + a * room.width, room.y + b * room.height) for a in shares for b in shares
    ]
    away = distance(clear.boundary, points(spots)).tolist()
    prepare(clear)
    wide, high = text_width(text, FONT, 1.0) + AROUND, cap_height(FONT) + AROUND
    ways = [(True, wide, high), (False, high, wide)]
    if room.height > NARROW * room.width:
        ways.reverse()
    size = LARGEST
    while size > SMALLEST:
        for upright, width, height in ways:
            w, h = size * width / 2, size * height / 2
            free = [one for one in zip(away, spots, strict=True) if one[0] > min(w, h) - EPSILON]
            edges = [(x - w, y - h, x + w, y + h) for _, (x, y) in free]
            around = box(*map(list, zip(*edges, strict=True))) if free else []
            fits = list(compress(free, contains(clear, around)))
            if fits:
                far, middle = max(fits)
                return Label(text, middle, size, far, upright, bare)
        size *= STEP
    return Label(text, room.center, upright=ways[0][0], bare=bare)


def lettered(text: str, middle: Point, size: Mm) -> Text:
    """Return a text in the middle of a place."""
    at = middle.moved(-text_width(text, FONT, size) / 2, cap_height(FONT) * size / 2)
    return Text(at, text, FONT, size, INK)


def in_disc(text: str, middle: Point, size: Mm) -> Iterator[Item]:
    """Draw a number in a disc."""
    yield Shape((circle(middle, ROUND * size),), DISC._replace(stroke_width=size / 12))
    yield lettered(text, middle, size)
