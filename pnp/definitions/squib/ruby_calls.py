"""Calls in a script: what they pass, and whose methods they are."""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from pnp.definitions.squib.ruby import (
    DataFrame,
    Module,
    RubyHash,
    RubyRange,
    UntakenError,
    items_of,
    text_of,
)
from pnp.definitions.squib.ruby_lists import column_of
from pnp.definitions.squib.ruby_methods import call_method
from pnp.definitions.squib.ruby_operators import formatted, operate
from pnp.definitions.squib.ruby_scope import Arguments, Host, LeaveError, Proc, RubyScope, left_by
from pnp.definitions.squib.ruby_syntax import child, source_of, statements_of

if TYPE_CHECKING:
    from pnp.definitions.squib.ruby_syntax import Node

# Calls that do not affect what is drawn.
_NO_DRAWING = (
    "puts p pp print warn require using include extend attr_reader attr_accessor attr_writer "
    "private public protected module_function srand"
)
_IGNORED = frozenset(_NO_DRAWING.split())
# Methods whose blocks are statements if the call is one.
_REPEATING = (
    "each each_with_index each_pair each_index each_slice times upto downto step reverse_each "
    "each_char each_with_object with_index tap each_key each_value"
)
_LOOPS = frozenset(_REPEATING.split())
_CHANGING = ("concat", "prepend", "replace", "insert")  # of texts, without an exclamation mark
# Values whose methods are Ruby's own.
_KINDS = (str, list, dict, int, float, RubyRange, DataFrame, Proc, type(None))


