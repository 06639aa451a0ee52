"""Lengths, colours and fonts in the notation of Squib."""

import re
from typing import NamedTuple

from pnp.base.color import SeenColor, parse_seen_color
from pnp.base.errors import UnitError
from pnp.base.units import MM_PER_UNIT, Mm
from pnp.definitions.squib.ruby import UntakenError

DPI = 300  # of Squib, unless Deck.new says another
CELL = 37.5  # pixels
_MOST = 1_000_000  # pixels, of any length
_TYPE = 12.0  # points, of a font without a size
_LENGTH = re.compile(r"\s*([-+]?(?:\d+(?:\.\d*)?|\.\d+))\s*(in|pt|cm|mm|px|c|cells?)?\s*")
_PLACE = re.compile(r"\s*(middle|center|deck)\s*(?:([-+*/])\s*(.+?))?\s*")
_FONT = re.compile(
    r"(.*?),?\s*((?:(?:bold|italic|oblique|semibold|heavy)\s*)*)(\d+(?:\.\d+)?)?\s*", re.I
)
SERIFS = ("serif", "times", "georgia", "garamond", "palatino", "bookman", "cambria", "baskerville")
PLAIN = ("", "sans", "sans-serif", "arial", "helvetica", "serif", "times", "times new roman")


class PangoFont(NamedTuple):
    """A font description of Pango; its size is in points on a card."""

    family: str
    bold: bool
    italic: bool
    points: float

    @property
    def name(self) -> str:
        """The font of pnp that replaces it."""
        family = self.family.lower()
        serif = "sans" not in family and any(word in family for word in SERIFS)
        return "serif" if serif else "sans"


def pixels(value: object, dpi: float = DPI, across: float = 0.0) -> float:
    """Convert a length to pixels; ``across`` is the deck's width or height.

    Raises:
        UntakenError: If it is not a length.
    """
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if abs(value) < _MOST:
            return float(value)
        raise UntakenError("a length is too large", "write the place or size into game.toml")
    text = str(value)
    if found := _LENGTH.fullmatch(text):
        number, unit = float(found[1]), found[2] or "px"
        if unit == "px":
            return number
        if unit.startswith("c") and unit != "cm":
            return number * CELL
        return number * dpi * MM_PER_UNIT[unit] / MM_PER_UNIT["in"]
    if found := _PLACE.fullmatch(text):
        start = across if found[1] == "deck" else across / 2
        if not found[2]:
            return start
        other = pixels(found[3], dpi, across)
        if found[2] in "+-":
            return start + (other if found[2] == "+" else -other)
        if other:
            return start * other if found[2] == "*" else start / other
    raise UntakenError(f"{text!r} is not a length", "write the place or size into game.toml")


def to_mm(length: float, dpi: float = DPI) -> Mm:
    """Convert pixels to millimetres, to a hundredth."""
    return round(length * MM_PER_UNIT["in"] / dpi, 2)


def color(value: object) -> SeenColor:
    """Return a colour with its opacity.

    Raises:
        UntakenError: If it is a gradient or unknown.
    """
    text = str(value).strip()
    if "@" in text:
        raise UntakenError(f"{text!r} is a gradient", "write it as the gradient of the frame")
    try:
        return parse_seen_color(text if text.startswith("#") else text.replace("_", "").lower())
    except UnitError:
        raise UntakenError(
            f"{text!r} is not a colour that pnp knows", "write it as #rrggbb"
        ) from None


def font(value: object, size: object = None) -> PangoFont:
    """Return the font of a text; ``size`` replaces the one in its description."""
    found = _FONT.fullmatch(str(value).strip())
    family, styles, written = found.groups() if found else (str(value), "", None)
    given = size if isinstance(size, (int, float)) else written
    points = float(given or _TYPE)
    styles = styles.lower()
    bold = any(style in styles for style in ("bold", "heavy"))
    italic = any(style in styles for style in ("italic", "oblique"))
    return PangoFont(family.strip(" ,"), bold, italic, round(points, 1))
