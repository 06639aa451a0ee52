"""Text with columns in it, what is computed from them, and values that need no column."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from pnp.base.expressions import Calculation, Number, parse_calculation
from pnp.base.messages import Message
from pnp.base.text import meant, value_of
from pnp.base.units import format_mm, quoted
from pnp.game.component import GameBox

OF_CARDS = ("card.number", "card.copies", "card.id", "cards.kinds", "cards.count")
OF_GAME = {"game.name": "name", "game.version": "version", "game.date": "edition_date"}
VALUES = (*OF_CARDS, *OF_GAME)

Cells = Mapping[str, str]
# The last two of several brackets close a part, so [[[{x}]]] is x in brackets.
_PART = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]|\[\[|\]\](?!\])")
_CHOICE = re.compile(r"\s*(?:\"([^\"]*)\"|'([^']*)'|([^|\s](?:[^|]*[^|\s])?))\s*(\||$)")
_LONGEST = 5000  # characters of one wording
LETTERS: Mapping[str, Callable[[str], str]] = {"upper": str.upper, "lower": str.lower}
_MARKUP = re.compile(r"(\\n|</?[a-z][\w-]*>)")  # in cells; its letters stay
_IN_LETTERS = re.compile(rf"({'|'.join(LETTERS)})\(\s*(.*?)\s*\)")


def values_of_cards(copies: Sequence[int], names: Sequence[str]) -> Iterator[Mapping[str, str]]:
    """Yield the values of each row; only rows with copies are numbered."""
    all_of_them = {
        "cards.kinds": str(sum(number > 0 for number in copies)),
        "cards.count": str(sum(copies)),
    }
    number = 0
    for here, name in zip(copies, names, strict=True):
        number += here > 0
        yield {
            "card.number": str(number),
            "card.copies": str(here),
            "card.id": name,
            **all_of_them,
        }


def values_of_game(box: GameBox) -> Mapping[str, str]:
    """Return the values that the definition of the game states."""
    stated = {value: getattr(box, key) for value, key in OF_GAME.items()}
    return {value: str(text) for value, text in stated.items() if text is not None}


class _Insert(NamedTuple):
    """A placeholder: the first of some columns that is not empty, or else fixed words."""

    columns: tuple[str, ...]
    otherwise: str = ""

    def fill(self, cells: Cells, empty: str, edges: tuple[str, str]) -> str:
        for column in self.columns:
            if cell := cells.get(column, ""):
                return f"{edges[0]}{cell}{edges[1]}"
        return self.otherwise or empty

    def length(self, cells: Mapping[str, int]) -> int:
        return max(len(self.otherwise), *(cells.get(column, 0) for column in self.columns))

    def with_values(self, values: Cells) -> "str | _Insert":
        columns: list[str] = []
        for number, column in enumerate(self.columns, start=1):
            name, is_text = with_values(column, values)
            if not is_text:
                columns.append(name)
            elif name:
                if never := self.columns[number:]:
                    key = "letters_of_column" if never[0] in LETTERS else "never_printed"
                    raise ValueError(Message(key, name=never[0], column=column))
                return _Insert(tuple(columns), name) if columns else name
        return _Insert(tuple(columns), self.otherwise) if columns else self.otherwise

    def __str__(self) -> str:
        mark = "'" if '"' in self.otherwise else '"'
        words = [f"{mark}{self.otherwise}{mark}"] if self.otherwise else []
        return f"{{{'|'.join((*self.columns, *words))}}}"


class _Optional(NamedTuple):
    """A part that is omitted if a cell in it is empty."""

    parts: "tuple[str | _Insert, ...]"

    def fill(self, cells: Cells, empty: str, edges: tuple[str, str]) -> str:
        filled = [
            part if isinstance(part, str) else part.fill(cells, "", edges) for part in self.parts
        ]
        return "".join(filled) if all(filled) else empty

    def with_values(self, values: Cells) -> "str | _Optional":
        parts = tuple(_with_values(part, values) for part in self.parts)
        if all(isinstance(part, str) for part in parts):
            return _Optional(parts).fill({}, "", ("", ""))
        return _Optional(parts) if all(parts) else ""

    def __str__(self) -> str:
        return f"[[{''.join(map(_written, self.parts))}]]"


class Wording(NamedTuple):
    """A text, parsed into words and placeholders."""

    text: str
    parts: tuple[str | _Insert | _Optional, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that it names, in order."""
        return tuple(chain.from_iterable(one.columns for one in self._inserts()))

    @property
    def choices(self) -> tuple[tuple[str, ...], ...]:
        """The groups of alternative columns; the first non-empty one of each is inserted."""
        return tuple(one.columns for one in self._inserts() if len(one.columns) > 1)

    @property
    def words(self) -> str:
        """Its words without columns."""
        texts = (part if isinstance(part, str) else part.otherwise for part in self._flat())
        return "".join(texts)

    def _flat(self) -> Iterator[str | _Insert]:
        for part in self.parts:
            if isinstance(part, _Optional):
                yield from part.parts
            else:
                yield part

    def _inserts(self) -> Iterator[_Insert]:
        return (part for part in self._flat() if isinstance(part, _Insert))

    def length(self, cells: Mapping[str, int]) -> int:
        """Return its greatest length for cells of these lengths."""
        return sum(
            len(part) if isinstance(part, str) else part.length(cells) for part in self._flat()
        )

    def with_values(self, values: Cells) -> "Wording":
        """Return it with the values of some names filled in for good.

        Raises:
            ValueError: If something cannot be computed from these.
        """
        parts = tuple(_with_values(part, values) for part in self.parts)
        text = "".join(map(_written, parts))
        check_length(text)
        return Wording(text, parts)

    def fill(self, cells: Cells, empty: str = "", edges: tuple[str, str] = ("", "")) -> str:
        """Fill in a row's cells, between ``edges``, with ``empty`` for empty or missing ones."""
        return "".join(
            [
                part if isinstance(part, str) else part.fill(cells, empty, edges)
                for part in self.parts
            ]
        )


