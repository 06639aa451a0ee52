"""Values in a deck's script, recognised by pattern: nothing is run.

Literals, arithmetic of numbers and columns of a table are converted. Any other Ruby stays text, for
the report.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from operator import add, mul, sub
from typing import NamedTuple

_KEY = re.compile(r"(?:(\w+):(?!:)|:(\w+)\s*=>|['\"]([^'\"]+)['\"]\s*(?::|=>))\s*(.*)", re.DOTALL)
_NAME = re.compile(r"(?<![\w.:@$])([a-z_]\w*)\b(?!\s*[:(!?])")
_NUMBER = re.compile(r"[-+]?(?:\d[\d_]*(?:\.\d+)?|\.\d+)")
_SUM = re.compile(r"[-+*/().\d\s]{1,200}")
_STRING = re.compile(r":(\w+)|'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"", re.DOTALL)
_ESCAPE = re.compile(r"\\(u\{?([0-9a-fA-F]{4})\}?|.)", re.DOTALL)
_PART = re.compile(r"#\{([^{}]*)\}")
_METHOD = re.compile(r"(.+)\.(upcase|downcase|capitalize|strip|to_s|to_sym)", re.DOTALL)
_LENGTH_CALL = re.compile(r"(inches|mm|cm|cells?)\s*\(?\s*([-\d.]+)\s*\)?")
_LENGTH_METHOD = re.compile(r"([-\d.]+)\.(inches|mm|cm|cells?)")
_SPAN = re.compile(r"(.+?)\.\.(\.?)(.+)")
_CELL = r"(\w+)\[\s*(?:'([^']+)'|\"([^\"]+)\"|:(\w+))\s*\]"
_COLUMN = rf"(?:{_CELL}|(\w+)\.(\w+))"
_COUNTED = re.compile(_CELL + r"\.(?:size|length|count)")
_MAPPED = re.compile(_COLUMN + r"\.map\s*(?:\{|do)\s*\|(\w+)\|\s*\"([^\"]*)\"\s*(?:\}|end)")
_UNITS = {"inches": "in", "cell": "c", "cells": "c"}
LONGEST = 4000  # letters of a literal that a variable stands for
_ADVICE = "put the values into a column of the table"


class UntakenError(Exception):
    """Raised with (what, advice) for a statement or value that cannot be converted."""

    def __init__(self, what: str, advice: str) -> None:
        super().__init__(what)
        self.what = what
        self.advice = advice


class Column(NamedTuple):
    """A text with the cells of a column in it, between ``before`` and ``after``."""

    table: str
    name: str
    before: str = ""
    after: str = ""
    is_method: bool = False


class NumberRange(NamedTuple):
    """An inclusive range of numbers; negative ones count from the end."""

    first: int
    last: int


RubyValue = float | str | bool | Column | NumberRange | UntakenError | list["RubyValue"] | None
Variables = Mapping[str, str]
"""The literals that variables stand for, as they are written."""


def options_of(text: str, known: Variables) -> dict[str, RubyValue] | None:
    """Return the options of a call, or None if not all of its arguments are named."""
    text = text.strip()
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    options: dict[str, RubyValue] = {}
    for part in parts_of(text):
        found = _KEY.fullmatch(part)
        if found is None:
            return None
        options[found[1] or found[2] or found[3]] = value_of(found[4].strip(), known)
    return options


def value_of(text: str, known: Variables) -> RubyValue:
    """Return a value, or an UntakenError with its Ruby text."""
    try:
        value = _value(_closed(text, known), known)
    except (UntakenError, RecursionError):
        value = UntakenError(text, _ADVICE)
    return UntakenError(text, value.advice) if isinstance(value, UntakenError) else value


def _value(text: str, known: Variables) -> RubyValue:
    words = {"true": True, "false": False, "nil": None}
    if text in words:
        return words[text]
    if _NUMBER.fullmatch(text):
        return float(text.replace("_", ""))
    if _STRING.fullmatch(text):
        return _string(text, known)
    if found := _METHOD.fullmatch(text):
        value = value_of(found[1], {})
        if isinstance(value, str):
            return value if found[2].startswith("to_") else str(getattr(value, _PYTHON[found[2]])())
    if found := _LENGTH_CALL.fullmatch(text):
        return f"{found[2]}{_UNITS.get(found[1], found[1])}"
    if found := _LENGTH_METHOD.fullmatch(text):
        return f"{found[1]}{_UNITS.get(found[2], found[2])}"
    if text.startswith("[") and text.endswith("]"):
        return [value_of(part, {}) for part in parts_of(text[1:-1])]
    if found := re.fullmatch(r"%[wi][(\[{]([^)\]}]*)[)\]}]", text):
        return list(found[1].split())
    if (span := _span(text)) is not None:
        return span
    if _SUM.fullmatch(text) and (total := arithmetic(text)) is not None:
        return float(total)
    return _column(text) or UntakenError(text, _ADVICE)


_PYTHON = {
    "upcase": "upper",
    "downcase": "lower",
    "capitalize": "capitalize",
    "strip": "strip",
}


def hash_of(text: str, known: Variables) -> dict[str, list[RubyValue]] | None:
    """Return a hash of literal lists as the columns of a table; None for other texts."""
    text = text.strip()
    if not (text.startswith("{") and text.endswith("}")):
        return None
    options = options_of(text[1:-1], known)
    if not options:
        return None
    lists = {key: value for key, value in options.items() if isinstance(value, list)}
    if len(lists) != len(options) or any(
        isinstance(one, (list, Column, NumberRange, UntakenError))
        for value in lists.values()
        for one in value
    ):
        return None
    return lists


def literal(text: str, known: Variables) -> str | None:
    """Return a literal with its variables replaced; None if it is not a literal, or too long."""
    try:
        closed = _closed(text, known)
    except UntakenError:
        return None
    value = value_of(text, known)
    if isinstance(value, str):
        closed = quoted_in_ruby(value)
    elif isinstance(value, float) and not _NUMBER.fullmatch(closed):
        closed = str(arithmetic(closed))
    lists = value if isinstance(value, list) else [value]
    if any(isinstance(one, (UntakenError, list)) for one in lists) or len(closed) > LONGEST:
        return None
    return closed


def quoted_in_ruby(text: str) -> str:
    """Return a text as a Ruby literal without interpolation."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def arithmetic(text: str) -> int | float | None:
    """Evaluate arithmetic as Ruby does, where whole numbers divide without remainder."""
    try:
        return _calculated(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, ValueError, ZeroDivisionError, OverflowError, RecursionError):
        return None


