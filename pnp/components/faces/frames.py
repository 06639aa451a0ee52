"""Frames: the parts that make up the faces of cards, and the focus of pictures in them."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from math import inf
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field, StrictBool, StrictInt

from pnp.base.errors import MOST_FAULTS
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.messages import Location, Message, within
from pnp.base.units import EPSILON, MM_PER_UNIT, Mm, closest, join_words, quoted
from pnp.components.faces.conditions import Condition, parse_condition
from pnp.components.faces.effects import (
    BLACK,
    FrameGradient,
    FrameHatch,
    FramePattern,
    FrameShadow,
    Opacity,
    Paint,
    SeenPaint,
    TextOutline,
    TextPanel,
    Words,
    columns_in,
    or_columns,
    with_values,
    wordings_in,
)
from pnp.components.faces.places import (
    At,
    FrameArea,
    check_bleed,
    frame_place,
    moved_place,
    parse_area,
)
from pnp.components.faces.repeat import MOST_FRAMES, Repeat
from pnp.components.faces.shapes import SYMMETRIC, Outline, Outlined, Stroked
from pnp.components.faces.wording import Cells, Wording, parse_wording
from pnp.game.faces import FontId, Hidden
from pnp.game.fields import (
    Id,
    Length,
    Model,
    NonEmptyText,
    PositiveLength,
    Reads,
    Schema,
    one_or_more,
)

_PERCENT = r"\s*(\d{1,3}(?:\.\d{1,3})?)\s*%\s*"
_LARGE = 2_000_000  # pixels
_AMOUNT = r"\s*(\d{1,6}(?:\.\d{1,6})?)\s*(px|%)?\s*"
_CROP = re.compile(rf"{_AMOUNT},{_AMOUNT}(?<=\s){_AMOUNT}[x\u00d7]{_AMOUNT}")
_FOCUS = re.compile(f"{_PERCENT},{_PERCENT}")

SMALLEST_TYPE: Mm = 1.4  # font size: 4 pt

_BLEED: Mm = 3.0  # equals pnp.components.piece.BLEED: models import no drawing code


def parse_focus(text: str) -> Point | None:
    """Return a point in parts of the picture's width and height; None for empty text.

    Raises:
        ValueError: If it is not a point of a picture.
    """
    if not text.strip():
        return None
    match = _FOCUS.fullmatch(text)
    if match is None or max(map(float, match.groups())) > 100:
        raise ValueError(
            'write a point of the picture in percent from its left and top, such as "30%, 20%", '
            f"not {quoted(text)}"
        )
    x, y = map(float, match.groups())
    return Point(x / 100, y / 100)


def parse_crop(text: str, picture: Size | None = None) -> Rect | None:
    """Return the part of a picture that a text names, in its pixels; None for empty text.

    Without a ``picture`` it may be part of a large one.

    Raises:
        ValueError: If it is not a part of the picture.
    """
    if not text.strip():
        return None
    match = _CROP.fullmatch(text)
    if match is None:
        raise ValueError(
            "write a part of the picture in pixels or percent, left, top, width and height, such "
            f'as "64,0 32x32" or "50%,0% 25%x100%", not {quoted(text)}'
        )
    size = picture or Size(_LARGE, _LARGE)
    sides = (*size, *size)
    parts = zip(match.group(1, 3, 5, 7), match.group(2, 4, 6, 8), sides, strict=True)
    part = Rect(*(float(n) * (side / 100 if unit == "%" else 1) for n, unit, side in parts))
    if min(part.size) <= 0:
        raise ValueError(f"{quoted(text)} has nothing of the picture in it; make it larger")
    if part.right > size.width + EPSILON or part.bottom > size.height + EPSILON:
        of = f" of {size.width:g} x {size.height:g} pixels" if picture else ""
        raise ValueError(f"{quoted(text)} reaches beyond the picture{of}")
    return part


@dataclass(frozen=True)
class Origin:
    """The place of a frame in the definition, if it came from a shared layout."""

    place: str


def _found_not_written(value: object) -> object:
    if not isinstance(value, Origin | Hidden):
        raise ValueError("is found by pnp and cannot be written")
    return value


When = Annotated[Condition, Reads(parse_condition, "condition", 'a condition, such as "cost > 3"')]
Area = Annotated[FrameArea, Reads(parse_area, "area", 'a size, such as "44x68mm" or "bleed, 19mm"')]
Crop = Annotated[Wording, Reads(or_columns(parse_crop), "crop")]
Focus = Annotated[Wording, Reads(or_columns(parse_focus), "focus")]
Horizontal = Literal["left", "center", "right"]
Vertical = Literal["top", "middle", "bottom"]
# The share of the free room that comes before the content.
BEFORE = {
    "left": 0.0,
    "justified": 0.0,
    "center": 0.5,
    "right": 1.0,
    "top": 0.0,
    "middle": 0.5,
    "bottom": 1.0,
}
_ICON = re.compile(r":[a-z0-9-]+:")


class BaseFrame(Model):
    """A rectangle on a face, of the size ``area``, at the distances ``at`` from the card's edges.

    Without an ``area`` it is the whole face, with its bleed. A frame ``below`` another, which it
    names, begins where the content of that one ends, and by default takes the rest of its area. It
    is turned clockwise around its middle by ``turn`` degrees, and omitted from cards whose row does
    not meet ``when``. Art may extend past the card's edge by ``may_reach``; text may not. The
    ``gradient`` fills a shape, covers a picture, and lies behind anything else; ``opacity`` applies
    to the whole frame. ``repeat`` makes copies of it. One of a ``group`` appears only in runs that
    name the group.
    """

    may_reach: ClassVar[Mm] = 0.0
    bleed: ClassVar[Mm] = 0.0  # past which it counts as over the edge
    changes_by_name = True
    filled_in = frozenset({"origin", "hidden"})

    name: NonEmptyText | None = None
    at: At = Point(0, 0)
    area: Area | None = None
    below: NonEmptyText | None = None
    turn: Annotated[StrictInt, Field(ge=0, le=359)] = 0
    when: When | None = None
    opacity: Opacity = 1.0
    gradient: FrameGradient | None = None
    repeat: Repeat | None = None
    group: Id | None = None
    origin: Annotated[Origin | None, Reads(_found_not_written)] = None
    hidden: Annotated[Hidden | None, Reads(_found_not_written)] = None

    @property
    def columns(self) -> tuple[str, ...]:
        """The distinct columns that it uses."""
        return columns_in(self)

    @property
    def wordings(self) -> tuple[Wording, ...]:
        """The wordings in it."""
        return tuple(wordings_in(self))

    def place(self, face: Size, bleed: Mm) -> Rect:
        """Return where it lies on a face."""
        return frame_place(self.at, self.area, Rect(0, 0, *face), bleed)

    def beyond(self, face: Size) -> Mm:
        """Return how far it extends past the edges of a face."""
        place = self._around(face)
        return max(-place.x, -place.y, place.right - face.width, place.bottom - face.height, 0.0)

    def is_beside(self, face: Size) -> bool:
        """Return whether nothing of it is on a face or in its bleed."""
        seen = self._around(face).intersection(Rect(0, 0, *face).inset(-_BLEED))
        return min(seen.size) < EPSILON

    def _around(self, face: Size) -> Rect:
        place = self.place(face, self.bleed)
        return Transform.turn(self.turn, place.center).apply_to(place) if self.turn else place

    def _check(self) -> None:
        super()._check()
        if self.below is None:
            check_bleed(self.at, self.area)
        elif self.repeat:
            raise ValueError("a frame below another is not repeated; leave out below or repeat")

    def copies(self) -> "Iterator[tuple[int, Self]]":
        """Yield the copies of a repeated frame by number, those whose condition may be met.

        Raises:
            ValueError: If something cannot be computed from the values of a copy.
        """
        assert self.repeat is not None
        for index, (step, values) in enumerate(self.repeat.copies()):
            copy = with_values(self, values)
            when = copy.when if copy.when and copy.when.columns else None
            if when or copy.when is None or copy.when.holds({}):
                at, turn = moved_place(self.at, step), self.turn + index * self.repeat.turn
                own = {"at": at, "turn": turn % 360, "when": when, "name": None, "repeat": None}
                yield index + 1, copy.model_copy(update=own)

    @property
    def shows(self) -> str:
        """Its name, or its content: a text, a file, an icon, or its shape."""
        if self.name:
            return self.name
        values = (vars(self).get(key) for key in ("text", "file", "icon", "number", "shape"))
        written = next(filter(None, values))
        return written.text if isinstance(written, Wording) else str(written)

    @property
    def files(self) -> Mapping[str, Wording]:
        """The pictures in it, by their keys."""
        return {}

    @property
    def fills_its_place(self) -> bool:
        """Whether it is a rectangle of art with a place of its own."""
        return False

    def shown_on(self, cells: Cells) -> bool:
        """Return whether it appears on the card of a row."""
        return self.hidden is None and (self.when is None or self.when.holds(cells))


class TextFrame(BaseFrame):
    """Text, broken into lines and shrunk until it fits, down to ``least``.

    With ``same_size`` all cards use the smallest size that any of them needs. A word between two
    asterisks is **bold**, between one *italic*; ``:sword:`` is the icon with that name; without
    ``markup`` all characters are literal. ``leading``, from baseline to baseline, and
    ``icon_size``, the height of an icon, are in percent of the type's size; ``icon_color`` replaces
    the colours of icons; ``paragraph_space``, between paragraphs, is in percent of a line. A
    ``color_gradient`` runs over the letters.
    """

    schema_rules: ClassVar[Schema] = {"allOf": [one_or_more("area", "below")]}
    bleed = _BLEED

    kind: Literal["text"]
    text: Words
    font: FontId = "sans"
    bold: StrictBool = False
    italic: StrictBool = False
    size: PositiveLength = 3.5
    least: PositiveLength | None = None
    same_size: StrictBool = False
    leading: Annotated[StrictInt, Field(ge=40, le=300)] = 122
    paragraph_space: Annotated[StrictInt, Field(ge=0, le=300)] = 35
    align: Literal["start", Horizontal, "justified"] = "start"
    vertical: Vertical = "top"
    markup: StrictBool = True
    icon_size: Annotated[StrictInt, Field(ge=20, le=400)] = 90
    icon_color: Paint | None = None
    hyphens: StrictBool = False
    color: Paint = BLACK
    color_gradient: FrameGradient | None = None
    outline: TextOutline | None = None
    shadow: FrameShadow | None = None
    panel: TextPanel | None = None

    def with_sentences(self, change: Callable[[str], str]) -> Mapping[str, Any]:
        """Return the text, unless it consists only of columns, icons and figures."""
        words = _ICON.sub("", self.text.words)
        if not any(map(str.isalpha, words)):
            return {}
        return {"text": parse_wording(change(self.text.text))}

    def _check(self) -> None:
        super()._check()
        if min(self.size, self.least or self.size) < SMALLEST_TYPE:
            raise ValueError(f"type below {SMALLEST_TYPE:g} mm (4 pt) cannot be read; enlarge it")
        if self.least is not None and self.least > self.size:
            least, size = (f"{mm / MM_PER_UNIT['pt']:.4g} pt" for mm in (self.least, self.size))
            raise ValueError(f"least is {least}, more than the size of {size}")
        if self.same_size and self.least is None:
            raise ValueError('same_size needs least, such as least = "8pt": its smallest type')
        if self.area is None and self.below is None:
            raise ValueError('text needs an area to fit into, such as area = "50x10mm"')


class ImageFrame(BaseFrame, Outlined):
    """A picture: whole in its frame (fit), covering it (fill), or of exactly its shape (exact).

    It is cropped to a shape; of a sheet of pictures, ``crop`` is the part to show. The ``focus`` of
    a picture that covers its frame lies as near the middle as possible.
    """

    may_reach = inf

    kind: Literal["image"]
    file: Words
    fit: Literal["fit", "fill", "exact"] = "fit"
    align: Horizontal = "center"
    vertical: Vertical = "middle"
    crop: Crop | None = None
    focus: Focus | None = None
    shape: Outline = "rectangle"
    mirror: Literal["across", "down"] | None = None
    shadow: FrameShadow | None = None

    @property
    def files(self) -> Mapping[str, Wording]:
        """The pictures in it, by their keys."""
        return {"file": self.file}

    @property
    def fills_its_place(self) -> bool:
        """Whether it is a rectangle of art with a place of its own."""
        whole = self.shape == "rectangle" and not self.corner
        return whole and self.fit != "fit" and self.below is None

    def _check(self) -> None:
        super()._check()
        if self.focus is not None and self.fit != "fill":
            raise ValueError('focus is only for cropped pictures; add fit = "fill"')


class PipsFrame(BaseFrame):
    """Pips as on a die."""

    kind: Literal["pips"]
    number: Words
    color: Paint = BLACK


VISIBLE = ("fill", "gradient", "hatch", "pattern", "stroke")  # of a shape


class ShapeFrame(BaseFrame, Stroked, Outlined):
    """A shape that fills its frame; a line joins two corners, the other two if mirrored."""

    schema_rules = one_or_more(*VISIBLE)

    may_reach = inf

    kind: Literal["shape"]
    closed: StrictBool = False
    fill: SeenPaint | None = None
    hatch: FrameHatch | None = None
    pattern: FramePattern | None = None
    mirror: Literal["across", "down"] | None = None
    shadow: FrameShadow | None = None

    @property
    def fills_its_place(self) -> bool:
        """Whether it is a rectangle of art with a place of its own."""
        whole = self.shape == "rectangle" and not self.corner
        filled = self.fill is not None or self.pattern is not None
        return whole and filled and self.below is None

    @property
    def files(self) -> Mapping[str, Wording]:
        """The pictures in it, by their keys."""
        return {} if self.pattern is None else {"pattern.file": self.pattern.file}

    @property
    def is_closed(self) -> bool:
        """Whether an arc or a curve ends where it begins."""
        return self.closed

    def _check(self) -> None:
        super()._check()
        if all(getattr(self, key) is None for key in VISIBLE):
            raise ValueError(f"write {', '.join(VISIBLE[:-1])} or stroke, or it is invisible")
        if self.shape == "line" and (self.hatch or self.pattern):
            raise ValueError("a line has no area for a hatch or a pattern; leave them out")
        if self.mirror and self.shape in SYMMETRIC:
            raise ValueError(f'shape = "{self.shape}" looks the same mirrored; leave mirror out')
        if self.edges and self.corner:
            raise ValueError("edges: those of a rectangle with a corner are one line; leave it out")
        for key in ("dash", "edges"):
            if getattr(self, key) and self.stroke is None and self.shape != "line":
                raise ValueError(f"{key}: there is no line; add stroke, its colour")


class IconFrame(BaseFrame):
    """An icon, or several in a row: a mark, or one of the component's own icons by name.

    Each is ``size`` high, or as large as fits the frame. ``color`` replaces its colours.
    """

    may_reach = _BLEED  # an icon may be a landscape

    kind: Literal["icon"]
    icon: Words
    count: Words = parse_wording("1")
    size: PositiveLength | None = None
    gap: Length = 0.5
    color: Paint | None = None
    align: Horizontal = "center"
    vertical: Vertical = "middle"


class QrFrame(BaseFrame):
    """A QR code of a text, such as an address; nothing if the text is empty."""

    kind: Literal["qr"]
    text: Words
    correction: Literal["L", "M", "Q", "H"] = "M"
    color: Paint = parse_wording("#000000")
    ground: Paint = parse_wording("#ffffff")


Frame = Annotated[
    TextFrame | ImageFrame | PipsFrame | ShapeFrame | IconFrame | QrFrame,
    Field(discriminator="kind"),
]


FrameNumbers = Annotated[tuple[tuple[int, str], ...], Reads(_found_not_written)]


class Layout(Model):
    """A face of cards: its ground and its frames, later ones over earlier ones.

    With copies of repeated frames, ``numbers`` says which frame each is in the definition, and what
    follows that number in messages.
    """

    filled_in = frozenset({"numbers"})

    ground: Paint = parse_wording("#ffffff")
    frames: tuple[Frame, ...] = ()
    numbers: FrameNumbers = ()
    without: tuple[NonEmptyText, ...] = ()

    def places(self, face: str) -> tuple[str, ...]:
        """Return the key of each frame of a face in the definition: ``front.frames[2]``."""
        written = (frame.origin.place if frame.origin else "" for frame in self.frames)
        numbers = self.numbers or [(n, "") for n in range(1, len(self.frames) + 1)]
        return tuple(
            f"{place or f'{face}.frames[{number}]'}{copy}"
            for place, (number, copy) in zip(written, numbers, strict=True)
        )

    def _check(self) -> None:
        if self.without:
            raise ValueError("without: no layout has a face of which these frames can be left out")
        names: list[str] = []
        faults: list[str] = []
        for place, frame in zip(self.places(""), self.frames, strict=True):
            place = place.removeprefix(".")
            if frame.below and frame.below not in names:
                known = join_words(names) or "none"
                at, close = Location(keys=f"{place}.below"), closest(frame.below, names)
                said = {"written": frame.below, "known": known, "close": close}
                faults.append(Message("no_frame_before", at, **said))
            if frame.name in names:
                faults.append(
                    Message("other_frame", Location(keys=f"{place}.name"), written=frame.name)
                )
            names += filter(None, [frame.name if frame.repeat is None else None])
        if any(frame.repeat for frame in self.frames):
            faults = faults or self._repeat_frames()
        if faults:
            raise ValueError(*faults[:MOST_FAULTS])

    def _repeat_frames(self) -> list[str]:
        """Replace each repeated frame by its copies, and return the faults of those."""
        count = sum(frame.repeat.count for frame in self.frames if frame.repeat)
        frames: list[Frame] = []
        numbers: list[tuple[int, str]] = []
        faults: list[str] = []
        for number, (frame, place) in enumerate(zip(self.frames, self.places(""), strict=True), 1):
            at = Location(keys=f"{place.removeprefix('.')}.repeat")
            if frame.repeat is None:
                frames.append(frame)
                numbers.append((number, ""))
            elif count > MOST_FRAMES:
                many = {"n": f"{frame.repeat.count:,}", "most": f"{MOST_FRAMES:,}"}
                faults.append(Message("many_copies", at, **many))
            else:
                try:
                    for index, copy in frame.copies():
                        frames.append(copy)
                        numbers.append((number, f".repeat[{index}]"))
                except ValueError as error:
                    faults += within(at, error.args)
                    continue
                if frame.when and (not numbers or numbers[-1][0] != number):
                    faults.append(Message("no_copy_meets", at, written=frame.when.text))
        self.__dict__.update(frames=tuple(frames), numbers=tuple(numbers))
        return faults

    @property
    def columns(self) -> tuple[str, ...]:
        """The distinct columns that it uses."""
        named = (part.columns for part in (self.ground, *self.frames))
        return tuple(dict.fromkeys(chain.from_iterable(named)))
