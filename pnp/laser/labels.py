"""Numbers and names of parts in pictures, clear of their holes and of what is engraved."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, compress
from math import cos, radians, sin
from typing import NamedTuple

from shapely import Point as Spot
from shapely import box, contains, distance, points, prepare, union_all
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

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
RINGS, ANGLES = 16, range(0, 360, 15)  # of places around a middle that is taken
NEAR = 0.1  # of the font size: how far they may be from the part
NARROW = 3.0  # times as high as wide: a part that is read from the right


class Label(NamedTuple):
    """A number or a name in the largest size that lies clear on its part; 0 if none does.

    Its edges are ``room`` away from the middle. What is not ``upright`` is read from the right. A
    ``bare`` part has nothing else to tell it by; on others, a number is in a disc if it fits.
    ``clear`` is where the part has no holes and no engravings.
    """

    text: str
    middle: Point
    clear: BaseGeometry
    size: Mm = 0.0
    room: Mm = 0.0
    upright: bool = True
    bare: bool = False

    def moved(self, dx: Mm, dy: Mm) -> "Label":
        """Return it moved."""
        middle, clear = self.middle.moved(dx, dy), translate(self.clear, dx, dy)
        return self._replace(middle=middle, clear=clear)

    def around(self, size: Mm, middle: Point) -> BaseGeometry:
        """Return the rectangle around its letters at a size, about a middle."""
        sides = text_width(self.text, FONT, size), cap_height(FONT) * size
        w, h = sides if self.upright else sides[::-1]
        return box(middle.x - w / 2, middle.y - h / 2, middle.x + w / 2, middle.y + h / 2)

    def items(self, size: Mm) -> Iterator[Item]:
        """Draw it at a size."""
        if not self.bare and self.text.isdigit() and ROUND * size <= self.room:
            yield from in_disc(self.text, self.middle, size)
        else:
            item = lettered(self.text, self.middle, size)
            yield item if self.upright else Group((item,), Transform.turn(-90, self.middle))


def draw_labels(labels: Sequence[Label], largest: Mm, scale: float) -> Iterator[Item]:
    """Draw labels at most as large on paper, for a scale, but none that would hide anything.

    The numbers of bare parts too narrow for them keep clear of one another.
    """
    least, sizes = LEGIBLE / scale, [min(one.size, largest / scale) for one in labels]
    taken = [
        one.around(size, one.middle)
        for one, size in zip(labels, sizes, strict=True)
        if size >= least
    ]
    for one, own in zip(labels, sizes, strict=True):
        if own >= least:
            yield from one.items(own)
        elif one.bare and one.text.isdigit():
            for middle, size in _free_place(one.middle, one.clear, (least, own), one.around, taken):
                yield from one._replace(middle=middle).items(size)


def draw_discs(
    spots: Iterable[tuple[str, Point, Mm, BaseGeometry]], largest: Mm, scale: float
) -> Iterator[Item]:
    """Draw numbers in discs, at one size on paper where that fits and none over another.

    Each comes with its middle, the room around that, and the part that it is on.
    """
    taken: list[BaseGeometry] = []
    for number, spot, room, part in spots:
        own = room / ROUND
        sizes = min(max(own, LEGIBLE / scale), largest / scale), own
        for middle, size in _free_place(spot, part, sizes, _disc, taken):
            yield from in_disc(number, middle, size)


def _disc(size: Mm, middle: Point) -> BaseGeometry:
    return Spot(middle).buffer(ROUND * size)


def _free_place(
    middle: Point,
    part: BaseGeometry,
    sizes: Iterable[Mm],
    around: Callable[[Mm, Point], BaseGeometry],
    taken: list[BaseGeometry],
) -> Iterator[tuple[Point, Mm]]:
    """Yield where on its part a label hides nothing, the nearest to its middle, and its size.

    The first of the sizes for which there is such a place is taken. What is then ``around`` the
    label joins what is ``taken``.
    """
    for size in filter(None, sizes):
        for place in chain([middle], _places(middle, part, size)):
            there = around(size, place)
            if not any(there.intersection(it).area > EPSILON for it in taken):
                taken.append(there)
                yield place, size
                return


def _places(middle: Point, part: BaseGeometry, size: Mm) -> Iterator[Point]:
    """Yield places around a middle: those on its part, then those very near to it."""
    turns = [radians(angle) for angle in ANGLES]
    steps = [size * ring / 2 for ring in range(1, RINGS + 1)]
    places = [middle.moved(step * cos(turn), step * sin(turn)) for step in steps for turn in turns]
    away = distance(part, points(places)).tolist()
    near = sorted((far, number) for number, far in enumerate(away) if far < NEAR * size)
    yield from (places[number] for _, number in near)


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
                return Label(text, middle, clear, size, far, upright, bare)
        size *= STEP
    return Label(text, room.center, clear, upright=ways[0][0], bare=bare)


def lettered(text: str, middle: Point, size: Mm) -> Text:
    """Return a text in the middle of a place."""
    at = middle.moved(-text_width(text, FONT, size) / 2, cap_height(FONT) * size / 2)
    return Text(at, text, FONT, size, INK)


def in_disc(text: str, middle: Point, size: Mm) -> Iterator[Item]:
    """Draw a number in a disc."""
    yield Shape((circle(middle, ROUND * size),), DISC._replace(stroke_width=size / 12))
    yield lettered(text, middle, size)
