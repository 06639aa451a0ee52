"""Pictures as data, which any back end can measure, filter and render: four kinds of items."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from math import hypot, inf
from operator import is_
from typing import Generic, Literal, NamedTuple, TypeVar, assert_never

from pnp.base.extensions import at_place
from pnp.base.fonts import Font, OwnFont, descent, ink_box, run_outlines, text_outlines, text_width
from pnp.base.geometry import IDENTITY, Point, Rect, Size, Transform
from pnp.base.path import Path, path_bounds
from pnp.base.picture import PictureFile
from pnp.base.shaping import ShapedText, TextDirection, shape
from pnp.base.units import Mm
from pnp.scene.gradient import ShapePaint, placed_paint

Key = TypeVar("Key")
Value = TypeVar("Value")


class IdentityCache(Generic[Key, Value]):
    """Caches what was made from an object, looked up by its identity, not by equality.

    Hashing a large tuple of items walks all of it; its identity is free. The cache keeps each
    object alive, so that no other gets its id. It belongs to one job and ends with it; one that
    keeps ``most`` values forgets the oldest.
    """

    def __init__(self, most: float = inf) -> None:
        self._made: dict[int, tuple[Key, Value]] = {}
        self._most = most

    def get(self, key: Key, make: Callable[[Key], Value]) -> Value:
        """Return the value for ``key``; ``make`` it the first time."""
        known = self._made.get(id(key))
        if known is None:
            if len(self._made) >= self._most:
                del self._made[next(iter(self._made))]
            known = self._made[id(key)] = key, make(key)
        return known[1]


class Role(Enum):
    """What an item is for: a printer prints it, or a tool follows it."""

    __hash__ = object.__hash__  # that of Enum takes much of the time in which drawings are compared

    ART = "art"
    CUT = "cut"
    SCORE = "score"
    ENGRAVE = "engrave"
    GUIDE = "guide"


Cap = Literal["butt", "round", "square"]
Join = Literal["miter", "round", "bevel"]


class Pen(NamedTuple):
    """The caps and joins of a stroke, as in SVG; ``miter`` limits the miter's ratio."""

    cap: Cap = "butt"
    join: Join = "miter"
    miter: float = 4.0


class Style(NamedTuple):
    """Fill and stroke: ``#rrggbb`` or a gradient; ``None`` leaves that part unpainted.

    Without a ``pen``, strokes have the caps and joins that each format defaults to.
    """

    fill: ShapePaint | None = None
    stroke: ShapePaint | None = None
    stroke_width: Mm = 0.0
    dash: tuple[Mm, ...] = ()
    pen: Pen | None = None

    def scaled(self, scale: float) -> "Style":
        """Return the style at another scale."""
        dash = tuple(part * scale for part in self.dash)
        larger = Transform.scale(scale)
        return self._replace(
            fill=placed_paint(self.fill, larger),
            stroke=placed_paint(self.stroke, larger),
            stroke_width=self.stroke_width * scale,
            dash=dash,
        )


class Shape(NamedTuple):
    """Outlines painted together, filled by the non-zero or the ``even_odd`` rule."""

    paths: tuple[Path, ...]
    style: Style
    role: Role = Role.ART
    even_odd: bool = False


