"""Pictures for those who save ink, or have black alone: lines and hatches instead of fills."""

from collections.abc import Iterator
from enum import StrEnum
from functools import reduce
from typing import NamedTuple

from pnp.base.color import BLACK, WHITE
from pnp.base.fonts import cap_height, descent, text_width
from pnp.base.geometry import IDENTITY, Rect
from pnp.base.path import Path, joined, path_bounds, rectangle
from pnp.base.units import Mm
from pnp.scene.hatch import hatch_dots, hatch_lines
from pnp.scene.items import (
    Group,
    Image,
    Item,
    Role,
    Scene,
    Shape,
    Style,
    Text,
    Tint,
    shapes_in,
)
from pnp.scene.tone import MIDDLE, PALE, lightness, seen_on_paper, tone_of

LEAST_DOTS = 0.13  # fewer are not seen for a pattern
SMALL: Mm = 12.0
MOST_SOLID = 25.0  # mm2: larger fills are hatched where ink is saved
GROUND = 0.8  # of a face: what covers so much of it is its ground, and has no outline of its own
WIDEST: Mm = 1.5  # wider lines become two with nothing between them
EDGE: Mm = 0.25
TRIM: Mm = 0.2
HAIR: Mm = 0.4  # thinner lines are not given an edge
THIN = 0.6  # of the width of a grey line, when it turns black
THINNEST: Mm = 0.1
CHANNEL: Mm = 0.6  # the white in which a cutting line lies where all is black
PLATE: Mm = 0.5  # how far the white behind light text goes beyond it
HANGING = set("gjpqyQ,;()[]{}|/")  # what goes below the baseline


class Ink(StrEnum):
    """How much of it, and which."""

    FULL = "full"
    LOW = "low"
    BLACK = "black"


class _Manner(NamedTuple):
    """How hatches are drawn: coverage is ``least`` for white and ``most`` for black.

    Lines are ``fine`` in what is less than ``SMALL`` across.
    """

    least: float
    most: float
    line: Mm
    fine: Mm


_MANNERS = {Ink.LOW: _Manner(0.06, 0.36, 0.2, 0.13), Ink.BLACK: _Manner(0.08, 0.5, 0.25, 0.18)}


