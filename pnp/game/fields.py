"""The base class of all models, and field types that they share: how definitions write a value."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Annotated, Any, ClassVar, NamedTuple

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, GetCoreSchemaHandler, StrictInt
from pydantic_core import CoreSchema, core_schema

from pnp.base.color import parse_color
from pnp.base.expressions import Comparison, parse_comparison
from pnp.base.files import is_device_name
from pnp.base.geometry import Size
from pnp.base.messages import Message
from pnp.base.text import BREAKS, ID, visible, whole_number
from pnp.base.units import (
    FINEST,
    SHORTEST,
    Mm,
    closest,
    join_words,
    parse_length,
    parse_size,
    quoted,
)
from pnp.game.places import MARKS


class Validates(ABC):
    """A type annotation that validates its values itself."""

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Return the pydantic schema that validates the type."""
        return core_schema.with_info_plain_validator_function(self._validate)

    @abstractmethod
    def _validate(self, value: Any, info: core_schema.ValidationInfo) -> object:
        """Return the value that a definition denotes, or raise ValueError."""


@dataclass(frozen=True)
class Reads(Validates):
    """A type annotation: a function parses the value in a definition.

    The function raises ValueError for an invalid value. Models built in Python, without the context
    that every loader gives, may be passed the parsed value instead; text is parsed there too.
    ``word`` names the value format in ``templates/reference/values.toml``. If ``wanted`` is set,
    the value must be text, and ``wanted`` describes it in messages.
    """

    function: Callable[[Any], Any]
    word: str = ""
    wanted: str = ""

    def read(self, value: object) -> Any:
        """Return the parsed value, or raise ValueError."""
        if self.wanted and not isinstance(value, str):
            raise ValueError(Message("quotes_wanted", wanted=self.wanted, written=value))
        return self.function(value)

    def _validate(self, value: Any, info: core_schema.ValidationInfo) -> object:
        is_made = info.context is None and not isinstance(value, str)
        return value if is_made else self.read(value)


@dataclass(frozen=True)
class Known(Validates):
    """A type annotation: the id of one of the ``sources`` or ``components``.

    With ``able``, it is the id of a component whose class has this attribute set, such as
    ``is_board``. The validation context has the ids, the kind of each component, and the class of
    each kind; without a context every id is valid.
    """

    among: str
    able: str = ""

    def _validate(self, value: Any, info: core_schema.ValidationInfo) -> str:
        if not isinstance(value, str):
            raise ValueError(Message("id_of", among=self.among, written=value))
        if info.context is None:
            return value
        known: Mapping[str, Any] = info.context[self.among]
        if self.able:
            kinds: Mapping[str, Any] = info.context["kinds"]
            known = {k: v for k, v in known.items() if v in kinds and getattr(kinds[v], self.able)}
        if value not in known:
            said = {"known": join_words(known) or "none", "close": closest(value, known)}
            if self.able:
                fitting = [kind for kind, model in kinds.items() if getattr(model, self.able)]
                names = " or ".join(fitting)
                raise ValueError(Message("component_of_kind", written=value, kinds=names, **said))
            key = {"sources": "unknown_source", "components": "unknown_component"}[self.among]
            raise ValueError(Message(key, written=value, **said))
        return value


class ThemeColor(NamedTuple):
    """A type annotation of a colour: the theme role that is its default."""

    role: str


def _number_in_cell(value: object) -> object:
    """Convert a whole number in text; return other values unchanged, to be refused later."""
    number = whole_number(value) if isinstance(value, str) else None
    return value if number is None else number


FROM_CELL = BeforeValidator(_number_in_cell)  # the number may be text, as in a table's cells


def _positive_length(text: str, shortest: Mm = SHORTEST) -> Mm:
    length = parse_length(text, shortest)
    if length <= 0:
        raise ValueError(Message("more_than_0"))
    return length


def _size(text: str) -> Size:
    return Size(*parse_size(text))


def _cell_size(text: str) -> Size:
    """Read ``"26mm"`` as a square, or a size such as ``"30x45mm"``."""
    if "x" in text:
        return _size(text)
    edge = _positive_length(text)
    return Size(edge, edge)


def _pip_range(text: str) -> tuple[int, ...]:
    """Read ``"1-6"`` as 1, 2, 3, 4, 5, 6."""
    first, dash, last = text.partition("-")
    if not (dash and first.strip().isdecimal() and last.strip().isdecimal()):
        raise ValueError(f'write a range, such as "1-6", not {quoted(text)}')
    if int(first) > int(last):
        raise ValueError(f'write the smaller number first, such as "1-6", not {quoted(text)}')
    if int(last) > MOST_PIPS:
        raise ValueError(f"pips go up to {MOST_PIPS}, not {int(last)}")
    return tuple(range(int(first), int(last) + 1))


