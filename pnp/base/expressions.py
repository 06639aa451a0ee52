"""The arithmetic of claims: parsed, evaluated and displayed, never executed.

A claim compares two or more terms, such as ``arms * tiles_in_arm == tiles``. Terms are
whole or decimal numbers, names, ``name.figure``, ``name.figure[key]``, the operators
``+ - * / // %`` and the functions ``sum``, ``min``, ``max`` and ``count``.
"""

import ast
import copy
import operator
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from pnp.base.errors import ExpressionError
from pnp.base.units import format_mm, join_words, total

Number = int | float
_Several = tuple[Number, ...] | Mapping[int, Number]
FigureValue = Number | _Several


class Named(NamedTuple):
    """The meaning of a name: its number when it stands alone, and its figures."""

    value: Number
    figures: Mapping[str, FigureValue]


Scope = Mapping[str, Number | Named]


def figure_name(words: str) -> str:
    """Return words as a name in claims: ``deep_sea`` for ``Deep sea``."""
    return "".join(c if c.isalnum() else "_" for c in words.lower())


_SUM, _PRODUCT, _ATOM = 1, 2, 3  # how tightly a term binds
# How an operator is shown, how tightly it binds, and what it does.
_OPERATORS: dict[type[ast.operator], tuple[str, int, Callable[[Number, Number], Number]]] = {
    ast.Add: ("+", _SUM, operator.add),
    ast.Sub: ("-", _SUM, operator.sub),
    ast.Mult: ("x", _PRODUCT, operator.mul),
    ast.Div: ("/", _PRODUCT, operator.truediv),
    ast.FloorDiv: ("//", _PRODUCT, operator.floordiv),
    ast.Mod: ("mod", _PRODUCT, operator.mod),
}
_SLACK = 1e-9  # lengths are decimal numbers: 0.1 + 0.2 should equal 0.3
_COMPARISONS: dict[type[ast.cmpop], tuple[str, Callable[[Number, Number], bool]]] = {
    ast.Eq: ("=", lambda a, b: abs(a - b) < _SLACK),
    ast.NotEq: ("≠", lambda a, b: abs(a - b) >= _SLACK),
    ast.Lt: ("<", lambda a, b: a < b - _SLACK),
    ast.LtE: ("≤", lambda a, b: a < b + _SLACK),
    ast.Gt: (">", lambda a, b: a > b + _SLACK),
    ast.GtE: ("≥", lambda a, b: a > b - _SLACK),
}
_FUNCTIONS: dict[str, Callable[[tuple[Number, ...]], Number]]
_FUNCTIONS = {"sum": total, "min": min, "max": max, "count": len}
_LONGEST = 200  # characters; there are no powers either, so untrusted claims end soon
_LARGEST = 10**12
# Escapes and words right after a number, of which Python would warn.
_ODD = re.compile(r"\\|(?<![\w.])\d[\d_.]*(?!e[+-]?\d|j\b)[a-z]", re.IGNORECASE)
_MOST_TERMS = 12  # of a sum that is written out in full


class ComparisonOutcome(NamedTuple):
    """Whether a comparison holds, and its arithmetic as people read it: ``6 x 6 = 36``."""

    ok: bool
    shown: str


class Comparison(NamedTuple):
    """The arithmetic of a claim on one line, parsed but not calculated."""

    text: str

    def names(self) -> frozenset[str]:
        """Return every name in it, but not the figures of names."""
        return frozenset(
            node.id
            for node in _terms(self.text)
            if isinstance(node, ast.Name) and node.id not in _FUNCTIONS
        )

    def work_out(self, scope: Scope) -> ComparisonOutcome:
        """Evaluate the comparison with the names of ``scope``.

        Raises:
            ExpressionError: If a name or a figure is unknown, or the arithmetic fails.
        """
        tree = _tree(self.text)
        try:
            terms = [_term(node, scope) for node in (tree.left, *tree.comparators)]
        except _PartError as fault:
            message = f"{fault}; see {marked(self.text, (fault.node,))}"
            raise ExpressionError(message) from None
        shown = terms[0].shown
        for before, op, after in zip(terms, tree.ops, terms[1:], strict=False):
            word, holds = _COMPARISONS[type(op)]
            if not holds(before.value, after.value):
                wanted = after.shown if word == "=" else f"{word} {after.shown}"
                shown += f"{_equals(before)}, which is not {wanted}{_equals(after)}"
                return ComparisonOutcome(False, shown)
            shown += f" {word} {after.shown}"
        return ComparisonOutcome(True, shown)


