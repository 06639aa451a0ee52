"""Methods of Ruby's values, as far as scripts of Squib need them."""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cmp_to_key
from itertools import chain
from math import ceil, floor
from typing import Any

from pnp.squib.ruby import (
    MOST_ITEMS,
    CardCells,
    CardIndex,
    CellOrigin,
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
from pnp.squib.ruby_operators import (
    FAULTS,
    TAKES_BLOCK,
    RubyMethod,
    compare,
    equal,
    flat,
    formatted,
    has,
    is_a,
    is_true,
    join,
    matches,
    need_number,
    operate,
    part_of,
    unique,
    with_block,
    within,
)
from pnp.squib.ruby_texts import TEXT_METHODS

_ENUMERATED = (
    "each map collect each_with_index each_index select filter reject flat_map find_index "
    "sort_by group_by partition min_by max_by filter_map find detect"
)
ENUMERATED = frozenset(_ENUMERATED.split())  # methods that without a block wait for one


def origin_of(value: object) -> CellOrigin | None:
    """Return the column that a list comes from."""
    return value.origin if isinstance(value, CardCells) else None


def enumerator(items: list[Any], name: str) -> Enumerator:
    """Return the items that a method is to be called on with a block."""
    origin = origin_of(items)
    match name:
        case "each_with_index":
            pairs = [[one, CardIndex.of(n, origin)] for n, one in enumerate(items)]
            return Enumerator(pairs, "each", origin)
        case "each_index":
            return Enumerator([CardIndex.of(n, origin) for n in range(len(items))], "each", origin)
    return Enumerator(items, name, origin)


def like(value: object, made: list[Any]) -> list[Any]:
    """Return a list with an item for each one of another, whose origin it has."""
    origin = origin_of(value)
    return made if origin is None else CardCells(made, origin)


def sorted_by(items: list[Any], block: RubyMethod) -> list[Any]:
    """Return items in the order of what a block makes of them."""
    keyed = [(block(one), one) for one in items]
    order = cmp_to_key(compare)
    return [one for _, one in sorted(keyed, key=lambda pair: order(pair[0]))]


def _sorted(items: list[Any], block: RubyMethod | None) -> list[Any]:
    def order(one: Any, other: Any) -> int:
        return compare(one, other) if block is None else int(need_number(block(one, other)))

    return sorted(items, key=cmp_to_key(order))


def _grouped(items: list[Any], block: RubyMethod) -> RubyHash:
    made = RubyHash()
    for one in items:
        made.setdefault(block(one), []).append(one)
    return made


def each(items: list[Any], block: RubyMethod) -> list[Any]:
    """Call a block with each item."""
    for one in list(items):
        block(one)
    return items


def _each_with_index(items: list[Any], block: RubyMethod) -> list[Any]:
    for number, one in enumerate(list(items)):
        block(one, CardIndex.of(number, origin_of(items)))
    return items


def _first(items: list[Any], count: int | None = None) -> Any:
    return items[:count] if count is not None else items[0] if items else None


def _last(items: list[Any], count: int | None = None) -> Any:
    if count is None:
        return items[-1] if items else None
    return items[max(len(items) - count, 0) :]


def looped(items: list[Any], block: RubyMethod | None) -> Any:
    """Call a block with each item, or return an enumerator."""
    return Enumerator(items, "each") if block is None else each(items, block)


def _sliced(items: list[Any], size: int) -> list[list[Any]]:
    return [list(items[n : n + size]) for n in range(0, len(items), max(size, 1))]


def _tests(items: list[Any], block: RubyMethod | None, pattern: Sequence[Any]) -> Iterator[bool]:
    for one in items:
        if pattern:
            yield matches(pattern[0], one)
        else:
            yield is_true(one if block is None else block(one))


def _counted(items: list[Any], block: RubyMethod | None, *wanted: Any) -> int:
    if wanted:
        return sum(equal(one, wanted[0]) for one in items)
    return len(items) if block is None else sum(is_true(block(one)) for one in items)


def _index(items: list[Any], block: RubyMethod | None, *wanted: Any) -> int | None:
    for number, one in enumerate(items):
        if equal(one, wanted[0]) if wanted else block is not None and is_true(block(one)):
            return CardIndex.of(number, origin_of(items))
    return None


def _best(items: list[Any], block: RubyMethod | None, sign: int, count: int | None = None) -> Any:
    made = sorted_by(items, block) if block else _sorted(items, None)
    return _first(made if sign < 0 else made[::-1], count)


def _chosen(items: list[Any], block: RubyMethod, truth: bool) -> list[Any]:
    return [one for one in items if is_true(block(one)) == truth]


def _changing(change: RubyMethod) -> RubyMethod:
    """Return a method that puts the items of another's result in place of a list's own."""

    def changed(items: list[Any], *given: Any) -> list[Any]:
        items[:] = change(items, *given)
        return items

    return with_block(changed) if change in TAKES_BLOCK else changed


def _popped(items: list[Any], at: int) -> Any:
    return items.pop(at) if items else None


def _inserted(items: list[Any], at: int, *more: Any) -> list[Any]:
    items[at:at] = more
    return items


def _deleted(items: list[Any], wanted: Any) -> Any:
    items[:] = [one for one in items if not equal(one, wanted)]
    return wanted


def _put(items: list[Any], at: int, value: Any) -> Any:
    if at >= MOST_ITEMS:
        raise UntakenError("it is too long")
    items += [None] * (at - len(items) + 1)
    items[at] = value
    return value


def _zipped(items: list[Any], *others: Any) -> list[list[Any]]:
    rest = [items_of(one) for one in others]
    return [
        [one, *(other[n] if n < len(other) else None for other in rest)]
        for n, one in enumerate(items)
    ]


def collected(items: list[Any], block: RubyMethod, made: Any) -> Any:
    """Return an object that a block was called with beside each item."""
    for one in items:
        block(one, made)
    return made


def _to_hash(items: list[Any], block: RubyMethod | None) -> RubyHash:
    return RubyHash((key, one) for key, one in (items if block is None else map(block, items)))


LIST_METHODS: dict[str, RubyMethod] = {
    "length": len,
    "size": len,
    "count": with_block(_counted),
    "empty?": lambda a: not a,
    "first": _first,
    "last": _last,
    "[]": part_of,
    "slice": part_of,
    "fetch": lambda a, n, *usual: a[n] if -len(a) <= n < len(a) else usual[0],
    "[]=": _put,
    "each": with_block(each),
    "each_pair": with_block(each),
    "reverse_each": with_block(lambda a, block: each(a[::-1], block)),
    "each_with_index": with_block(_each_with_index),
    "each_index": with_block(lambda a, block: each(enumerator(a, "each_index"), block)),
    "map": with_block(lambda a, block: like(a, [block(one) for one in a])),
    "flat_map": with_block(lambda a, block: flat([block(one) for one in a], 1)),
    "filter_map": with_block(lambda a, block: [x for one in a if is_true(x := block(one))]),
    "select": with_block(lambda a, block: _chosen(a, block, True)),
    "reject": with_block(lambda a, block: _chosen(a, block, False)),
    "find": with_block(lambda a, block: next((x for x in a if is_true(block(x))), None)),
    "index": with_block(_index),
    "any?": with_block(lambda a, block, *of: any(_tests(a, block, of))),
    "all?": with_block(lambda a, block, *of: all(_tests(a, block, of))),
    "none?": with_block(lambda a, block, *of: not any(_tests(a, block, of))),
    "include?": has,
    "min": with_block(lambda a, block, count=None: _best(a, block, -1, count)),
    "max": with_block(lambda a, block, count=None: _best(a, block, 1, count)),
    "sort": with_block(_sorted),
    "sort_by": with_block(sorted_by),
    "reverse": lambda a: a[::-1],
    "zip": _zipped,
    "transpose": lambda a: [list(one) for one in zip(*a, strict=True)],
    "compact": lambda a: [one for one in a if one is not None],
    "flatten": lambda a, depth=20: flat(a, depth),
    "uniq": with_block(
        lambda a, block: (
            unique(a) if block is None else [some[0] for some in _grouped(a, block).values()]
        )
    ),
    "group_by": with_block(_grouped),
    "partition": with_block(lambda a, block: [_chosen(a, block, True), _chosen(a, block, False)]),
    "each_slice": with_block(lambda a, block, size: looped(_sliced(a, size), block)),
    "join": join,
    "push": lambda a, *some: _inserted(a, len(a), *some),
    "concat": lambda a, *lists: _inserted(a, len(a), *chain.from_iterable(map(items_of, lists))),
    "unshift": lambda a, *some: _inserted(a, 0, *some),
    "pop": lambda a: _popped(a, -1),
    "shift": lambda a: _popped(a, 0),
    "delete": _deleted,
    "take": lambda a, count: a[:count],
    "drop": lambda a, count: a[count:],
    "tally": lambda a: RubyHash((one, _counted(a, None, one)) for one in unique(a)),
    "each_with_object": with_block(collected),
    "to_a": list,
    "entries": list,
    "to_set": unique,
    "to_h": with_block(_to_hash),
    "to_s": inspected,
}
_OTHER_NAMES = {
    "map": ("collect",),
    "select": ("filter", "find_all"),
    "find": ("detect",),
    "index": ("find_index",),
    "include?": ("member?",),
    "min": ("min_by",),
    "max": ("max_by",),
    "push": ("append", "add"),
    "unshift": ("prepend",),
}
LIST_METHODS |= {
    other: LIST_METHODS[name] for name, others in _OTHER_NAMES.items() for other in others
}
_CHANGING = "map collect select filter reject sort sort_by reverse compact flatten uniq"
LIST_METHODS |= {f"{name}!": _changing(LIST_METHODS[name]) for name in _CHANGING.split()}
LIST_METHODS |= {"keep_if": LIST_METHODS["select!"], "delete_if": LIST_METHODS["reject!"]}


def hash_value(value: dict[Any, Any], key: Any) -> Any:
    """Return the value of a key in a hash, or its default."""
    if key in value or not isinstance(value, RubyHash):
        return value.get(key)
    return value.make(value, key) if value.make else value.default


def _updated(value: dict[Any, Any], *others: Any) -> dict[Any, Any]:
    for other in others:
        value.update(other)
    return value


def _stored(value: dict[Any, Any], key: Any, one: Any) -> Any:
    value[key] = one
    return one


def _each_pair(value: dict[Any, Any], block: RubyMethod) -> dict[Any, Any]:
    for key, one in list(value.items()):
        block(key, one)
    return value


def _chosen_pairs(value: dict[Any, Any], block: RubyMethod, truth: bool) -> RubyHash:
    return RubyHash((k, v) for k, v in value.items() if is_true(block(k, v)) == truth)


HASH_METHODS: dict[str, RubyMethod] = {
    "[]": hash_value,
    "[]=": _stored,
    "fetch": lambda h, key, *usual: h[key] if key in h else usual[0],
    "key?": lambda h, key: key in h,
    "value?": lambda h, value: has(list(h.values()), value),
    "keys": list,
    "values": lambda h: list(h.values()),
    "length": len,
    "size": len,
    "empty?": lambda h: not h,
    "each": with_block(_each_pair),
    "each_key": with_block(lambda h, block: each(list(h), block)),
    "each_value": with_block(lambda h, block: each(list(h.values()), block)),
    "merge": lambda h, *others: _updated(RubyHash(h), *others),
    "merge!": _updated,
    "delete": lambda h, key: h.pop(key, None),
    "select": with_block(lambda h, block: _chosen_pairs(h, block, True)),
    "reject": with_block(lambda h, block: _chosen_pairs(h, block, False)),
    "transform_values": with_block(lambda h, block: RubyHash((k, block(v)) for k, v in h.items())),
    "to_h": lambda h: h,
    "to_s": inspected,
}
HASH_METHODS |= dict.fromkeys(("has_key?", "include?", "member?"), HASH_METHODS["key?"])
HASH_METHODS |= {"each_pair": HASH_METHODS["each"], "filter": HASH_METHODS["select"]}
HASH_METHODS |= {"update": _updated, "has_value?": HASH_METHODS["value?"]}
FRAME_METHODS: dict[str, RubyMethod] = {
    "[]": lambda frame, name: frame.columns.get(text_of(name)),
    "[]=": lambda frame, name, cells: frame.put(text_of(name), items_of(cells)),
    "columns": lambda frame: list(frame.columns),
    "keys": lambda frame: list(frame.columns),
    "nrows": lambda frame: frame.count,
    "ncolumns": lambda frame: len(frame.columns),
    "col?": lambda frame, name: name in frame.columns,
    "key?": lambda frame, name: name in frame.columns,
    "has_key?": lambda frame, name: name in frame.columns,
    "row": lambda frame, n: RubyHash((k, part_of(v, n)) for k, v in frame.columns.items()),
    "to_h": lambda frame: RubyHash(frame.columns),
    "each": with_block(lambda frame, block: _each_pair(frame.columns, block)),
    "each_pair": with_block(lambda frame, block: _each_pair(frame.columns, block)),
}


def column_of(frame: DataFrame, name: str) -> Any:
    """Return the column that a method such as ``card_name`` stands for; None if there is none."""
    return next((cells for key, cells in frame.columns.items() if _snake(key) == name), None)


def _snake(name: str) -> str:
    """Return the name of the method that Squib makes for a column."""
    import re

    text = re.sub(r"\s+", "_", name.strip())
    text = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", text)
    return re.sub(r"([a-z]+)([A-Z])", r"\1_\2", text).lower()


_NEAR = 1e-9  # a step that ends where it should


def call_method(value: Any, name: str, arguments: Sequence[Any], block: RubyMethod | None) -> Any:
    """Return the result of a method."""
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


def call_of_module(path: str, name: str, values: Sequence[Any], block: RubyMethod | None) -> Any:
    """Return the result of a method of one of Ruby's modules; NotImplemented if it is not known."""
    match path, name, values:
        case "Kernel", ("lambda" | "proc"), []:
            return block
        case "Kernel", ("format" | "sprintf"), [str() as text, *rest]:
            return formatted(text, rest)
        case "Kernel", ("Integer" | "Float"), [value]:
            return call_method(value, "to_i" if name == "Integer" else "to_f", [], None)
        case "Kernel", "String", [value]:
            return text_of(value)
        case "Kernel", "Array", [value]:
            is_list = isinstance(value, (list, RubyRange, dict))
            return [] if value is None else items_of(value) if is_list else [value]
        case "Hash", "new", [*some]:
            made = RubyHash()
            made.default, made.make = some[0] if some else None, block
            return made
        case "Array", "new", [count] if block is not None:
            return [block(number) for number in items_of(RubyRange(0, count, True))]
        case "Array", "new", [count, *fill]:
            return operate("*", fill or [None], count)
        case (("Array" | "Set"), "new", []):
            return []
        case "Set", "new", [items]:
            return call_method(items, "uniq", [], None)
        case "String", "new", [*some]:
            return text_of(some[0] if some else "")
        case "Math", ("sin" | "cos" | "tan" | "sqrt" | "atan" | "atan2" | "hypot" | "log"), _:
            try:
                return getattr(math, name)(*values)
            except (ValueError, TypeError, OverflowError):
                raise UntakenError(f"{name} has no result here") from None
    return NotImplemented


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
