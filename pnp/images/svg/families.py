"""Checks the font families that the text of an SVG file uses."""

import re
from collections.abc import Iterator, Sequence

from pnp.base.font_files import FontFile
from pnp.base.open_font import family_names
from pnp.base.units import join_words, quoted
from pnp.images.svg.pixels import SANS, SERIF, readable
from pnp.images.svg.tree import SvgElement, read_tree

BUILT_IN = frozenset({SANS, SERIF, "sans-serif", "serif", "inherit", "initial"})
MOST_NAMED = 3
_WRITTEN = re.compile(r"font-family\s*:\s*([^;}]+)")


def other_families(data: bytes, fonts: Sequence[FontFile]) -> str:
    """Return a remark on families that neither pnp nor the game has, or ""."""
    root = read_tree(data)
    if not any(node.tag == "text" for node in root.walk()):
        return ""
    known = {
        *BUILT_IN,
        *(name for one in readable(fonts) for name in family_names(one)),
    }  # resvg compares letter for letter
    lists = [_split(value) for node in root.walk() for value in _values(node)]
    lacking = [names[0] for names in lists if names and known.isdisjoint(names)]
    named = [quoted(name) for name in dict.fromkeys(lacking)]
    if not named:
        return ""
    names = join_words(named[:MOST_NAMED])
    return f"the game has no font {names}, so another font replaces it"


def _values(node: SvgElement) -> Iterator[str]:
    yield node.attributes.get("font-family", "")
    yield from _WRITTEN.findall(node.attributes.get("style", ""))
    if node.tag == "style":
        yield from _WRITTEN.findall("".join(node.text))


def _split(value: str) -> list[str]:
    parts = value.replace("!important", "").split(",")
    return [name for name in (part.strip().strip("\"'").strip() for part in parts) if name]
