"""Evaluate scripts in Ruby, without running any: what is not known here stays unknown.

A script can compute with its own values and call what its host knows, and nothing else: it opens,
writes and starts nothing. Steps and sizes are limited.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pnp.base.errors import UsageError
from pnp.definitions.squib.ruby import (
    Module,
    RubyHash,
    RubyRange,
    UntakenError,
    bounded,
    items_of,
)
from pnp.definitions.squib.ruby_calls import Caller
from pnp.definitions.squib.ruby_literals import (
    float_value,
    heredoc_value,
    integer_value,
    pattern_value,
    symbol_value,
    text_value,
)
from pnp.definitions.squib.ruby_methods import call_method
from pnp.definitions.squib.ruby_operators import is_true, matches, operate
from pnp.definitions.squib.ruby_scope import Arguments, Host, LeaveError, Proc, RubyScope, left_by
from pnp.definitions.squib.ruby_syntax import (
    changed_names,
    child,
    documents_of,
    parsed,
    source_of,
    statements_of,
    text_in,
)

if TYPE_CHECKING:
    from pnp.definitions.squib.ruby_syntax import Node, Tree

MOST_STEPS = 1_000_000
_ATTRIBUTES = ("dpi", "width", "height")  # of decks
_CONSTANTS: dict[str, Any] = {"Math::PI": 3.141592653589793, "Math::E": 2.718281828459045}


class Machine(Caller):
    """Evaluates scripts, whose methods and constants it keeps."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._bodies: dict[int, Node] = {}
        self._trees: list[Tree] = []
        self._files: dict[int, str] = {}  # by the id of a tree's outermost node
        self._running: list[str] = []
        self._steps = 0

    def run(self, source: str, name: str) -> None:
        """Evaluate a script.

        Raises:
            UsageError: If it takes too many steps, or has too much within one another.
            MissingExtraError: If the library that parses Ruby is not installed.
        """
        tree = parsed(source)
        self._trees.append(tree)
        self._files[tree.root_node.id] = name
        self._running.append(name)
        try:
            self._bodies |= documents_of(tree.root_node)
            self.execute(tree.root_node.named_children, RubyScope())
        except RecursionError:
            raise UsageError(f"{name}: has too many blocks in one another") from None
        except LeaveError:
            return  # it ends early
        finally:
            self._running.pop()

    @property
    def documents(self) -> Mapping[int, "Node"]:
        """The bodies of here-documents, by the ids of their beginnings."""
        return self._bodies

    def step(self) -> None:
        """Count a step.

        Raises:
            UsageError: If there are too many.
        """
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise UsageError(f"a script of Squib takes more than {MOST_STEPS:,} steps")

    def file_of(self, node: "Node | None") -> str:
        """Return the name of the script that a node is in; without a node, of the one that runs."""
        if node is None:
            return self._running[-1]
        while node.parent is not None:
            node = node.parent
        return self._files.get(node.id, "")

    # Statements

    def execute(self, nodes: Sequence["Node"], scope: RubyScope) -> None:
        """Execute statements; those that are not understood are recorded."""
        for node in nodes:
            try:
                self._execute(node, scope)
            except UntakenError as error:
                self._host.note(node, error)
                self._taint(node, scope, error)

    def _execute(self, node: "Node", scope: RubyScope) -> None:
        match node.type:
            case "if" | "unless" | "if_modifier" | "unless_modifier" | "elsif" | "conditional":
                self.execute(self._branch(node, scope), scope)
            case "case":
                self.execute(self._case(node, scope), scope)
            case "while" | "until" | "while_modifier" | "until_modifier":
                self._repeat(node, scope)
            case "for":
                self._for(node, scope)
            case "begin" | "parenthesized_statements" | "then" | "else":
                self.execute(statements_of(node), scope)
            case "rescue_modifier":
                self._execute(child(node, "body"), scope)
            case "call":
                self.call(node, scope, True)
            case "assignment":
                self._assign_statement(node, scope)
            case "ERROR":
                raise UntakenError(text_in(node))
            case _:
                self.value(node, scope)

    def _assign_statement(self, node: "Node", scope: RubyScope) -> None:
        """Assign a value; one that is not known is recorded where it is used."""
        try:
            self.value(node, scope)
        except UntakenError as error:
            self._taint(node, scope, error.within(source_of(child(node, "right"))))

    def _taint(self, node: "Node", scope: RubyScope, error: UntakenError) -> None:
        """Make the variables unknown that a statement would have changed."""
        for name in changed_names(node):
            if name[0] in "@$":
                self.shared[name] = error
            else:
                scope.put(name, error)

    def last(self, nodes: Sequence["Node"], scope: RubyScope) -> Any:
        """Return the value of the last of some statements, all of which must be understood."""
        value = None
        for node in nodes:
            value = self.value(node, scope)
        return value

    def _branch(self, node: "Node", scope: RubyScope) -> list["Node"]:
        """Return the statements that a condition chooses."""
        truth = is_true(self.value(child(node, "condition"), scope))
        truth = truth != node.type.startswith("unless")
        if node.type.endswith("modifier"):
            return [child(node, "body")] if truth else []
        chosen = node.child_by_field_name("consequence" if truth else "alternative")
        if chosen is None:
            return []
        return [chosen] if node.type == "conditional" else statements_of(chosen)

    def _case(self, node: "Node", scope: RubyScope) -> list["Node"]:
        subject = node.child_by_field_name("value")
        value = self.value(subject, scope) if subject is not None else True
        for one in node.named_children:
            if one.type == "else":
                return statements_of(one)
            if one.type == "when" and any(
                matches(test, value) if subject is not None else is_true(test)
                for pattern in one.children_by_field_name("pattern")
                for test in self._patterns(pattern, scope)
            ):
                return statements_of(one.child_by_field_name("body"))
        return []

    def _patterns(self, node: "Node", scope: RubyScope) -> list[Any]:
        (inner,) = node.named_children
        if inner.type == "splat_argument":
            return items_of(self.value(inner.named_children[0], scope))
        return [self.value(inner, scope)]

    def _repeat(self, node: "Node", scope: RubyScope) -> None:
        condition, body = child(node, "condition"), child(node, "body")
        truth = node.type.startswith("while")
        statements = [body] if node.type.endswith("modifier") else statements_of(body)
        with left_by("break"):
            while is_true(self.value(condition, scope)) == truth:
                with left_by("next"):
                    self.execute(statements, scope)

    def _for(self, node: "Node", scope: RubyScope) -> None:
        pattern, over = child(node, "pattern"), child(node, "value")
        names = pattern.named_children if pattern.type == "left_assignment_list" else [pattern]
        items = items_of(self.value(over.named_children[0] if over.type == "in" else over, scope))
        with left_by("break"):
            for item in list(items):
                values = item if len(names) > 1 and isinstance(item, list) else [item]
                for name, value in zip(names, values, strict=False):
                    self.put(name, value, scope)
                with left_by("next"):
                    self.execute(statements_of(child(node, "body")), scope)

    # Values

    def value(self, node: "Node", scope: RubyScope) -> Any:
        """Return the value of an expression.

        Raises:
            UntakenError: If it is not known.
            UsageError: If this takes too many steps.
        """
        self.step()
        read = _READ.get(node.type)
        if read is None:
            raise UntakenError(text_in(node))
        return bounded(read(self, node, scope))

    def _list(self, node: "Node", scope: RubyScope) -> list[Any]:
        made: list[Any] = []
        hash_ = RubyHash()
        for one in node.named_children:
            if one.type == "splat_argument":
                made += items_of(self.value(one.named_children[0], scope))
            elif one.type == "pair":
                self._add_pair(one, hash_, scope)
            elif one.type != "comment":
                made.append(self.perhaps(one, scope))
        return [*made, hash_] if hash_ else made

    def perhaps(self, node: "Node", scope: RubyScope) -> Any:
        """Return a value, which may be one that is not known."""
        try:
            return self.value(node, scope)
        except UntakenError as error:
            return error.within(source_of(node))

    def _hash(self, node: "Node", scope: RubyScope) -> RubyHash:
        made = RubyHash()
        for one in node.named_children:
            self._add_pair(one, made, scope)
        return made

    def _add_pair(self, node: "Node", made: RubyHash, scope: RubyScope) -> None:
        if node.type == "hash_splat_argument":
            made.update(self.value(node.named_children[0], scope))
        elif node.type == "pair":
            key, value = child(node, "key"), node.child_by_field_name("value")
            name = self.value(key, scope)
            if isinstance(name, (list, dict)):
                raise UntakenError(text_in(node))
            made[name] = self.perhaps(value or key, scope) if value else self.named(name, scope)

    def _name(self, node: "Node", scope: RubyScope) -> Any:
        return self.named(source_of(node), scope, node)

    def _variable(self, node: "Node", _: RubyScope) -> Any:
        value = self.shared.get(source_of(node))
        if isinstance(value, UntakenError):
            raise value
        if value is None and source_of(node)[1:] in _ATTRIBUTES:
            return self._host.call(source_of(node)[1:], Arguments([], {}, None), node)
        return value

    def _constant(self, node: "Node", _: RubyScope) -> Any:
        path = source_of(node)
        name = path.rpartition("::")[2]
        value = self.shared.get(name, _CONSTANTS.get(path, Module(path)))
        if isinstance(value, UntakenError):
            raise value
        return value

    def _span(self, node: "Node", scope: RubyScope) -> RubyRange:
        first, last = node.child_by_field_name("begin"), node.child_by_field_name("end")
        start, end = (None if one is None else self.value(one, scope) for one in (first, last))
        return RubyRange(start, end, source_of(child(node, "operator")) == "...")

    def _binary(self, node: "Node", scope: RubyScope) -> Any:
        sign = source_of(child(node, "operator"))
        left, right = child(node, "left"), child(node, "right")
        one = self.value(left, scope)
        if sign in ("&&", "and"):
            return self.value(right, scope) if is_true(one) else one
        if sign in ("||", "or"):
            return one if is_true(one) else self.value(right, scope)
        made = operate(sign, one, self.value(right, scope))
        if sign == "<<" and isinstance(one, str):
            self.put(left, made, scope)
        return made

    def _unary(self, node: "Node", scope: RubyScope) -> Any:
        sign = source_of(child(node, "operator"))
        inner = child(node, "operand")
        match sign:
            case "!" | "not":
                return not is_true(self.value(inner, scope))
            case "-":
                return operate("-", 0, self.value(inner, scope))
            case "+":
                return self.value(inner, scope)
        raise UntakenError(text_in(node))

    def _chosen(self, node: "Node", scope: RubyScope) -> Any:
        nodes = self._case(node, scope) if node.type == "case" else self._branch(node, scope)
        return self.last(nodes, scope)

    def _all(self, node: "Node", scope: RubyScope) -> Any:
        return self.last(statements_of(node), scope)

    def _rescued(self, node: "Node", scope: RubyScope) -> Any:
        return self.value(child(node, "body"), scope)

    def _lambda(self, node: "Node", scope: RubyScope) -> Proc:
        return Proc(self, node, scope, True)

    def _define(self, node: "Node", _: RubyScope) -> Any:
        name = source_of(child(node, "name"))
        self._methods[name] = node
        return name

    def _open_module(self, node: "Node", scope: RubyScope) -> None:
        self.execute(statements_of(node.child_by_field_name("body")), RubyScope(None, scope.me))

    def _leave(self, node: "Node", scope: RubyScope) -> Any:
        inner = node.named_children
        value = self._list(inner[0], scope) if inner else []
        raise LeaveError(node.type, value[0] if len(value) == 1 else value or None)

    def _yield(self, node: "Node", scope: RubyScope) -> Any:
        if scope.block is None:
            raise UntakenError(text_in(node))
        inner = node.named_children
        return scope.block(*(self._list(inner[0], scope) if inner else ()))

    def _myself(self, _: "Node", scope: RubyScope) -> Any:
        return scope.me

    def _repeated(self, node: "Node", scope: RubyScope) -> None:
        self._repeat(node, scope) if node.type != "for" else self._for(node, scope)

    # Assignments

    def _assign(self, node: "Node", scope: RubyScope) -> Any:
        left, right = child(node, "left"), child(node, "right")
        is_list = right.type == "right_assignment_list"
        value = self._list(right, scope) if is_list else self.value(right, scope)
        self.put(left, value, scope)
        return value

    def put(self, target: "Node", value: Any, scope: RubyScope) -> None:
        """Give a value to a variable, or to several, or to a part of one."""
        match target.type:
            case "identifier":
                scope.put(source_of(target), value)
            case "constant" | "instance_variable" | "class_variable" | "global_variable":
                self.shared[source_of(target)] = value
            case "element_reference":
                whole = self.value(child(target, "object"), scope)
                at = [self.value(one, scope) for one in target.named_children[1:]]
                if isinstance(whole, str):
                    raise UntakenError(text_in(target))
                call_method(whole, "[]=", [*at, value], None)
            case "left_assignment_list" | "destructured_left_assignment":
                self._spread(target.named_children, value, scope)
            case _:
                raise UntakenError(text_in(target))

    def _spread(self, targets: Sequence["Node"], value: Any, scope: RubyScope) -> None:
        values = list(value) if isinstance(value, list) else [value]
        for number, target in enumerate(targets):
            if target.type == "rest_assignment":
                end = len(values) - (len(targets) - number - 1)
                for name in target.named_children:
                    self.put(name, values[number:end], scope)
                values[number:end] = [None]
            else:
                self.put(target, values[number] if number < len(values) else None, scope)

    def _change(self, node: "Node", scope: RubyScope) -> Any:
        """Evaluate an assignment with an operator, such as ``+=``."""
        sign = source_of(child(node, "operator")).removesuffix("=")
        left, right = child(node, "left"), child(node, "right")
        is_unset = left.type == "identifier" and scope.find(source_of(left)) is None
        before = None if is_unset and sign == "||" else self.value(left, scope)
        match sign:
            case "||":
                value = before if is_true(before) else self.value(right, scope)
            case "&&":
                value = self.value(right, scope) if is_true(before) else before
            case _:
                value = bounded(operate(sign, before, self.value(right, scope)))
        self.put(left, value, scope)
        return value