_Part = str | _Insert | _Optional


def _with_values(part: Any, values: Cells) -> Any:
    return part if isinstance(part, str) else part.with_values(values)


def _written(part: _Part) -> str:
    """Return a part as a definition would write it."""
    if not isinstance(part, str):
        return str(part)
    braced = part.replace("{", "{{").replace("}", "}}")
    return braced.replace("[[", "{'[['}").replace("]]", "{']]'}")


class Computed(NamedTuple):
    """What stands in braces in place of a column: arithmetic, or a column in other letters."""

    columns: tuple[str, ...]
    calculation: Calculation | None = None
    letters: Callable[[str], str] = str

    def of(self, cells: Cells) -> str:
        """Return what it makes of a row's cells; "" if one of them is empty.

        Raises:
            ValueError: If a cell is no number, or the arithmetic fails.
        """
        found = {column: cells.get(column, "") for column in self.columns}
        if not all(found.values()):
            return ""
        if self.calculation is None:
            (text,) = found.values()
            parts = _MARKUP.split(text)
            return "".join(p if n % 2 else self.letters(p) for n, p in enumerate(parts))
        return _calculated(self.calculation, tuple(map(value_of, found.values())))

    def given(self, values: Cells) -> str:
        """Return its text with numbers in place of some columns."""
        assert self.calculation is not None, "other letters are of one column"
        own = values.keys() & {*self.columns}
        return self.calculation.with_numbers({name: _number(name, values[name]) for name in own})


@lru_cache(maxsize=65536)  # many rows have the same numbers
def _calculated(what: Calculation, cells: tuple[str, ...]) -> str:
    named = zip(what.names, cells, strict=True)
    return format_mm(what.work_out({name: _number(name, cell) for name, cell in named}))


@lru_cache(maxsize=4096)
def parse_computed(name: str) -> Computed | None:
    """Parse a name in braces as something to compute; None if it can only be a column.

    Raises:
        ValueError: If it has an operator or a function that is not known.
    """
    if match := _IN_LETTERS.fullmatch(name):
        return Computed((match[2],), letters=LETTERS[match[1]])
    calculation = parse_calculation(name)
    return Computed(calculation.names, calculation) if calculation else None


def computed_in(names: Iterable[str], columns: Collection[str]) -> Mapping[str, Computed]:
    """Return what is computed under some names that are no columns."""
    found: dict[str, Computed] = {}
    for name in names:
        with suppress(ValueError):  # which is reported as a fault
            if meant(name, columns) not in columns and (one := parse_computed(name)):
                found[name] = one
    return found