def _calculated(node: ast.expr) -> int | float:
    match node:
        case ast.Constant(value=int() | float() as number):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_calculated(inner)
        case ast.UnaryOp(op=ast.UAdd(), operand=inner):
            return _calculated(inner)
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            one, other = _calculated(left), _calculated(right)
            whole = isinstance(one, int) and isinstance(other, int)
            return one // other if whole else one / other
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() as op, right=right):
            act = {ast.Add: add, ast.Sub: sub, ast.Mult: mul}[type(op)]
            total: int | float = act(_calculated(left), _calculated(right))
            return total
    raise ValueError("is not a sum of numbers")


def _closed(text: str, known: Variables) -> str:
    """Return an expression with variables replaced by their literals."""
    if not known or text.startswith("%"):
        return text
    done, bare = "", ""
    for sign, is_quoted in (*marked(text), ("", True)):
        if not is_quoted:
            bare += sign
            continue
        done += _NAME.sub(lambda found: known.get(found[1], found[1]), bare)
        bare = ""
        done += sign
    if len(done) > len(text) + LONGEST:
        raise UntakenError(text, _ADVICE)
    return done


def _string(text: str, known: Variables) -> RubyValue:
    """Return the value of a string literal, with variables or one column interpolated."""
    found = _STRING.fullmatch(text)
    assert found is not None
    if found[1]:
        return found[1]
    if found[2] is not None:
        return found[2].replace("\\'", "'").replace("\\\\", "\\")
    *before, last = _PART.split(found[3] or "")
    words, columns = "", list[tuple[str, Column]]()
    for literal_part, inserted in zip(before[::2], before[1::2], strict=True):
        words += _unescaped(literal_part)
        value = value_of(inserted.strip(), known)
        if isinstance(value, Column) and not columns:
            columns.append((words, value))
            words = ""
        elif isinstance(value, str):
            words += value
        elif isinstance(value, float):
            words += f"{value:g}"
        else:
            return UntakenError(text, _ADVICE)
    words += _unescaped(last)
    if not columns:
        return words
    ((first, column),) = columns
    return column._replace(before=first + column.before, after=column.after + words)


def _unescaped(text: str) -> str:
    signs = {"n": "\n", "t": "\t", "s": " ", "e": ""}

    def sign(found: re.Match[str]) -> str:
        return chr(int(found[2], 16)) if found[2] else signs.get(found[1], found[1])

    return _ESCAPE.sub(sign, text)


def _span(text: str) -> NumberRange | None:
    found = _SPAN.fullmatch(text.removeprefix("(").removesuffix(")"))
    ends = [arithmetic(one) for one in (found[1], found[3])] if found else []
    if found is None or not all(isinstance(one, int) for one in ends):
        return None
    first, last = (int(one or 0) for one in ends)
    return NumberRange(first, last - bool(found[2]))


def _column(text: str) -> Column | None:
    if found := _COUNTED.fullmatch(text):
        return Column(found[1], found[2] or found[3] or found[4])
    if found := re.fullmatch(_COLUMN, text):
        if found[5]:
            return Column(found[5], found[6], is_method=True)
        return Column(found[1], found[2] or found[3] or found[4])
    if found := _MAPPED.fullmatch(text):
        table, name = found[1] or found[5], found[2] or found[3] or found[4] or found[6]
        before, one, after = found[8].partition(f"#{{{found[7]}}}")
        if one and "#{" not in before + after:
            return Column(table, name, before, after, bool(found[5]))
    return None


def marked(text: str) -> Iterator[tuple[str, bool]]:
    """Yield each character, and whether it is a quote or within a string."""
    quote, skip = "", False
    for sign in text:
        was = quote
        if skip:
            skip = False
        elif quote and sign == "\\":
            skip = True
        elif quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        yield sign, bool(was or quote)


def parts_of(text: str, divider: str = ",") -> Iterator[str]:
    """Yield the parts between dividers that are outside brackets and strings."""
    part, depth = "", 0
    for sign, is_quoted in marked(text):
        if not is_quoted:
            depth += (sign in "([{") - (sign in ")]}")
        if sign == divider and depth == 0 and not is_quoted:
            yield part.strip()
            part = ""
        else:
            part += sign
    if part.strip():
        yield part.strip()