def read_id(text: str) -> str:
    """Parse an id: lower-case letters and digits, with single hyphens between them."""
    if not ID.fullmatch(text):
        raise ValueError(Message("id_letters", written=text))
    if len(text) > LONGEST_ID:
        raise ValueError(Message("id_long", most=LONGEST_ID, written=text))
    if is_device_name(text):
        raise ValueError(Message("id_device", name=text))
    return text


def id_like(text: str) -> str:
    """Make an id from a text: "Großes Übel" becomes grosses-ubel; "" if nothing is left."""
    from unicodedata import normalize

    plain = text.casefold().translate(_PLAIN_LETTERS)
    letters = normalize("NFKD", plain).encode("ascii", "ignore").decode()
    return "-".join("".join(c if c.isalnum() else " " for c in letters).split())


def _language(value: object) -> str:
    if not (isinstance(value, str) and _LANGUAGE.fullmatch(value)):
        raise ValueError(Message("language_code", written=value))
    return value.lower()


def _nonempty(text: str) -> str:
    if not visible(text).strip():
        raise ValueError(Message("empty_text"))
    text = text.replace("\t", " ")
    if BREAKS.intersection(text):
        raise ValueError(Message("line_break"))
    return text


MOST_PIPS = 12  # as on the largest dominoes whose pips can be counted at a glance
MOST_COUNT = 1_000_000  # of anything that is counted by hand
LONGEST_ID = 60  # characters; ids become names of files and folders

_PLAIN_LETTERS = str.maketrans({"æ": "ae", "đ": "d", "ð": "d", "ł": "l", "ø": "o", "œ": "oe"})
_LANGUAGE = re.compile(r"[a-zA-Z]{2,3}")
_A_LENGTH = 'a length with its unit, such as "5mm"'
_A_FINE_LENGTH = 'a length with its unit, such as "0.2mm"'
_A_CELL_SIZE = 'a length or a size with its unit, such as "26mm" or "30x45mm"'
_A_COMPARISON = 'a comparison, such as "rows * columns == tiles"'
_read_fine_length = partial(_positive_length, shortest=FINEST)

NonEmptyText = Annotated[str, Reads(_nonempty, "text", "text")]
# The empty text leaves out what is there by default.
TextOrEmpty = Annotated[str, Reads(lambda text: text and _nonempty(text), "text-or-empty", "text")]
LanguageCode = Annotated[str, Reads(_language, "language")]  # ISO 639
Length = Annotated[Mm, Reads(parse_length, "length", _A_LENGTH)]
PositiveLength = Annotated[Mm, Reads(_positive_length, "positive-length", _A_LENGTH)]
# The width of a line or of a cut.
FineLength = Annotated[Mm, Reads(_read_fine_length, "fine-length", _A_FINE_LENGTH)]
CellSize = Annotated[Size, Reads(_cell_size, "cell-size", _A_CELL_SIZE)]
PieceSize = Annotated[Size, Reads(_size, "size", 'a size with its unit, such as "44x68mm"')]
Color = Annotated[str, Reads(parse_color, "colour", 'a colour as "#rrggbb" or by its name in CSS')]
# A field of these types takes its colour from the theme unless the definition sets it: give it the
# classic theme's colour as its default, or use plain Color.
GroundColor = Annotated[Color, ThemeColor("ground")]
PaperColor = Annotated[Color, ThemeColor("paper")]
TintColor = Annotated[Color, ThemeColor("tint")]
InkColor = Annotated[Color, ThemeColor("ink")]
DimColor = Annotated[Color, ThemeColor("dim")]
LineColor = Annotated[Color, ThemeColor("line")]
Quantity = Annotated[StrictInt, Field(ge=1, le=MOST_COUNT)]
Pips = Annotated[StrictInt, Field(ge=0, le=MOST_PIPS)]
PipRange = Annotated[tuple[int, ...], Reads(_pip_range, "range", 'a range, such as "1-6"')]
Arithmetic = Annotated[Comparison, Reads(parse_comparison, "comparison", _A_COMPARISON)]
Id = Annotated[str, Reads(read_id, "id", "an id")]
SourceId = Annotated[str, Known("sources")]
ComponentId = Annotated[str, Known("components")]

MOST_ON_DIE = 99  # the highest number on a face
LETTERS_ON_DIE = 4  # of a text on a face
# A number or a text: the name of a mark, or "" for a blank face.
FaceValue = int | str


