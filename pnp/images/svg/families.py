"""Checks the font families that the text of an SVG file uses."""

import re
from collections.abc import Iterable, Iterator, Sequence
from xml.etree.ElementTree import Element

from pnp.base.font_files import FontFile
from pnp.base.open_font import family_names
from pnp.base.units import join_words, quoted

SANS, SERIF = "Source Sans Pro", "Source Serif Pro"  # as resvg finds them
BUILT_IN = frozenset({SANS, SERIF, "sans-serif", "serif", "inherit", "initial"})
MOST_NAMED = 3
_WRITTEN = re.compile(r"font-family\s*:\s*([^;}]+)")


def readable(fonts: Sequence[FontFile]) -> list[FontFile]:
    """Return the fonts that resvg can read."""
    return [one for one in fonts if not one.path.lower().endswith(".woff2")]


def other_families(roots: Iterable[Element], fonts: Sequence[FontFile]) -> str:
    """Return a remark on families in plain SVG that neither pnp nor the game has, or ""."""
    roots = [root for root in roots if next(root.iter("text"), None) is not None]
    known = {
        *BUILT_IN,
        *(name for one in readable(fonts) for name in family_names(one)),
    }  # resvg compares letter for letter
    lists = [_split(value) for root in roots for node in root.iter() for value in _values(node)]
    lacking = [names[0] for names in lists if names and known.isdisjoint(names)]
    named = [quoted(name) for name in dict.fromkeys(lacking)]
    if not named:
        return ""
    names = join_words(named[:MOST_NAMED])
    return f"the game has no font {names}, so another font replaces it"


def _values(node: Element) -> Iterator[str]:
    yield node.get("font-family", "")
    yield from _WRITTEN.findall(node.get("style", ""))


def _split(value: str) -> list[str]:
    parts = value.replace("!important", "").split(",")
    return [name for name in (part.strip().strip("\"'").strip() for part in parts) if name]
