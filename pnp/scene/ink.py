"""Pictures that save ink or need only black: lines and hatches instead of areas."""

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache, reduce
from itertools import chain, pairwise
from math import atan2, ceil, cos, degrees, floor, hypot, pi, radians, sin, sqrt
from typing import NamedTuple, TypeGuard

from pnp.base.color import BLACK, WHITE, channels, lab, luminance
from pnp.base.fonts import cap_height, descent
from pnp.base.geometry import IDENTITY, Point, Rect
from pnp.base.path import Path, circle, joined, line, path_bounds, rectangle
from pnp.base.units import Mm
from pnp.scene import (
    Changes,
    Extra,
    Group,
    IdentityCache,
    Image,
    Item,
    Leaf,
    Role,
    Scene,
    Shape,
    Style,
    Text,
    Tint,
    leaves_in,
    shapes_in,
)
from pnp.scene.gradient import ShapePaint, is_opaque, one_color

PLAIN: float = 88.0  # L* above which a colour of little chroma is taken for paper
PALE: float = 75.0  # L* of a line that shows only on a dark background
MIDDLE: float = 50.0  # L* of a line that is only a guide
DARK: float = 40.0
NEUTRAL = 12.0  # chroma
FAINT = 20.0  # chroma of colours such as ivory
LEAST_CONTRAST = 3.0  # of a line on paper, as WCAG 2.2 requires for graphics (1.4.11)

# Degrees clockwise from level, so that 45 falls to the right; none of them stands for dots.
_BY_HUE: tuple[tuple[float, tuple[float, ...]], ...] = (
    *((52, (90,)), (80, (135, 0)), (115, ()), (215, (45,))),
    *((300, (0,)), (345, (135,)), (360, (90,))),
)

LEAST_DOTS = 0.13  # coverage; sparser dots do not read as a pattern
SMALL: Mm = 12.0
MOST_SOLID = 33.0  # mm2 of the rectangle around it: larger fills are hatched, pips stay solid
BACKGROUND = 0.8  # of a face: a shape that covers more of it is its background and gets no outline
WIDEST: Mm = 1.5  # wider lines become two with nothing between them
EDGE: Mm = 0.25
TRIM: Mm = 0.2
BORDER: Mm = 0.12  # of what stands in the border of a livery
HAIRLINE: Mm = 0.4  # thinner lines get no edge
THIN = 0.6  # of the width of a grey line, when it turns black
THINNEST: Mm = 0.1
CHANNEL: Mm = 0.6  # the white in which a cutting line lies on black or a hatch
PLATE: Mm = 0.5  # how far the white behind light text extends beyond it
DESCENDING = set("gjpqyQ,;()[]{}|/")  # characters that go below the baseline

_Items = tuple[Item, ...]


class Tone(NamedTuple):
    """How a colour is drawn: the angles of its lines (dots if there are none), and how dark.

    ``depth`` goes from 0 (white) to 1 (black). A ``plain`` colour is left as paper, without lines;
    a ``black`` one is black or a dark grey.
    """

    angles: tuple[float, ...]
    depth: float
    plain: bool
    black: bool


@lru_cache(maxsize=1024)
def tone_of(color: str) -> Tone:
    """Return how a colour is drawn in lines."""
    lightness, a, b = lab(color)
    chroma, hue = hypot(a, b), degrees(atan2(b, a)) % 360
    depth = 1 - lightness / 100
    if lightness >= PLAIN and chroma < FAINT:
        return Tone((), depth, plain=True, black=False)
    if chroma < NEUTRAL:
        black = lightness < DARK
        return Tone((0, 90) if black else (45, 135), depth, plain=False, black=black)
    return Tone(next(a for end, a in _BY_HUE if hue <= end), depth, plain=False, black=False)


@lru_cache(maxsize=1024)
def lightness(color: str) -> float:
    """Return L* of CIELAB, from 0 (black) to 100 (white)."""
    return lab(color)[0]


@lru_cache(maxsize=1024)
def seen_on_paper(color: str) -> str:
    """Return a colour, darkened if needed until it shows as a line on white."""
    part = 1.0
    while True:
        values = [round(255 * part * channel) for channel in channels(color)]
        darker = "#" + "".join(f"{value:02x}" for value in values)
        if (luminance(WHITE) + 0.05) / (luminance(darker) + 0.05) >= LEAST_CONTRAST:
            return darker
        part -= 0.02


DOT_PITCH: Mm = 1.7


