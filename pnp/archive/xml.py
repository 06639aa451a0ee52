"""XML as data, and written."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pnp.base.errors import RenderError
from pnp.base.extras import optional

with optional("archive", "making an archive"):
    from lxml import etree

XML = "http://www.w3.org/XML/1998/namespace"
Attributes = Mapping[str, str]


class Node(NamedTuple):
    """An element; names have the prefixes of :func:`written`'s table, and ``xml``."""

    name: str
    attributes: Attributes
    text: str
    children: tuple["Node", ...]


def node(name: str, *inside: "str | Attributes | Node | None") -> Node:
    """Make an element of its text, its attributes and its children; what is None is left out."""
    attributes = {
        key: said for one in inside if isinstance(one, Mapping) for key, said in one.items()
    }
    text = "".join(one for one in inside if isinstance(one, str))
    return Node(name, attributes, text, tuple(one for one in inside if isinstance(one, Node)))


def written(root: Node, names: Mapping[str, str]) -> bytes:
    """Write a document in UTF-8; ``names`` are the namespaces by their prefixes.

    Raises:
        RenderError: If a text has a character that XML cannot hold.
    """
    full = {**names, "xml": XML}
    try:
        tree = _element(None, root, full, names)
    except ValueError:
        raise RenderError("a text has a character that no XML file can hold") from None
    return bytes(etree.tostring(tree, xml_declaration=True, encoding="UTF-8", pretty_print=True))


def _element(parent: Any, one: Node, full: Mapping[str, str], names: Mapping[str, str]) -> Any:
    attributes = {_qualified(key, full): said for key, said in one.attributes.items()}
    tag = _qualified(one.name, full)
    if parent is None:
        made = etree.Element(tag, attributes, nsmap=dict(names))
    else:
        made = etree.SubElement(parent, tag, attributes)
    if one.text:
        made.text = one.text
    for child in one.children:
        _element(made, child, full, names)
    return made


def _qualified(name: str, full: Mapping[str, str]) -> str:
    prefix, colon, local = name.partition(":")
    return f"{{{full[prefix]}}}{local}" if colon else name
