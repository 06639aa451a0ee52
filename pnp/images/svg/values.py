"""Numbers, lengths and transforms as SVG writes them."""

import re
from functools import lru_cache
from math import cos, hypot, isfinite, radians, sin, sqrt, tan

from pnp.base.errors import PictureError
from pnp.base.geometry import IDENTITY, Point, Size, Transform
from pnp.base.units import quoted

MOST = 1e12  # a larger number is a mistake
NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
PIXELS = {  # CSS Values and Units Level 4, 6.2
    "": 1.0,
    "px": 1.0,
    "pt": 96 / 72,
    "pc": 16.0,
    "mm": 96 / 25.4,
    "cm": 96 / 2.54,
    "in": 96.0,
    "q": 96 / 101.6,
}
_NUMBERS = re.compile(rf"\s*,?\s*({NUMBER})")
_LENGTH = re.compile(rf"\s*({NUMBER})\s*(%|[a-zA-Z]*)\s*")
_CALL = re.compile(r"[\s,]*([a-zA-Z]+)\s*\(([^()]*)\)")


def read_number(text: str, what: str) -> float:
    """Read one number.

    Raises:
        PictureError: If it is none, naming ``what`` it is of.
    """
    (value,) = numbers(text, what, (1,))
    return value


def numbers(text: str, what: str, counts: tuple[int, ...] | None = None) -> list[float]:
    """Read a list of numbers, as many as one of ``counts``."""
    found: list[float] = []
    at = 0
    while match := _NUMBERS.match(text, at):
        found.append(_within(float(match[1]), what))
        at = match.end()
    if text[at:].strip() or (counts is not None and len(found) not in counts):
        raise _unreadable(what, text)
    return found


def length(text: str, what: str, view: Size, axis: str) -> float:
    """Read a length in user units; a percentage is of the view's width, height or diagonal.

    ``axis`` is ``"x"``, ``"y"`` or, for the diagonal, ``"r"``.
    """
    match = _LENGTH.fullmatch(text)
    unit = match[2].lower() if match else "?"
    if match is None or (unit != "%" and unit not in PIXELS):
        raise _unreadable(what, text)
    value = float(match[1])
    if unit == "%":
        diagonal = sqrt((view.width**2 + view.height**2) / 2)
        whole = {"x": view.width, "y": view.height, "r": diagonal}[axis]
        return _within(value / 100 * whole, what)
    return _within(value * PIXELS[unit], what)


@lru_cache(maxsize=1024)  # elements may be used many times
def transform(text: str) -> Transform:
    """Read a list of transforms, of which the last is applied first."""
    found, at = IDENTITY, 0
    while match := _CALL.match(text, at):
        values = numbers(match[2], "transform")
        found = _one(match[1], values, text).then(found)
        at = match.end()
    if text[at:].strip(" \t\r\n,") and text.strip() != "none":
        raise _unreadable("transform", text)
    return found


def _one(name: str, v: list[float], text: str) -> Transform:
    match name, len(v):
        case "matrix", 6:
            return Transform(*v)
        case "translate", 1 | 2:
            return Transform.move(v[0], v[1] if len(v) == 2 else 0.0)
        case "scale", 1 | 2:
            return Transform(a=v[0], d=v[-1])
        case "rotate", 1 | 3:
            return Transform.turn(v[0], Point(*v[1:]) if len(v) == 3 else Point(0, 0))
        case "skewX", 1:
            return Transform(c=tan(radians(v[0])))
        case "skewY", 1:
            return Transform(b=tan(radians(v[0])))
    raise _unreadable("transform", text)


def checked(into: Transform) -> Transform:
    """Return a transform whose values are small enough to be drawn.

    Raises:
        PictureError: If one is too large.
    """
    if not all(isfinite(value) and abs(value) <= MOST for value in into):
        raise PictureError("has transforms that make it too large; scale it down")
    return into


def is_even(into: Transform) -> bool:
    """Tell whether a transform keeps circles circular."""
    across, down = hypot(into.a, into.b), hypot(into.c, into.d)
    slack = 1e-9 * max(across, down)
    skew = abs(into.a * into.c + into.b * into.d)
    return abs(across - down) <= slack and skew <= slack * max(across, down)


def turned(vector: tuple[float, float], degrees: float) -> tuple[float, float]:
    """Return a vector rotated clockwise."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return c * vector[0] - s * vector[1], s * vector[0] + c * vector[1]


def _within(value: float, what: str) -> float:
    if not abs(value) <= MOST:
        raise PictureError(f"has a number in {what} that is too large; {MOST:g} is the most")
    return value


def _unreadable(what: str, text: str) -> PictureError:
    return PictureError(f"has {what} that cannot be read: {quoted(text)}")
