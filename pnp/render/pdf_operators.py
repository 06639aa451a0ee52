"""PDF operators that draw on pages, in millimetres, y down."""

from collections.abc import Callable
from functools import lru_cache
from typing import assert_never

from pnp.base.color import channels
from pnp.base.geometry import Transform
from pnp.base.path import Arc, Curve, Line, Path, arc_as_curves
from pnp.base.units import format_mm
from pnp.scene import Shape
from pnp.scene.gradient import ShapePaint

CAPS = {"butt": 0, "round": 1, "square": 2}
JOINS = {"miter": 0, "round": 1, "bevel": 2}


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
    painted = {(True, True): "B", (True, False): "f", (False, True): "S", (False, False): "n"}
    rule = "*" if shape.even_odd and style.fill else ""
    parts.append(painted[bool(style.fill), bool(style.stroke)] + rule)
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
    points = (curve.control1, curve.control2, curve.to)
    return " ".join(f"{format_mm(p.x)} {format_mm(p.y)}" for p in points) + " c"


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


def decimals(value: float) -> str:
    """Return a number other than a length, to six decimals."""
    return f"{value + 0.0:.6f}".rstrip("0").rstrip(".")
