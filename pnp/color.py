"""Colours: sRGB, written ``#rrggbb`` in definitions and scenes."""

import re
from functools import cache

from pnp.errors import UnitError
from pnp.units import shown

BLACK = "#000000"
WHITE = "#ffffff"

_HEX = re.compile(r"#[0-9a-fA-F]{6}")


def parse_color(text: str) -> str:
    """Read a colour such as ``"#1a2b3c"``.

    Raises:
        UnitError: If it is anything else.
    """
    if not _HEX.fullmatch(text):
        raise UnitError(f'write a colour as "#rrggbb", such as "#c23b22", not {shown(text)}')
    return text.lower()


@cache
def channels(color: str) -> tuple[float, float, float]:
    """Return red, green and blue, each from 0 to 1."""
    red, green, blue = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def luminance(color: str) -> float:
    """Return the relative luminance, from 0 (black) to 1 (white), as WCAG 2.2 defines it."""
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(color)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ink_on(ground: str) -> str:
    """Return white or near black, whichever is seen better on a ground."""
    return WHITE if luminance(ground) < 0.35 else "#1b1b1b"