_READ: dict[str, Callable[[Machine, "Node", RubyScope], Any]] = {
    "integer": integer_value,
    "float": float_value,
    "string": text_value,
    "bare_string": text_value,
    "bare_symbol": text_value,
    "chained_string": text_value,
    "delimited_symbol": text_value,
    "heredoc_beginning": heredoc_value,
    "simple_symbol": symbol_value,
    "hash_key_symbol": symbol_value,
    "character": lambda _, node, __: source_of(node)[1:],
    "string_array": Machine._list,
    "symbol_array": Machine._list,
    "array": Machine._list,
    "hash": Machine._hash,
    "regex": pattern_value,
    "identifier": Machine._name,
    "instance_variable": Machine._variable,
    "class_variable": Machine._variable,
    "global_variable": Machine._variable,
    "constant": Machine._constant,
    "scope_resolution": Machine._constant,
    "range": Machine._span,
    "binary": Machine._binary,
    "unary": Machine._unary,
    "true": lambda _, __, ___: True,
    "false": lambda _, __, ___: False,
    "nil": lambda _, __, ___: None,
    "self": Machine._myself,
    "assignment": Machine._assign,
    "operator_assignment": Machine._change,
    "conditional": Machine._chosen,
    "if": Machine._chosen,
    "unless": Machine._chosen,
    "elsif": Machine._chosen,
    "if_modifier": Machine._chosen,
    "unless_modifier": Machine._chosen,
    "case": Machine._chosen,
    "while": Machine._repeated,
    "until": Machine._repeated,
    "while_modifier": Machine._repeated,
    "until_modifier": Machine._repeated,
    "for": Machine._repeated,
    "begin": Machine._all,
    "parenthesized_statements": Machine._all,
    "then": Machine._all,
    "else": Machine._all,
    "do": Machine._all,
    "body_statement": Machine._all,
    "rescue_modifier": Machine._rescued,
    "lambda": Machine._lambda,
    "method": Machine._define,
    "singleton_method": Machine._define,
    "module": Machine._open_module,
    "class": Machine._open_module,
    "singleton_class": Machine._open_module,
    "return": Machine._leave,
    "next": Machine._leave,
    "break": Machine._leave,
    "yield": Machine._yield,
    "call": Machine.call,
    "element_reference": Machine.element,
    "comment": lambda _, __, ___: None,
    "empty_statement": lambda _, __, ___: None,
    "heredoc_body": lambda _, __, ___: None,
    "alias": lambda _, __, ___: None,
    "undef": lambda _, __, ___: None,
}
