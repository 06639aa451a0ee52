"""Field types that all models share: how a value is written, and what it becomes.

A type is ``Annotated`` with what turns written text into a value or with what holds of
the value. The loader of definitions reads these; the models themselves need nothing of it.
"""

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from pnp.base.color import parse_color
from pnp.base.expressions import Comparison, parse_comparison
from pnp.base.files import is_device_name
from pnp.base.geometry import Size
from pnp.base.units import FINEST, Mm, parse_length, parse_size, quoted


class Reads(NamedTuple):
    """The value is what a function makes of what is written; it raises ValueError.

    ``word`` is what such a value is called: ``templates/reference/values.toml`` says how it is
    written, for editors, which cannot call a function, and for readers.
    """

    function: Callable[[object], Any]
    word: str = ""


class Known(NamedTuple):
    """The value is an id among the definition's ``sources`` or ``components``.

    With ``kinds``, it is the id of a component of one of these kinds.
    """

    among: str
    kinds: tuple[str, ...] = ()


class Within(NamedTuple):
    """The number is between two others, or the list has a length between them."""

    least: int
    most: int | None = None


class Painted(NamedTuple):
    """The colour is one that a theme has for this role, where the definition says none."""

    role: str


class Cell(NamedTuple):
    """The number may be written as text too, as it is in a table's cells."""


def _length(value: object) -> Mm:
    return parse_length(_text(value, 'a length with its unit, such as "5mm"'))


def _fine_length(value: object) -> Mm:
    length = parse_length(_text(value, 'a length with its unit, such as "0.2mm"'), FINEST)
    if length <= 0:
        raise ValueError("must be more than 0 mm")
    return length


def _positive_length(value: object) -> Mm:
    length = _length(value)
    if length <= 0:
        raise ValueError("must be more than 0 mm")
    return length


def _size(value: object) -> Size:
    return Size(*parse_size(_text(value, 'a size with its unit, such as "44x68mm"')))


def _cell_size(value: object) -> Size:
    """Read ``"26mm"`` as a square, or a size such as ``"30x45mm"``."""
    text = _text(value, 'a length or a size with its unit, such as "26mm" or "30x45mm"')
    if "x" in text:
        return _size(text)
    edge = _positive_length(text)
    return Size(edge, edge)


def _color(value: object) -> str:
    return parse_color(_text(value, 'a colour as "#rrggbb"'))


def _comparison(value: object) -> Comparison:
    return parse_comparison(_text(value, 'a comparison, such as "rows * columns == tiles"'))


def _pip_range(value: object) -> tuple[int, ...]:
    """Read ``"1-6"`` as 1, 2, 3, 4, 5, 6."""
    text = _text(value, 'a range, such as "1-6"')
    first, dash, last = text.partition("-")
    if not (dash and first.strip().isdecimal() and last.strip().isdecimal()):
        raise ValueError(f'write a range, such as "1-6", not {quoted(text)}')
    if int(first) > int(last):
        raise ValueError(f'write the smaller number first, such as "1-6", not {quoted(text)}')
    if int(last) > MOST_PIPS:
        raise ValueError(f"pips go up to {MOST_PIPS}, not {int(last)}")
    return tuple(range(int(first), int(last) + 1))


def read_id(value: object) -> str:
    """Read an id: small letters and digits, with single hyphens between them."""
    text = _text(value, "an id")
    if (
        not all(part.isascii() and part.isalnum() for part in text.split("-"))
        or text != text.lower()
    ):
        raise ValueError(f"write small letters, digits and single hyphens, not {quoted(text)}")
    if len(text) > LONGEST_ID:
        raise ValueError(f"write at most {LONGEST_ID} letters, not {quoted(text)}")
    if is_device_name(text):
        raise ValueError(f"{text} is a device on Windows, where no file can have that name")
    return text


def id_like(text: str) -> str:
    """Return an id like a text, as far as there is one: "Großes Übel" gives grosses-ubel."""
    from unicodedata import normalize

    plain = text.casefold().translate(_PLAIN_LETTERS)
    letters = normalize("NFKD", plain).encode("ascii", "ignore").decode()
    return "-".join("".join(c if c.isalnum() else " " for c in letters).split())


def _language(value: object) -> str:
    if not (
        isinstance(value, str) and len(value) in (2, 3) and value.isascii() and value.isalpha()
    ):
        raise ValueError(f'write the code of a language, such as "en", not {quoted(value)}')
    return value.lower()


def _nonempty(value: object) -> str:
    text = _text(value, "text")
    if not text.strip():
        raise ValueError("must not be empty")
    return text


def _text(value: object, wanted: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"write {wanted}, in quotes, not {quoted(value)}")
    return value


MOST_PIPS = 12  # as on the largest dominoes whose pips are counted at a glance

MOST_COUNT = 1_000_000  # of what is counted by hand
_PLAIN_LETTERS = str.maketrans({"æ": "ae", "đ": "d", "ð": "d", "ł": "l", "ø": "o", "œ": "oe"})

LONGEST_ID = 60  # characters: ids are names of files and folders

Text = Annotated[str, Reads(_nonempty, "text")]
Language = Annotated[str, Reads(_language, "language")]  # ISO 639
Length = Annotated[Mm, Reads(_length, "length")]
PositiveLength = Annotated[Mm, Reads(_positive_length, "positive-length")]
# Of a line, or of what a laser burns away.
FineLength = Annotated[Mm, Reads(_fine_length, "fine-length")]
CellSize = Annotated[Size, Reads(_cell_size, "cell-size")]
PieceSize = Annotated[Size, Reads(_size, "size")]
Color = Annotated[str, Reads(_color, "colour")]
# The colours a theme may choose, by what they are for.
Ground = Annotated[Color, Painted("ground")]
Paper = Annotated[Color, Painted("paper")]
Tint = Annotated[Color, Painted("tint")]
Ink = Annotated[Color, Painted("ink")]
Dim = Annotated[Color, Painted("dim")]
BoardLine = Annotated[Color, Painted("line")]
Count = Annotated[int, Within(1, MOST_COUNT)]
Pips = Annotated[int, Within(0, MOST_PIPS)]
PipRange = Annotated[tuple[int, ...], Reads(_pip_range, "range")]
Arithmetic = Annotated[Comparison, Reads(_comparison, "comparison")]
Id = Annotated[str, Reads(read_id, "id")]
SourceId = Annotated[str, Known("sources")]
ComponentId = Annotated[str, Known("components")]
