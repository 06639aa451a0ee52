"""Variables, blocks and what calls pass, while a script is evaluated."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from pnp.definitions.squib.ruby import UntakenError
from pnp.definitions.squib.ruby_syntax import parameters_of, statements_of

if TYPE_CHECKING:
    from pnp.definitions.squib.ruby_syntax import Node


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
