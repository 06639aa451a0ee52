"""Effects of frames: gradients, outlines, shadows, styles of words, colours from columns."""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, pairwise
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeVar

from pydantic import Field, StrictBool, StrictInt

from pnp.base.color import parse_color, parse_seen_color
from pnp.base.geometry import Point
from pnp.base.units import parse_offset, quoted
from pnp.components.faces.conditions import Condition
from pnp.components.faces.places import At
from pnp.components.faces.wording import Cells, Wording, parse_wording
from pnp.game.fields import (
    OPEN,
    Color,
    FineLength,
    Id,
    Length,
    Model,
    NonEmptyText,
    PositiveLength,
    Reads,
    Schema,
)

MOST_STOPS = 20
_STOP = re.compile(r"(?s)\s*(.*?)(?:\s+(\d{1,3}(?:\.\d{1,3})?)%)?\s*")


def read_wording(value: object) -> Wording:
    """Parse words with columns; a whole number counts as a word."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise ValueError(f'write text in quotes, such as "{{title}}", not {quoted(value)}')
    return parse_wording(value)


def or_columns(parse: Callable[[str], object]) -> Callable[[object], Wording]:
    """Return a parser of words for ``parse``, or of the columns that hold these."""

    def read(value: object) -> Wording:
        wording = read_wording(value)
        if not wording.columns:
            parse(wording.text)
        return wording

    return read


_seen_paint = or_columns(parse_seen_color)
Words = Annotated[Wording, Reads(read_wording, "words")]
Paint = Annotated[Wording, Reads(or_columns(parse_color), "paint")]
SeenPaint = Annotated[Wording, Reads(_seen_paint, "seen-paint")]
BLACK = parse_wording("#1b1b1b")


class GradientStop(NamedTuple):
    """A colour of a gradient; without a position it is half way between its neighbours."""

    paint: Wording
    at: float | None = None  # of the whole


def _stop(text: str) -> GradientStop:
    found = _STOP.fullmatch(text)
    assert found is not None, "every part of the expression may be empty"
    at = None if found[2] is None else float(found[2]) / 100
    if at is not None and at > 1:
        raise ValueError(f"a place goes up to 100%, not {found[2]}%")
    return GradientStop(_seen_paint(found[1]), at)


def _opacity(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ValueError(f"write a number from 0 (not seen) to 1 (opaque), not {quoted(value)}")
    return float(value)


Opacity = Annotated[float, Reads(_opacity, "opacity")]
WrittenStop = Annotated[
    GradientStop, Reads(_stop, "stop", 'a colour, such as "#c23b22" or "gold 40%"')
]
Offset = Annotated[
    Point,
    Reads(lambda text: Point(*parse_offset(text)), "offset", 'an offset, such as "0.5x0.5mm"'),
]
Angle = Annotated[StrictInt, Field(ge=0, le=359)]


def wordings_in(values: Model) -> Iterator[Wording]:
    """Yield the wordings in a model and in its effects."""
    for value in vars(values).values():
        if isinstance(value, Wording):
            yield value
        elif isinstance(value, Effect):
            yield from value.wordings


AnyModel = TypeVar("AnyModel", bound=Model)


def with_values(model: AnyModel, values: Cells) -> AnyModel:
    """Return a model with the values of some names filled in for good, also in its effects.

    Raises:
        ValueError: If something cannot be computed from these.
    """

    def filled(part: Any) -> Any:
        match part:
            case Wording() | Condition():
                return part.with_values(values)
            case Effect():
                return with_values(part, values)
            case GradientStop():
                return part._replace(paint=part.paint.with_values(values))
        return part

    changed: dict[str, Any] = {}
    for key, part in vars(model).items():
        # A place or a size is a tuple as well.
        changed[key] = tuple(map(filled, part)) if type(part) is tuple else filled(part)
    return model.model_copy(update=changed)


def columns_in(values: Model) -> tuple[str, ...]:
    """Return the distinct columns that a model uses."""
    tests = (value.columns for value in vars(values).values() if isinstance(value, Condition))
    named = chain((one.columns for one in wordings_in(values)), tests)
    return tuple(dict.fromkeys(chain.from_iterable(named)))


class Effect(Model):
    """The base of the effects of a frame."""

    @property
    def wordings(self) -> tuple[Wording, ...]:
        """The wordings in it."""
        return tuple(wordings_in(self))


class FrameGradient(Effect):
    """A gradient over a frame: from ``start`` to ``to``, or any number of ``stops``.

    A linear one has the ``angle`` of CSS: 0 is up, 90 to the right. A radial one goes from the
    middle, or from where it is ``at``, to the farthest corner, in the proportions of the frame.
    """

    schema_rules: ClassVar[Schema] = {
        "if": {"required": ["stops"], **OPEN},
        "then": {"not": {"anyOf": [{"required": [key], **OPEN} for key in ("from", "to")]}},
        "else": {"required": ["from", "to"], **OPEN},
    }

    kind: Literal["linear", "radial"] = "linear"
    start: SeenPaint | None = Field(None, alias="from")
    to: SeenPaint | None = None
    stops: Annotated[tuple[WrittenStop, ...], Field(max_length=MOST_STOPS)] = ()
    angle: Angle = 180
    at: At | None = None

    @property
    def wordings(self) -> tuple[Wording, ...]:
        """The wordings of its colours."""
        return (*wordings_in(self), *(stop.paint for stop in self.stops))

    @property
    def all_stops(self) -> tuple[GradientStop, ...]:
        """Its stops in order, with positions where the definition states them."""
        if self.start is not None and self.to is not None:
            return GradientStop(self.start, 0.0), GradientStop(self.to, 1.0)
        return self.stops

    def _check(self) -> None:
        ends = [self.start, self.to]
        if (self.stops and any(ends)) or (not self.stops and None in ends):
            raise ValueError('write two colours, from = "#fff" and to = "#000", or a list of stops')
        if len(self.all_stops) < 2:
            raise ValueError('a gradient has two colours or more: stops = ["#fff", "#000"]')
        if self.at is not None and self.kind == "linear":
            raise ValueError('at is the middle of a gradient with kind = "radial"')
        places = [stop.at for stop in self.stops if stop.at is not None]
        for one, other in pairwise(places):
            if one > other:
                raise ValueError(f"stops go forward, but {100 * other:g}% follows {100 * one:g}%")


class FrameHatch(Effect):
    """Lines over a shape at an ``angle`` clockwise from level, and at a right angle if ``cross``.

    ``gap`` is the room between two lines.
    """

    color: SeenPaint = BLACK
    width: FineLength = 0.3
    gap: PositiveLength = 1.2
    angle: Angle = 45
    cross: StrictBool = False


class FramePattern(Effect):
    """A picture that is repeated over a shape, as tiles ``width`` wide."""

    file: Words
    width: PositiveLength = 6.0


class TextOutline(Effect):
    """A line around the letters of a text, behind them; ``width`` is how far it extends."""

    color: SeenPaint
    width: FineLength


class TextPanel(Effect):
    """A rectangle behind a text, as large as its lines and ``padding`` on all sides."""

    fill: SeenPaint | None = None
    stroke: SeenPaint | None = None
    width: FineLength = 0.3
    corner: Length = 0.0
    padding: Length = 1.0

    def _check(self) -> None:
        if self.fill is None and self.stroke is None:
            raise ValueError('a panel has a fill, a stroke or both: { fill = "#f4ecd6" }')


class FrameShadow(Effect):
    """A copy of a text, a shape or a picture below it; it fades out over ``blur``."""

    color: SeenPaint = BLACK
    offset: Offset = Point(0.3, 0.3)
    blur: Length = 0.0
    opacity: Opacity = 0.5


class WordStyle(Model):
    """How words between ``<name>`` and ``</name>`` differ from the rest of a text.

    ``size`` is in percent of the type around them.
    """

    color: Color | None = None
    background: Color | None = None
    size: Annotated[StrictInt, Field(ge=30, le=400)] = 100
    bold: StrictBool = False
    italic: StrictBool = False
    underline: StrictBool = False
    strike: StrictBool = False

    def _check(self) -> None:
        if not self.model_fields_set:
            raise ValueError('a style changes something, such as color = "#c23b22"')


class NamedLooks(Model):
    """Names that cells and texts use: of the files of icons, of colours, and of styles of words."""

    icons: Mapping[Id, NonEmptyText] = Field(default_factory=dict)
    colors: Mapping[NonEmptyText, Color] = Field(default_factory=dict)
    styles: Mapping[Id, WordStyle] = Field(default_factory=dict)


BUILT_IN = {
    "b": WordStyle(bold=True),
    "i": WordStyle(italic=True),
    "u": WordStyle(underline=True),
    "s": WordStyle(strike=True),
}


def word_styles(
    colors: Mapping[str, str], styles: Mapping[str, WordStyle]
) -> Mapping[str, WordStyle]:
    """Return styles by name: the built-in ones, one for each named colour, and a game's own."""
    plain = {name: WordStyle(color=color) for name, color in colors.items()}
    return {**BUILT_IN, **plain, **styles}
