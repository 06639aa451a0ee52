"""Gradients and opacity as resources of a PDF.

Colours are shading patterns (ISO 32000-1, 8.7.4), and translucent stops are soft masks (11.6.5.2).
Equal ones are stored once.
"""

from itertools import pairwise

from pnp.base.units import format_mm
from pnp.render.pdf_colors import ColorStep, PdfColors
from pnp.render.pdf_operators import decimals, matrix
from pnp.render.reportlab_private import Raw, StreamedDocument
from pnp.scene.gradient import Gradient

LEAST = 1e-6  # between two stops: numbers are written to six decimals
STEP = 1 / 256  # of a gradient: PDFium draws so many, each in the colour at its start
FIRST, LAST = 0.5 * STEP, 1 - 1.02 * STEP  # where an edge at either end is, within a step of it


class PaintResources:
    """The patterns, shadings and graphics states of a document, each with a name."""

    def __init__(self, pdf: StreamedDocument, colors: PdfColors) -> None:
        self._pdf = pdf
        self._colors = colors
        self._names: dict[str, str] = {}  # by what is written

    def pattern(self, gradient: Gradient) -> str:
        """Return the name of a pattern with the colours of a gradient."""
        shading = _shading(gradient, *self._colors.steps(gradient))
        place = f"/Matrix [{matrix(gradient.into)}]"
        return self._named("Pattern", f"<< /PatternType 2 {place} /Shading {shading} >>")

    def opacities(self, gradient: Gradient) -> str:
        """Return the name of a shading that is as light as a gradient is opaque."""
        steps = [ColorStep(stop.at, (stop.opacity,)) for stop in gradient.stops]
        return self._named("Shading", _shading(gradient, "DeviceGray", steps))

    def see_through(self, opacity: float) -> str:
        """Return the name of a graphics state with an opacity."""
        return self._named("ExtGState", f"<< /ca {decimals(opacity)} /CA {decimals(opacity)} >>")

    def masked(self, reference: str) -> str:
        """Return the name of a graphics state masked by the luminosity of a form."""
        mask = f"<< /S /Luminosity /G {reference} >>"
        return self._named("ExtGState", f"<< /SMask {mask} >>")

    def _named(self, kind: str, written: str) -> str:
        name = self._names.get(written)
        if name is None:
            name = self._names[written] = f"{kind[0]}{len(self._names) + 1}"
            self._pdf.sign(written.encode())
            self._pdf.add_resource(kind, name, Raw(written))
        return name


def _shading(gradient: Gradient, space: str, steps: list[ColorStep]) -> str:
    if gradient.kind == "linear":
        kind, place = 2, "0 0 1 0"
    else:
        focus = " ".join(map(format_mm, gradient.focus))
        kind, place = 3, f"{focus} 0 0 0 1"
    return (
        f"<< /ShadingType {kind} /ColorSpace /{space} /Coords [{place}] /Extend [true true] "
        f"/Function {_function(steps)} >>"
    )


def _function(steps: list[ColorStep]) -> str:
    """Return the function from 0 to 1 through steps; two at one position make an edge."""
    steps = _apart(steps)
    whole = (steps[0]._replace(at=0.0), *steps, steps[-1]._replace(at=1.0))
    parts = [(a, b) for a, b in pairwise(whole) if b.at - a.at > LEAST]
    written = [
        f"<< /FunctionType 2 /Domain [0 1] /C0 [{_list(a.values)}] /C1 [{_list(b.values)}] /N 1 >>"
        for a, b in parts
    ]
    if len(written) == 1:
        return written[0]
    bounds = _list(tuple(a.at for a, _ in parts[1:]))
    encode = " ".join(["0 1"] * len(parts))
    return (
        f"<< /FunctionType 3 /Domain [0 1] /Functions [{' '.join(written)}] /Bounds [{bounds}] "
        f"/Encode [{encode}] >>"
    )


def _apart(steps: list[ColorStep]) -> list[ColorStep]:
    """Return steps of which only the first and the last, which go on outside, are at the ends."""
    if len(steps) > 2 and steps[1].at - steps[0].at <= LEAST and not steps[0].at:
        first, *others = steps
        others = [one._replace(at=max(one.at, FIRST)) for one in others]
        steps = [first, first._replace(at=FIRST), *others]
    if len(steps) > 2 and steps[-1].at - steps[-2].at <= LEAST and steps[-1].at == 1:
        *others, last = steps
        others = [one._replace(at=min(one.at, LAST)) for one in others]
        steps = [*others, last._replace(at=LAST), last]
    return steps


def _list(values: tuple[float, ...]) -> str:
    return " ".join(map(decimals, values))
