"""Methods of Ruby's values, as far as scripts of Squib need them."""

from collections.abc import Callable, Sequence
from math import ceil, floor
from typing import Any

from pnp.definitions.squib.ruby import (
    MOST_ITEMS,
    CardIndex,
    DataFrame,
    Enumerator,
    RubyHash,
    RubyRange,
    UntakenError,
    bounded,
    inspected,
    items_of,
    text_of,
)
from pnp.definitions.squib.ruby_lists import (
    ENUMERATED,
    FRAME_METHODS,
    HASH_METHODS,
    LIST_METHODS,
    collected,
    enumerator,
    like,
    looped,
)
from pnp.definitions.squib.ruby_operators import (
    FAULTS,
    TAKES_BLOCK,
    RubyMethod,
    equal,
    is_a,
    is_true,
    matches,
    operate,
    with_block,
    within,
)
from pnp.definitions.squib.ruby_texts import TEXT_METHODS

_NEAR = 1e-9  # a step that ends where it should


def call_method(value: Any, name: str, arguments: Sequence[Any], block: RubyMethod | None) -> Any:
    """Return the result of a method.

    Raises:
        UntakenError: If it is not known, or has none.
    """
    if isinstance(value, UntakenError):
        raise value
    value, methods = _methods_of(value, name)
    method = methods.get(name) or _OF_ALL.get(name)
    if method is None:
        raise UntakenError(f"{name} is not known")
    waits = isinstance(value, list) and not isinstance(value, Enumerator) and name in ENUMERATED
    if waits and block is None and not arguments:
        return enumerator(value, name)
    passed = [block, *arguments] if method in TAKES_BLOCK else arguments
    try:
        return bounded(method(value, *passed))
    except FAULTS:
        raise UntakenError(f"{name} has no result here") from None


def _methods_of(value: Any, name: str) -> tuple[Any, dict[str, RubyMethod]]:
    """Return the methods of a value, and the value that has the one with a name."""
    match value:
        case str():
            return value, TEXT_METHODS
        case None:
            if name in _OF_NIL or name in _OF_ALL or name not in TEXT_METHODS:
                return value, _OF_NIL
            # An empty cell of CSV is nil, or a text if it has quotation marks, which pnp's rows
            # do not tell. Scripts call methods of texts only where it is one.
            return "", TEXT_METHODS
        case bool():
            return value, {}
        case int() | float():
            return value, _OF_NUMBER
        case Enumerator() if name in _OF_ENUMERATOR:
            return value, _OF_ENUMERATOR
        case RubyRange() if name in _OF_SPAN:
            return value, _OF_SPAN
        case dict() if name in HASH_METHODS:
            return value, HASH_METHODS
        case list() | RubyRange() | dict():
            return items_of(value), _OF_LIST
        case DataFrame():
            return value, FRAME_METHODS
    return value, {}


def _rounded(number: Any, digits: int = 0, way: Callable[[float], int] | None = None) -> Any:
    scale = 10 ** min(max(digits, -12), 12)
    scaled = number * scale
    if way is None:  # a half goes away from nought
        made = floor(scaled + 0.5) if scaled >= 0 else ceil(scaled - 0.5)
    else:
        made = way(scaled)
    return made if digits == 0 else made / scale


def _stepped(block: RubyMethod | None, first: Any, last: Any, by: Any) -> Any:
    count = floor((last - first) / by + _NEAR) + 1
    if count > MOST_ITEMS:
        raise UntakenError("it is too long")
    return looped([first + n * by for n in range(max(count, 0))], block)


def _times(number: int, block: RubyMethod | None) -> Any:
    made = _stepped(block, 0, number - 1, 1)
    return made if block is None else number


def _reduced(items: list[Any], block: RubyMethod | None, *given: Any) -> Any:
    """Return what remains of a list by a block, or by an operator or method that is named last."""
    *start, sign = given if given and (block is None or len(given) > 1) else (*given, "")
    rest = iter(items)
    made = start[0] if start else next(rest, None)
    for one in rest:
        if block is not None:
            made = block(made, one)
        elif sign[:1].isalpha():
            made = call_method(made, sign, [one], None)
        else:
            made = operate(sign, made, one)
    return made


