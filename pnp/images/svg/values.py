"""Parse numbers, lengths, transforms and viewports as written in SVG."""

import re
from functools import lru_cache
from math import degrees, hypot, isfinite, radians, sqrt, tan
from typing import NamedTuple
from xml.etree.ElementTree import Element

from pnp.base.errors import PictureError
from pnp.base.geometry import IDENTITY, Point, Rect, Size, Transform
from pnp.base.units import quoted

MOST = 1e12  # a larger number is a mistake
LEAST_SIDE, MOST_SIDE = 1e-6, 1e9  # of a picture, in user units
LEAST_SCALE = 1e-9  # of a transform that is not 0 in a direction
SAME_RATIO = 1e-3  # proportions that differ by less differ by rounding
NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
# CSS Values and Units Level 4, 6.2
PIXELS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "in": 96.0}
PIXELS |= {"mm": 96 / 25.4, "cm": 96 / 2.54, "q": 96 / 101.6}
DEGREES = {"": 1.0, "deg": 1.0, "grad": 0.9, "rad": degrees(1), "turn": 360.0}
FONT_SIZE = 16.0  # CSS Fonts Level 4, 2.5: medium
_NUMBERS = re.compile(rf"\s*,?\s*({NUMBER})")
_LENGTH = re.compile(rf"\s*({NUMBER})\s*(%|[a-zA-Z]*)\s*")
_SHARE = re.compile(rf"\s*({NUMBER})\s*(%?)\s*")
_ALIGNMENTS = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
_FITTING = re.compile(r"x(Min|Mid|Max)Y(Min|Mid|Max)(?: (meet|slice))?")
_ANGLE = re.compile(rf"({NUMBER})([a-zA-Z]*)")
_DOWN = ("top", "bottom")
_SIDES = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
_CALL = re.compile(r"[\s,]*([a-zA-Z]+)\s*\(([^()]*)\)")


class Basis(NamedTuple):
    """What relative lengths are parts of: the sides of a viewport, and ``em``, a font size."""

    width: float
    height: float
    em: float = FONT_SIZE


def numbers(text: str, what: str, counts: tuple[int, ...] | None = None) -> list[float]:
    """Return a list of numbers, whose length is one of ``counts``; errors call it ``what``."""
    found: list[float] = []
    at = 0
    while match := _NUMBERS.match(text, at):
        found.append(_within(float(match[1]), what))
        at = match.end()
    if text[at:].strip() or (counts is not None and len(found) not in counts):
        raise unreadable(what, text)
    return found


def length(text: str, what: str, view: Basis, axis: str) -> float:
    """Return a length in user units; errors call it ``what``.

    ``axis`` is the reference of a percentage: ``"x"`` the width of the view, ``"y"`` its height,
    ``"r"`` its diagonal.
    """
    match = _LENGTH.fullmatch(text)
    unit = match[2].lower() if match else "?"
    sizes = {"em": view.em, "ex": view.em / 2, "rem": FONT_SIZE}
    if match is None or (unit != "%" and unit not in PIXELS | sizes):
        raise unreadable(what, text)
    value = float(match[1])
    if unit == "%":
        diagonal = sqrt((view.width**2 + view.height**2) / 2)
        whole = {"x": view.width, "y": view.height, "r": diagonal}[axis]
        return _within(value / 100 * whole, what)
    return _within(value * (PIXELS | sizes)[unit], what)


def share(text: str, what: str) -> float:
    """Return a number or a percentage from 0 to 1; errors call it ``what``."""
    match = _SHARE.fullmatch(text)
    if match is None:
        raise unreadable(what, text)
    value = float(match[1]) / (100 if match[2] else 1)
    return min(1.0, max(0.0, value))


@lru_cache(maxsize=1024)  # elements may be used many times
def transform(text: str, box: Rect | None = None) -> Transform:
    """Return the product of a list of transforms, the last of which is applied first.

    They may be written as in attributes or as in CSS, whose percentages are parts of a ``box``.
    """
    found, at = IDENTITY, 0
    while match := _CALL.match(text, at):
        found = _one(match[1], match[2], box or Rect(0, 0, 0, 0), text).then(found)
        at = match.end()
    if text[at:].strip(" \t\r\n,") and text.strip() != "none":
        raise unreadable("transform", text)
    return found


def _one(name: str, given: str, box: Rect, text: str) -> Transform:
    """Return one transform; in CSS, lengths and angles have units."""
    if name in ("translate", "translateX", "translateY"):
        parts = given.replace(",", " ").split() if re.search("[a-z%]", given) else None
        v = (
            numbers(given, "transform")
            if parts is None
            else [
                length(part, "transform", Basis(*box.size), "y" if name[-1] == "Y" or n else "x")
                for n, part in enumerate(parts)
            ]
        )
    elif name in ("rotate", "skewX", "skewY", "skew"):
        v = numbers(_in_degrees(given), "transform")
    else:
        v = numbers(given, "transform")
    match name, len(v):
        case "matrix", 6:
            return Transform(*v)
        case "translate", 1 | 2:
            return Transform.move(v[0], v[1] if len(v) == 2 else 0.0)
        case "translateX", 1:
            return Transform.move(v[0], 0)
        case "translateY", 1:
            return Transform.move(0, v[0])
        case "scale", 1 | 2:
            return Transform(a=v[0], d=v[-1])
        case "scaleX", 1:
            return Transform(a=v[0])
        case "scaleY", 1:
            return Transform(d=v[0])
        case "rotate", 1 | 3:
            return Transform.turn(v[0], Point(*v[1:]) if len(v) == 3 else Point(0, 0))
        case "skewX", 1:
            return Transform(c=tan(radians(v[0])))
        case "skewY", 1:
            return Transform(b=tan(radians(v[0])))
        case "skew", 1 | 2:
            return Transform(c=tan(radians(v[0])), b=tan(radians(v[1])) if len(v) == 2 else 0.0)
    raise unreadable("transform", text)


