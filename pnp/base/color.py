"""Colours in sRGB, written ``#rrggbb`` in scenes."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from pnp.base.errors import UnitError
from pnp.base.messages import Message

BLACK = "#000000"
WHITE = "#ffffff"

READABLE = 4.5  # the least contrast of text, as WCAG 2.2 asks for (1.4.3)
VISIBLE = 3.0  # the least contrast of lines and shapes, as WCAG 2.2 asks for (1.4.11)

_HEX = re.compile(r"#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
_NAME = re.compile(r"[a-zA-Z]{3,20}")


class SeenColor(NamedTuple):
    """A colour, and how opaque it is, from 0 to 1."""

    color: str
    opacity: float


def parse_color(text: str) -> str:
    """Read an opaque colour: ``"#1a2b3c"``, ``"#fff"`` or a name of CSS such as ``"gold"``.

    Raises:
        UnitError: If it is anything else.
    """
    color, opacity = parse_seen_color(text)
    if opacity < 1:
        raise UnitError(Message("opaque_color", written=text, color=color))
    return color


@lru_cache(maxsize=1024)
def parse_seen_color(text: str) -> SeenColor:
    """Read a colour that may be translucent: also ``"#1a2b3c80"`` or ``"transparent"``.

    Raises:
        UnitError: If it is anything else.
    """
    if _HEX.fullmatch(text):
        digits = text[1:].lower()
        if len(digits) < 6:
            digits = "".join(2 * digit for digit in digits)
        return SeenColor(f"#{digits[:6]}", int(digits[6:] or "ff", 16) / 255)
    named = _named(text) if _NAME.fullmatch(text) else None
    if named is None:
        raise UnitError(Message("color", written=text))
    return named


def _named(name: str) -> SeenColor | None:
    """Return the colour with a name of CSS Color Module Level 4, 6.1; None if there is none."""
    from tinycss2.color4 import Color, parse_color  # only for definitions with names

    found = parse_color(name)
    if not isinstance(found, Color):
        return None
    values = (round(255 * value) for value in found.coordinates)
    return SeenColor("#{:02x}{:02x}{:02x}".format(*values), float(found.alpha))


@lru_cache(maxsize=1024)
def channels(color: str) -> tuple[float, float, float]:
    """Return red, green and blue, each from 0 to 1."""
    red, green, blue = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def luminance(color: str) -> float:
    """Return the relative luminance, from 0 (black) to 1 (white), as WCAG 2.2 defines it."""
    red, green, blue = map(_linear, channels(color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@lru_cache(maxsize=1024)
def lab(color: str) -> tuple[float, float, float]:
    """Return L*, a* and b* of CIELAB under D65 (CIE 15:2018), from sRGB (IEC 61966-2-1)."""
    red, green, blue = map(_linear, channels(color))
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    across, up, down = (
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z)
    )
    return 116 * up - 16, 500 * (across - up), 200 * (up - down)


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def blended(color: str, other: str, share: float) -> str:
    """Mix two colours: a ``share`` of 0 gives the first, of 1 the other."""
    mixed = (
        round(255 * (a + share * (b - a)))
        for a, b in zip(channels(color), channels(other), strict=True)
    )
    return "#{:02x}{:02x}{:02x}".format(*mixed)


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21, as WCAG 2.2 defines it."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@lru_cache(maxsize=1024)
def readable(ink: str, *grounds: str) -> str:
    """Return an ink that reads on all grounds, darkened or lightened only as much as needed."""
    toward = ink_on(max(grounds, key=luminance))
    steps = (blended(ink, toward, share / 50) for share in range(51))
    return next(
        (one for one in steps if all(contrast(one, g) >= READABLE for g in grounds)), toward
    )


def contrast_fault(
    colors: Mapping[str, str], name: str, grounds: Sequence[str], least: float
) -> str:
    """Return what is wrong with a named colour on named grounds, and a better one; "" if nothing.

    Ratios are rounded down, so that none looks sufficient.
    """
    ratios = {ground: contrast(colors[name], colors[ground]) for ground in grounds}
    faint = {ground: int(10 * ratio) / 10 for ground, ratio in ratios.items() if ratio < least}
    if not faint:
        return ""
    on = ", ".join(f"{ratio:g} on {ground} {colors[ground]}" for ground, ratio in faint.items())
    better = readable(colors[name], *(colors[ground] for ground in grounds))
    return (
        f"{name} {colors[name]} has a contrast of {on}; at least {least:g} can be "
        f"{'read' if least == READABLE else 'seen'} (WCAG 2.2), as with {name} {better}"
    )


def ink_on(ground: str) -> str:
    """Return white or near black, whichever has more contrast on a background."""
    return WHITE if luminance(ground) < 0.35 else "#1b1b1b"
