"""Text with columns in it, values that need no column, and conditions on a row."""

import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple
from unicodedata import normalize

from pnp.base.text import is_false, same_text, value_of
from pnp.base.units import quoted
from pnp.game.component import GameBox

OF_CARDS = ("card.number", "card.copies", "card.id", "cards.kinds", "cards.count")
OF_GAME = {"game.name": "name", "game.version": "version", "game.date": "edition_date"}
VALUES = (*OF_CARDS, *OF_GAME)

Cells = Mapping[str, str]
# The last two of several brackets close a part, so [[[{x}]]] is x in brackets.
_PART = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]|\[\[|\]\](?!\])")
_CHOICE = re.compile(r"\s*(?:\"([^\"]*)\"|'([^']*)'|([^|\s](?:[^|]*[^|\s])?))\s*(\||$)")
_LONGEST = 5000  # characters of one wording

SIGNS = "=, !=, <, <=, > and >="
CONTAINS = "contains"
_COMPARE: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_ASKED = ""  # the sign of a column that stands alone
_SIGN = re.compile(r"!=|<=|>=|==?|<|>|(?<=\s)contains(?=\s)")
_OR, _AND = re.compile(r"(?<=\s)or(?=\s)"), re.compile(r"(?<=\s)and(?=\s)")
_NOT = re.compile(r"not(?:\s+|(?=\())")
# A column in braces, and a value in quotes: operators inside are plain text.
_WHOLE = re.compile(
    r"\{[^{}]*\}|(?:(?<=[=<>])|(?<=\scontains))\s*(\"[^\"]*\"|'[^']*')(?=\s*$|\s|\))"
)
_DEEPEST = 20  # parentheses and nots within one another


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


class _Optional(NamedTuple):
    """A part that is omitted if a cell in it is empty."""

    parts: "tuple[str | _Insert, ...]"

    def fill(self, cells: Cells, empty: str, edges: tuple[str, str]) -> str:
        filled = [
            part if isinstance(part, str) else part.fill(cells, "", edges) for part in self.parts
        ]
        return "".join(filled) if all(filled) else empty


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

    def fill(self, cells: Cells, empty: str = "", edges: tuple[str, str] = ("", "")) -> str:
        """Fill in a row's cells, between ``edges``, with ``empty`` for empty or missing ones."""
        return "".join(
            [
                part if isinstance(part, str) else part.fill(cells, empty, edges)
                for part in self.parts
            ]
        )


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


class _CellTest(NamedTuple):
    column: str
    sign: str
    value: str

    def holds(self, cells: Cells) -> bool:
        cell = cells.get(self.column, "")
        plain = value_of(cell)
        if self.sign == _ASKED:
            return bool(cell) and not is_false(cell)
        if self.sign == CONTAINS:
            return any(self.value in normalize("NFC", text) for text in (cell, plain))
        if self.sign not in _COMPARE:
            is_equal = same_text(cell, self.value) or same_text(plain, self.value)
            return is_equal == (self.sign != "!=")
        return is_number(plain) and _COMPARE[self.sign](float(plain), float(self.value))

    def columns(self) -> Iterator[str]:
        yield self.column


class _Joined(NamedTuple):
    """Tests that hold if ``all`` or ``any`` of them do, or, with ``none``, if none does."""

    word: str
    tests: tuple["_Test", ...]

    def holds(self, cells: Cells) -> bool:
        held = (test.holds(cells) for test in self.tests)
        match self.word:
            case "and":
                return all(held)
            case "or":
                return any(held)
            case _:
                return not any(held)

    def columns(self) -> Iterator[str]:
        for test in self.tests:
            yield from test.columns()


_Test = _CellTest | _Joined


class Condition(NamedTuple):
    """A test that a row must pass for something to be on its card."""

    text: str
    test: _Test

    @property
    def columns(self) -> tuple[str, ...]:
        """The distinct columns that it tests."""
        return tuple(dict.fromkeys(self.test.columns()))

    @property
    def compares(self) -> bool:
        """Whether it compares a cell with a value, beyond asking whether there is something."""
        signs = (_ASKED, "=", "==", "!=")
        return any(test.value or test.sign not in signs for test in _tests(self.test))

    @property
    def asked(self) -> tuple[str, ...]:
        """The columns that it asks for something in their cells, whatever that is."""
        return tuple(test.column for test in _tests(self.test) if test.sign == _ASKED)

    @property
    def measured(self) -> tuple[str, ...]:
        """The columns whose numbers it compares by size."""
        return tuple(test.column for test in _tests(self.test) if test.sign in _COMPARE)

    def holds(self, cells: Cells) -> bool:
        """Return whether a row meets the condition."""
        return self.test.holds(cells)


