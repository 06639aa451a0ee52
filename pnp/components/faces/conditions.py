"""Conditions on a row: comparisons of its cells, joined by ``and``, ``or`` and ``not``."""

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import NamedTuple
from unicodedata import normalize

from pnp.base.text import is_false, same_text, value_of
from pnp.base.units import quoted
from pnp.components.faces.wording import Cells, check_length, is_number, with_values

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
_BRACED = re.compile(r"\{\s*([^{}]*[^{}\s])\s*\}")
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", **{sign: sign for sign in ("=", "==", "!=")}}
_DEEPEST = 20  # parentheses and nots within one another


class _CellTest(NamedTuple):
    """A comparison of a column's cell with a value, or with the cell of an ``other`` column."""

    column: str
    sign: str
    value: str
    other: str = ""

    def holds(self, cells: Cells) -> bool:
        if self.other:
            value = normalize("NFC", value_of(cells.get(self.other, "")))
            if self.sign in _COMPARE and not is_number(value):
                return False
            return self._replace(value=value, other="").holds(cells)
        cell = cells.get(self.column, "")
        plain = value_of(cell)
        if self.sign == _ASKED:
            return bool(cell) and not is_false(cell)
        if self.sign == CONTAINS:
            texts = (cell, plain) if self.value else ()
            return any(self.value in normalize("NFC", text) for text in texts)
        if self.sign not in _COMPARE:
            is_equal = same_text(cell, self.value) or same_text(plain, self.value)
            return is_equal == (self.sign != "!=")
        return is_number(plain) and _COMPARE[self.sign](float(plain), float(self.value))

    def columns(self) -> Iterator[str]:
        yield self.column
        yield from (self.other,) if self.other else ()

    def with_values(self, values: Cells) -> "_Test":
        column, is_known = with_values(self.column, values)
        if not self.other:
            if is_known:
                return _Known(self.holds({self.column: column}))
            return self._replace(column=column)
        other, is_text = with_values(self.other, values)
        if is_known and is_text:
            return _Known(self.holds({self.column: column, self.other: other}))
        if is_text:
            return _compared(column, self.sign, other)
        if is_known and self.sign == CONTAINS:
            raise ValueError(f"{quoted(column)} {CONTAINS} a column; write the column first")
        if is_known:
            return _compared(other, _TURNED[self.sign], column)
        return self._replace(column=column, other=other)


class _Known(NamedTuple):
    """A test whose outcome is known without a row."""

    outcome: bool

    def holds(self, cells: Cells) -> bool:
        return self.outcome

    def columns(self) -> Iterator[str]:
        yield from ()

    def with_values(self, values: Cells) -> "_Test":
        return self


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

    def with_values(self, values: Cells) -> "_Test":
        tests = [test.with_values(values) for test in self.tests]
        decides = self.word != "and"
        if any(isinstance(test, _Known) and test.outcome == decides for test in tests):
            return _Known(self.word == "or")
        left = tuple(test for test in tests if not isinstance(test, _Known))
        return _Joined(self.word, left) if left else _Known(self.word != "or")


_Test = _CellTest | _Known | _Joined


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
        tests = _tests(self.test)
        return any(test.value or test.other or test.sign not in signs for test in tests)

    @property
    def asked(self) -> tuple[str, ...]:
        """The columns that it asks for something in their cells, whatever that is."""
        return tuple(test.column for test in _tests(self.test) if test.sign == _ASKED)

    @property
    def measured(self) -> tuple[str, ...]:
        """The columns whose numbers it compares by size."""
        tests = (test.columns() for test in _tests(self.test) if test.sign in _COMPARE)
        return tuple(chain.from_iterable(tests))

    def with_values(self, values: Cells) -> "Condition":
        """Return it with the values of some names filled in for good."""
        return self._replace(test=self.test.with_values(values))

    def holds(self, cells: Cells) -> bool:
        """Return whether a row meets the condition."""
        return self.test.holds(cells)


def _tests(test: _Test) -> Iterator[_CellTest]:
    if isinstance(test, _CellTest):
        yield test
    elif isinstance(test, _Joined):
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
    if braced := _BRACED.fullmatch(value):
        return _CellTest(column, sign, "", braced[1])
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        value = value[1:-1]
    if sign == CONTAINS and not value:
        raise ValueError(f"write what the cell should contain: {quoted(part.text)}")
    return _compared(column, sign, value)


def _compared(column: str, sign: str, value: str) -> _CellTest:
    if sign in _COMPARE and not is_number(value):
        raise ValueError(f"{sign} compares numbers, not {quoted(value)}")
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
