"""The values that a script of Squib computes with, and what becomes of them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

ADVICE = "put the values into a column of the table"


class UntakenError(Exception):
    """Raised with (what, advice) for a statement or value that cannot be converted.

    As a value it stands for one that is not known; ``why`` is the part of it that is not.
    """

    def __init__(self, what: str, advice: str = ADVICE, why: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.advice = advice
        self.why = why

    def within(self, text: str) -> "UntakenError":
        """Return the error for an expression around what is not known."""
        why = self.why or self.what
        return UntakenError(shortened(text), self.advice, "" if why in text else why)

    @property
    def told(self) -> str:
        """What it is, for a note."""
        why = f": {self.why}" if self.why else ""
        return f"{self.what} is Ruby that is not run{why}"


def shortened(text: str) -> str:
    """Return a text in one line, and not too long for a note."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_NOTE else f"{line[: _LONGEST_NOTE - 3]}..."


class Column(NamedTuple):
    """A text with the cells of a column of the deck in it, between ``before`` and ``after``.

    If it is ``optional``, it is nothing where the cell is empty.
    """

    name: str
    before: str = ""
    after: str = ""
    optional: bool = False


class RubyRange(NamedTuple):
    """A range of Ruby; one that ``is_open`` leaves out its last value."""

    first: Any
    last: Any
    is_open: bool = False


class DataFrame:
    """A table as Squib reads it: a list of cells for each column, one for each card.

    ``rows`` are the numbers of the rows of the file ``source`` that the cards come from.
    """

    def __init__(self, source: str, columns: dict[str, list[Any]], rows: Sequence[int]) -> None:
        self.source = source
        self.rows = rows
        self.file_rows: list[dict[str, str]] = []  # as they are written
        self.copies = ""  # the column that says how many cards a row makes
        self.columns: dict[str, CardCells] = {}
        for name, cells in columns.items():
            self.put(name, cells)

    def put(self, name: str, cells: list[Any]) -> None:
        """Add a column, or replace it."""
        self.columns[name] = CardCells(cells, CellOrigin(self, name))

    @property
    def count(self) -> int:
        """The number of cards."""
        return max(map(len, self.columns.values()), default=0)

    def like(self, other: "DataFrame") -> bool:
        """Return whether another was read from the same rows of the same file."""
        return bool(self.source) and (self.source, self.rows) == (other.source, other.rows)


class CellOrigin(NamedTuple):
    """The column that values come from."""

    frame: DataFrame
    name: str


class CardCells(list[Any]):
    """A list with a value for each card, which comes from a column."""

    def __init__(self, values: Sequence[Any], origin: CellOrigin | None) -> None:
        super().__init__(values)
        self.origin = origin


class Enumerator(CardCells):
    """Items that a method named ``how`` is to be called on with a block."""

    def __init__(self, values: Sequence[Any], how: str, origin: CellOrigin | None = None) -> None:
        super().__init__(values, origin)
        self.how = how


class CardIndex(int):
    """The number of a card, from 0, found by its cell in a column."""

    origin: CellOrigin

    @classmethod
    def of(cls, number: int, origin: CellOrigin | None) -> int:
        """Return a number with its origin, if it has one."""
        if origin is None:
            return number
        made = cls(number)
        made.origin = origin
        return made


class SheetCell(str):
    """A cell of a workbook, which counts as a number beside one."""

    __slots__ = ()


class RubyHash(dict[Any, Any]):
    """A hash, with the value for keys that it does not have."""

    default: Any = None
    make: Callable[..., Any] | None = None


class Module(NamedTuple):
    """A module or class, by its path."""

    path: str


def is_number(value: object) -> bool:
    """Return whether a value is a number: in Python true is one as well."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def text_of(value: object) -> str:
    """Return a value as Ruby prints it."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case str():
            return str(value)
        case int():
            return str(int(value))
        case float():
            return _float(value)
        case UntakenError():
            raise value
        case list() | dict() | RubyRange():
            return inspected(value)
        case Module():
            return value.path
    raise UntakenError(f"a {type(value).__name__} as text")


def inspected(value: object) -> str:
    """Return a value as Ruby writes it in a list."""
    match value:
        case None:
            return "nil"
        case str():
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
        case list():
            return f"[{', '.join(map(inspected, value))}]"
        case dict():
            pairs = (f"{inspected(key)}=>{inspected(one)}" for key, one in value.items())
            return f"{{{', '.join(pairs)}}}"
        case RubyRange():
            dots = "..." if value.is_open else ".."
            return f"{text_of(value.first)}{dots}{text_of(value.last)}"
    return text_of(value)


def _float(value: float) -> str:
    text = repr(value)
    if "e" not in text:
        return text
    if 1e-4 <= abs(value) < 1e16:
        return f"{value:.17g}" if "." in f"{value:.17g}" else f"{value:.1f}"
    start, _, power = text.partition("e")
    return f"{start if '.' in start else f'{start}.0'}e{'+' if power[0] == '+' else '-'}{power[1:]}"


def bounded(value: Any) -> Any:
    """Return a value that is not too large."""
    match value:
        case str() if len(value) > LONGEST:
            raise UntakenError("it is too long")
        case list() | dict() if len(value) > MOST_ITEMS:
            raise UntakenError("it is too long")
        case int() | float() if abs(value) > LARGEST:
            raise UntakenError("it is too large")
        case complex():
            raise UntakenError("it is no real number")
    return value


def items_of(value: object) -> list[Any]:
    """Return the items that a loop over a value has."""
    match value:
        case list():
            return value
        case RubyRange():
            return list(_spanned(value))
        case dict():
            return [[key, one] for key, one in value.items()]
        case DataFrame():
            return [[name, cells] for name, cells in value.columns.items()]
    raise UntakenError("it is no list")


def _spanned(span: RubyRange) -> Iterator[Any]:
    first, last, is_open = span
    if isinstance(first, str) and isinstance(last, str):
        for number, text in enumerate(_texts_from(first, len(last))):
            if number >= MOST_ITEMS or (is_open and text == last):
                return
            yield text
            if text == last:
                return
        return
    if not isinstance(first, int) or not is_number(last):
        raise UntakenError("it is no list")
    end = int(last) + (not is_open or last != int(last))
    if end - first > MOST_ITEMS:
        raise UntakenError("it is too long")
    yield from range(first, end)


def _texts_from(text: str, longest: int) -> Iterator[str]:
    """Yield a text and those that follow it in Ruby's order: ``az`` is followed by ``ba``."""
    while len(text) <= longest:
        yield text
        text = next_text(text)


def next_text(text: str) -> str:
    """Return the text after another in Ruby's order."""
    letters = list(text)
    for place in reversed(range(len(letters))):
        sign = letters[place]
        if sign not in _LAST:
            letters[place] = chr(ord(sign) + 1)
            return "".join(letters)
        letters[place] = _LAST[sign]
    return ({"0": "1"}.get(letters[0], letters[0]) if letters else "") + "".join(letters)


_LAST = {"z": "a", "Z": "A", "9": "0"}
LARGEST = 10**12
_LONGEST_NOTE = 70  # letters of Ruby in a note
MOST_ITEMS = 50_000  # of a list
LONGEST = 200_000  # letters of a text