class Text(NamedTuple):
    """One line of text, already broken and placed; ``at`` is the left end of its baseline.

    The string is in reading order. ``direction`` is that of the line, ``language`` its code; where
    they are empty, the letters decide. Emoji keep their own colours unless ``colored`` is false.
    """

    at: Point
    string: str
    font: Font
    size: Mm
    fill: str = "#000000"
    role: Role = Role.ART
    language: str = ""
    direction: TextDirection = ""
    colored: bool = True

    @property
    def shaped(self) -> ShapedText:
        """The glyphs of the line."""
        return shape(self.string, self.font, self.language, self.direction)

    @property
    def width(self) -> Mm:
        """The advance width of the line."""
        return text_width(self.string, self.font, self.size, self.language, self.direction)

    @property
    def outlines(self) -> tuple[Path, ...]:
        """The outlines of all letters."""
        return text_outlines(
            self.string, self.font, self.size, self.at, self.language, self.direction
        )

    @property
    def run_outlines(self) -> Iterator[tuple[Path, ...]]:
        """The outlines of the letters of each run, all of one font file."""
        return run_outlines(
            self.string, self.font, self.size, self.at, self.language, self.direction
        )

    @property
    def bounds(self) -> Rect:
        """The rectangle around the line, up to an em above the baseline.

        It is larger for fonts of a game whose letters reach further: swashes, signs with marks.
        """
        at, size = self.at, self.size
        box = Rect(at.x, at.y - size, self.width, size * (1 + descent(self.font)))
        if not isinstance(self.font, OwnFont):
            return box
        ink = ink_box(self.string, self.font, self.language, self.direction)
        if ink is None:
            return box
        sides = (at.x + ink.x * size, at.y + ink.y * size, ink.width * size, ink.height * size)
        return box.union(Rect(*sides))


class Tint(Enum):
    """How the colours of a picture change: not at all, half way to white, or to grey."""

    FULL = "full"
    PALE = "pale"
    GREY = "grey"


class Image(NamedTuple):
    """A picture of pixels: all of it, upright, filling ``place``.

    The place has the proportions of the picture; to crop it, put it in a group with a clip.
    """

    picture: PictureFile
    place: Rect
    role: Role = Role.ART
    tint: Tint = Tint.FULL


class Extra(Enum):
    """What a group adds to a drawing that says the same without it."""

    BEHIND_TEXT = "behind text"  # such as the shadow of letters
    SHADOW = "shadow"  # of a shape or a picture
    ORNAMENT = "ornament"
    BORDER = "border"
    LETTERING = "lettering"  # a name as a drawing


class Group(NamedTuple):
    """Items transformed together, and clipped if there is a ``clip``.

    The clip is in the coordinates around the group, not in its own, and is filled by the non-zero
    or the ``even_odd`` rule. With an ``opacity`` below 1 the items are painted over one another
    first and blended as one, so that none shows through another. A symbol shares its
    tuple of items, the same object, with other groups; formats that can store a drawing once and
    refer to it do so. The ink saver leaves out what is ``extra``, but outlines a border and keeps
    lettering solid.
    """

    items: tuple["Item", ...]
    transform: Transform = IDENTITY
    clip: Path | None = None
    is_symbol: bool = False
    even_odd: bool = False
    opacity: float = 1.0
    extra: "Extra | None" = None


Leaf = Shape | Text | Image
Item = Leaf | Group
PlacedLeaf = tuple[Leaf, Transform]


def leaves_in(items: Iterable[Item]) -> Iterator[Leaf]:
    """Yield all items that are not groups, including those within groups."""
    for item in items:
        if isinstance(item, Group):
            yield from leaves_in(item.items)
        else:
            yield item


def placed_leaves(items: Iterable[Item], into: Transform = IDENTITY) -> Iterator[PlacedLeaf]:
    """Yield all items that are not groups, each with the transform to where it is seen."""
    for item in items:
        if isinstance(item, Group):
            inner = into if item.transform is IDENTITY else item.transform.then(into)
            yield from placed_leaves(item.items, inner)
        else:
            yield item, into


def shapes_in(items: Iterable[Item]) -> Iterator[Shape]:
    """Yield all shapes, including those within groups, in the coordinates of their group."""
    return (item for item in leaves_in(items) if isinstance(item, Shape))


def images_in(items: Iterable[Item]) -> Iterator[Image]:
    """Yield all pictures of pixels, including those within groups."""
    return (item for item in leaves_in(items) if isinstance(item, Image))


def has_pictures(scene: "Scene") -> bool:
    """Return whether a scene has pictures of pixels."""
    return next(images_in(scene.items), None) is not None


