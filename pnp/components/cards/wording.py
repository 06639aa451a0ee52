"""Words with columns in them, and conditions on the columns of a row.

``"{title}"`` takes what a row has under *title*; ``{{`` and ``}}`` are braces. A condition
is a column's name, which holds where its cell is not empty, ``not`` before one, or a column
compared with a value: ``kind = event``, ``cost > 3``, joined by ``and`` and ``or``; ``==`` is
the same as ``=``.
"""

import operator
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from pnp.base.units import quoted

Cells = Mapping[str, str]

_PART = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_TERM = re.compile(r"(.+?)\s*(!=|<=|>=|==?|<|>)\s*(.*)")
_OR, _AND = re.compile(r"\s+or\s+"), re.compile(r"\s+and\s+")
SIGNS = "=, !=, <, <=, > and >="
_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_OF_TEXT = ("=", "==", "!=")
_LONGEST = 5000  # characters of one wording


class Wording(NamedTuple):
    """Text with the names of columns in it; ``parts`` are text and names in turn."""

    text: str
    parts: tuple[str, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns it names, in their order."""
        return self.parts[1::2]

    def length(self, cells: Mapping[str, int]) -> int:
        """Return the number of letters with cells of so many letters in it."""
        filled = sum(cells.get(column, 0) for column in self.columns)
        return filled + sum(map(len, self.parts[::2]))

    def fill(self, cells: Cells) -> str:
        """Return the text with a row's cells in it; missing cells are empty."""
        return "".join(
            cells.get(part, "") if index % 2 else part for index, part in enumerate(self.parts)
        )


class _CellTest(NamedTuple):
    column: str
    sign: str
    value: str

    def holds(self, cells: Cells) -> bool:
        cell, compare = cells.get(self.column, ""), _COMPARE[self.sign]
        if self.sign in _OF_TEXT:
            return compare(cell, self.value)
        return _is_number(cell) and compare(float(cell), float(self.value))


class Condition(NamedTuple):
    """Groups of tests; a row meets the condition if it passes all tests of a group."""

    text: str
    groups: tuple[tuple[_CellTest, ...], ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that it tests."""
        return tuple(dict.fromkeys(term.column for group in self.groups for term in group))

    def holds(self, cells: Cells) -> bool:
        """Return whether a row meets the condition."""
        return any(all(term.holds(cells) for term in group) for group in self.groups)


@lru_cache(maxsize=1024)
def parse_wording(text: str) -> Wording:
    """Read text with columns in braces.

    Raises:
        ValueError: If a brace has no partner.
    """
    _check_length(text)
    parts = [""]
    end = 0
    for match in _PART.finditer(text):
        parts[-1] += text[end : match.start()]
        end = match.end()
        if match[0] in ("{{", "}}"):
            parts[-1] += match[0][0]
        elif match[1] is not None and match[1].strip():
            parts += [match[1].strip(), ""]
        else:
            raise ValueError(
                f'write a column in braces, such as "{{title}}", and a brace as two: {{{{; '
                f"not {quoted(text)}"
            )
    parts[-1] += text[end:]
    return Wording(text, tuple(parts))


@lru_cache(maxsize=1024)
def parse_condition(text: str) -> Condition:
    """Read a condition.

    Raises:
        ValueError: If it is none.
    """
    _check_length(text)
    groups = tuple(tuple(map(_term, _AND.split(part))) for part in _OR.split(text.strip()))
    return Condition(text, groups)


def _check_length(text: str) -> None:
    if len(text) > _LONGEST:
        raise ValueError(f"write at most {_LONGEST} characters, not {len(text)}")


def _term(text: str) -> _CellTest:
    text = text.strip()
    match = _TERM.fullmatch(text)
    if match is None:
        word, space, rest = text.partition(" ")
        column, sign = (rest.strip(), "=") if space and word == "not" else (text, "!=")
        return _CellTest(_column(column, text), sign, "")
    column, sign, value = _column(match[1], text), match[2], match[3].strip()
    if value[:1] in ("=", "<", ">", "!"):
        raise ValueError(f"{SIGNS} compare; not {quoted(sign + value[0])}, in {quoted(text)}")
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        value = value[1:-1]
    if sign not in _OF_TEXT and not _is_number(value):
        raise ValueError(f"{sign} compares numbers, not {quoted(value)}")
    return _CellTest(column, sign, value)


def _column(name: str, text: str) -> str:
    words = name.split()
    if not words or {words[0], words[-1]} & {"and", "or"} or words == ["not"] or name[0] in "=<>!":
        raise ValueError(
            'write a condition such as "cost", "not cost", "kind = event" or "cost > 3", '
            f"not {quoted(text)}"
        )
    return name.removeprefix("{").removesuffix("}")


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d{1,15}(\.\d{1,15})?", text) is not None
