"""Fill the placeholders of an untrusted text with a game's numbers."""

import math
import re
import traceback
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from pnp.base.errors import RulesError
from pnp.base.expressions import FigureValue, Named, Number, Scope
from pnp.base.languages import spelled
from pnp.base.messages import Location, Message, as_message, within
from pnp.base.toml import LARGEST
from pnp.base.units import format_mm, join_words, quoted, total

if TYPE_CHECKING:
    from jinja2 import Template, nodes
    from jinja2.sandbox import SandboxedEnvironment

_MOST_DECIMALS = 12
_ROUND: Mapping[str, Callable[[float], int]] = {"ceil": math.ceil, "floor": math.floor}

_KNOWN = {
    "Template", "Output", "TemplateData", "Name", "Getattr", "Getitem", "Const", "Filter", "If",
    "CondExpr", "For", "Add", "Sub", "Mul", "Div", "FloorDiv", "Mod", "Neg", "Compare", "Operand",
    "And", "Or", "Not", "Concat",
}  # fmt: skip
_SYNTAX = {
    "Assign": "set", "AssignBlock": "set", "FromImport": "import", "List": "a list",
    "Tuple": "a list", "Dict": "a table", "Call": "a call in ( )", "For": "a recursive loop",
    "Pow": "**", "Slice": "a slice",
}  # fmt: skip
_PLACEHOLDER = re.compile(r"(\{\{[^{}\n]*\}\})")
_TAG = re.compile(r"\{\{[^{}\n]*\}\}|\{%[^{}\n]*%\}")
_LOOP = re.compile(r"\{%-?\s*for\s+(\w+)")
_NUMBER = re.compile("\ue000(\\d+)\ue001")  # of a line, in characters that no text has
MOST_CHECKED = 200  # placeholders of a text with faults
# Filters and a value of our own, whose names have a space, so that no text can use them.
_SINGLE, _COUNTED, _STEPS = "one number", "counted steps", "steps taken"
MOST_STEPS = 2_000_000  # to fill a text, which takes a second or two
_ADVICE = "use {{ names }}, {% if %} and {% for %} with their figures"


class NumberValue:
    """A number in a text, with further numbers as attributes, as in ``board.rows``."""

    def __init__(self, value: Number, figures: Mapping[str, FigureValue]) -> None:
        self._value = value
        self._figures = figures

    @property
    def number(self) -> Number:
        """The plain number."""
        return self._value

    def __str__(self) -> str:
        return format_mm(self._value)

    def __getattr__(self, name: str) -> Any:
        figures = self.__dict__.get("_figures", {})
        if name in figures:
            return figures[name]
        raise AttributeError(name)


def filters_of(lang: str) -> dict[str, Callable[..., Any]]:
    """Return the filters for texts in a language."""

    def text(value: object) -> str:
        return str(single(value))

    def several(value: object, name: str) -> tuple[Any, ...]:
        if not isinstance(value, tuple | Mapping):
            raise RulesError(f"{name} takes several numbers, not {quoted(defined(value))}")
        return tuple(value)

    def chosen(name: str, choose: Callable[[tuple[Any, ...]], Any]) -> Callable[[object], Any]:
        def choice(value: object) -> Any:
            numbers = several(value, name)
            if not numbers:
                raise RulesError(f"{name} needs one number or more")
            return choose(numbers)

        return choice

    def joined(value: object, between: object = "") -> str:
        parts, between = several(value, "join"), text(between)
        if len(parts) * len(between) > MOST_STEPS:
            raise RulesError("join makes a text that is too long; write fewer signs between")
        return between.join(map(str, parts))

    return {
        "words": lambda value, form="": spelled(single(value), lang, form),
        "capitalize": lambda value: text(value).capitalize(),
        "lower": lambda value: text(value).lower(),
        "upper": lambda value: text(value).upper(),
        "abs": lambda value: abs(plain_number(value)),
        "round": _rounded,
        "int": lambda value: int(plain_number(value)),
        "length": lambda value: len(several(value, "length")),
        "sum": lambda value: checked(total(several(value, "sum"))),
        "min": chosen("min", min),
        "max": chosen("max", max),
        "first": chosen("first", lambda numbers: numbers[0]),
        "last": chosen("last", lambda numbers: numbers[-1]),
        "join": joined,
    }


def defined(value: object) -> object:
    """Return a value; a missing one raises Jinja's own error, which names it."""
    str(value)
    return value


def single(value: object) -> object:
    """Return a value if it can stand in a text: a number or words."""
    if isinstance(value, str | int | float | NumberValue):
        return value
    defined(value)
    raise RulesError("a placeholder is several numbers; choose one, such as steps[0]")


def plain_number(value: object) -> Number:
    """Return a value as a plain number."""
    plain = value.number if isinstance(value, NumberValue) else value
    if isinstance(plain, bool) or not isinstance(plain, int | float):
        raise RulesError(f"write arithmetic with numbers, not {quoted(defined(value))}")
    return plain


