"""PDF operators that draw on pages, in millimetres, y down: shapes, colours and gradients."""

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, Protocol, assert_never

from pnp.base.color import channels
from pnp.base.geometry import Transform
from pnp.base.path import Arc, Curve, Line, Path, arc_as_curves
from pnp.base.units import decimals, format_mm
from pnp.render.reportlab_private import Raw, StreamedDocument
from pnp.scene import Shape
from pnp.scene.gradient import Gradient, ShapePaint

CAPS = {"butt": 0, "round": 1, "square": 2}
JOINS = {"miter": 0, "round": 1, "bevel": 2}

LEAST = 1e-6  # between two stops: numbers are written to six decimals
STEP = 1 / 256  # of a gradient: PDFium draws so many, each in the colour at its start
FIRST, LAST = 0.5 * STEP, 1 - 1.02 * STEP  # where an edge at either end is, within a step of it


def draw(shape: Shape, choose: Callable[[ShapePaint, bool], str]) -> str:
    """Return the operators that draw a shape; ``choose`` returns those that set a paint."""
    style = shape.style
    parts = []
    if style.fill:
        parts.append(choose(style.fill, False))
    if style.stroke:
        dash = " ".join(map(format_mm, style.dash))
        parts.append(choose(style.stroke, True))
        parts.append(f"{format_mm(style.stroke_width)} w [{dash}] 0 d")
    parts += map(trace, shape.paths)
    painted = ("B" if style.stroke else "f") if style.fill else "S" if style.stroke else "n"
    parts.append(f"{painted}*" if shape.even_odd and style.fill else painted)
    drawn = " ".join(parts)
    if not (style.stroke and style.pen):
        return drawn
    cap, join, miter = style.pen
    return f"q {CAPS[cap]} J {JOINS[join]} j {format_mm(miter)} M {drawn} Q"


@lru_cache(maxsize=4096)  # a board is in figure after figure, and slots clip on page after page
def trace(path: Path) -> str:
    """Return the operators that trace a path, for painting or clipping."""
    here = path.start
    parts = [f"{format_mm(here.x)} {format_mm(here.y)} m"]
    for segment in path.segments:
        match segment:
            case Line(to):
                parts.append(f"{format_mm(to.x)} {format_mm(to.y)} l")
            case Curve():
                parts.append(_curve(segment))
            case Arc():
                parts += map(_curve, arc_as_curves(here, segment))
            case _:
                assert_never(segment)
        here = segment.to
    if path.closed:
        parts.append("h")
    return " ".join(parts)


def _curve(curve: Curve) -> str:
    numbers = [format_mm(number) for point in curve for number in point]
    return " ".join(numbers) + " c"


@lru_cache(maxsize=256)
def color(name: str, stroke: bool = False) -> str:
    """Return the operators that set a colour, to fill or to ``stroke``; shorter for greys."""
    values = channels(name)
    if len(set(values)) == 1:
        return f"{decimals(values[0])} {'G' if stroke else 'g'}"
    return f"{' '.join(map(decimals, values))} {'RG' if stroke else 'rg'}"


@lru_cache(maxsize=1024)  # slots lie alike on page after page
def matrix(t: Transform) -> str:
    """Return the numbers of a matrix; factors need more decimals than lengths."""
    return f"{_factors(t.a, t.b, t.c, t.d)} {format_mm(t.e)} {format_mm(t.f)}"


@lru_cache(maxsize=256)
def _factors(*values: float) -> str:
    return " ".join(map(decimals, values))


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
