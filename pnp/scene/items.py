"""The three things a picture is made of, and the picture itself."""

from collections.abc import Iterable, Iterator
from enum import Enum
from operator import is_
from typing import NamedTuple

from pnp.fonts import FontName
from pnp.geometry import IDENTITY, Point, Rect, Size, Transform
from pnp.path import Path
from pnp.units import Mm


class Role(Enum):
    """What a machine does with an item: ink it, or follow it with a tool."""

    ART = "art"
    CUT = "cut"
    SCORE = "score"
    ENGRAVE = "engrave"
    GUIDE = "guide"


class Style(NamedTuple):
    """Fill and stroke, as ``#rrggbb``; ``None`` means that part is not painted."""

    fill: str | None = None
    stroke: str | None = None
    stroke_width: Mm = 0.0
    dash: tuple[Mm, ...] = ()


class Shape(NamedTuple):
    """Outlines painted as one, filled by the non-zero rule."""

    paths: tuple[Path, ...]
    style: Style
    role: Role = Role.ART


class Text(NamedTuple):
    """One line of text, already broken and placed; ``at`` is the start of its baseline."""

    at: Point
    string: str
    font: FontName
    size: Mm
    fill: str = "#000000"
    role: Role = Role.ART


class Group(NamedTuple):
    """Items moved together, and cut off outside ``clip`` if there is one.

    ``clip`` is in the coordinates around the group, not in its own. A group that
    ``repeats`` shares its very tuple of items with other groups: a format that can
    store a drawing once and refer to it does so.
    """

    items: tuple["Item", ...]
    transform: Transform = IDENTITY
    clip: Path | None = None
    repeats: bool = False


Item = Shape | Text | Group


def shapes_in(items: Iterable[Item]) -> Iterator[Shape]:
    """Yield all shapes, those in groups too, each as it stands in its own group."""
    for item in items:
        if isinstance(item, Group):
            yield from shapes_in(item.items)
        elif isinstance(item, Shape):
            yield item


class Scene(NamedTuple):
    """A finished picture of a known size, ready for any back end.

    The origin is the top left of ``size``. On a sheet, ``trim`` is the rectangle around
    all pieces as they are cut and ``bleed`` that rectangle with what is cut away.
    """

    size: Size
    items: tuple[Item, ...]
    trim: Rect | None = None
    bleed: Rect | None = None
    label: str = ""

    def only(self, *roles: Role) -> "Scene":
        """Return the same picture without the items of other roles."""
        return self.filtered(Only(*roles))

    def filtered(self, only: "Only") -> "Scene":
        """Return the same picture with the items that ``only`` keeps."""
        return Scene(self.size, only(self.items), self.trim, self.bleed, self.label)


class Only:
    """Keeps the items of some roles; what repeats goes in once and comes out the same."""

    def __init__(self, *roles: Role) -> None:
        self._roles = roles
        self._kept: dict[int, tuple[tuple[Item, ...], tuple[Item, ...]]] = {}

    def __call__(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """Return ``items`` without those of other roles and without empty groups."""
        kept: list[Item] = []
        for item in items:
            if not isinstance(item, Group):
                if item.role in self._roles:
                    kept.append(item)
            elif inner := self._inside(item):
                same = inner is item.items
                kept.append(item if same else Group(inner, item.transform, item.clip, item.repeats))
        return items if len(kept) == len(items) and all(map(is_, kept, items)) else tuple(kept)

    def _inside(self, group: Group) -> tuple[Item, ...]:
        if not group.repeats:
            return self(group.items)
        known = self._kept.get(id(group.items))
        if known is None:
            # The items are kept as well, so that their id is not given to others.
            known = self._kept[id(group.items)] = (group.items, self(group.items))
        return known[1]
