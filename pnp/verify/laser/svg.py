"""SVG files for lasers, read by an XML parser and a path parser of their own."""

import re
from collections.abc import Iterator
from math import atan2, hypot, sqrt, tau
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from pnp.base.errors import VerifyError
from pnp.base.geometry import Point, Size
from pnp.base.units import MM_PER_UNIT, Mm, format_mm
from pnp.verify.findings import Finding, ok, wrong
from pnp.verify.laser.strokes import Bit, Drawing, Look, Round, Straight, Stroke, curve, joined

NEAR: Mm = 0.001
_SPACE = "{http://www.w3.org/2000/svg}"
_KNOWN = ("svg", "g", "path", "title", "desc")
_MISREAD = ("transform", "style", "class", "clip-path", "mask", "filter", "opacity")
_LENGTH = re.compile(r"\s*([0-9.]+)\s*([a-z]*)\s*")
_TOKEN = re.compile(r"([A-Za-z])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|([^\s,])")
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_PIXELS = 96  # to an inch, where an SVG names no unit


def read_svg(content: bytes) -> tuple[Drawing, list[Finding]]:
    """Read a drawing, in mm whatever its unit, and what its unit is.

    Raises:
        VerifyError: If it is no SVG, or its paths are none.
    """
    try:
        root = ElementTree.fromstring(content)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise VerifyError(f"is not XML: {error}") from None
    if root.tag != f"{_SPACE}svg":
        raise VerifyError(f"is XML, but of {root.tag[:60]}")
    size, scale, findings = _unit(root)
    strange: list[str] = []
    strokes = [stroke for one in _drawn(root, {}, scale, strange) for stroke in one]
    return Drawing(tuple(strokes), size, tuple(dict.fromkeys(strange))), findings


def is_for_lasers(content: bytes) -> bool:
    """Tell whether an SVG has groups that are named after what a laser does."""
    return any(
        b'<g id="%b"' % step in content for step in (b"engrave", b"score", b"inner", b"outer")
    )


def _unit(root: Element) -> tuple[Size | None, Mm, list[Finding]]:
    """Return the bed's size, how many mm a user unit is, and what is right or wrong with them."""
    written = [root.get(side, "") for side in ("width", "height")]
    lengths = [_LENGTH.fullmatch(text) for text in written]
    told = " x ".join(text or "none" for text in written)
    right = "a width and a height in mm"
    if not all(lengths) or not all(one[2] in ("", "px", *MM_PER_UNIT) for one in lengths if one):
        return None, 1.0, [wrong("unit", told, right)]
    pixel = MM_PER_UNIT["in"] / _PIXELS
    size = [float(one[1]) * MM_PER_UNIT.get(one[2], pixel) for one in lengths if one]
    findings = []
    if any(one[2] != "mm" for one in lengths if one):
        findings.append(wrong("unit", told, right))
    try:
        x, y, width, height = map(float, root.get("viewBox", "").replace(",", " ").split())
        scale = size[0] / width
    except (ValueError, ZeroDivisionError):
        box = f"viewBox {root.get('viewBox')!r}"
        findings.append(wrong("unit", box, f"0 0 {format_mm(size[0])} {format_mm(size[1])}"))
        return Size(*size), 1.0, findings
    if max(abs(x), abs(y), abs(width - size[0]), abs(height - size[1])) > NEAR:
        found = f"viewBox {root.get('viewBox')}, so a user unit is {scale:.4g} mm"
        right = f"0 0 {format_mm(size[0])} {format_mm(size[1])}, so that it is 1 mm"
        findings.append(wrong("unit", found, right))
    return Size(*size), scale, findings or [ok("unit", "mm")]


def _drawn(
    element: Element, look: dict[str, str], scale: Mm, strange: list[str]
) -> Iterator[list[Stroke]]:
    """Yield the strokes of each path; what a group says holds for what is in it."""
    name = element.tag.removeprefix(_SPACE) if isinstance(element.tag, str) else "comment"
    if name not in _KNOWN:
        strange.append(f"<{name.rpartition('}')[2]}>")
        return
    strange += [f"{key} of a <{name}>" for key in _MISREAD if element.get(key)]
    look = look | {key: value for key, value in element.attrib.items() if key != "d"}
    if name == "path":
        lines = list(_strokes(element.get("d", ""), scale, strange))
        for filled in (False, True):
            paint = look.get("fill" if filled else "stroke", "black" if filled else "none").lower()
            if paint != "none":
                width = None if filled else _number(look.get("stroke-width", "1")) * scale
                mark = Look(paint, look.get("id", ""), filled, width)
                yield [Stroke(bits, closed, mark) for bits, closed in lines]
    for child in element:
        yield from _drawn(child, look, scale, strange)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return float("nan")