class Calculation(NamedTuple):
    """Arithmetic without a comparison on one line, such as ``cost + 1``, with its names."""

    text: str
    names: tuple[str, ...]

    def work_out(self, scope: Mapping[str, Number]) -> Number:
        """Calculate it with the numbers of ``scope``, which has ``name.figure`` as a name.

        Raises:
            ExpressionError: If the arithmetic fails.
        """
        try:
            return _term(_expression(self.text), scope).value
        except _PartError as fault:
            raise ExpressionError(f"{fault}") from None

    def with_numbers(self, scope: Mapping[str, Number]) -> str:
        """Return it as text, with numbers in place of some names."""
        tree = copy.deepcopy(_expression(self.text))
        return ast.unparse(_Replaced(scope).visit(tree))


class _Replaced(ast.NodeTransformer):
    """Replaces names by their numbers."""

    def __init__(self, scope: Mapping[str, Number]) -> None:
        self._scope = scope

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Replace a name."""
        return ast.Constant(self._scope[node.id]) if node.id in self._scope else node


@lru_cache(maxsize=1024)
def parse_calculation(text: str) -> Calculation | None:
    """Parse arithmetic without a comparison; None if a text is none, or a name alone.

    Raises:
        ExpressionError: If it has an operator or a function that is not known here.
    """
    line = one_line(text)
    try:
        tree = _expression(line)
    except ExpressionError:
        return None
    if not isinstance(tree, ast.BinOp | ast.UnaryOp | ast.Call):
        return None
    names: dict[str, None] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.expr):
            _check_known(node, line)
        if isinstance(node, ast.Attribute) or (
            isinstance(node, ast.Name) and node.id not in _FUNCTIONS
        ):
            names[ast.unparse(node)] = None
    whole = {name.partition(".")[0] for name in names if "." in name}
    return Calculation(line, tuple(name for name in names if name not in whole))


@lru_cache(maxsize=1024)  # as each tree
def parse_comparison(text: str) -> Comparison:
    """Parse the arithmetic of a claim.

    Raises:
        ExpressionError: If it is not a comparison in the language above.
    """
    line = one_line(text)
    for node in _terms(line):
        _check_known(node, line)
    return Comparison(line)


def mark(text: str, names: Collection[str]) -> str:
    """Return the arithmetic of a claim with some names marked."""
    line = one_line(text)
    nodes = [n for n in _terms(line) if isinstance(n, ast.Name) and n.id in names]
    return marked(line, nodes)


class _PartError(Exception):
    """A fault in a part of a claim's arithmetic."""

    def __init__(self, message: str, node: ast.expr) -> None:
        super().__init__(message)
        self.node = node


class _Term(NamedTuple):
    value: Number
    shown: str
    binds: int = _ATOM


@lru_cache(maxsize=1024)  # the loader, the model and the audit parse each claim
def _tree(text: str) -> ast.Compare:
    tree = _expression(text)
    if isinstance(tree, ast.BoolOp):
        word = "and" if isinstance(tree.op, ast.And) else "or"
        raise ExpressionError(
            f"{word!r} joins conditions of cards, not arithmetic; write a claim for each "
            f"comparison, not {text!r}"
        )
    if not isinstance(tree, ast.Compare) or {type(op) for op in tree.ops} - _COMPARISONS.keys():
        raise ExpressionError(_advice(text))
    return tree