def checked(value: Number, line: int = 0) -> Number:
    """Return a number, or raise a RulesError if it is too large; ``line`` is where it stands."""
    if not abs(value) <= LARGEST:
        raise RulesError(*within(Location(line=line), [f"write numbers up to {LARGEST}"]))
    return value


def _rounded(value: object, decimals: object = 0, method: object = "common") -> Number:
    """Round a number as Jinja does: to the nearest, up ("ceil") or down ("floor")."""
    plain, places = plain_number(value), plain_number(decimals)
    if not isinstance(places, int) or abs(places) > _MOST_DECIMALS:
        raise RulesError(
            f"round takes a whole number of decimals up to {_MOST_DECIMALS}, not {quoted(places)}"
        )
    if method == "common":
        return checked(round(plain, places))
    if method not in _ROUND:
        raise RulesError(f'round goes "common", "ceil" or "floor", not {quoted(method)}')
    scale = 10**places
    return checked(_ROUND[str(method)](plain * scale) / scale)


def _values_in(source: str, scope: Scope) -> dict[str, Any]:
    """Return the values of the names in a text; others are not counted."""
    values = {name: scope[name] for name in scope if name in source}
    return {
        name: NumberValue(value.value, value.figures) if isinstance(value, Named) else value
        for name, value in values.items()
    }


class _Steps:
    """Counts the steps that filling a text takes."""

    def __init__(self) -> None:
        self._taken = 0

    def take(self, value: object, times: int = 1) -> None:
        """Count a value, as often as it has parts."""
        self._taken += times * (len(value) if isinstance(value, tuple | Mapping | str) else 1)
        if self._taken > MOST_STEPS:
            raise RulesError(f"takes more than {MOST_STEPS:,} steps; write fewer or shorter loops")


class _RefusedError(RulesError):
    """Syntax that texts do not need."""


class FilledText(NamedTuple):
    """A text with its numbers, and a line for each fault; faulty placeholders became 0.

    ``lines`` gives the source line of each line of the text, if they differ.
    """

    text: str
    faults: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()


def fill(source: str, scope: Scope, lang: str) -> FilledText:
    """Replace placeholders with their values, and report all that cannot be filled.

    A text with faults is filled again without the faulty parts, so that the rest is checked too.
    """
    try:
        return _numbered(_filled(source, scope, lang))
    except RulesError as error:
        whole = error.faults
    faults: list[str] = []
    mended = _mended(source, scope, lang, faults)
    try:
        filled = _numbered(_filled(mended, scope, lang))
        return filled._replace(faults=tuple(faults) or whole)
    except RulesError as error:
        others = () if isinstance(error, _RefusedError) else faults  # what a statement holds
        return FilledText(_TAG.sub("0", mended), (*others, *error.faults))


def _numbered(text: str) -> FilledText:
    """Strip the line numbers from the beginnings of the lines of a text."""
    numbers = [_NUMBER.match(line) for line in text.split("\n")[1:]]
    lines = (1, *(int(number[1]) if number else 1 for number in numbers))
    if lines == tuple(range(1, len(lines) + 1)):
        lines = ()
    return FilledText(_NUMBER.sub("", text), lines=lines)


def _number_lines(tree: "nodes.Template") -> None:
    """Make each line of the filled text begin with the number of its source line."""
    from jinja2 import nodes

    for data in tree.find_all(nodes.TemplateData):
        first, *others = data.data.split("\n")
        numbered = (f"\ue000{n}\ue001{line}" for n, line in enumerate(others, data.lineno + 1))
        data.data = "\n".join((first, *numbered))


def _mended(source: str, scope: Scope, lang: str, faults: list[str]) -> str:
    """Return the text with 0 in place of each placeholder that fails on its own."""
    in_loops = {"loop", *_LOOP.findall(source)}
    parts = _PLACEHOLDER.split(source)
    for number in range(1, min(len(parts), 2 * MOST_CHECKED), 2):
        placeholder = parts[number]
        if in_loops.intersection(re.findall(r"\w+", placeholder)):
            continue
        try:
            _filled(placeholder, scope, lang)
        except RulesError as error:
            line = Location(line="".join(parts[:number]).count("\n") + 1)
            faults += (as_message(fault).moved(line) for fault in error.faults)
            parts[number] = "0"
    return "".join(parts)


def _filled(source: str, scope: Scope, lang: str) -> str:
    """Fill a text."""
    from jinja2 import TemplateError

    try:
        return _compiled(source, lang).render(_values_in(source, scope) | {_STEPS: _Steps()})
    except RulesError as error:
        told = (as_message(fault) for fault in error.faults)
        raise type(error)(*(one if one.at else one.moved(_place(error)) for one in told)) from None
    except TemplateError as error:
        fault = error.message
        if not isinstance(fault, Message):
            said = str(fault) if len(str(fault)) <= 200 else f"{str(fault)[:200]}..."  # of a list
            fault = f"{said}; known: {join_words(sorted(scope))}"
        raise RulesError(*within(_place(error), [fault])) from None
    except (ArithmeticError, TypeError, ValueError) as error:
        raise RulesError(*within(_place(error), [f"cannot be computed: {error}"])) from None