def hatch_lines(area: Rect, about: Point, angle: float, pitch: Mm) -> list[Path]:
    """Return lines across ``area``, clockwise from horizontal; ``about`` is midway between two."""
    turn = radians(angle)
    along, across = (cos(turn), sin(turn)), (-sin(turn), cos(turn))
    dx, dy = area.center.x - about.x, area.center.y - about.y
    offset = dx * across[0] + dy * across[1]
    middle = dx * along[0] + dy * along[1]
    reach = hypot(area.width, area.height) / 2
    half = abs(across[0]) * area.width / 2 + abs(across[1]) * area.height / 2
    first = ceil((offset - half) / pitch - 0.5)
    last = floor((offset + half) / pitch - 0.5)

    def hatch(number: int) -> Path:
        distance = (number + 0.5) * pitch
        x, y = about.x + distance * across[0], about.y + distance * across[1]
        ends = (middle - reach, middle + reach)
        return line(*(Point(x + d * along[0], y + d * along[1]) for d in ends))

    return [hatch(number) for number in range(first, last + 1)]


def hatch_dots(area: Rect, about: Point, coverage: float) -> list[Path]:
    """Return dots that cover a share of ``area``, every other row shifted by half a pitch."""
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


class Ink(StrEnum):
    """How much ink a picture takes, and of which colours."""

    FULL = "full"
    LOW = "low"
    BLACK = "black"


class _Manner(NamedTuple):
    """How colours are drawn.

    A hatch covers the share ``least`` of the area for the lightest colour and ``most`` for black.
    Hatch lines are ``fine`` in shapes less than ``SMALL`` across.
    """

    black_only: bool
    dark: str
    least: float
    most: float
    line: Mm
    fine: Mm

    def color(self, color: str) -> str:
        """Return the line colour for a colour."""
        return BLACK if self.black_only else seen_on_paper(color)


_MANNERS = {
    Ink.LOW: _Manner(False, "#1b1b1b", 0.06, 0.36, 0.2, 0.13),
    Ink.BLACK: _Manner(True, BLACK, 0.08, 0.5, 0.25, 0.18),
}


class InkSaver:
    """Draws faces with less ink; a symbol yields the same tuple each time.

    A fill becomes paper under lines that stand for its colour, with an outline around them.
    Near-white colours become paper, so a light mark on a dark background stays light. A picture of
    pixels is lightened by half, or turns grey where only black is allowed. A gradient is drawn in
    its mean colour, or left out if it is translucent: then it shades what lies below, which is pale
    already. Translucent groups stay so, unless there are letters in them.
    """

    def __init__(self, ink: Ink) -> None:
        self._ink = ink
        self._manner = _MANNERS.get(ink, _MANNERS[Ink.LOW])
        self._symbols: dict[Rect | None, IdentityCache[_Items, _Items]] = {}
        self._blackened = Changes(self._black)
        self._plainer = {
            Extra.BORDER: Changes(self._outline),
            Extra.LETTERING: Changes(self._solid),
        }

    def face(self, scene: Scene, straight: bool) -> Scene:
        """Return a face in this ink.

        A face with ``straight`` cuts has no line along its trim; it gets one if its background
        becomes paper. The art of any other ends at its edge, where hatches would hide the line.
        """
        if self._ink is Ink.FULL:
            return scene
        face = Rect(0, 0, *scene.size)
        items = self._inked(scene.items, face)
        if not straight and (cuts := tuple(item for item in items if _is_cut(item))):
            art = tuple(item for item in items if not _is_cut(item))
            edge = max((cut.paths[0] for cut in cuts), key=lambda path: path_bounds(path).width)
            items = (Group(art, clip=edge), *cuts)
        if straight and _loses_its_edge(scene.items, face):
            line = Style(stroke=self._manner.dark, stroke_width=TRIM)
            items += (Shape((rectangle(face),), line),)
        return scene._replace(items=items)

    def page(self, scene: Scene) -> Scene:
        """Return a page of inked faces with everything else on it in this ink as well."""
        if self._ink is not Ink.BLACK:
            return scene
        return scene._replace(items=self._blackened(scene.items))

    def items(self, items: _Items) -> _Items:
        """Return text and pictures that are not inked yet in this ink."""
        if self._ink is Ink.FULL:
            return items
        items = self._inked(items, None)
        return self._blackened(items) if self._ink is Ink.BLACK else items

    def _inked(self, items: _Items, face: Rect | None) -> _Items:
        found: list[Item] = []
        hatched: list[Rect] = []
        line = 0  # index of the first of consecutive texts: no plate may cover a neighbour
        for before, item in pairwise((None, *items)):
            if not (isinstance(before, Text) and isinstance(item, Text)):
                line = len(found)
            match item:
                case Shape():
                    drawn = _shape(item, self._manner, face)
                    if any(isinstance(one, Group) for one in drawn):  # hatches are clipped
                        hatched.append(reduce(Rect.union, map(path_bounds, item.paths)))
                    found += drawn
                case Text():
                    *plate, text = _text(item, self._manner, hatched)
                    found[line:line] = plate
                    found.append(text)
                case Image():
                    found.append(_image(item, self._manner))
                case Group(extra=Extra.BORDER | Extra.LETTERING as extra):
                    found.append(item._replace(items=self._plainer[extra](item.items)))
                case Group(extra=Extra()):
                    pass
                case Group():
                    inside = face if item.transform is IDENTITY else None
                    inked = item._replace(items=self._inside(item, inside))
                    found.append(inked._replace(opacity=1.0) if _fades_text(item) else inked)
        return tuple(found)

    def _inside(self, group: Group, face: Rect | None) -> _Items:
        if not group.is_symbol:
            return self._inked(group.items, face)
        known = self._symbols.setdefault(face, IdentityCache())
        return known.get(group.items, lambda items: self._inked(items, face))

    def _outline(self, leaf: Leaf, scale: float) -> tuple[Item, ...]:
        """Return a shape as paper with a fine outline, which pale rectangles go without."""
        if not isinstance(leaf, Shape) or leaf.style.fill is None:
            return (self._lined(leaf),)
        color = one_color(leaf.style.fill)
        is_rectangle = all(rectangle(path_bounds(path)) == path for path in leaf.paths)
        if tone_of(color).plain and is_rectangle:
            return (leaf._replace(style=Style(fill=WHITE)),)
        return (leaf._replace(style=Style(WHITE, self._on_paper(color), BORDER / scale)),)

    def _solid(self, leaf: Leaf, scale: float) -> tuple[Item, ...]:
        """Return a shape in its colour, or as paper if it is pale."""
        if not isinstance(leaf, Shape) or leaf.style.fill is None:
            return (self._lined(leaf),)
        color = one_color(leaf.style.fill)
        fill = WHITE if tone_of(color).plain else self._manner.color(color)
        return (leaf._replace(style=Style(fill=fill)),)

    def _lined(self, leaf: Leaf) -> Leaf:
        """Return a shape that is a line in a colour that shows on paper, and others as they are."""
        if not isinstance(leaf, Shape) or leaf.style.stroke is None:
            return leaf
        return leaf._replace(style=leaf.style._replace(stroke=self._on_paper(leaf.style.stroke)))

    def _on_paper(self, paint: ShapePaint) -> str:
        """Return the colour of a line, dark if it is too pale for paper."""
        color = one_color(paint)
        return self._manner.dark if tone_of(color).plain else self._manner.color(color)

    def _black(self, leaf: Leaf, scale: float) -> tuple[Item, ...]:
        match leaf:
            case Shape():
                return tuple(_line(leaf, self._manner))
            case Text():
                return (leaf._replace(fill=BLACK, colored=False),)
            case Image():
                return (_image(leaf, self._manner),)


