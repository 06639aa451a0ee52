"""Finds the elements of an SVG file that can be pictures, by their ids."""

import re
from xml.etree.ElementTree import Element

from pnp.base.errors import PictureError
from pnp.base.units import did_you_mean, quoted
from pnp.images.svg.outlines import SHAPES

DRAWABLE = SHAPES | {"a", "g", "image", "svg", "switch", "symbol", "use"}
MOST_NAMED = 12  # ids in a message
_WORD = re.compile(r"[^\W_]+")
MOST_ALIKE = 2000  # ids among which one like a missing one is looked for


def path_to(root: Element, name: str) -> list[Element]:
    """Return the elements from the root to the one with the id ``name``."""
    found = _path(root, name)
    if not found:
        raise PictureError(f"has no part {quoted(name)}{_others(root, name)}")
    if found[-1].tag not in DRAWABLE:
        tag = found[-1].tag.split()[-1][:40]
        raise PictureError(f"has no drawing {quoted(name)}: that is a <{tag}>{_others(root, '')}")
    return found


def has_shapes(root: Element) -> bool:
    """Return whether a file has outlines, visible or not."""
    return any(node.tag in SHAPES for node in root.iter())


def part_names(root: Element) -> str:
    """Return the ids of drawings for a message: those of groups, or else those of shapes."""
    groups = _ids(root, DRAWABLE - SHAPES)
    named = groups or _ids(root, SHAPES)
    return ", ".join(named[:MOST_NAMED]) + (", …" if len(named) > MOST_NAMED else "")


def _ids(root: Element, tags: set[str]) -> list[str]:
    named = (node.get("id") for node in root.iter() if node.tag in tags)
    return [name for name in named if name]


def _path(node: Element, name: str) -> list[Element]:
    if node.get("id") == name:
        return [node]
    for child in node:
        if found := _path(child, name):
            return [node, *found]
    return []


def _others(root: Element, name: str) -> str:
    known = part_names(root)
    close = _similar(name, _ids(root, DRAWABLE)[:MOST_ALIKE]) if name else ""
    return f"{close} (there are: {known})" if known else "; nothing in it has an id"


def _similar(name: str, ids: list[str]) -> str:
    """Return a question that names a similar id, first one with the same words in another order."""
    words = sorted(_WORD.findall(name.lower()))
    same = [one for one in ids if sorted(_WORD.findall(one.lower())) == words]
    return f"; did you mean {same[0]!r}?" if same else did_you_mean(name, ids)