@lru_cache(maxsize=64)  # a text is filled for its review, its sheet and its book
def _compiled(source: str, lang: str) -> "Template":
    """Return the compiled template of a text, whose lines will begin with their numbers."""
    environment = _environment(lang)
    try:
        tree = environment.parse(source)
        _restrict(tree, environment)
        _number_lines(tree)
        return environment.from_string(tree)
    except (RecursionError, MemoryError, SyntaxError):  # Python's limits on nesting
        raise RulesError("is nested too deeply; write it more simply") from None


@lru_cache(maxsize=8)
def _environment(lang: str) -> "SandboxedEnvironment":
    from jinja2 import StrictUndefined, pass_context
    from jinja2.sandbox import SandboxedEnvironment

    class Unknown(StrictUndefined):
        """A missing figure of a number or a table; its error names the figures that there are."""

        @property
        def _undefined_message(self) -> str:
            of = self._undefined_obj
            figures = of.__dict__["_figures"] if isinstance(of, NumberValue) else of
            if not isinstance(figures, Mapping):
                return super()._undefined_message
            known = join_words(sorted(figures))
            return Message("no_figure", written=self._undefined_name, known=known)

    class Sandbox(SandboxedEnvironment):
        """A sandbox whose arithmetic accepts only numbers, up to the largest of a definition."""

        intercepted_binops = frozenset(("+", "-", "*", "/", "//", "%", "**"))

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
            return checked(self.binop_table[operator](plain_number(left), plain_number(right)))

    sandbox = Sandbox(undefined=Unknown, keep_trailing_newline=True, finalize=single, cache_size=0)
    sandbox.globals.clear()

    def counted(change: Callable[..., Any]) -> Callable[..., Any]:
        @pass_context
        def changed(context: Mapping[str, Any], value: object, *given: Any, **named: Any) -> Any:
            context[_STEPS].take(value)
            return change(value, *given, **named)

        return changed

    @pass_context
    def repeated(context: Mapping[str, Any], value: object, times: int) -> object:
        context[_STEPS].take(value, times)
        return value

    own = {name: counted(change) for name, change in filters_of(lang).items()}
    sandbox.filters = own | {_SINGLE: counted(single), _COUNTED: repeated}
    return sandbox


def _restrict(tree: "nodes.Template", environment: "SandboxedEnvironment") -> None:
    """Reject syntax that texts do not need, and plain numbers where a text is concatenated.

    What takes longer the more numbers there are is counted.
    """
    from jinja2 import nodes

    for node in tree.find_all(nodes.Node):
        kind = type(node).__name__
        if kind not in _KNOWN or getattr(node, "recursive", False):
            fault = f"rule texts cannot use {_word(kind)}; {_ADVICE}"
            raise _RefusedError(*within(Location(line=node.lineno), [fault]))
        if isinstance(node, nodes.Const) and isinstance(node.value, int | float):
            checked(node.value, node.lineno)
        if isinstance(node, nodes.Filter) and node.name not in environment.filters:
            fault = f"No filter named {node.name!r}; write numbers in words with |words"
            raise RulesError(*within(Location(line=node.lineno), [fault]))

    def filtered(value: nodes.Expr, name: str, *options: nodes.Expr) -> nodes.Filter:
        at = {"lineno": value.lineno, "environment": environment}
        return nodes.Filter(value, name, list(options), [], None, None, **at)

    def counted(value: nodes.Expr, times: int = 1) -> nodes.Filter:
        return filtered(value, _COUNTED, nodes.Const(times))

    for joined in tree.find_all(nodes.Concat):
        joined.nodes = [filtered(part, _SINGLE) for part in joined.nodes]
    for loop in list(tree.find_all(nodes.For)):
        loop.iter = counted(cast("nodes.Expr", loop.iter), _size(loop))
    for compared in list(tree.find_all(nodes.Compare)):
        compared.expr = counted(compared.expr)
    for compared_with in list(tree.find_all(nodes.Operand)):
        compared_with.expr = counted(compared_with.expr)
    for item in list(tree.find_all(nodes.Getitem)):
        item.arg = counted(item.arg)


def _size(tree: "nodes.Node") -> int:
    """Return the number of nodes of a syntax tree, and of the characters of its texts."""
    from jinja2 import nodes

    found = list(tree.find_all(nodes.Node))
    return len(found) + sum(len(one.data) for one in found if isinstance(one, nodes.TemplateData))


def _word(kind: str) -> str:
    """Return the name that authors use for a kind of syntax node: include, macro, set."""
    return _SYNTAX.get(kind) or re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind).lower()


def _place(error: Exception) -> Location:
    """Return the line of the text where filling failed."""
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == "<template>"
    ]
    named: int | None = getattr(error, "lineno", None)
    return Location(line=named or (lines or [None])[-1] or 0)
