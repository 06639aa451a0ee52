"""Typesetting: paragraphs into lines, lines into columns, columns into pages."""

from pnp.typeset.columns import PageFrame, Region, SetBox, set_pages
from pnp.typeset.lines import SetLine, TextSpan, break_lines, hyphenation
from pnp.typeset.styles import PT, SANS, SERIF, Family, TextStyle

__all__ = [
    "PT",
    "SANS",
    "SERIF",
    "Family",
    "PageFrame",
    "Region",
    "SetBox",
    "SetLine",
    "TextSpan",
    "TextStyle",
    "break_lines",
    "hyphenation",
    "set_pages",
]
