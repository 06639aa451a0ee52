"""The syntax tree of a script in Ruby."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pnp.base.extras import optional
from pnp.definitions.squib.ruby import UntakenError

if TYPE_CHECKING:
    from tree_sitter import Node as Node
    from tree_sitter import Tree as Tree

_NO_STATEMENTS = ("comment", "heredoc_body", "rescue", "ensure")
_WITH_RESCUE = ("body_statement", "block_body", "begin")
_BODIES = (*_WITH_RESCUE, "then", "else", "do", "parenthesized_statements", "program")
_CHANGING = "<< push append add concat unshift prepend insert pop shift delete store"
_CHANGES = frozenset(_CHANGING.split())


def parsed(source: str) -> "Tree":
    """Return the tree of a script; its nodes have their ids as long as it lives.

    Raises:
        MissingExtraError: If the library that parses Ruby is not installed.
    """
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
    """Return the part of a node with a name.

    Raises:
        UntakenError: If it has none.
    """
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
