"""Colours as people with colour blindness see them, and how different two colours are.

Nothing here uses pnp. Sources:

- Colour blindness: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation
  of Color Vision Deficiency", IEEE TVCG 15 (6), 2009: the matrices for severity 1.0, which work on
  linear RGB.
- Distance: CIEDE2000, as in Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula:
  Implementation Notes, Supplementary Test Data, and Mathematical Observations", Color Research and
  Application 30 (1), 2005.
"""

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import numpy as np

VISION = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
_TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
Lab = tuple[float, float, float]


def linear(color: str) -> np.ndarray:
    """Return ``#rrggbb`` as linear red, green and blue."""
    values = np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def seen(color: str, vision: str = "normal") -> Lab:
    """Return a colour in CIELAB as somebody with that vision sees it."""
    rgb = np.clip(VISION[vision] @ linear(color), 0, 1)
    t = _TO_XYZ @ rgb / np.array([0.95047, 1.0, 1.08883])
    x, y, z = np.where(t > 216 / 24389, np.cbrt(t), (24389 / 27 * t + 16) / 116)
    return float(116 * y - 16), float(500 * (x - y)), float(200 * (y - z))


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of WCAG 2.2."""
    lights = sorted(float(_TO_XYZ[1] @ linear(color)) for color in (one, other))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def ciede2000(one: Lab, other: Lab) -> float:
    """Return the distance of two colours; 1 is just noticeable."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    stretch = 1 + (1 - sqrt(mean / (mean + 25**7))) / 2
    c1, c2 = hypot(stretch * a1, b1), hypot(stretch * a2, b2)
    h1, h2 = (degrees(atan2(b, stretch * a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    light, chroma, hue = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    middle, c = (l1 + l2) / 2, (c1 + c2) / 2
    h = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    t = 1 - 0.17 * cos(radians(h - 30)) + 0.24 * cos(radians(2 * h))
    t += 0.32 * cos(radians(3 * h + 6)) - 0.20 * cos(radians(4 * h - 63))
    on_light = 1 + 0.015 * (middle - 50) ** 2 / sqrt(20 + (middle - 50) ** 2)
    on_chroma, on_hue = 1 + 0.045 * c, 1 + 0.015 * c * t
    blues = -sin(radians(60 * exp(-(((h - 275) / 25) ** 2)))) * 2 * sqrt(c**7 / (c**7 + 25**7))
    x, y, z = light / on_light, chroma / on_chroma, hue / on_hue
    return sqrt(x * x + y * y + z * z + blues * y * z)