def _in_degrees(given: str) -> str:
    """Return angles of CSS as numbers of degrees."""

    def number(found: re.Match[str]) -> str:
        if found[2].lower() not in DEGREES:
            raise unreadable("transform", given)
        return repr(float(found[1]) * DEGREES[found[2].lower()])

    return _ANGLE.sub(number, given)


def origin(text: str, box: Rect) -> Point:
    """Return the point around which a transform turns and scales, given in a ``box``."""
    parts = text.split()[:2]
    if len(parts) == 1:
        parts = ["50%", *parts] if parts[0] in _DOWN else [*parts, "50%"]
    if parts[0] in _DOWN or parts[1] in ("left", "right"):
        parts.reverse()
    x, y = (_SIDES.get(part, part) for part in parts)
    view = Basis(*box.size)
    return Point(
        box.x + length(x, "transform-origin", view, "x"),
        box.y + length(y, "transform-origin", view, "y"),
    )


def checked(into: Transform) -> Transform:
    """Return a transform that can be drawn; reject one that scales by too much or too little.

    A transform that flattens everything hides its content, which is fine.
    """
    if not all(isfinite(value) and abs(value) <= MOST for value in into):
        raise PictureError("has transforms that make it too large; scale it down")
    most = max(hypot(into.a, into.b), hypot(into.c, into.d))
    area = abs(into.a * into.d - into.b * into.c)
    if area and area / most < LEAST_SCALE:
        raise PictureError("has transforms that make it too small; scale it up")
    return into


def is_even(into: Transform) -> bool:
    """Return whether a transform maps circles to circles."""
    across, down = hypot(into.a, into.b), hypot(into.c, into.d)
    slack = 1e-10 * max(across, down)  # less than pnp.base.path.placed allows
    skew = abs(into.a * into.c + into.b * into.d)
    return abs(across - down) <= slack and skew <= slack * max(across, down)


class Viewport(NamedTuple):
    """The viewport of an element: its transform to the root, its size, its depth.

    ``uses`` are the ids of the use elements around it.
    """

    into: Transform
    view: Basis
    depth: int = 0
    uses: tuple[str, ...] = ()

    def with_em(self, size: str) -> "Viewport":
        """Return the viewport with a font size, in pixels, as the unit em."""
        em = float(size.removesuffix("px"))
        return self if em == self.view.em else self._replace(view=self.view._replace(em=em))

    def within(self, inner: Transform) -> "Viewport":
        """Return the viewport for the children of an element with the transform ``inner``."""
        return self._replace(into=checked(inner.then(self.into)), depth=self.depth + 1)


def root_view(root: Element) -> tuple[Size | None, Transform]:
    """Return the size of a picture in user units, if it has one, and its content's transform."""
    size, into = _root_view(root)
    if size is not None and not LEAST_SIDE <= min(size) <= max(size) <= MOST_SIDE:
        raise PictureError(
            f"has a size of {size.width:g} x {size.height:g}; "
            f"its sides may be {LEAST_SIDE:g} to {MOST_SIDE:g}"
        )
    return size, checked(into)


def _root_view(root: Element) -> tuple[Size | None, Transform]:
    box = view_box(root)
    width, height = (_absolute(root, name) for name in ("width", "height"))
    if width is not None and height is not None:
        if box is None:
            return Size(width, height), IDENTITY
        across, down = box.width * height, box.height * width
        if abs(across - down) > SAME_RATIO * max(across, down):
            return Size(width, height), fitted(box, Rect(0, 0, width, height), root)
    if box is None:
        return None, IDENTITY
    return box.size, Transform.move(-box.x, -box.y)


def view_box(node: Element) -> Rect | None:
    """Return an element's viewBox, or None."""
    text = node.get("viewBox")
    if text is None:
        return None
    box = Rect(*numbers(text, "viewBox", (4,)))
    if box.width <= 0 or box.height <= 0:
        raise PictureError(f"has a viewBox without size: {quoted(text)}")
    return box


def fitted(box: Rect, room: Rect, node: Element) -> Transform:
    """Return the transform from a viewBox to a rectangle, following preserveAspectRatio."""
    written = " ".join(node.get("preserveAspectRatio", "").split()) or "xMidYMid"
    across, down = room.width / box.width, room.height / box.height
    if written.split()[0] == "none":
        return Transform(across, 0, 0, down, room.x - across * box.x, room.y - down * box.y)
    found = _FITTING.fullmatch(written)
    if found is None:
        raise unreadable("preserveAspectRatio", written)
    scale = max(across, down) if found[3] == "slice" else min(across, down)
    left = room.x + _ALIGNMENTS[found[1]] * (room.width - scale * box.width)
    top = room.y + _ALIGNMENTS[found[2]] * (room.height - scale * box.height)
    return Transform(scale, 0, 0, scale, left - scale * box.x, top - scale * box.y)


def _absolute(root: Element, name: str) -> float | None:
    """Return a side in user units, or None if it is relative."""
    text = root.get(name, "auto").strip()
    if text == "auto" or text.endswith(("%", "vw", "vh")):
        return None
    value = length(text, name, Basis(0, 0), "x")
    if value <= 0:
        raise PictureError(f"has no size: its {name} is {text}")
    return value


def _within(value: float, what: str) -> float:
    if not abs(value) <= MOST:
        raise PictureError(f"has a number in {what} that is too large; {MOST:g} is the most")
    return value


def unreadable(what: str, text: str) -> PictureError:
    """Return the error for a value that cannot be read."""
    return PictureError(f"has {what} that cannot be read: {quoted(text)}")