class Inking:
    """Draws faces in another ink; what repeats goes in once and comes out the same.

    A fill becomes paper under lines that stand for its colour, an outline about them. White
    and all that is as light becomes paper, so a light mark on a dark ground stays light. A picture
    of pixels is not drawn in lines: it is made half as dark, or grey where black is all there is.
    """

    def __init__(self, ink: Ink) -> None:
        self._ink = ink
        self._manner = _MANNERS.get(ink, _MANNERS[Ink.LOW])
        self._groups: dict[tuple[int, Rect | None], tuple[tuple[Item, ...], tuple[Item, ...]]] = {}
        self._shapes: dict[tuple[Shape, Rect | None], tuple[Item, ...]] = {}

    def face(self, scene: Scene, straight: bool) -> Scene:
        """Return a face in this ink.

        One that ``straight`` cuts set free has no line of its own along its trim; it gets one
        where its ground is no longer seen.
        """
        if self._ink is Ink.FULL:
            return scene
        face = Rect(0, 0, *scene.size)
        items = self._items(scene.items, face)
        if straight and _loses_its_edge(scene.items, face):
            items += (Shape((rectangle(face),), Style(stroke=self._dark, stroke_width=TRIM)),)
        return scene._replace(items=items)

    def page(self, scene: Scene) -> Scene:
        """Return a page of inked faces with what stands beside them in this ink as well."""
        if self._ink is not Ink.BLACK:
            return scene
        return scene._replace(items=self._blackened(scene.items))

    def _items(self, items: tuple[Item, ...], face: Rect | None) -> tuple[Item, ...]:
        found: list[Item] = []
        hatched: list[Rect] = []
        for item in items:
            match item:
                case Shape():
                    drawn = self._shape(item, face)
                    if any(isinstance(one, Group) for one in drawn):
                        hatched.append(reduce(Rect.union, map(path_bounds, item.paths)))
                    found += drawn
                case Text():
                    found += self._text(item, hatched)
                case Image():
                    found.append(self._image(item))
                case Group():
                    inside = face if item.transform is IDENTITY else None
                    found.append(item._replace(items=self._inside(item, inside)))
        return tuple(found)

    def _inside(self, group: Group, face: Rect | None) -> tuple[Item, ...]:
        if not group.repeats:
            return self._items(group.items, face)
        key = id(group.items), face
        known = self._groups.get(key)
        if known is None:
            # The items are kept as well, so that their id is not given to others.
            known = self._groups[key] = (group.items, self._items(group.items, face))
        return known[1]

    def _shape(self, shape: Shape, face: Rect | None) -> tuple[Item, ...]:
        if shape.role is not Role.ART:
            return tuple(self._line(shape)) if self._ink is Ink.BLACK else (shape,)
        known = self._shapes.get((shape, face))
        if known is None:
            known = (*self._filled(shape, face), *self._stroked(shape))
            self._shapes[shape, face] = known
        return known

    def _filled(self, shape: Shape, face: Rect | None) -> Iterator[Item]:
        color = shape.style.fill
        if color is None:
            return
        bounds = reduce(Rect.union, map(path_bounds, shape.paths))
        tone = tone_of(color)
        if self._solid(color, bounds):
            yield shape._replace(style=Style(fill=self._colored(color)))
            return
        yield shape._replace(style=Style(fill=WHITE))
        if not tone.plain:
            yield from self._hatched(shape, color, bounds)
        ground = face is not None and _covers(bounds, face)
        if not ground and shape.style.stroke is None:
            edge = self._dark if tone.plain else self._colored(color)
            yield shape._replace(style=Style(stroke=edge, stroke_width=EDGE))

    def _solid(self, color: str, bounds: Rect) -> bool:
        """Tell whether a fill stays one: small ones, and black where black is all there is."""
        tone = tone_of(color)
        if self._ink is Ink.BLACK:
            return tone.black
        return not tone.plain and bounds.width * bounds.height <= MOST_SOLID

    def _hatched(self, shape: Shape, color: str, bounds: Rect) -> Iterator[Group]:
        tone, manner = tone_of(color), self._manner
        coverage = manner.least + (manner.most - manner.least) * tone.depth
        width = manner.fine if max(bounds.size) < SMALL else manner.line
        ink = self._colored(color)
        for path in _areas(shape.paths):
            area = path_bounds(path)
            if tone.angles:
                pitch = width * len(tone.angles) / coverage
                lines = [
                    one
                    for angle in tone.angles
                    for one in hatch_lines(area, bounds.center, angle, pitch)
                ]
                style = Style(stroke=ink, stroke_width=width)
            else:
                lines, style = (
                    hatch_dots(area, bounds.center, max(coverage, LEAST_DOTS)),
                    Style(fill=ink),
                )
            if lines:
                yield Group((Shape(tuple(lines), style),), clip=path, even_odd=shape.even_odd)

    def _stroked(self, shape: Shape) -> Iterator[Shape]:
        color, width = shape.style.stroke, shape.style.stroke_width
        if color is None:
            return
        if lightness(color) >= PALE and width >= HAIR:
            yield self._stroke(shape, self._dark, width + 2 * EDGE)
            yield self._stroke(shape, WHITE, width)
        elif width > WIDEST and not (self._ink is Ink.BLACK and tone_of(color).black):
            yield self._stroke(shape, self._colored(color), width)
            yield self._stroke(shape, WHITE, width - 2 * EDGE)
        else:
            yield from self._line(shape._replace(style=shape.style._replace(fill=None)))

    def _stroke(self, shape: Shape, color: str, width: Mm) -> Shape:
        return shape._replace(
            style=shape.style._replace(fill=None, stroke=color, stroke_width=width)
        )

    def _line(self, shape: Shape) -> Iterator[Shape]:
        """Yield a shape with its stroke in this ink; a thin grey one turns thinner in black."""
        color, width = shape.style.stroke, shape.style.stroke_width
        if color in (None, WHITE) or self._ink is not Ink.BLACK:
            yield shape
        else:
            assert color is not None
            guides = shape.role is not Role.ART or (width < HAIR and lightness(color) >= MIDDLE)
            if guides and color != BLACK:
                width = max(THINNEST, THIN * width)
            if shape.role is Role.CUT and color != BLACK:  # a white one under it shows it on black
                yield shape._replace(style=shape.style._replace(stroke=WHITE, stroke_width=CHANNEL))
            yield shape._replace(style=shape.style._replace(stroke=BLACK, stroke_width=width))

    def _text(self, text: Text, hatched: list[Rect]) -> Iterator[Item]:
        """Yield dark text; where it was light, or may lie on a hatch, there is white behind it."""
        pale, plate = lightness(text.fill) >= PALE, _plate(text)
        if pale or any(area.overlaps(plate) for area in hatched):
            yield Shape((rectangle(plate),), Style(fill=WHITE), text.role)
        yield text._replace(fill=self._dark if pale else self._colored(text.fill))

    def _image(self, image: Image) -> Image:
        return image._replace(tint=Tint.GREY if self._ink is Ink.BLACK else Tint.PALE)

    @property
    def _dark(self) -> str:
        return BLACK if self._ink is Ink.BLACK else "#1b1b1b"

    def _colored(self, color: str) -> str:
        return BLACK if self._ink is Ink.BLACK else seen_on_paper(color)

    def _blackened(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        found: list[Item] = []
        for item in items:
            match item:
                case Shape():
                    found += self._line(item)
                case Text():
                    found.append(item._replace(fill=BLACK))
                case Image():
                    found.append(self._image(item))
                case Group(repeats=True):
                    key = id(item.items), None
                    if key not in self._groups:
                        self._groups[key] = (item.items, self._blackened(item.items))
                    found.append(item._replace(items=self._groups[key][1]))
                case Group():
                    found.append(item._replace(items=self._blackened(item.items)))
        return tuple(found)


def _areas(paths: tuple[Path, ...]) -> Iterator[Path]:
    """Yield outlines, those as one of which one may be a hole in the other."""
    found: list[tuple[Rect, list[Path]]] = []
    for path in paths:
        bounds, together = path_bounds(path), [path]
        for met in [area for area in found if area[0].overlaps(bounds)]:
            found.remove(met)
            bounds, together = bounds.union(met[0]), met[1] + together
        found.append((bounds, together))
    yield from (one[0] if len(one) == 1 else joined(one) for _, one in found)


def _loses_its_edge(items: tuple[Item, ...], face: Rect) -> bool:
    """Tell whether a face's first item is a ground, other than white, that becomes paper."""
    ground = next((shape for shape in shapes_in(items) if shape.style.fill), None)
    if ground is None or ground.style.fill in (None, WHITE):
        return False
    return tone_of(ground.style.fill).plain and _covers(path_bounds(ground.paths[0]), face)


def _plate(text: Text) -> Rect:
    """Return the room of a line of text, without that under its baseline if nothing is there."""
    rise = text.size * cap_height(text.font)
    below = text.size * descent(text.font) if set(text.string) & HANGING else 0.0
    width = text_width(text.string, text.font, text.size)
    return Rect(text.at.x, text.at.y - rise, width, rise + below).inset(-PLATE)


def _covers(bounds: Rect, face: Rect) -> bool:
    """Tell whether something is as good as a face's ground."""
    seen = bounds.intersection(face)
    return seen.width * seen.height >= GROUND * face.width * face.height
