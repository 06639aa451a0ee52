"""Evaluate scripts in Ruby, without running any: what is not known here stays unknown.

A script can compute with its own values and call what its host knows, and nothing else: it opens,
writes and starts nothing. Steps and sizes are limited.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pnp.base.errors import UsageError
from pnp.squib.ruby import DataFrame, Module, RubyHash, RubyRange, UntakenError, bounded, items_of
from pnp.squib.ruby_methods import call_method, call_of_module, column_of
from pnp.squib.ruby_operators import is_true, matches, operate
from pnp.squib.ruby_scope import (
    Arguments,
    Host,
    LeaveError,
    Proc,
    RubyScope,
    changed_names,
    child,
    documents_of,
    left_by,
    parsed,
    source_of,
    statements_of,
    text_in,
)
from pnp.squib.ruby_texts import (
    float_value,
    heredoc_value,
    integer_value,
    pattern_value,
    symbol_value,
    text_value,
)

if TYPE_CHECKING:
    from pnp.squib.ruby_scope import Node, Tree

# Calls that do not affect what is drawn.
_NO_DRAWING = (
    "puts p pp print warn require using include extend attr_reader attr_accessor attr_writer "
    "private public protected module_function srand"
)
_IGNORED = frozenset(_NO_DRAWING.split())
# Methods whose blocks are statements if the call is one.
_REPEATING = (
    "each each_with_index each_pair each_index each_slice times upto downto step reverse_each "
    "each_char each_with_object with_index each_key each_value"
)
_LOOPS = frozenset(_REPEATING.split())
_CHANGING = ("concat", "prepend")  # of texts, without an exclamation mark
# Values whose methods are Ruby's own.
_KINDS = (str, list, dict, int, float, RubyRange, DataFrame, Proc, type(None))

MOST_STEPS = 1_000_000
_ATTRIBUTES = ("dpi", "width", "height")  # of decks
_CONSTANTS: dict[str, Any] = {"Math::PI": 3.141592653589793, "Math::E": 2.718281828459045}


class Machine:
    """Evaluates scripts, whose methods it keeps.

    ``shared`` are constants, and variables of instances and globals.
    """

    def __init__(self, host: Host) -> None:
        self.shared: dict[str, Any] = {}
        self._host = host
        self._methods: dict[str, Node] = {}
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
        """Count a step."""
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

    # Calls

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
            case "block_given?", []:
                return scope.block is not None
            case "loop", [] if given.block:
                with left_by("break"):
                    while True:
                        self.step()
                        given.block()
                return None
        made = call_of_module("Kernel", name, _passed(given), given.block)
        if made is not NotImplemented:
            return made
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
        values, block = _passed(given), given.block
        match value:
            case Proc() if name in ("call", "()", "yield"):
                return value(*values)
            case Module():
                found = call_of_module(value.path, name, given.values, given.block)
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


_Read = Callable[[Machine, "Node", RubyScope], Any]
_READERS: tuple[tuple[str, _Read], ...] = (
    ("integer", integer_value),
    ("float", float_value),
    ("string bare_string bare_symbol chained_string delimited_symbol", text_value),
    ("heredoc_beginning", heredoc_value),
    ("simple_symbol hash_key_symbol", symbol_value),
    ("character", lambda _, node, __: source_of(node)[1:]),
    ("regex", pattern_value),
    ("true", lambda _, __, ___: True),
    ("false", lambda _, __, ___: False),
    ("nil comment empty_statement heredoc_body alias undef", lambda _, __, ___: None),
    ("string_array symbol_array array", Machine._list),
    ("hash", Machine._hash),
    ("identifier", Machine._name),
    ("instance_variable class_variable global_variable", Machine._variable),
    ("constant scope_resolution", Machine._constant),
    ("range", Machine._span),
    ("binary", Machine._binary),
    ("unary", Machine._unary),
    ("self", Machine._myself),
    ("assignment", Machine._assign),
    ("operator_assignment", Machine._change),
    ("conditional if unless elsif if_modifier unless_modifier case", Machine._chosen),
    ("while until while_modifier until_modifier for", Machine._repeated),
    ("begin parenthesized_statements then else do body_statement", Machine._all),
    ("rescue_modifier", Machine._rescued),
    ("lambda", Machine._lambda),
    ("method singleton_method", Machine._define),
    ("module class singleton_class", Machine._open_module),
    ("return next break", Machine._leave),
    ("yield", Machine._yield),
    ("call", Machine.call),
    ("element_reference", Machine.element),
)
_READ: dict[str, _Read] = {kind: read for kinds, read in _READERS for kind in kinds.split()}


def _passed(given: Arguments) -> list[Any]:
    """Return what a call passes, options as a hash."""
    return [*given.values, *([RubyHash(given.options)] if given.options else ())]