@lru_cache(maxsize=1024)
def _expression(text: str) -> ast.expr:
    if len(text) > _LONGEST:
        raise ExpressionError(f"write at most {_LONGEST} characters of arithmetic, not {len(text)}")
    if _ODD.search(text):
        raise ExpressionError(_advice(text))
    try:
        return ast.parse(text, mode="eval").body
    except SyntaxError as error:
        raise ExpressionError(_advice(text) + stop(text, error)) from None
    except (ValueError, RecursionError, MemoryError):
        raise ExpressionError(_advice(text)) from None


def _advice(text: str) -> str:
    return f'write a comparison such as "rows * columns == tiles", not {text!r}'


@lru_cache(maxsize=1024)  # as each tree
def _terms(text: str) -> tuple[ast.expr, ...]:
    tree = _tree(text)
    nodes = (node for side in (tree.left, *tree.comparators) for node in ast.walk(side))
    return tuple(node for node in nodes if isinstance(node, ast.expr))


def _check_known(node: ast.expr, text: str) -> None:
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            if value > _LARGEST:
                raise ExpressionError(f"write numbers up to {_LARGEST} in arithmetic")
            return
        case ast.Name() | ast.Attribute(value=ast.Name()) | ast.Subscript():
            return
        case ast.UnaryOp(op=ast.USub()):
            return
        case ast.BinOp(op=op) if type(op) in _OPERATORS:
            return
        case ast.Call(func=ast.Name(id=name), args=[_], keywords=[]) if name in _FUNCTIONS:
            return
    part = ast.get_source_segment(text, node) or text
    raise ExpressionError(
        f"{part!r} is not arithmetic that is known here; use numbers, names, + - * / // %, "
        + ", ".join(f"{name}()" for name in _FUNCTIONS)
        + f"; see {marked(text, (node,))}"
    )


def _term(node: ast.expr, scope: Scope) -> _Term:
    match node:
        case ast.BinOp(left, op, right):
            return _combine(_term(left, scope), op, _term(right, scope))
        case ast.UnaryOp(operand=operand):
            inner = _term(operand, scope)
            return _Term(-inner.value, f"-{_bracketed(inner, inner.binds < _ATOM)}", _PRODUCT)
        case ast.Call(func=ast.Name(id=name), args=[argument]):
            return _aggregate(name, argument, scope)
        case _:
            value = _figure(node, scope)
            if isinstance(value, tuple | Mapping):
                advice = (
                    "take sum(), min(), max() or count() of them, or pick one, such as totals[12]"
                )
                raise _PartError(f"{ast.unparse(node)} is several numbers: {advice}", node)
            if abs(value) > _LARGEST:
                raise ExpressionError(f"{ast.unparse(node)} is more than {_LARGEST}")
            return _Term(value, _labelled(node, value, scope))


def _labelled(node: ast.expr, value: Number, scope: Scope) -> str:
    """Format a number with what it counts: ``36 tiles``, ``30 (tiles.width)``, plain ``6``."""
    match node:
        case ast.Name(id=name) if isinstance(scope[name], Named):
            return f"{format_mm(value)} {name}"
        case ast.Attribute() | ast.Subscript():
            return f"{format_mm(value)} ({ast.unparse(node)})"
        case _:
            return format_mm(value)


def _combine(left: _Term, op: ast.operator, right: _Term) -> _Term:
    word, binds, calculate = _OPERATORS[type(op)]
    before = _bracketed(left, left.binds < binds)
    after = _bracketed(right, right.binds <= binds)
    shown = f"{before} {word} {after}"
    try:
        value = calculate(left.value, right.value)
    except ZeroDivisionError:
        raise ExpressionError(f"{shown} divides by 0") from None
    if abs(value) > _LARGEST:
        raise ExpressionError(f"{shown} is more than {_LARGEST}")
    return _Term(value, shown, binds)