def names_in(names: Iterable[str]) -> Iterator[str]:
    """Yield names in braces, and those that they are computed from."""
    names = tuple(names)
    yield from names
    for computed in computed_in(names, ()).values():
        yield from computed.columns


def with_computed(cells: Cells, computed: Mapping[str, Computed]) -> Cells:
    """Return cells with those that are computed from them; "" for one that cannot be."""
    if not computed:
        return cells
    found: dict[str, str] = {}
    for name, one in computed.items():
        found[name] = ""
        with suppress(ValueError):  # as above
            found[name] = one.of(cells)
    return {**cells, **found}


def with_values(name: str, values: Cells) -> tuple[str, bool]:
    """Return the text of a name whose value is given, and whether it is; else the name.

    A name of something that is computed only in part from values has these in it then.
    """
    if (known := meant(name, values)) in values:
        return values[known], True
    try:
        computed = parse_computed(name)
    except ValueError:  # reported where columns are known
        return name, False
    if computed is None or not values.keys() & {*computed.columns}:
        return name, False
    if values.keys() >= {*computed.columns}:
        return computed.of(values), True
    return computed.given(values), False


def _number(column: str, cell: str) -> Number:
    if not is_number(cell):
        raise ValueError(Message("no_number_to_compute", column=column, written=cell))
    return float(cell) if "." in cell else int(cell)


@lru_cache(maxsize=1024)
def parse_wording(text: str) -> Wording:
    """Parse text with columns in braces.

    Raises:
        ValueError: If a brace or a bracket has no partner.
    """
    check_length(text)
    parts: list[str | _Insert | _Optional] = []
    optional: list[str | _Insert] | None = None
    end = 0
    for match in _PART.finditer(text):
        into = parts if optional is None else optional
        _add(into, text[end : match.start()])
        end = match.end()
        match match[0]:
            case "{{" | "}}":
                _add(into, match[0][0])
            case "[[":
                if optional is not None:
                    raise ValueError(f"[[ stands within [[ and ]]; not {quoted(text)}")
                optional = []
            case "]]":
                parts.append(_optional(optional, text))
                optional = None
            case _:
                _add(into, _insert(match[1], text))
    if optional is not None:
        raise ValueError(_without_partner("[[", "]]", text))
    _add(parts, text[end:])
    return Wording(text, tuple(parts))


def _add(parts: list[Any], part: str | _Insert) -> None:
    """Append a part, merging adjacent plain texts."""
    if isinstance(part, str) and parts and isinstance(parts[-1], str):
        parts[-1] += part
    elif part:
        parts.append(part)


def _optional(parts: list[str | _Insert] | None, text: str) -> _Optional:
    if parts is None:
        raise ValueError(_without_partner("]]", "[[", text))
    if not any(isinstance(part, _Insert) and not part.otherwise for part in parts):
        raise ValueError(
            "no cell decides whether what stands between [[ and ]] is left out; write a column "
            f"in it, such as [[: {{sub}}]], and to print [[ write {{'[['}}; not {quoted(text)}"
        )
    return _Optional(tuple(parts))


def _without_partner(one: str, other: str, text: str) -> str:
    return (
        f"{one} has no {other}; write what may be left out as [[: {{sub}}]], and to print {one} "
        f"write {{'{one}'}}; not {quoted(text)}"
    )


def _insert(written: str | None, text: str) -> str | _Insert:
    """Parse the content of braces: columns, optionally followed by words in quotes."""
    columns: list[str] = []
    words: list[str] = []
    at, more = 0, True
    while more:
        match = _CHOICE.match(written or "", at)
        if match is None or words:
            raise ValueError(
                f'write a column in braces, such as "{{title}}", and a brace as two: {{{{; '
                f"not {quoted(text)}"
            )
        if match[3] is not None:
            columns.append(match[3])
        else:
            words.append(match[1] if match[1] is not None else match[2])
        at, more = match.end(), match[4] == "|"
    return _Insert(tuple(columns), "".join(words)) if columns else "".join(words)


def check_length(text: str) -> None:
    """Raise ValueError for text of an absurd length."""
    if len(text) > _LONGEST:
        raise ValueError(f"write at most {_LONGEST} characters, not {len(text)}")


def is_number(text: str) -> bool:
    """Return whether a text is a number that can be compared."""
    return re.fullmatch(r"-?\d{1,15}(\.\d{1,30})?", text) is not None