class Caller(ABC):
    """Evaluates calls; ``shared`` are constants, and variables of instances and globals."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._methods: dict[str, Node] = {}
        self.shared: dict[str, Any] = {}

    @abstractmethod
    def value(self, node: "Node", scope: RubyScope) -> Any:
        """Return the value of an expression."""

    @abstractmethod
    def perhaps(self, node: "Node", scope: RubyScope) -> Any:
        """Return a value, which may be one that is not known."""

    @abstractmethod
    def last(self, nodes: Sequence["Node"], scope: RubyScope) -> Any:
        """Return the value of the last of some statements."""

    @abstractmethod
    def execute(self, nodes: Sequence["Node"], scope: RubyScope) -> None:
        """Execute statements."""

    @abstractmethod
    def put(self, target: "Node", value: Any, scope: RubyScope) -> None:
        """Give a value to a variable."""

    @abstractmethod
    def step(self) -> None:
        """Count a step."""

    def named(self, name: str, scope: RubyScope, node: "Node | None" = None) -> Any:
        """Return a variable, or the result of a call without arguments."""
        found = scope.find(name)
        if found is not None:
            value = found.names[name]
            if isinstance(value, UntakenError):
                raise value
            return value
        if node is None:
            raise UntakenError(f"{name} is not known")
        return self._plain_call(name, Arguments([], {}, None), node, scope, False)

    def call(self, node: "Node", scope: RubyScope, is_statement: bool = False) -> Any:
        """Evaluate a call; as a statement, so are those in its block."""
        method = node.child_by_field_name("method")
        name = source_of(method) if method is not None else "call"
        receiver = node.child_by_field_name("receiver")
        if receiver is None:
            is_hosts = name not in self._methods and self._host.knows(name)
            given = self._arguments(node, scope, is_hosts)
            return self._plain_call(name, given, node, scope, is_statement)
        operator = node.child_by_field_name("operator")
        value = self.value(receiver, scope)
        if value is None and operator is not None and source_of(operator) == "&.":
            return None
        given = self._arguments(node, scope, not isinstance(value, _KINDS))
        sent = self._host.send(value, name, given, node)
        if sent is not NotImplemented:
            return sent
        return self._send(value, name, given, node, scope, is_statement)

    def element(self, node: "Node", scope: RubyScope) -> Any:
        """Return a part of a list, a text, a hash or a table."""
        whole = self.value(child(node, "object"), scope)
        at = [self.value(one, scope) for one in node.named_children[1:]]
        sent = self._host.send(whole, "[]", Arguments(at, {}, None), node)
        if sent is NotImplemented:
            sent = whole(*at) if isinstance(whole, Proc) else call_method(whole, "[]", at, None)
        if isinstance(sent, UntakenError):
            raise sent
        return sent

    def _plain_call(
        self, name: str, given: Arguments, node: "Node", scope: RubyScope, is_statement: bool
    ) -> Any:
        """Evaluate a call without a receiver."""
        if name in self._methods:
            return self._invoke(self._methods[name], given, scope.me, is_statement)
        if self._host.knows(name):
            return self._host.call(name, given, node)
        if name in _IGNORED:
            return None
        match name, given.values:
            case (("lambda" | "proc"), []):
                return given.block
            case (("format" | "sprintf"), [str() as text, *rest]):
                return formatted(text, rest or [RubyHash(given.options)])
            case "Integer", [value]:
                return call_method(value, "to_i", [], None)
            case "Float", [value]:
                return call_method(value, "to_f", [], None)
            case "String", [value]:
                return text_of(value)
            case "Array", [value]:
                is_list = isinstance(value, (list, RubyRange, dict))
                return [] if value is None else items_of(value) if is_list else [value]
            case "block_given?", []:
                return scope.block is not None
            case "loop", [] if given.block:
                with left_by("break"):
                    while True:
                        self.step()
                        given.block()
                return None
        if isinstance(scope.me, _KINDS) and scope.me is not None:
            return call_method(scope.me, name, given.values, given.block)
        raise UntakenError(f"{name} is not known")

    def _send(
        self,
        value: Any,
        name: str,
        given: Arguments,
        node: "Node",
        scope: RubyScope,
        is_statement: bool,
    ) -> Any:
        """Evaluate a method of a value."""
        values = [*given.values, *([RubyHash(given.options)] if given.options else ())]
        block = given.block
        match value:
            case Proc() if name in ("call", "()", "yield"):
                return value(*values)
            case Module():
                found = _of_module(value.path, name, given)
                if found is NotImplemented and name in self._methods:
                    return self._invoke(self._methods[name], given, value, is_statement)
                if found is NotImplemented:
                    raise UntakenError(f"{value.path}.{name} is not known")
                return found
            case DataFrame() if not values and (cells := column_of(value, name)) is not None:
                return cells
            case str() if name.endswith("!") or name in _CHANGING:
                made = call_method(value, name.removesuffix("!"), values, block)
                self.put(child(node, "receiver"), made, scope)
                return made if made != value else None
        if isinstance(block, Proc):
            block.in_statements = is_statement and name in _LOOPS
        try:
            return call_method(value, name, values, block)
        except LeaveError as leave:
            if leave.how == "break":
                return leave.value
            raise
        except UntakenError:
            if name not in self._methods:
                raise
        return self._invoke(self._methods[name], given, value, is_statement)

    # What is passed

    def _arguments(self, node: "Node", scope: RubyScope, may_be_unknown: bool) -> Arguments:
        """Return what a call passes; to the host also what is not known."""
        read = self.perhaps if may_be_unknown else self.value
        values, options, pairs = list[Any](), dict[str, Any](), RubyHash()
        block_node = node.child_by_field_name("block")
        block: Any = None if block_node is None else Proc(self, block_node, scope)
        listed = node.child_by_field_name("arguments")
        for one in listed.named_children if listed is not None else ():
            match one.type:
                case "pair":
                    key, value = child(one, "key"), one.child_by_field_name("value")
                    name = self.value(key, scope)
                    found = self.named(name, scope, key) if value is None else read(value, scope)
                    (options if isinstance(name, str) else pairs)[name] = found
                case "splat_argument":
                    values += items_of(self.value(one.named_children[0], scope))
                case "hash_splat_argument":
                    options |= self.value(one.named_children[0], scope)
                case "block_argument":
                    block = self._block_of(one, scope)
                case "heredoc_body" | "comment":
                    pass
                case _:
                    values.append(read(one, scope))
        return Arguments([*values, pairs] if pairs else values, options, block)

    def _block_of(self, node: "Node", scope: RubyScope) -> Callable[..., Any] | None:
        """Return the block that ``&name`` stands for."""
        if not node.named_children:
            return scope.block
        value = self.value(node.named_children[0], scope)
        if isinstance(value, str):
            return lambda one, *more: call_method(one, value, more, None)
        return value if isinstance(value, Proc) else None

    def bind(
        self, names: Sequence["Node"], items: Sequence[Any], scope: RubyScope, spreads: bool = True
    ) -> None:
        """Give items to parameters; to those of a block, also the items in a list."""
        plain = [one for one in names if one.type != "block_parameter"]
        if spreads and len(plain) > 1 and len(items) == 1 and isinstance(items[0], list):
            items = items[0]
        if spreads and not names:
            scope.names |= zip(("_1", "_2"), items, strict=False)
            scope.names["it"] = items[0] if items else None
        rest = list(items)
        for name in plain:
            inner = name.child_by_field_name("name") or name
            match name.type:
                case "splat_parameter":
                    scope.names[source_of(inner)], rest = rest, []
                case "destructured_parameter":
                    self.bind(name.named_children, [rest.pop(0) if rest else None], scope)
                case "optional_parameter":
                    usual = None if rest else self.value(child(name, "value"), scope)
                    scope.names[source_of(inner)] = rest.pop(0) if rest else usual
                case _:
                    scope.names[source_of(inner)] = rest.pop(0) if rest else None

    def _invoke(self, method: "Node", given: Arguments, me: Any, is_statement: bool) -> Any:
        """Call a method of the script."""
        scope = RubyScope(None, me)
        scope.block = given.block
        self._bind_parameters(method, given, scope)
        statements = statements_of(method.child_by_field_name("body"))
        try:
            if not is_statement:
                return self.last(statements, scope)
            self.execute(statements, scope)
        except LeaveError as leave:
            if leave.how != "return":
                raise
            return leave.value
        return None

    def _bind_parameters(self, method: "Node", given: Arguments, scope: RubyScope) -> None:
        listed = method.child_by_field_name("parameters")
        parameters = listed.named_children if listed is not None else []
        keyed = [one for one in parameters if one.type == "keyword_parameter"]
        others = [one for one in parameters if one.type == "hash_splat_parameter"]
        options, values = dict(given.options), list(given.values)
        if options and not keyed and not others:
            values.append(RubyHash(options))
        self.bind([one for one in parameters if one not in (*keyed, *others)], values, scope, False)
        for one in keyed:
            name, usual = source_of(child(one, "name")), one.child_by_field_name("value")
            if name not in options and usual is None:
                raise UntakenError(f"{name} is missing")
            found = options.pop(name) if name in options else None
            is_given = name in given.options or usual is None
            scope.names[name] = found if is_given else self.value(usual or one, scope)
        for one in parameters:
            inner = one.child_by_field_name("name")
            if inner is not None and one.type == "hash_splat_parameter":
                scope.names[source_of(inner)] = RubyHash(options)
            elif inner is not None and one.type == "block_parameter":
                scope.names[source_of(inner)] = given.block


def _of_module(path: str, name: str, given: Arguments) -> Any:
    """Return the result of a method of one of Ruby's modules; NotImplemented if it is not known."""
    match path, name, given.values:
        case "Hash", "new", [*values]:
            made = RubyHash()
            made.default, made.make = values[0] if values else None, given.block
            return made
        case "Array", "new", [count] if given.block is not None:
            return [given.block(number) for number in items_of(RubyRange(0, count, True))]
        case "Array", "new", [count, *fill]:
            return operate("*", fill or [None], count)
        case (("Array" | "Set"), "new", []):
            return []
        case "Set", "new", [items]:
            return call_method(items, "uniq", [], None)
        case "String", "new", [*values]:
            return text_of(values[0] if values else "")
        case "Math", ("sin" | "cos" | "tan" | "sqrt" | "atan" | "atan2" | "hypot" | "log"), values:
            try:
                return getattr(math, name)(*values)
            except (ValueError, TypeError, OverflowError):
                raise UntakenError(f"{name} has no result here") from None
    return NotImplemented
