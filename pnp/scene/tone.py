"""How colours are drawn to save ink: as paper, or as lines by direction and density.

Directions are those of heraldry, which has had to show colours in black since Silvester Petra
Sancta (Tesserae gentilitiae, Rome 1638): red upright, blue level, green falling from the left,
purple rising, orange rising and level, black upright and level, gold in dots, silver plain.
Density follows lightness, so that what is lighter stays lighter.
"""

from functools import lru_cache
from math import atan2, degrees, hypot
from typing import NamedTuple

from pnp.base.color import WHITE, channels, lab, luminance

PLAIN: float = 88.0  # L* above which a colour of little chroma is taken for paper
PALE: float = 75.0  # L* of a line that shows only on a dark background
MIDDLE: float = 50.0  # L* of a line that is only a guide
DARK: float = 40.0
NEUTRAL = 12.0  # chroma
FAINT = 20.0  # chroma of colours such as ivory
LEAST_CONTRAST = 3.0  # of a line on paper, as WCAG 2.2 requires for graphics (1.4.11)

# Degrees clockwise from level, so that 45 falls to the right; none of them stands for dots.
_BY_HUE: tuple[tuple[float, tuple[float, ...]], ...] = (
    (52, (90,)),
    (80, (135, 0)),
    (115, ()),
    (215, (45,)),
    (300, (0,)),
    (345, (135,)),
    (360, (90,)),
)


class Tone(NamedTuple):
    """How a colour is drawn: the directions of its lines, dots if none, and how dark it is.

    ``depth`` goes from 0 (white) to 1 (black). What is ``plain`` is paper and has no lines;
    what is ``black`` is a dark grey or black.
    """

    angles: tuple[float, ...]
    depth: float
    plain: bool
    black: bool


@lru_cache(maxsize=1024)
def tone_of(color: str) -> Tone:
    """Return how a colour is drawn in lines."""
    lightness, a, b = lab(color)
    chroma, hue = hypot(a, b), degrees(atan2(b, a)) % 360
    depth = 1 - lightness / 100
    if lightness >= PLAIN and chroma < FAINT:
        return Tone((), depth, plain=True, black=False)
    if chroma < NEUTRAL:
        black = lightness < DARK
        return Tone((0, 90) if black else (45, 135), depth, plain=False, black=black)
    return Tone(next(a for end, a in _BY_HUE if hue <= end), depth, plain=False, black=False)


@lru_cache(maxsize=1024)
def lightness(color: str) -> float:
    """Return L* of CIELAB, from 0 (black) to 100 (white)."""
    return lab(color)[0]


@lru_cache(maxsize=1024)
def seen_on_paper(color: str) -> str:
    """Return a colour, or the lightest darker one of its hue that shows as a line on white."""
    part = 1.0
    while True:
        values = [round(255 * part * channel) for channel in channels(color)]
        darker = "#" + "".join(f"{value:02x}" for value in values)
        if (luminance(WHITE) + 0.05) / (luminance(darker) + 0.05) >= LEAST_CONTRAST:
            return darker
        part -= 0.02
