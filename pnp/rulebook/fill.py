"""Fill the placeholders of an untrusted text with a game's numbers.

Jinja's sandbox fills the text, restricted to what numbers need: names and their attributes,
arithmetic, a few filters, ``if``, and ``for`` over numbers. A text cannot call, assign or load
anything, so only loops can make it grow, and their steps are limited.
"""

import re
import traceback
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.base.errors import RulesError
from pnp.base.expressions import FigureValue, Named, Number, Scope
from pnp.base.limits import limits, over
from pnp.base.toml import LARGEST
from pnp.base.units import format_mm, join_words, quoted
from pnp.rulebook.languages import spelled

if TYPE_CHECKING:
    from jinja2 import nodes
    from jinja2.sandbox import SandboxedEnvironment

_KNOWN = {
    "Template", "Output", "TemplateData", "Name", "Getattr", "Getitem", "Const", "Filter", "If",
    "CondExpr", "For", "Add", "Sub", "Mul", "Div", "FloorDiv", "Mod", "Neg", "Compare", "Operand",
    "And", "Or", "Not", "Concat",
}  # fmt: skip
_FILTERS = (
    "words", "capitalize", "lower", "upper", "abs", "round", "int", "length", "sum", "min", "max",
    "first", "last", "join",
)  # fmt: skip
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
_STEPS = "count steps"  # the name has a space, so no text can use this filter
_ADVICE = "use {{ names }}, {% if %} and {% for %} with their figures"


class NumberValue:
    """A number in a text, whose attributes are further numbers, as in ``board.rows``."""

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


def values_of(scope: Scope) -> dict[str, Any]:
    """Return the placeholders of a text with their values, under the names that claims use."""
    return {
        name: NumberValue(value.value, value.figures) if isinstance(value, Named) else value
        for name, value in scope.items()
    }


class FilledText(NamedTuple):
    """A text with its numbers, and a line for each fault; what has a fault became 0.

    ``lines`` are the lines of the source that those of the text come from, if they differ.
    """

    text: str
    faults: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()


def fill(source: str, known: dict[str, Any], lang: str) -> FilledText:
    """Replace placeholders by their values, and find all that cannot be filled.

    A text at fault is filled again without what is wrong, so that the rest can be checked.
    """
    try:
        return _numbered(_filled(source, known, lang))
    except RulesError as error:
        whole = str(error)
    faults: list[str] = []
    mended = _mended(source, known, lang, faults)
    try:
        filled = _numbered(_filled(mended, known, lang))
        return filled._replace(faults=tuple(faults or [whole]))
    except RulesError as error:
        others = () if _ADVICE in str(error) else faults  # what a refused statement holds
        return FilledText(_TAG.sub("0", mended), (*others, str(error)))


def _numbered(text: str) -> FilledText:
    """Take the numbers of lines, which each line begins with, out of a text."""
    numbers = [_NUMBER.match(line) for line in text.split("\n")[1:]]
    lines = (1, *(int(number[1]) if number else 1 for number in numbers))
    if lines == tuple(range(1, len(lines) + 1)):
        lines = ()
    return FilledText(_NUMBER.sub("", text), lines=lines)


def _number_lines(tree: "nodes.Template") -> None:
    """Have each line of a filled text begin with the number of its line in the source."""
    from jinja2 import nodes

    for data in tree.find_all(nodes.TemplateData):
        first, *others = data.data.split("\n")
        numbered = (f"\ue000{n}\ue001{line}" for n, line in enumerate(others, data.lineno + 1))
        data.data = "\n".join((first, *numbered))


def _mended(source: str, known: dict[str, Any], lang: str, faults: list[str]) -> str:
    """Return a text in which 0 stands for each placeholder that cannot be filled by itself."""
    in_loops = {"loop", *_LOOP.findall(source)}
    parts = _PLACEHOLDER.split(source)
    for number in range(1, min(len(parts), 2 * MOST_CHECKED), 2):
        placeholder = parts[number]
        if in_loops.intersection(re.findall(r"\w+", placeholder)):
            continue
        try:
            _filled(placeholder, known, lang)
        except RulesError as error:
            line = "".join(parts[:number]).count("\n") + 1
            faults.append(f"line {line}: {str(error).removeprefix('line 1: ')}")
            parts[number] = "0"
    return "".join(parts)


def _filled(source: str, known: dict[str, Any], lang: str) -> str:
    """Fill a text.

    Raises:
        RulesError: If a placeholder cannot be parsed or names something unknown, or a loop takes
            too many steps.
    """
    from jinja2 import TemplateError

    environment = _environment(lang)
    try:
        tree = environment.parse(source)
        _count_steps(tree, environment)
        _number_lines(tree)
        return "".join(_bounded(environment.from_string(tree).generate(known)))
    except RulesError as error:
        place = "" if str(error).startswith("line ") else _place(error)
        raise RulesError(f"{place}{error}") from None
    except TemplateError as error:
        raise RulesError(f"{_place(error)}{_explained(str(error.message), known)}") from None
    except (RecursionError, MemoryError, SyntaxError):  # Python's limits on nesting
        raise RulesError("is nested too deeply; write it more simply") from None
    except (ArithmeticError, TypeError, ValueError) as error:
        raise RulesError(f"{_place(error)}cannot be computed: {error}") from None


