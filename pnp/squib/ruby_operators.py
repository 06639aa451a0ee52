"""Ruby's operators on the values of a script."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import floor, isfinite
from typing import Any

from pnp.squib.ruby import (
    LONGEST,
    Module,
    RubyRange,
    SheetCell,
    UntakenError,
    bounded,
    inspected,
    is_number,
    items_of,
    text_of,
)

RubyMethod = Callable[..., Any]
FAULTS = (
    *(TypeError, ValueError, AttributeError, IndexError, KeyError),
    *(ZeroDivisionError, OverflowError, re.error),
)
TAKES_BLOCK = set[RubyMethod]()  # methods whose second argument is a block, or None
_FORMAT = re.compile(r"%(?:<(\w+)>|\{(\w+)\})?([-+ 0#]*)(\d*)(?:\.(\d+))?([a-zA-Z%])?")
_MOST_WIDTH = 1000
_CLASSES: dict[str, Callable[[Any], bool]] = {
    "String": lambda one: isinstance(one, str),
    "Symbol": lambda one: False,
    "Integer": lambda one: isinstance(one, int) and not isinstance(one, bool),
    "Float": lambda one: isinstance(one, float),
    "Numeric": is_number,
    "Array": lambda one: isinstance(one, list),
    "Hash": lambda one: isinstance(one, dict),
    "Range": lambda one: isinstance(one, RubyRange),
    "NilClass": lambda one: one is None,
    "TrueClass": lambda one: one is True,
    "FalseClass": lambda one: one is False,
}


def with_block(method: RubyMethod) -> RubyMethod:
    """Mark a method that takes a block, or None, as its second argument."""
    TAKES_BLOCK.add(method)
    return method


def is_true(value: object) -> bool:
    """Return whether a condition holds: all but nil and false do."""
    if isinstance(value, UntakenError):
        raise value
    return value is not None and value is not False


def number_of(value: object) -> Any:
    """Return a number, also that of a workbook's cell; None if it is no number."""
    if isinstance(value, UntakenError):
        raise value
    if is_number(value):
        return value
    if isinstance(value, SheetCell):
        try:
            number = float(value)
        except ValueError:
            return None
        if isfinite(number):
            return int(number) if number == int(number) and "." not in value else number
    return None


def need_number(value: object) -> Any:
    """Return a number."""
    number = number_of(value)
    if number is None:
        raise UntakenError("it is no number")
    return number


def equal(one: object, other: object) -> bool:
    """Return whether two values are equal; a number equals the cell of a workbook that shows it."""
    for value in (one, other):
        if isinstance(value, UntakenError):
            raise value
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    for value, cell in ((one, other), (other, one)):
        if is_number(value) and isinstance(cell, SheetCell):
            return bool(number_of(cell) == value)
    return one == other


def matches(pattern: object, value: object) -> bool:
    """Return whether a value is what ``when`` asks for."""
    match pattern:
        case RubyRange():
            return within(pattern, value)
        case re.Pattern():
            return isinstance(value, str) and pattern.search(value) is not None
        case Module():
            return is_a(value, pattern)
    return is_true(pattern(value)) if callable(pattern) else equal(pattern, value)


def within(span: RubyRange, value: object) -> bool:
    """Return whether a value is in a range."""
    try:
        first = span.first is None or compare(span.first, value) <= 0
        order = -1 if span.last is None else compare(value, span.last)
    except UntakenError:
        return False
    return first and (order < 0 or (order == 0 and not span.is_open))


def is_a(value: object, module: object) -> bool:
    """Return whether a value is of a class."""
    test = _CLASSES.get(module.path) if isinstance(module, Module) else None
    if test is None:
        raise UntakenError(f"{getattr(module, 'path', module)} is not known")
    return test(value)


def compare(one: object, other: object) -> int:
    """Return -1, 0 or 1 for the order of two values."""
    if isinstance(one, str) and isinstance(other, str):
        return (one > other) - (one < other)
    left, right = number_of(one), number_of(other)
    if left is not None and right is not None:
        return int(left > right) - int(left < right)
    if isinstance(one, list) and isinstance(other, list):
        orders = (compare(*pair) for pair in zip(one, other, strict=False))
        longer = (len(one) > len(other)) - (len(one) < len(other))
        return next((order for order in orders if order), longer)
    if one is None and other is None:
        return 0
    raise UntakenError("they have no order")


def operate(sign: str, one: Any, other: Any) -> Any:
    """Return the result of an operator."""
    match sign:
        case "==":
            return equal(one, other)
        case "!=":
            return not equal(one, other)
        case "===":
            return matches(one, other)
        case "!~":
            return operate("=~", one, other) is None
    for value in (one, other):
        if isinstance(value, UntakenError):
            raise value
    try:
        return bounded(_operated(sign, one, other))
    except FAULTS:
        raise UntakenError(f"{sign} has no result here") from None


