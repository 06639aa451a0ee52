"""The syntax tree of a script in Ruby, and variables, blocks and what calls pass."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from pnp.base.imports import optional
from pnp.squib.ruby import UntakenError

if TYPE_CHECKING:
    from tree_sitter import Node as Node
    from tree_sitter import Tree as Tree


_NO_STATEMENTS = ("comment", "heredoc_body", "rescue", "ensure")
_WITH_RESCUE = ("body_statement", "block_body", "begin")
_BODIES = (*_WITH_RESCUE, "then", "else", "do", "parenthesized_statements", "program")
_CHANGING = "<< push append add concat unshift prepend insert pop shift delete store"
_CHANGES = frozenset(_CHANGING.split())


def parsed(source: str) -> "Tree":
    """Return the tree of a script; its nodes have their ids as long as it lives."""
    with optional("squib", "scripts of Squib are Ruby"):
        import tree_sitter_ruby
        from tree_sitter import Language, Parser
    return Parser(Language(tree_sitter_ruby.language())).parse(source.encode())


def source_of(node: "Node") -> str:
    """Return the text of a node."""
    return (node.text or b"").decode()


def text_in(node: "Node") -> str:
    """Return the text of a node in one line."""
    return " ".join(source_of(node).split())


def child(node: "Node", field: str) -> "Node":
    """Return the part of a node with a name."""
    found = node.child_by_field_name(field)
    if found is None:
        raise UntakenError(text_in(node))
    return found


def statements_of(node: "Node | None") -> list["Node"]:
    """Return the statements of a body; a node that is none is the only one."""
    if node is None:
        return []
    if node.type not in _BODIES:
        return [node]
    passed = (*_NO_STATEMENTS, *(("else",) if node.type in _WITH_RESCUE else ()))
    return [one for one in node.named_children if one.type not in passed]


def parameters_of(node: "Node") -> list["Node"]:
    """Return the parameters of a block, without its own variables."""
    listed = node.child_by_field_name("parameters")
    if listed is None:
        return []
    local = {one.id for one in listed.children_by_field_name("locals")}
    return [one for one in listed.named_children if one.id not in local]


def documents_of(root: "Node") -> dict[int, "Node"]:
    """Return the body of each here-document by the id of its beginning."""
    starts, bodies = list["Node"](), list["Node"]()
    for node in walk(root):
        if node.type == "heredoc_beginning":
            starts.append(node)
        elif node.type == "heredoc_body":
            bodies.append(node)
    starts.sort(key=lambda one: one.start_byte)
    bodies.sort(key=lambda one: one.start_byte)
    return {one.id: body for one, body in zip(starts, bodies, strict=False)}


def walk(root: "Node") -> Iterator["Node"]:
    """Yield a node and all that are in it."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node.named_children


def changed_names(node: "Node") -> Iterator[str]:
    """Yield the variables that a statement may change."""
    for one in walk(node):
        match one.type:
            case "assignment" | "operator_assignment":
                left = one.child_by_field_name("left")
                names = walk(left) if left is not None and "list" in left.type else (left,)
                yield from (_root_name(name) for name in names if name is not None)
            case "binary" if source_of(child(one, "operator")) == "<<":
                yield _root_name(child(one, "left"))
            case "call":
                receiver, method = (one.child_by_field_name(key) for key in ("receiver", "method"))
                if receiver is not None and method is not None:
                    name = source_of(method)
                    if name.endswith("!") or name in _CHANGES:
                        yield _root_name(receiver)


def _root_name(node: "Node") -> str:
    """Return the variable that an expression begins with; one that nobody has otherwise."""
    while node.type in ("element_reference", "call"):
        inner = node.child_by_field_name("object") or node.child_by_field_name("receiver")
        if inner is None:
            break
        node = inner
    return source_of(node) if node.type.endswith(("identifier", "variable")) else " "


class Arguments(NamedTuple):
    """What a call passes: values, options by name, and a block."""

    values: list[Any]
    options: dict[str, Any]
    block: "Proc | None"


class Host(Protocol):
    """What scripts can call beside Ruby's own methods."""

    def knows(self, name: str) -> bool:
        """Return whether a call without a receiver is the host's."""

    def call(self, name: str, given: Arguments, node: "Node") -> Any:
        """Return the result of a call without a receiver."""

    def send(self, receiver: Any, name: str, given: Arguments, node: "Node") -> Any:
        """Return the result of a call; NotImplemented if it is not the host's."""

    def note(self, node: "Node", error: UntakenError) -> None:
        """Record a statement that was not understood."""


class LeaveError(Exception):
    """Raised by ``return``, ``next`` and ``break``."""

    def __init__(self, how: str, value: Any) -> None:
        super().__init__(how)
        self.how = how
        self.value = value


@contextmanager
def left_by(how: str) -> Iterator[None]:
    """End quietly what ``next`` or ``break`` leaves."""
    try:
        yield
    except LeaveError as leave:
        if leave.how != how:
            raise


class RubyScope:
    """Variables, with those around a block; ``me`` is self."""

    def __init__(self, around: "RubyScope | None" = None, me: Any = None) -> None:
        self.around = around
        self.names: dict[str, Any] = {}
        self.me: Any = me if around is None or me is not None else around.me
        self.block: Proc | None = around.block if around else None

    def find(self, name: str) -> "RubyScope | None":
        """Return the scope that has a variable."""
        scope: RubyScope | None = self
        while scope is not None and name not in scope.names:
            scope = scope.around
        return scope

    def put(self, name: str, value: Any) -> None:
        """Set a variable, where it is or here."""
        (self.find(name) or self).names[name] = value


class Evaluator(Protocol):
    """What evaluates the statements of a block."""

    def bind(
        self, names: Sequence["Node"], items: Sequence[Any], scope: RubyScope, spreads: bool = True
    ) -> None:
        """Give items to parameters."""

    def execute(self, nodes: Sequence["Node"], scope: RubyScope) -> None:
        """Execute statements."""

    def last(self, nodes: Sequence["Node"], scope: RubyScope) -> Any:
        """Return the value of the last of some statements."""


class Proc:
    """A block; called with items, it returns its value.

    If it is ``in_statements``, its own are executed as statements and have no value.
    """

    def __init__(
        self, machine: Evaluator, node: "Node", scope: RubyScope, is_lambda: bool = False
    ) -> None:
        self._machine = machine
        self._scope = scope
        self._is_lambda = is_lambda
        body = node.child_by_field_name("body")
        if body is not None and body.type in ("block", "do_block"):  # of a lambda
            body = body.child_by_field_name("body")
        self._statements = statements_of(body)
        self._names = parameters_of(node)
        self.in_statements = False

    def __call__(self, *items: Any) -> Any:
        """Return the value of the block for some items."""
        scope = RubyScope(self._scope)
        self._machine.bind(self._names, items, scope)
        try:
            if self.in_statements:
                self._machine.execute(self._statements, scope)
                return None
            return self._machine.last(self._statements, scope)
        except LeaveError as leave:
            if leave.how == "next" or (self._is_lambda and leave.how == "return"):
                return leave.value
            raise

    def run(self, *items: Any) -> None:
        """Execute the block as statements."""
        scope = RubyScope(self._scope)
        self._machine.bind(self._names, items, scope)
        self._machine.execute(self._statements, scope)
