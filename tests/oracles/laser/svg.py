"""Reads laser SVG files with Python's XML parser and the path parser of svgelements.

MeerK40t also reads SVG with svgelements. Syntax errors that it tolerates in a path are faults here.
"""

import re
from collections.abc import Iterator
from math import pi
from typing import Any
from xml.etree.ElementTree import Element

import svgelements
from oracles.laser.strokes import LaserDrawing, LaserStroke, StrokeStyle, make_stroke

from pnp.base.errors import VerifyError
from pnp.base.geometry import Point, Size
from pnp.base.path import Arc, Curve, Line, Path, Segment
from pnp.base.units import MM_PER_UNIT, Mm, format_mm
from pnp.verify.findings import Finding, ok, read_xml, wrong

NEAR: Mm = 0.001
PIXEL: Mm = MM_PER_UNIT["in"] / 96  # CSS
_SPACE = "{http://www.w3.org/2000/svg}"
_KNOWN = ("svg", "g", "path", "title", "desc")
_AMBIGUOUS = ("transform", "style", "class", "clip-path", "mask", "filter", "opacity")
_ENDS = (svgelements.Move, svgelements.Close)
_LENGTH = re.compile(rf"\s*([0-9]+\.?[0-9]*|\.[0-9]+)\s*(|px|{'|'.join(MM_PER_UNIT)})\s*")
_PATH = re.compile(r"\s*(?:[Mm][MLHVCSQTAZmlhvcsqtaz0-9.eE,\s+-]*)?")


def read_svg(content: bytes) -> LaserDrawing:
    """Return the drawing, converted to mm.

    Raises:
        VerifyError: If the file is not an SVG, or a path cannot be read.
    """
    root = read_xml(content, f"{_SPACE}svg")
    size, scale, findings = _unit(root)
    ambiguous: list[str] = []
    strokes = list(_strokes(root, {}, scale, ambiguous))
    return LaserDrawing(strokes, findings, ambiguous, size)


def is_for_lasers(content: bytes) -> bool:
    """Return whether an SVG has groups that are named after laser steps."""
    return any(
        b'<g id="%b"' % step in content for step in (b"engrave", b"score", b"inner", b"outer")
    )


def _unit(root: Element) -> tuple[Size | None, Mm, list[Finding]]:
    """Return the size of the bed, the mm per user unit, and the findings about both."""
    written = [root.get(side, "") for side in ("width", "height")]
    lengths = [found.groups() for text in written if (found := _LENGTH.fullmatch(text))]
    stated = " x ".join(text or "none" for text in written)
    fault = wrong("unit", stated, "a width and a height in mm")
    if len(lengths) < 2:
        return None, 1.0, [fault]
    size = Size(*(float(number) * MM_PER_UNIT.get(unit, PIXEL) for number, unit in lengths))
    findings = [fault] if any(unit != "mm" for _, unit in lengths) else []
    whole = f"0 0 {format_mm(size.width)} {format_mm(size.height)}"
    try:
        x, y, width, height = map(float, root.get("viewBox", "").replace(",", " ").split())
        scale = size.width / width
    except (ValueError, ZeroDivisionError):
        findings.append(wrong("unit", f"viewBox {root.get('viewBox')!r}", whole))
        return size, 1.0, findings
    if max(abs(x), abs(y), abs(width - size.width), abs(height - size.height)) > NEAR:
        stated = f"viewBox {root.get('viewBox')}, so a user unit is {scale:.4g} mm"
        findings.append(wrong("unit", stated, f"{whole}, so that it is 1 mm"))
    return size, scale, findings or [ok("unit", "mm")]


def _strokes(
    element: Element, inherited: dict[str, str], scale: Mm, ambiguous: list[str]
) -> Iterator[LaserStroke]:
    """Yield the strokes of each path, with the attributes inherited from its groups."""
    name = element.tag.removeprefix(_SPACE) if isinstance(element.tag, str) else "comment"
    if name not in _KNOWN:
        ambiguous.append(f"<{name.rpartition('}')[2]}>")
        return
    ambiguous += [f"{key} of a <{name}>" for key in _AMBIGUOUS if element.get(key)]
    look = inherited | {key: value for key, value in element.attrib.items() if key != "d"}
    if name == "path":
        paths = list(_paths(element.get("d", ""), scale, ambiguous))
        for filled in (False, True):
            paint = look.get("fill" if filled else "stroke", "black" if filled else "none").lower()
            if paint != "none":
                width = None if filled else _width(look.get("stroke-width", "1")) * scale
                style = StrokeStyle(paint, look.get("id", ""), filled, width)
                yield from filter(None, (make_stroke(path, style) for path in paths))
    for child in element:
        yield from _strokes(child, look, scale, ambiguous)


def read_paths(data: str) -> Iterator[Path]:
    """Yield the paths of path data in mm.

    Raises:
        VerifyError: If it cannot be read.
    """
    yield from _paths(data, 1.0, [])


def _width(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return float("nan")


def _paths(data: str, scale: Mm, ambiguous: list[str]) -> Iterator[Path]:
    unreadable = VerifyError(f"contains a path that cannot be read: {data[:40]!r}")
    if not _PATH.fullmatch(data):
        raise unreadable
    try:
        parsed = (svgelements.Path(data) * svgelements.Matrix.scale(scale)).reify()
    except (ValueError, ArithmeticError, LookupError, TypeError, AttributeError):
        raise unreadable from None
    for subpath in parsed.as_subpaths():
        drawn = [one for one in subpath if not isinstance(one, _ENDS)]
        if drawn:
            segments = tuple(_segment(one, ambiguous) for one in drawn)
            yield Path(Point(*drawn[0].start), segments, isinstance(subpath[-1], svgelements.Close))


def _segment(element: Any, ambiguous: list[str]) -> Segment:
    start, end = Point(*element.start), Point(*element.end)
    match element:
        case svgelements.Arc():
            if abs(element.rx - element.ry) > 1e-9 * max(1.0, element.rx):
                ambiguous.append("an arc of an ellipse")
            elif element.rx:
                sweep = float(element.sweep)
                return Arc(end, float(element.rx), sweep > 0, abs(sweep) > pi)
        case svgelements.CubicBezier():
            return Curve(Point(*element.control1), Point(*element.control2), end)
        case svgelements.QuadraticBezier():
            x, y = element.control
            one, two = (
                Point(at.x + (x - at.x) * 2 / 3, at.y + (y - at.y) * 2 / 3) for at in (start, end)
            )
            return Curve(one, two, end)
    return Line(end)
