"""The card that frames are placed on, and the options of the calls that draw on it."""

import re
from collections.abc import Mapping, Sequence
from math import degrees
from typing import Any, NamedTuple, Protocol

from pnp.base.geometry import Point, Rect, Transform
from pnp.base.units import LONGEST, MM_PER_UNIT, SHORTEST, Mm, format_mm
from pnp.squib.folder import CopiedPicture
from pnp.squib.ruby import Column, RubyRange, UntakenError
from pnp.squib.values import PixelScale, color, pixels, radians, to_mm

FrameKeys = dict[str, Any]
LEFT_OUT = "#"  # the key of a frame that becomes a comment, with the reason
_NO_LIST = "put its values into a column of the table"
_BRACKETS = re.compile(r"\[\[+|\]\]+")
_MOST_WORDS = 5000  # letters of what a frame says
_PLACE_IT = "write at and area into game.toml"
_BLEED: Mm = 3.0  # beyond the edge of a card
_THINNEST: Mm = 0.1  # of lines in frames


Where = Sequence[tuple[Column, str]]
"""Which rows a call is for: those that have these cells."""


class Project(Protocol):
    """What a project gives to those who read its calls."""

    def note(self, what: str, advice: str) -> None:
        """Record what could not be converted."""

    def wording(self, column: Column) -> str:
        """Return the text of a frame for a column."""

    def cells(self, column: Column, where: Where) -> Mapping[str, str]:
        """Return the distinct cells of a column in some rows, each with what it stands for."""

    def condition(self, column: Column, cells: Sequence[str]) -> str:
        """Return the condition for the cards with one of these cells; "" if all have one."""

    def changed(self, column: Column, texts: Mapping[str, str]) -> Column:
        """Return a column with other texts in place of those that it stands for."""

    def icon(self, key: str, name: str) -> tuple[str, CopiedPicture] | None:
        """Copy a picture that texts embed; return the name of its icon, and the picture."""

    def picture(self, name: str) -> CopiedPicture | None:
        """Copy a picture into the game."""

    def style(self, look: FrameKeys) -> str:
        """Return the name of the style of words that has a look."""

    def drawing(self, kind: str, content: str) -> str:
        """Add an SVG file to the game, and return its path."""


class Turn(NamedTuple):
    """A rotation clockwise about a point, in radians."""

    angle: float = 0.0
    x: float = 0.0
    y: float = 0.0

    @property
    def degrees(self) -> float:
        """The same in degrees."""
        return degrees(self.angle)

    def moved(self, box: Rect) -> Rect:
        """Return a box, still upright, with its middle where that comes to lie."""
        turned = Transform.turn(self.degrees, Point(self.x, self.y)).apply(box.center)
        return Rect.about(turned, *box.size)


UPRIGHT = Turn()


class SquibCard(NamedTuple):
    """A card of Squib in pixels; ``margin`` is cut off all around."""

    width: float
    height: float
    margin: float
    scale: PixelScale

    @property
    def dpi(self) -> float:
        """How many pixels an inch has."""
        return self.scale.dpi

    @property
    def whole(self) -> Rect:
        """All of it."""
        return Rect(0, 0, self.width, self.height)

    @property
    def cut(self) -> Rect:
        """What is left of it after cutting."""
        return self.whole.inset(self.margin)

    def mm(self, length: float) -> Mm:
        """Convert pixels to millimetres, to a hundredth."""
        return to_mm(length, self.dpi)

    def line(self, width: float) -> str:
        """Return the width of a line in a frame."""
        return f"{format_mm(min(max(self.mm(width), _THINNEST), LONGEST))}mm"

    def place(self, box: Rect, turn: Turn = UPRIGHT) -> FrameKeys:
        """Return the place of a frame; one that ends at the cut does not exceed it by rounding."""
        there, degrees = turn.moved(box), round(turn.degrees) % 360
        left, top = self.mm(there.x - self.margin), self.mm(there.y - self.margin)
        sides = self.mm(there.width), self.mm(there.height)
        if self.cut.contains(there):
            room = self.mm(self.cut.width) - left, self.mm(self.cut.height) - top
            sides = min(sides[0], room[0]), min(sides[1], room[1])
        if min(sides) < SHORTEST or max(*sides, abs(left), abs(top)) > LONGEST:
            raise UntakenError(f"{box.width:g} x {box.height:g} pixels are no size", _PLACE_IT)
        around = Transform.turn(degrees, there.center).apply_to(there)
        self.check_seen(around)
        made = {"at": _pair(left, top), "area": _pair(*sides)}
        return made | ({"turn": degrees} if degrees else {})

    def check_seen(self, box: Rect) -> None:
        """Raise UntakenError if nothing of a box is on the card or in its bleed."""
        paper = self.cut.inset(-_BLEED * self.dpi / MM_PER_UNIT["in"])
        if self.mm(min(box.intersection(paper).size)) <= 0:
            raise UntakenError("it lies beside the card, where it is not seen", _PLACE_IT)


