"""How colours are drawn to save ink: as paper, or as lines by direction and density.

Directions are those of heraldry, which has had to show colours in black since Silvester Petra
Sancta (Tesserae gentilitiae, Rome 1638): red upright, blue level, green falling from the left,
purple rising, orange rising and level, black upright and level, gold in dots, silver plain.
Density follows lightness: a lighter colour has fewer lines.
"""

from functools import lru_cache
from math import atan2, ceil, cos, degrees, floor, hypot, pi, radians, sin, sqrt
from typing import NamedTuple

from pnp.base.color import WHITE, channels, lab, luminance
from pnp.base.geometry import Point, Rect
from pnp.base.path import Path, circle, line
from pnp.base.units import Mm

PLAIN: float = 88.0  # L* above which a colour of little chroma is taken for paper
PALE: float = 75.0  # L* of a line that shows only on a dark background
MIDDLE: float = 50.0  # L* of a line that is only a guide
DARK: float = 40.0
NEUTRAL = 12.0  # chroma
FAINT = 20.0  # chroma of colours such as ivory
LEAST_CONTRAST = 3.0  # of a line on paper, as WCAG 2.2 requires for graphics (1.4.11)

# Degrees clockwise from level, so that 45 falls to the right; none of them stands for dots.
_BY_HUE: tuple[tuple[float, tuple[float, ...]], ...] = (
    *((52, (90,)), (80, (135, 0)), (115, ()), (215, (45,))),
    *((300, (0,)), (345, (135,)), (360, (90,))),
)


class Tone(NamedTuple):
    """How a colour is drawn: the angles of its lines (dots if there are none), and how dark.

    ``depth`` goes from 0 (white) to 1 (black). A ``plain`` colour is left as paper, without lines;
    a ``black`` one is black or a dark grey.
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
    """Return a colour, darkened if needed until it shows as a line on white."""
    part = 1.0
    while True:
        values = [round(255 * part * channel) for channel in channels(color)]
        darker = "#" + "".join(f"{value:02x}" for value in values)
        if (luminance(WHITE) + 0.05) / (luminance(darker) + 0.05) >= LEAST_CONTRAST:
            return darker
        part -= 0.02


DOT_PITCH: Mm = 1.7


def hatch_lines(area: Rect, about: Point, angle: float, pitch: Mm) -> list[Path]:
    """Return lines across ``area``, clockwise from horizontal; ``about`` is midway between two."""
    turn = radians(angle)
    along, across = (cos(turn), sin(turn)), (-sin(turn), cos(turn))
    dx, dy = area.center.x - about.x, area.center.y - about.y
    offset = dx * across[0] + dy * across[1]
    middle = dx * along[0] + dy * along[1]
    reach = hypot(area.width, area.height) / 2
    half = abs(across[0]) * area.width / 2 + abs(across[1]) * area.height / 2
    first = ceil((offset - half) / pitch - 0.5)
    last = floor((offset + half) / pitch - 0.5)

    def hatch(number: int) -> Path:
        distance = (number + 0.5) * pitch
        x, y = about.x + distance * across[0], about.y + distance * across[1]
        ends = (middle - reach, middle + reach)
        return line(*(Point(x + d * along[0], y + d * along[1]) for d in ends))

    return [hatch(number) for number in range(first, last + 1)]


def hatch_dots(area: Rect, about: Point, coverage: float) -> list[Path]:
    """Return dots that cover a share of ``area``, every other row shifted by half a pitch."""
    row = DOT_PITCH * sqrt(3) / 2
    radius = sqrt(coverage * DOT_PITCH * row / pi)
    first, last = floor((area.y - about.y) / row), ceil((area.bottom - about.y) / row)
    found: list[Path] = []
    for number in range(first, last + 1):
        shift = about.x + DOT_PITCH / 2 * (number % 2)
        left = floor((area.x - shift) / DOT_PITCH)
        right = ceil((area.right - shift) / DOT_PITCH)
        found += [
            circle(Point(shift + column * DOT_PITCH, about.y + number * row), radius)
            for column in range(left, right + 1)
        ]
    return found