def _face(value: object) -> FaceValue:
    """Parse a number, a short text, the name of a mark, or ``""`` for a blank face."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_ON_DIE:
        return value
    if isinstance(value, str) and (value in MARKS or len(value.strip()) <= LETTERS_ON_DIE):
        return value.strip()
    raise ValueError(
        f"write a number from 0 to {MOST_ON_DIE}, a text of at most {LETTERS_ON_DIE} letters, a "
        f'mark ({", ".join(MARKS)}), or "" for a blank face, not {quoted(value)}'
    )


DieFace = Annotated[FaceValue, Reads(_face, "face")]


_SHAPE = re.compile(r"\d{4}(-\d{2}){0,2}", re.ASCII)
_EARLY = re.compile(r"-\d{4}|0000", re.ASCII)  # years before our era, as ISO 8601 counts them


def read_date(value: object) -> str:
    """Parse a year, month or day: ``1924``, ``1924-11``, ``1924-11-21``.

    Raises:
        ValueError: If there is no such date in the calendar.
    """
    text = value if isinstance(value, str) else ""
    try:
        if not _SHAPE.fullmatch(text):
            raise ValueError
        date.fromisoformat(text + "-01-01"[len(text) - 4 :])
    except ValueError:
        raise ValueError(Message("date", written=value)) from None
    return text


def read_early_date(value: object) -> str:
    """Parse a date, or a year BC with its sign: ``-0499`` is 500 BC (ISO 8601)."""
    return value if isinstance(value, str) and _EARLY.fullmatch(value) else read_date(value)


def check_order(names: tuple[str, str], earlier: str | None, later: str | None) -> None:
    """Raise ValueError if the second of two dates, compared as far as both go, is earlier."""
    if earlier and later:
        first, second = date_numbers(earlier), date_numbers(later)
        known = min(len(first), len(second))
        if first[:known] > second[:known]:
            raise ValueError(f"{names[0]} ({earlier}) is after {names[1]} ({later})")


def date_numbers(text: str) -> list[int]:
    """Return the year, and the month and day as far as the date has them."""
    year, *rest = text.removeprefix("-").split("-")
    return [-int(year) if text.startswith("-") else int(year), *map(int, rest)]


Date = Annotated[str, Reads(read_date, "date")]
EarlyDate = Annotated[str, Reads(read_early_date, "ago")]


class Model(BaseModel):
    """An immutable model, validated on construction; unknown keys are refused."""

    schema_rules: ClassVar[Mapping[str, Any]] = {}  # rules between keys, for editors
    filled_in: ClassVar[frozenset[str]] = frozenset()  # fields that no definition writes
    from_layout: ClassVar[frozenset[str]] = frozenset()  # fields that a shared layout may give
    # In a shared layout, an entry with a name but no kind changes the one of that name.
    changes_by_name: ClassVar[bool] = False
    sentences: ClassVar[tuple[str, ...]] = ()  # fields whose text is in the game's language
    text_key: ClassVar[str] = ""  # the key that a text in place of the table sets
    others: ClassVar["type[Model] | None"] = None  # of keys that a definition names

    model_config = ConfigDict(
        frozen=True, extra="forbid", arbitrary_types_allowed=True, defer_build=True
    )

    def model_post_init(self, context: object, /) -> None:
        """Check the values together, after each has been validated by itself."""
        self._check()

    def _check(self) -> None:
        """Raise ValueError if values contradict one another; subclasses override this."""

    def with_sentences(self, change: Callable[[str], str]) -> Mapping[str, Any]:
        """Return the fields that hold sentences, with ``change`` applied to each sentence."""
        return {name: _changed(getattr(self, name), change) for name in self.sentences}


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, Mapping):
        return {key: change(text) for key, text in value.items()}
    if isinstance(value, tuple):
        return tuple(map(change, value))
    return change(value) if value else value


class DataFile(Model):
    """The content of one data file; ``id`` is the name of the file."""

    filled_in = frozenset({"id"})

    id: Id
    name: NonEmptyText

    def faults(self) -> Iterator[str]:
        """Yield the faults that make it unusable, each beginning with its key."""
        yield from ()


Schema = dict[str, Any]

OPEN: Schema = {"additionalProperties": True}  # for Tombi, which otherwise treats a table as closed


def one_of_two(one: str, other: str) -> Schema:
    """Return the JSON Schema of tables with exactly one of two keys."""
    return {
        "if": {"required": [one], **OPEN},
        "then": {**not_both(one, other), **OPEN},
        "else": {"required": [other], **OPEN},
    }


def not_both(one: str, other: str) -> Schema:
    """Return the JSON Schema of tables with at most one of two keys."""
    return {"not": {"required": [one, other], **OPEN}}


def one_or_more(*keys: str) -> Schema:
    """Return the rule that a table has at least one of some keys."""
    return {"anyOf": [{"required": [key], **OPEN} for key in keys]}


def needs_where(key: str, values: tuple[str, ...], needed: str) -> Schema:
    """Return the rule that a key is required where another has one of some values."""
    having = {"const": values[0]} if len(values) == 1 else {"enum": list(values)}
    return {
        "if": {"properties": {key: having}, "required": [key], **OPEN},
        "then": {"required": [needed], **OPEN},
    }


def needs_unless(where: Schema, needed: str) -> Schema:
    """Return the rule that a key is required unless a condition holds."""
    return {"if": {**where, **OPEN}, "then": OPEN, "else": {"required": [needed], **OPEN}}