@lru_cache(maxsize=1024)
def _shape(shape: Shape, manner: _Manner, face: Rect | None) -> _Items:
    """Return the items for a shape; ``face`` is None where a transform moves the shape."""
    if shape.role is Role.CUT and shape.style.stroke == WHITE:  # on a ground that gets pale
        whole = shape.style._replace(stroke=manner.dark)
        channel = Style(stroke=WHITE, stroke_width=CHANNEL)
        return shape._replace(style=channel), shape._replace(style=whole)
    if shape.role is not Role.ART:
        return tuple(_line(shape, manner)) if manner.black_only else (shape,)
    return (*_filled(shape, manner, face), *_stroked(shape, manner))


def _filled(shape: Shape, manner: _Manner, face: Rect | None) -> Iterator[Item]:
    if shape.style.fill is None or not is_opaque(shape.style.fill):
        return
    color = one_color(shape.style.fill)
    bounds = reduce(Rect.union, map(path_bounds, shape.paths))
    tone = tone_of(color)
    if _stays_solid(tone, manner, bounds):
        yield shape._replace(style=Style(fill=manner.color(color)))
        return
    yield shape._replace(style=Style(fill=WHITE))
    if not tone.plain:
        yield from _hatched(shape, tone, manner.color(color), manner, bounds)
    is_background = face is not None and bounds.covers(face, BACKGROUND)
    if not is_background and shape.style.stroke is None:
        edge = manner.dark if tone.plain else manner.color(color)
        yield shape._replace(style=Style(stroke=edge, stroke_width=EDGE))


def _stays_solid(tone: Tone, manner: _Manner, bounds: Rect) -> bool:
    """Return whether a fill stays solid: if it is small, or black where only black is allowed."""
    if manner.black_only:
        return tone.black
    return not tone.plain and bounds.width * bounds.height <= MOST_SOLID