def _strokes(data: str, scale: Mm, strange: list[str]) -> Iterator[tuple[list[Bit], bool]]:
    """Yield the bits of each part of a path, and whether it is closed."""
    start = here = Point(0.0, 0.0)
    handle: tuple[str, Point] = ("", here)
    bits: list[Bit] = []
    for command, values in _commands(data):
        kind = command.upper()
        base = here if command.islower() else Point(0.0, 0.0)
        if kind in "MZ":
            if done := joined(bits, start, kind == "Z"):
                yield done, kind == "Z"
            bits = []
            here = start if kind == "Z" else _at(values, base, scale)
            start = here
            continue
        drawn, control = _bits(kind, values, here, base, scale, handle)
        if kind == "A" and drawn is None:
            strange.append("an arc of an ellipse")
            drawn = [Straight(here, _at(values[5:], base, scale))]
        bits += drawn or []
        here = bits[-1].end if bits else here
        handle = (kind, control)
    if done := joined(bits, start, False):
        yield done, False


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Yield commands with their numbers, repeated ones each with its letter."""
    tokens = [found.groups() for found in _TOKEN.finditer(data)]
    command, values = "", list[float]()
    for letter, figure, junk in [*tokens, ("Z", None, None)]:
        if junk or (figure and not command):
            raise VerifyError(f"has a path that means nothing: {data[:40]!r}")
        if figure:
            values.append(float(figure))
            continue
        if command:
            yield from _split(command, values, data)
        command, values = letter or "", []
        if command.upper() not in _COUNTS:
            raise VerifyError(f"has a path that means nothing: {data[:40]!r}")


def _split(command: str, values: list[float], data: str) -> Iterator[tuple[str, list[float]]]:
    count = _COUNTS[command.upper()]
    if (len(values) % count if count else len(values)) or (count and not values):
        raise VerifyError(f"has a path that means nothing: {data[:40]!r}")
    if not count:
        yield command, []
    for first in range(0, len(values), count or 1):
        yield command, values[first : first + count]
        command = {"M": "L", "m": "l"}.get(command, command)


def _at(values: list[float], base: Point, scale: Mm) -> Point:
    return base.moved(values[0] * scale, values[1] * scale)


def _bits(
    kind: str, values: list[float], here: Point, base: Point, scale: Mm, handle: tuple[str, Point]
) -> tuple[list[Bit] | None, Point]:
    """Return what a command draws, and the control point that the next one may mirror."""
    if kind == "A":
        return _arc(values, here, _at(values[5:], base, scale), scale), here
    if kind in "HV":
        by = values[0] * scale
        to = Point(base.x + by, here.y) if kind == "H" else Point(here.x, base.y + by)
        return [Straight(here, to)], here
    places = [_at(values[i : i + 2], base, scale) for i in range(0, len(values), 2)]
    if kind == "L":
        return [Straight(here, places[0])], here
    if kind in "ST":
        alike = handle[0] in ("CS" if kind == "S" else "QT") and handle[0] != ""
        mirrored = Point(2 * here.x - handle[1].x, 2 * here.y - handle[1].y) if alike else here
        places.insert(0, mirrored)
    if kind in "CS":
        return curve(here, *places), places[1]
    control, to = places
    one, two = (
        Point(end.x + (control.x - end.x) * 2 / 3, end.y + (control.y - end.y) * 2 / 3)
        for end in (here, to)
    )
    return curve(here, one, two, to), control


def _arc(values: list[float], here: Point, to: Point, scale: Mm) -> list[Bit] | None:
    """Return a circle's arc, worked out as appendix B.2.4 of SVG 2 says; None of an ellipse's."""
    across, down, _, large, clockwise = values[:5]
    if abs(across - down) > 1e-9:
        return None
    half_x, half_y = (here.x - to.x) / 2, (here.y - to.y) / 2
    half = hypot(half_x, half_y)
    radius = max(abs(across) * scale, half)
    if not half:
        return []
    away = sqrt(max(0.0, radius * radius / (half * half) - 1))
    away = -away if bool(large) == bool(clockwise) else away
    middle = Point((here.x + to.x) / 2 + away * half_y, (here.y + to.y) / 2 - away * half_x)
    begin, end = (atan2(p.y - middle.y, p.x - middle.x) for p in (here, to))
    sweep = (end - begin) % tau if clockwise else -((begin - end) % tau)
    return [Round(middle, radius, begin, sweep)]
