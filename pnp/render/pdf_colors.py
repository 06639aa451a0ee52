"""Colours in a PDF: those of scenes, or inks if another module converts them."""

from typing import NamedTuple, Protocol

from pnp.base.color import channels
from pnp.render.pdf_operators import color
from pnp.scene.gradient import Gradient


class ColorStep(NamedTuple):
    """The values of a colour at a position of a gradient."""

    at: float
    values: tuple[float, ...]


class PdfColors(Protocol):
    """How colours are written; ``space`` is the one for blending."""

    space: str

    def chosen(self, name: str, stroke: bool = False) -> str:
        """Return the operators that choose a colour, to fill or to ``stroke``."""

    def steps(self, gradient: Gradient) -> tuple[str, list[ColorStep]]:
        """Return the colour space of a gradient, and its colours in that space."""


class ScreenColors:
    """The colours of scenes: sRGB, or grey where that is shorter."""

    space = "DeviceRGB"

    def chosen(self, name: str, stroke: bool = False) -> str:
        """Return the operators that choose a colour, to fill or to ``stroke``."""
        return color(name, stroke)

    def steps(self, gradient: Gradient) -> tuple[str, list[ColorStep]]:
        """Return the colour space of a gradient, and its colours in that space."""
        steps = [ColorStep(stop.at, channels(stop.color)) for stop in gradient.stops]
        if all(len(set(step.values)) == 1 for step in steps):
            return "DeviceGray", [ColorStep(step.at, step.values[:1]) for step in steps]
        return self.space, steps