def _hatched(shape: Shape, tone: Tone, ink: str, manner: _Manner, bounds: Rect) -> Iterator[Group]:
    coverage = manner.least + (manner.most - manner.least) * tone.depth
    width = manner.fine if max(bounds.size) < SMALL else manner.line
    pitch = width * len(tone.angles) / coverage
    style = Style(stroke=ink, stroke_width=width) if tone.angles else Style(fill=ink)
    for path in _areas(shape.paths):
        area, about = path_bounds(path), bounds.center
        if tone.angles:
            lines = (hatch_lines(area, about, angle, pitch) for angle in tone.angles)
            drawn = list(chain.from_iterable(lines))
        else:
            drawn = hatch_dots(area, about, max(coverage, LEAST_DOTS))
        if drawn:
            yield Group((Shape(tuple(drawn), style),), clip=path, even_odd=shape.even_odd)


def _stroked(shape: Shape, manner: _Manner) -> Iterator[Shape]:
    if shape.style.stroke is None:
        return
    color, width = one_color(shape.style.stroke), shape.style.stroke_width
    if lightness(color) >= PALE and width >= HAIRLINE:
        yield _stroke(shape, manner.dark, width + 2 * EDGE)
        yield _stroke(shape, WHITE, width)
    elif width > WIDEST and not (manner.black_only and tone_of(color).black):
        yield _stroke(shape, manner.color(color), width)
        yield _stroke(shape, WHITE, width - 2 * EDGE)
    else:
        yield from _line(_stroke(shape, color, width), manner)


def _stroke(shape: Shape, color: str, width: Mm) -> Shape:
    style = shape.style._replace(fill=None, stroke=color, stroke_width=width)
    return shape._replace(style=style)


def _line(shape: Shape, manner: _Manner) -> Iterator[Shape]:
    """Yield a shape with its stroke in this ink; thin grey strokes turn thinner in black."""
    width = shape.style.stroke_width
    color = shape.style.stroke and one_color(shape.style.stroke)
    if color is None or color == WHITE or not manner.black_only:
        yield shape
        return
    guides = shape.role is not Role.ART or (width < HAIRLINE and lightness(color) >= MIDDLE)
    if guides and color != BLACK:
        width = max(THINNEST, THIN * width)
    if shape.role is Role.CUT and color != BLACK:  # white under it shows the line on black
        yield shape._replace(style=shape.style._replace(stroke=WHITE, stroke_width=CHANNEL))
    yield shape._replace(style=shape.style._replace(stroke=BLACK, stroke_width=width))


def _text(text: Text, manner: _Manner, hatched: list[Rect]) -> Iterator[Item]:
    """Yield dark text, on a white plate if the text was light or may lie on a hatch."""
    pale, plate = lightness(text.fill) >= PALE, _plate(text)
    if pale or any(area.overlaps(plate) for area in hatched):
        yield Shape((rectangle(plate),), Style(fill=WHITE), text.role)
    fill = manner.dark if pale else manner.color(text.fill)
    yield text._replace(fill=fill, colored=False)


def _image(image: Image, manner: _Manner) -> Image:
    return image._replace(tint=Tint.GREY if manner.black_only else Tint.PALE)


def _fades_text(group: Group) -> bool:
    return group.opacity < 1 and any(isinstance(one, Text) for one in leaves_in(group.items))


def _areas(paths: tuple[Path, ...]) -> Iterator[Path]:
    """Yield outlines, joined where one may be a hole in another."""
    found: list[tuple[Rect, list[Path]]] = []
    for path in paths:
        bounds, together = path_bounds(path), [path]
        for met in [area for area in found if area[0].overlaps(bounds)]:
            found.remove(met)
            bounds, together = bounds.union(met[0]), met[1] + together
        found.append((bounds, together))
    yield from (one[0] if len(one) == 1 else joined(one) for _, one in found)


def _is_cut(item: Item) -> TypeGuard[Shape]:
    return isinstance(item, Shape) and item.role is Role.CUT


def _loses_its_edge(items: tuple[Item, ...], face: Rect) -> bool:
    """Return whether the colour of a face's background becomes paper."""
    shapes = ((shape, shape.style.fill) for shape in shapes_in(items))
    filled = ((shape, one_color(fill)) for shape, fill in shapes if fill)
    background, color = next(filled, (None, WHITE))
    if background is None or color == WHITE or not tone_of(color).plain:
        return False
    return path_bounds(background.paths[0]).covers(face, BACKGROUND)


def _plate(text: Text) -> Rect:
    """Return the area behind a line of text; it goes below the baseline only for descenders."""
    rise = text.size * cap_height(text.font)
    below = text.size * descent(text.font) if set(text.string) & DESCENDING else 0.0
    return Rect(text.at.x, text.at.y - rise, text.width, rise + below).inset(-PLATE)
