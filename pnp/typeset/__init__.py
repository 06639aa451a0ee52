"""Words into lines, lines into columns, columns into pages: numbers and scenes, no files."""

from pnp.typeset.boxes import Box
from pnp.typeset.columns import Frame, Region, set_pages
from pnp.typeset.lines import Line, Span, break_lines, hyphenation
from pnp.typeset.styles import PT, SANS, SERIF, Family, TextStyle

__all__ = [
    "PT",
    "SANS",
    "SERIF",
    "Box",
    "Family",
    "Frame",
    "Line",
    "Region",
    "Span",
    "TextStyle",
    "break_lines",
    "hyphenation",
    "set_pages",
]