def _tests(test: _Test) -> Iterator[_CellTest]:
    if isinstance(test, _CellTest):
        yield test
    else:
        for one in test.tests:
            yield from _tests(one)


class _Part(NamedTuple):
    """A part of a condition, and the same text with quoted and braced characters masked."""

    text: str
    seen: str

    def cut(self, start: int, end: int) -> "_Part":
        text, seen = self.text[start:end], self.seen[start:end]
        before = len(text) - len(text.lstrip())
        after = len(text.rstrip())
        return _Part(text[before:after], seen[before:after])

    def split(self, joint: re.Pattern[str]) -> "list[_Part]":
        """Return the parts between joints that are outside parentheses."""
        edges = [0]
        for match in joint.finditer(self.seen):
            if _is_outside(self.seen, match.start()):
                edges += match.span()
        edges.append(len(self.text))
        return [self.cut(*edges[n : n + 2]) for n in range(0, len(edges), 2)]


@lru_cache(maxsize=1024)
def parse_condition(text: str) -> Condition:
    """Parse a condition.

    Raises:
        ValueError: If it is not a condition.
    """
    check_length(text)
    seen = _WHOLE.sub(_hidden, text)
    _check_parentheses(text, seen)
    return Condition(text, _test(_Part(text, seen).cut(0, len(text))))


def _hidden(match: re.Match[str]) -> str:
    hidden = match[1] or match[0]
    return match[0][: -len(hidden)] + "_" * len(hidden)


def _check_parentheses(text: str, seen: str) -> None:
    depth = deepest = 0
    for sign in seen:
        depth += (sign == "(") - (sign == ")")
        deepest = max(deepest, depth)
        if depth < 0:
            break
    if depth:
        raise ValueError(
            f"a parenthesis is not closed or not opened in {quoted(text)}; put a value that "
            "contains one in quotes"
        )

    if deepest > _DEEPEST:
        raise _too_deep()


def _too_deep() -> ValueError:
    return ValueError(f"write at most {_DEEPEST} conditions within one another")


def _is_outside(seen: str, at: int) -> bool:
    return seen.count("(", 0, at) == seen.count(")", 0, at)


def _test(part: _Part, depth: int = 0) -> _Test:
    """Parse a condition or a part of one: ``or`` binds loosest, then ``and``, then ``not``."""
    if depth > _DEEPEST:
        raise _too_deep()
    for word, joint in (("or", _OR), ("and", _AND)):
        parts = part.split(joint)
        if len(parts) > 1:
            return _Joined(word, tuple(_test(one, depth + 1) for one in parts))
    end = len(part.text)
    if (negation := _NOT.match(part.seen)) and negation.end() < end:
        return _Joined("not", (_test(part.cut(negation.end(), end), depth + 1),))
    if part.seen[:1] == "(" and part.seen[-1] == ")" and not _closes_before(part.seen):
        return _test(part.cut(1, end - 1), depth + 1)
    return _term(part)


def _closes_before(seen: str) -> bool:
    """Return whether the first parenthesis closes before the end."""
    return any(_is_outside(seen, n) for n in range(1, len(seen)))


def _term(part: _Part) -> _CellTest:
    match = _SIGN.search(part.seen, 1)
    if match is None:
        return _CellTest(_column(part.text, part.text), _ASKED, "")
    sign, value = match[0], part.text[match.end() :].strip()
    column = _column(part.text[: match.start()].strip(), part.text)
    if value[:1] in ("=", "<", ">", "!"):
        raise ValueError(
            f"write one of {SIGNS}, not {quoted(sign + value[0])}, in {quoted(part.text)}"
        )
    words = part.seen[match.end() :].split()
    if len(words) > 1 and words[-1] in ("and", "or"):
        raise ValueError(
            f"write a condition behind {quoted(words[-1])}, or its value in quotes: "
            f"{quoted(part.text)}"
        )
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        value = value[1:-1]
    if sign in _COMPARE and not is_number(value):
        raise ValueError(f"{sign} compares numbers, not {quoted(value)}")
    if sign == CONTAINS and not value:
        raise ValueError(f"write what the cell should contain: {quoted(part.text)}")
    return _CellTest(column, sign, normalize("NFC", value))


def _column(name: str, text: str) -> str:
    words = name.split()
    joints = {"and", "or", CONTAINS} if len(words) > 1 else {"and", "or"}
    if not words or {words[0], words[-1]} & joints or words == ["not"] or name[0] in "=<>!":
        raise ValueError(
            'write a condition such as "cost", "not cost", "kind = event", "cost > 3" or '
            f'"tags contains fire", not {quoted(text)}'
        )
    return name.removeprefix("{").removesuffix("}").strip()


def is_number(text: str) -> bool:
    """Return whether a text is a number that can be compared."""
    return re.fullmatch(r"-?\d{1,15}(\.\d{1,30})?", text) is not None