def _summed(items: list[Any], block: RubyMethod | None, start: Any = 0) -> Any:
    return _reduced([start, *(items if block is None else map(block, items))], None, "+")


def _dug(value: Any, *keys: Any) -> Any:
    for key in keys:
        value = None if value is None else call_method(value, "[]", [key], None)
    return value


def _with_index(items: Enumerator, block: RubyMethod | None, offset: int = 0) -> Any:
    """Call the method of an enumerator with each item and its number."""
    origin = None if offset else items.origin
    pairs = [[one, CardIndex.of(n + offset, origin)] for n, one in enumerate(items)]
    if block is None:
        return Enumerator(pairs, items.how, items.origin)
    if items.how in ("select", "filter", "reject"):
        kept = items.how != "reject"
        return [pair[0] for pair in pairs if is_true(block(*pair)) == kept]
    made = call_method(pairs, items.how, [], lambda pair: block(*pair))
    return like(items, made) if items.how in ("map", "collect") else made


def _copied(value: Any) -> Any:
    if isinstance(value, RubyHash):
        made = RubyHash(value)
        made.default, made.make = value.default, value.make
        return made
    return list(value) if isinstance(value, list) else value


_OF_NIL: dict[str, RubyMethod] = {
    "to_a": lambda _: [],
    "to_i": lambda _: 0,
    "to_f": lambda _: 0.0,
    "to_h": lambda _: RubyHash(),
}
_OF_NUMBER: dict[str, RubyMethod] = {
    "times": with_block(_times),
    "upto": with_block(lambda n, block, last: _stepped(block, n, last, 1)),
    "downto": with_block(lambda n, block, last: _stepped(block, n, last, -1)),
    "step": with_block(lambda n, block, last, by=1: _stepped(block, n, last, by)),
    "to_i": int,
    "to_f": float,
    "round": _rounded,
    "floor": lambda n, digits=0: _rounded(n, digits, floor),
    "ceil": lambda n, digits=0: _rounded(n, digits, ceil),
    "abs": abs,
    "zero?": lambda n: n == 0,
    "positive?": lambda n: n > 0,
    "negative?": lambda n: n < 0,
    "even?": lambda n: n % 2 == 0,
    "odd?": lambda n: n % 2 == 1,
    "chr": chr,
    "succ": lambda n: n + 1,
    "next": lambda n: n + 1,
    "inches": lambda n: f"{n}in",
    "mm": lambda n: f"{n}mm",
    "cm": lambda n: f"{n}cm",
    "cell": lambda n: f"{n}c",
    "cells": lambda n: f"{n}c",
}
_OF_SPAN: dict[str, RubyMethod] = {
    "include?": within,
    "member?": within,
    "cover?": within,
    "begin": lambda span: span.first,
    "end": lambda span: span.last,
    "step": with_block(
        lambda span, block, by: _stepped(block, span.first, span.last - _NEAR * span.is_open, by)
    ),
    "to_s": inspected,
}
_OF_LIST = LIST_METHODS | {
    "inject": with_block(_reduced),
    "reduce": with_block(_reduced),
    "sum": with_block(_summed),
    "dig": _dug,
}
_OF_ENUMERATOR: dict[str, RubyMethod] = {
    "with_index": with_block(_with_index),
    "each_with_index": with_block(_with_index),
    "with_object": with_block(collected),
}
_OF_ALL: dict[str, RubyMethod] = {
    "nil?": lambda one: one is None,
    "==": equal,
    "!=": lambda one, other: not equal(one, other),
    "!": lambda one: not is_true(one),
    "===": matches,
    "to_s": text_of,
    "inspect": inspected,
    "is_a?": is_a,
    "kind_of?": is_a,
    "between?": lambda one, first, last: within(RubyRange(first, last), one),
    "dup": _copied,
    "clone": _copied,
    "freeze": lambda one: one,
    "dig": _dug,
}