def _environment(lang: str) -> "SandboxedEnvironment":
    from jinja2 import StrictUndefined, Undefined
    from jinja2.sandbox import SandboxedEnvironment

    class Sandbox(SandboxedEnvironment):
        """A sandbox whose arithmetic accepts only numbers, up to the largest of a definition."""

        intercepted_binops = frozenset(("+", "-", "*", "/", "//", "%", "**"))

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
            value = self.binop_table[operator](_number(left), _number(right))
            return _checked(value)

    def finalize(value: object) -> object:
        if isinstance(value, str | int | float | NumberValue | Undefined):
            return value
        raise RulesError("a placeholder is several numbers; choose one, such as steps[0]")

    sandbox = Sandbox(
        undefined=StrictUndefined, keep_trailing_newline=True, finalize=finalize, cache_size=0
    )
    sandbox.globals.clear()
    sandbox.filters["words"] = lambda value, form="": spelled(value, lang, form)
    sandbox.filters["join"] = _joined
    sandbox.filters = {name: sandbox.filters[name] for name in _FILTERS}
    sandbox.filters[_STEPS] = _Steps()
    return sandbox


def _number(value: object) -> int | float:
    number = value.number if isinstance(value, NumberValue) else value
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise RulesError(f"write arithmetic with numbers, not {quoted(value)}")
    return number


def _checked(value: int | float, place: str = "") -> int | float:
    if not abs(value) <= LARGEST:
        raise RulesError(f"{place}write numbers up to {LARGEST}")
    return value


def _joined(figures: object, between: object = "") -> str:
    """Join numbers; joining a text would let it grow with every step."""
    if not isinstance(figures, Iterable) or isinstance(figures, str):
        raise RulesError(f"join takes several numbers, not {quoted(figures)}")
    parts = [str(figure) for figure in figures]
    if len(parts) * len(str(between)) > 1000 * limits().filled_kb:
        raise RulesError(f"is too long with its numbers in: {over('filled_kb')}")
    return str(between).join(parts)


class _Steps:
    """Ends a loop when its steps are used up; a step costs as many as its body has nodes."""

    def __init__(self) -> None:
        self._taken = 0

    def __call__(self, values: Iterable[Any], cost: int) -> Iterator[Any]:
        for value in values:
            self._taken += cost
            if self._taken > limits().steps:
                raise RulesError(f"a loop takes too long: {over('steps')}")
            yield value


def _count_steps(tree: "nodes.Template", environment: "SandboxedEnvironment") -> None:
    """Refuse syntax that texts do not need, and count the steps of every loop."""
    from jinja2 import nodes

    for node in tree.find_all(nodes.Node):
        kind = type(node).__name__
        if kind not in _KNOWN or getattr(node, "recursive", False):
            raise RulesError(f"line {node.lineno}: rule texts cannot use {_word(kind)}; {_ADVICE}")
        if isinstance(node, nodes.Const) and isinstance(node.value, int | float):
            _checked(node.value, f"line {node.lineno}: ")
    for loop in list(tree.find_all(nodes.For)):
        cost = nodes.Const(1 + sum(1 for part in loop.body for _ in part.find_all(nodes.Node)))
        counted = nodes.Filter(loop.iter, _STEPS, [cost], [], None, None, lineno=loop.lineno)
        loop.iter = counted.set_environment(environment)


def _word(kind: str) -> str:
    """Name a kind of syntax node as texts write it: include, macro, set."""
    return _SYNTAX.get(kind) or re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind).lower()


def _bounded(parts: Iterable[str]) -> Iterator[str]:
    size = 0
    for part in parts:
        size += len(part)
        if size > 1000 * limits().filled_kb:
            raise RulesError(f"is too long with its numbers in: {over('filled_kb')}")
        yield part


def _place(error: Exception) -> str:
    """Return the line of the text where filling failed."""
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == "<template>"
    ]
    line = getattr(error, "lineno", None) or (lines[-1] if lines else None)
    return f"line {line}: " if line else ""


def _explained(message: str, known: dict[str, Any]) -> str:
    """Name what is missing and what exists."""
    if missing := re.search(r"has no attribute '(\w+)'", message):
        numbers = [value for value in known.values() if isinstance(value, NumberValue)]
        figures = sorted({name for number in numbers for name in number.__dict__["_figures"]})
        return f"there is no figure {missing[1]!r}; figures are: {join_words(figures)}"
    if message.startswith("No filter"):
        return f"{message.rstrip('.')}; write numbers in words with |words"
    return f"{message}; known: {join_words(sorted(known))}"