class Options:
    """The options of one call."""

    def __init__(
        self, values: Mapping[str, Any], card: SquibCard, project: Project, where: Where = ()
    ) -> None:
        self.values = values
        self.where = where
        self._card = card
        self._project = project

    def get(self, key: str) -> Any:
        """Return a value as it is."""
        return self.values.get(key)

    def cells(self, column: Column) -> Mapping[str, str]:
        """Return the cells of a column on the cards that it draws on."""
        return self._project.cells(column, self.where)

    def literal(self, key: str, default: Any) -> Any:
        """Return a value that is not computed."""
        value = self.values.get(key)
        match value:
            case list():
                raise UntakenError(f"{key} is a list", _NO_LIST)
            case Column():
                advice = "write one frame for each, with when"
                raise UntakenError(f"{key} comes from column {value.name!r}", advice)
            case RubyRange():
                raise UntakenError(f"{key} is a range", _NO_LIST)
            case UntakenError():
                raise UntakenError(f"{key}: {value.told}", value.advice)
        return default if value is None else value

    def word(self, key: str, default: str) -> str:
        """Return a word, in small letters."""
        return str(self.literal(key, default)).strip().lower()

    def length(self, key: str, default: object) -> float:
        """Return a length in pixels."""
        across = self._card.height if key.startswith(("y", "cy", "h")) else self._card.width
        return pixels(self.literal(key, default), self._card.scale, across)

    def pixels(self, written: str) -> float:
        """Convert a length to pixels."""
        return pixels(written, self._card.scale)

    def mm(self, length: float) -> Mm:
        """Convert pixels to millimetres, to a thousandth."""
        return to_mm(length, self._card.dpi, 3)

    def side(self, key: str) -> float | None:
        """Return a side of a box; None if it depends on the content."""
        if self.literal(key, "auto") in ("auto", "native", "scale"):
            return None
        return self.length(key, 0.0)

    def box(self) -> Rect:
        """Return the box of a shape, by default the card."""
        x, y = self.length("x", 0.0), self.length("y", 0.0)
        return Rect(x, y, self.length("width", "deck"), self.length("height", "deck"))

    def is_on_card(self, box: Rect) -> bool:
        """Return whether all of a box lies on the card."""
        return self._card.whole.contains(box)

    def turn(self) -> Turn:
        """Return the rotation about the upper left corner."""
        angle = radians(self.literal("angle", 0.0))
        return Turn(angle, self.length("x", 0.0), self.length("y", 0.0))

    def paint(self, key: str, default: str) -> str | None:
        """Return a colour for a frame, which may be a column; None if nothing of it is seen."""
        value = self.values.get(key)
        if isinstance(value, Column):
            return self._project.wording(value)
        try:
            paint, opacity = color(self.literal(key, default))
        except UntakenError as error:
            self._project.note(f"{key}: {error.what}, so {default} stands there", error.advice)
            paint, opacity = color(default)
        if opacity == 0:
            return None
        return paint if opacity == 1 else f"{paint}{round(255 * opacity):02x}"


def worded(text: str) -> str:
    """Return words of a frame that print a text literally."""
    words = text.replace("{", "{{").replace("}", "}}")
    words = _BRACKETS.sub(r"{'\g<0>'}", words)
    if len(words) > _MOST_WORDS:
        raise UntakenError(f"a text of {len(text):,} letters", "put it into a column of the table")
    return words


def _pair(one: Mm, other: Mm) -> str:
    return f"{format_mm(one)}x{format_mm(other)}mm"
