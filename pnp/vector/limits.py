"""How much an SVG file may hold."""

from typing import NamedTuple


class VectorLimits(NamedTuple):
    """The most that is read: detailed maps have a tenth of it.

    ``elements`` are counted as written, and again as drawn, each as often as it is used.
    ``segments`` are those of all outlines; ``depth`` is how far elements lie in one another.
    """

    bytes: int = 8_000_000
    elements: int = 50_000
    segments: int = 200_000
    depth: int = 64


LIMITS = VectorLimits()
MOST_STYLES = 2_000_000  # how often an element may be held against a rule of CSS
LONGEST = 10_000  # characters of what an element says, but for where its outline goes