def _aggregate(name: str, argument: ast.expr, scope: Scope) -> _Term:
    figure, text = _figure(argument, scope), ast.unparse(argument)
    if isinstance(figure, int | float):
        raise _PartError(f"{text} is one number; {name}() needs several", argument)
    if not figure:
        raise _PartError(f"{text} is empty", argument)
    value = _aggregated(name, _Same(figure))
    if name == "sum" and len(figure) <= _MOST_TERMS:
        terms = " + ".join(map(format_mm, _numbers(figure)))
        return _Term(value, terms, _SUM if len(figure) > 1 else _ATOM)
    return _Term(value, f"{format_mm(value)} ({name} of {text})")


class _Same:
    """A cache key for several numbers; compared by identity, as comparing them takes long."""

    def __init__(self, figure: _Several) -> None:
        self.figure = figure

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.figure is other.figure

    def __hash__(self) -> int:
        return id(self.figure)


@lru_cache(maxsize=64)  # many claims may be about the same numbers
def _aggregated(name: str, same: _Same) -> Number:
    return _FUNCTIONS[name](_numbers(same.figure))


def _numbers(figure: _Several) -> tuple[Number, ...]:
    return tuple(figure.values()) if isinstance(figure, Mapping) else figure


def _figure(node: ast.expr, scope: Scope) -> FigureValue:
    match node:
        case ast.Constant(value=int() | float() as value):
            return value
        case ast.Name(id=name):
            meaning = _known(node, name, scope)
            return meaning.value if isinstance(meaning, Named) else meaning
        case ast.Attribute(value=ast.Name(id=name), attr=attribute):
            if (whole := scope.get(f"{name}.{attribute}")) is not None:
                return whole.value if isinstance(whole, Named) else whole
            meaning = _known(node, name, scope)
            figures = meaning.figures if isinstance(meaning, Named) else {}
            if attribute not in figures:
                known = join_words(figures) or "none"
                raise _PartError(f"{name} has no figure {attribute!r}; its figures: {known}", node)
            return figures[attribute]
        case ast.Subscript(value=inner, slice=index):
            return _picked(_figure(inner, scope), _figure(index, scope), inner, index)
    raise _PartError(_advice(ast.unparse(node)), node)


def _picked(figure: FigureValue, key: FigureValue, node: ast.expr, index: ast.expr) -> Number:
    name = ast.unparse(node)
    if isinstance(figure, int | float) or not isinstance(key, int):
        raise _PartError(f"{name} has no parts to pick from", node)
    keys = range(len(figure)) if isinstance(figure, tuple) else figure.keys()
    if key not in keys:
        raise _PartError(f"{name} has no {key}; it has {join_words(keys)}", index)
    return figure[key]


def _known(node: ast.expr, name: str, scope: Scope) -> Number | Named:
    if name not in scope:
        raise _PartError(f"{name!r} is not known here; known: {join_words(scope)}", node)
    return scope[name]


def _bracketed(term: _Term, needed: bool) -> str:
    return f"({term.shown})" if needed else term.shown


def _equals(term: _Term) -> str:
    known = term.binds == _ATOM or term.shown == format_mm(term.value)
    return "" if known else f" = {format_mm(term.value)}"


def one_line(text: str) -> str:
    """Return an expression on one line, so that faults in it can be marked."""
    return " ".join(text.split())


def stop(text: str, error: SyntaxError) -> str:
    """Return the expression with a mark where Python's parser stopped, if it reports where."""
    place = error.offset or 0
    if error.lineno != 1 or place == 1 or place > len(text):
        return ""
    if place == 0:  # at the end
        return f"; see {text} »?«"
    return f"; see {text[: place - 1]}»{text[place - 1 :]}«"


def marked(text: str, nodes: Iterable[ast.expr]) -> str:
    """Return a line with »marks« around some of its parts."""
    written, shown, done = text.encode(), b"", 0
    for start, end in sorted({(node.col_offset, node.end_col_offset or 0) for node in nodes}):
        shown += written[done:start] + "»".encode() + written[start:end] + "«".encode()
        done = end
    return (shown + written[done:]).decode(errors="replace")