class Scene(NamedTuple):
    """A finished picture of a known size, ready for any back end.

    The origin is the top left. On a sheet, ``trim`` is the rectangle around all trimmed pieces, and
    ``bleed`` the one around them with their bleed.
    """

    size: Size
    items: tuple[Item, ...]
    trim: Rect | None = None
    bleed: Rect | None = None
    label: str = ""

    def only(self, *roles: Role) -> "Scene":
        """Return the picture with only the items of these roles."""
        return self.filtered(RoleFilter(*roles))

    def filtered(self, only: "RoleFilter") -> "Scene":
        """Return the picture with only the items that a filter keeps."""
        return Scene(self.size, only(self.items), self.trim, self.bleed, self.label)

    def _repr_svg_(self) -> str:
        """Return the picture as SVG, as notebooks display it."""
        svg: bytes = at_place("pnp.render.svg:render")(self, self.label)
        return svg.decode()


class Changes:
    """Puts other items in place of shapes, texts and pictures, also within groups.

    ``change`` gets each of them, and the scale at which its group is drawn. A group in which none
    is left goes; a symbol yields the same tuple each time. Unless ``effects`` stay, what lay behind
    letters goes if they change: outlines and shadows would show what is no longer there.
    """

    def __init__(
        self, change: Callable[[Leaf, float], Sequence[Item]], *, effects: bool = True
    ) -> None:
        self._change = change
        self._effects = effects
        self._symbols: dict[float, IdentityCache[tuple[Item, ...], tuple[Item, ...]]] = {}

    def __call__(self, items: tuple[Item, ...], scale: float = 1.0) -> tuple[Item, ...]:
        """Return the changed items, or ``items`` if none changes."""
        left: list[Item] = []
        for item in items:
            if isinstance(item, Group):
                if inner := self._inside(item, scale):
                    left.append(item if inner is item.items else item._replace(items=inner))
                continue
            made = self._change(item, scale)
            if not self._effects and isinstance(item, Text) and item not in made:
                while left and _is_behind_text(left[-1]):
                    left.pop()
            left += made
        return items if len(left) == len(items) and all(map(is_, left, items)) else tuple(left)

    def _inside(self, group: Group, scale: float) -> tuple[Item, ...]:
        if group.transform is not IDENTITY:
            scale *= hypot(group.transform.a, group.transform.b)
        if not group.is_symbol:
            return self(group.items, scale)
        known = self._symbols.setdefault(scale, IdentityCache())
        return known.get(group.items, lambda items: self(items, scale))


def _is_behind_text(item: Item) -> bool:
    return isinstance(item, Group) and item.extra is Extra.BEHIND_TEXT


def changed(items: tuple[Item, ...], change: Callable[[Leaf], Sequence[Item]]) -> tuple[Item, ...]:
    """Return items with others in place of shapes, texts and pictures, also within groups."""
    return Changes(lambda leaf, _: change(leaf))(items)


class RoleFilter(Changes):
    """Keeps the items of some roles."""

    def __init__(self, *roles: Role) -> None:
        super().__init__(lambda leaf, _: (leaf,) if leaf.role in roles else ())


GroupBounds = Callable[[tuple[Item, ...]], Rect | None]


def items_bounds(items: Iterable[Item], inside: GroupBounds | None = None) -> Rect | None:
    """Return the rectangle around ``items``, including strokes and clips.

    ``inside``, which may remember them, measures the items of each group.
    """
    found = [bounds for item in items if (bounds := item_bounds(item, inside)) is not None]
    return Rect.around_all(found) if found else None


def item_bounds(item: Item, inside: GroupBounds | None = None) -> Rect | None:
    """Return the rectangle around one item; None for an empty group."""
    match item:
        case Shape(paths, style):
            bounds = Rect.around_all(map(path_bounds, paths))
            return bounds.inset(-style.stroke_width / 2 if style.stroke else 0)
        case Text():
            return item.bounds
        case Image(_, place):
            return place
        case Group(items, transform, clip):
            inner = (inside or items_bounds)(items)
            if inner is None:
                return None
            outer = transform.apply_to(inner)
            shown = outer if clip is None else outer.intersection(path_bounds(clip))
            return shown if clip is None or min(shown.size) > 0 else None
        case _:
            assert_never(item)
