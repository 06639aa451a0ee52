"""Lengths, angles, colours and fonts in the notation of Squib."""

import re
from collections.abc import Mapping
from functools import lru_cache
from math import pi
from typing import NamedTuple

from pnp.base.color import SeenColor, parse_seen_color
from pnp.base.errors import UnitError
from pnp.base.files import templates
from pnp.base.toml import read_toml
from pnp.base.units import MM_PER_UNIT, Mm
from pnp.squib.ruby import UntakenError

DPI = 300  # of Squib, unless Deck.new says another
CELL = 37.5  # pixels
_MOST = 1_000_000  # pixels, of any length
_TYPE = 12.0  # points, of a font without a size
_LENGTH = re.compile(r"\s*([-+]?(?:\d+(?:\.\d*)?|\.\d+))\s*(in|pt|cm|mm|px|c|cells?)?\s*")
_PLACE = re.compile(r"\s*(middle|center|deck)\s*(?:([-+*/])\s*(.+?))?\s*")
_ANGLE = re.compile(r"\s*([-+]?(?:\d+(?:\.\d*)?|\.\d+))\s*(deg)?\s*")
_SIZE = re.compile(r"(?:(.*?)(?:\s|(?<=,)))?\s*(\d+(?:\.\d+)?)\s*", re.DOTALL)
_WIDE_HEX = re.compile(r"#(?:[0-9a-fA-F]{4}){3,4}")
_BETWEEN_WORDS = re.compile(r"[\s\-_.]+")
_WEIGHT = re.compile(r"weight=(\d+)")
# The words for styles in a font description of Pango, whether bold or italic; others are not shown.
_STYLES = {
    **dict.fromkeys(("bold", "semi-bold", "demi-bold", "semibold", "demibold"), "bold"),
    **dict.fromkeys(("ultra-bold", "extra-bold", "heavy", "black", "ultra-heavy"), "bold"),
    **dict.fromkeys(("italic", "oblique", "style=italic", "style=oblique"), "italic"),
    **dict.fromkeys(("normal", "regular", "roman", "book", "medium", "style=normal"), ""),
    **dict.fromkeys(("thin", "light", "ultra-light", "extra-light", "semi-light"), "other"),
    **dict.fromkeys(("small-caps", "condensed", "semi-condensed", "expanded"), "other"),
}
_BOLD, _LIGHT = 600, 350  # weights of Pango
SERIFS = ("serif", "times", "georgia", "garamond", "palatino", "bookman", "cambria", "baskerville")
PLAIN = ("", "sans", "sans-serif", "arial", "helvetica", "serif", "times", "times new roman")


class PixelScale(NamedTuple):
    """How many pixels an inch has, and the unit that Squib calls a cell."""

    dpi: float = DPI
    cell: float = CELL


SCALE = PixelScale()


class PangoFont(NamedTuple):
    """A font description of Pango; its size is in points on a card.

    ``others`` are styles that pnp's fonts do not have.
    """

    family: str
    bold: bool
    italic: bool
    points: float
    others: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The font of pnp that replaces it."""
        family = self.family.lower()
        serif = "sans" not in family and any(word in family for word in SERIFS)
        return "serif" if serif else "sans"

    @property
    def is_plain(self) -> bool:
        """Whether pnp's fonts stand for it: the first of its families is a usual one."""
        return self.family.split(",")[0].strip().lower() in PLAIN


def pixels(value: object, scale: PixelScale = SCALE, across: float = 0.0) -> float:
    """Convert a length to pixels; ``across`` is the deck's width or height."""
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
            return number * scale.cell
        return number * scale.dpi * MM_PER_UNIT[unit] / MM_PER_UNIT["in"]
    if found := _PLACE.fullmatch(text):
        start = across if found[1] == "deck" else across / 2
        if not found[2]:
            return start
        other = pixels(found[3], scale, across)
        if found[2] in "+-":
            return start + (other if found[2] == "+" else -other)
        if other:
            return start * other if found[2] == "*" else start / other
    raise UntakenError(f"{text!r} is not a length", "write the place or size into game.toml")


def radians(value: object) -> float:
    """Return an angle in radians, which Squib counts clockwise."""
    found = _ANGLE.fullmatch(str(value))
    if found is None or isinstance(value, bool):
        raise UntakenError(f"{value!r} is not an angle", "write turn = and degrees")
    return float(found[1]) * (pi / 180 if found[2] else 1.0) % (2 * pi)


def to_mm(length: float, dpi: float = DPI, digits: int = 2) -> Mm:
    """Convert pixels to millimetres, to a hundredth or another number of ``digits``."""
    return round(length * MM_PER_UNIT["in"] / dpi, digits)


def color(value: object) -> SeenColor:
    """Return a colour with its opacity."""
    text = str(value).strip()
    if "@" in text:
        raise UntakenError(f"{text!r} is a gradient", "write it as the gradient of the frame")
    if _WIDE_HEX.fullmatch(text):  # four digits for each part
        text = f"#{''.join(text[i : i + 2] for i in range(1, len(text), 4))}"
    name = _BETWEEN_WORDS.sub("_", text.lower())
    named = _colours().get(name) or _colours().get(name.replace("grey", "gray"))
    try:
        return parse_seen_color(f"#{named}" if named else text)
    except UnitError:
        raise UntakenError(
            f"{text!r} is not a colour that pnp knows", "write it as #rrggbb"
        ) from None


@lru_cache(maxsize=1)
def _colours() -> Mapping[str, str]:
    """Return the colours that Squib knows by name, as six hexadecimal digits."""
    return read_toml(templates() / "squib" / "colours.toml")[0]


def font(value: object, size: object = None) -> PangoFont:
    """Return the font of a text; ``size`` replaces the one in its description."""
    text = str(value).strip()
    found = _SIZE.fullmatch(text)
    family, written = (found[1] or "", found[2]) if found else (text, "")
    words, styles = family.split(), list[str]()
    while words and not words[-1].endswith(",") and (style := _style(words[-1])) is not None:
        styles.append(words[-1] if style == "other" else style)
        words.pop()
    given = str(size).strip() if size is not None else written
    points = float(given) if _SIZE.fullmatch(given) else float(written or _TYPE)
    others = tuple(style for style in styles if style not in ("", "bold", "italic"))
    family = " ".join(words).strip(" ,")
    return PangoFont(family, "bold" in styles, "italic" in styles, round(points, 1), others)


def _style(word: str) -> str | None:
    """Return what a word of a font description says of its style; None if it does not."""
    if found := _WEIGHT.fullmatch(word.lower()):
        weight = int(found[1])
        return "bold" if weight >= _BOLD else "other" if weight < _LIGHT else ""
    return _STYLES.get(word.lower())