def _operated(sign: str, one: Any, other: Any) -> Any:
    left, right = number_of(one), number_of(other)
    if left is not None and right is not None and (is_number(one) or is_number(other)):
        return _calculated(sign, left, right)
    if one is None and isinstance(other, str) and sign == "+":
        one = ""  # see the methods of nil
    match one, sign, other:
        case str(), "+", str():
            return str(one) + str(other)
        case list(), "+", list():
            return [*one, *other]
        case list(), "-", list():
            return [item for item in one if not has(other, item)]
        case list(), "&", list():
            return unique(item for item in one if has(other, item))
        case list(), "|", list():
            return unique([*one, *other])
        case str() | list(), "*", int() if len(one) * other > LONGEST:
            raise UntakenError("it is too long")
        case str(), "*", int():
            return str(one) * other
        case list(), "*", int():
            return list(one) * other
        case list(), "*", str():
            return join(one, other)
        case str(), "%", _:
            return formatted(one, other if isinstance(other, list) else [other])
        case _, "<=>", _:
            return compare(one, other)
        case str(), ("<" | "<=" | ">" | ">="), str():
            return _ordered(sign, compare(one, other), 0)
        case str() | None, "=~", re.Pattern():
            return place_of(None if one is None else other.search(one))
        case re.Pattern(), "=~", str() | None:
            return place_of(None if other is None else one.search(other))
        case list(), "<<", _:
            one.append(other)
            return one
        case str(), "<<", _:
            return one + text_of(other)
        case bool() | None, "&", _:
            return is_true(one) and is_true(other)
        case bool() | None, "|", _:
            return is_true(one) or is_true(other)
        case bool() | None, "^", _:
            return is_true(one) != is_true(other)
    raise UntakenError(f"{sign} has no result here")


def _calculated(sign: str, one: Any, other: Any) -> Any:
    is_whole = isinstance(one, int) and isinstance(other, int)
    match sign:
        case "+":
            return one + other
        case "-":
            return one - other
        case "*":
            return one * other
        case "/":
            return one // other if is_whole else one / other
        case "%":
            return one % other
        case "**" if abs(one) <= 1000 and abs(other) <= 20:
            return one**other
        case "<=>":
            return (one > other) - (one < other)
        case "&" if is_whole:
            return one & other
        case "|" if is_whole:
            return one | other
    return _ordered(sign, one, other)


def _ordered(sign: str, one: Any, other: Any) -> bool:
    match sign:
        case "<":
            return bool(one < other)
        case "<=":
            return bool(one <= other)
        case ">":
            return bool(one > other)
        case ">=":
            return bool(one >= other)
    raise UntakenError(f"{sign} has no result here")


def place_of(found: "re.Match[str] | None") -> int | None:
    """Return where something was found."""
    return None if found is None else found.start()


def has(items: object, wanted: object) -> bool:
    """Return whether a list has an item."""
    return any(equal(one, wanted) for one in items_of(items))


def unique(items: Iterable[Any]) -> list[Any]:
    """Return each item once."""
    return list({inspected(one): one for one in reversed(list(items))}.values())[::-1]


def flat(items: list[Any], depth: int) -> list[Any]:
    """Return a list with the items of those in it."""
    made: list[Any] = []
    for one in items:
        made += flat(one, depth - 1) if isinstance(one, list) and depth > 0 else [one]
        bounded(made)
    return made


def join(items: Sequence[Any], between: Any = "") -> str:
    """Return the items of a list as one text."""
    texts = [text_of(one) for one in flat(list(items), 20)]
    if sum(map(len, texts)) + len(texts) * len(between or "") > LONGEST:
        raise UntakenError("it is too long")
    return (between or "").join(texts)


def part_of(value: Any, *at: Any) -> Any:
    """Return a part of a text or list: at a place, from a place on, in a range, or what matches."""
    match at:
        case (re.Pattern() as pattern, *group):
            found = pattern.search(value)
            return found[group[0] if group else 0] if found else None
        case (str() as part,):
            return part if part in value else None
        case (RubyRange(first, last, is_open),):
            size, start = len(value), first or 0
            start += size if start < 0 else 0
            end = size - 1 if last is None else last + (size if last < 0 else 0)
            is_short = last is not None and is_open
            return None if start > size else _cut(value, start, end + (not is_short))
        case (start, count) if start <= len(value):
            start += len(value) if start < 0 else 0
            return _cut(value, start, start + count)
        case (number,) if is_number(number):
            return value[int(number)] if -len(value) <= number < len(value) else None
    return None


def _cut(value: Any, start: int, end: int) -> Any:
    made = value[max(start, 0) : max(end, 0)]
    return made if isinstance(value, str) else list(made)


def formatted(text: str, values: Sequence[Any]) -> str:
    """Return a text with values in it, in the notation of ``sprintf``."""
    rest = iter(values)
    named = values[0] if len(values) == 1 and isinstance(values[0], dict) else {}
    try:
        return _FORMAT.sub(lambda found: _inserted(found, rest, named), text)
    except (StopIteration, KeyError):
        raise UntakenError("a format without its value") from None


def _inserted(found: "re.Match[str]", rest: Iterator[Any], named: dict[str, Any]) -> str:
    key, plain, flags, width, digits, kind = found.groups()
    if kind == "%" and not key and not plain:
        return "%"
    if int(width or 0) > _MOST_WIDTH or int(digits or 0) > _MOST_WIDTH:
        raise UntakenError("it is too long")
    if plain:
        return text_of(named[plain]) + (kind or "")
    value = named[key] if key else next(rest)
    spec = f"%{flags}{width}{f'.{digits}' if digits else ''}{'d' if kind in 'iu' else kind}"
    match kind:
        case "d" | "i" | "u" | "x" | "X" | "o":
            return str(spec % floor(need_number(value)))
        case "f" | "e" | "g" | "E" | "G":
            return str(spec % float(need_number(value)))
        case "s":
            return str(spec % text_of(value))
    raise UntakenError("a format that is not known")
