"""Reader of LightBurn project files, by Python's XML parser."""

import re
from collections.abc import Iterable, Iterator
from math import hypot
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from pnp.base.errors import VerifyError
from pnp.base.geometry import Point, Transform
from pnp.base.path import Curve, Line, Segment, circle
from pnp.base.units import Mm
from pnp.verify.findings import Finding, ok, wrong
from pnp.verify.laser.strokes import LaserDrawing, LaserStroke, StrokeStyle, make_stroke

KINDS = ("Cut", "Scan", "Tool")
_NUMBER = r"[-+]?[\d.]+(?:[eE][-+]?\d+)?"
_VERTEX = re.compile(rf"V({_NUMBER}) ({_NUMBER})((?:c[01][xy]{_NUMBER})*)")
_CONTROL = re.compile(rf"c([01])([xy])({_NUMBER})")
_STEP = re.compile(r"([LB])(\d+) (\d+)")


class _Vertex(NamedTuple):
    """A corner of a shape, with the control points of the curves on either side."""

    at: Point
    leaving: Point | None
    arriving: Point | None


def read_lbrn2(content: bytes, height: Mm | None) -> tuple[LaserDrawing, list[Finding]]:
    """Return the drawing and the findings about its layers.

    The lower edge of the drawing is at ``height``, or at 0 if that is unknown.

    Raises:
        VerifyError: If the file is not a LightBurn project, or a shape cannot be read.
    """
    try:
        root = ElementTree.fromstring(content)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise VerifyError(f"is not XML: {error}") from None
    if root.tag != "LightBurnProject":
        raise VerifyError(f"is XML with the root {root.tag[:60]}")
    ambiguous = [
        f"{key} is {root.get(key)}" for key in ("MirrorX", "MirrorY") if root.get(key) == "True"
    ]
    settings = {_value(setting, "index"): setting for setting in root.iter("CutSetting")}
    upright = Transform(d=-1.0, f=height or 0.0)
    try:
        strokes = [
            stroke
            for shape in root.findall("Shape")
            for stroke in _strokes(shape, upright, settings, ambiguous)
        ]
        findings = _layer_settings(settings, strokes)
    except (ValueError, LookupError) as error:
        raise VerifyError(f"contains a shape that cannot be read: {error}") from None
    drawing = LaserDrawing(tuple(strokes), None, tuple(dict.fromkeys(ambiguous)))
    return drawing, findings


def _value(setting: Element, name: str) -> str:
    found = setting.find(name)
    return found.get("Value", "") if found is not None else ""


def _layer_settings(settings: dict[str, Element], strokes: list[LaserStroke]) -> list[Finding]:
    """Check that each layer in use has settings of a known kind without a kerf."""
    bad = []
    used = sorted({stroke.style.layer for stroke in strokes})
    for index in used:
        if index not in settings:
            bad.append((f"layer {index} has no CutSetting", "one for every layer"))
    for index, setting in settings.items():
        kind = setting.get("type")
        if kind not in KINDS:
            written = "Type=" if setting.get("Type") else f"type={kind!r}"
            bad.append((f"layer {index} has {written}", f"type= with {', '.join(KINDS)}"))
        kerf = _value(setting, "kerf")
        if kerf and float(kerf):
            bad.append((f"layer {index} adds a kerf of {kerf}", "0: the kerf is in the paths"))
    if not bad:
        return [ok("layer settings", f"{len(settings)}, none adds a kerf")]
    return [wrong("layer settings", found, right) for found, right in bad]


def _strokes(
    shape: Element, parent: Transform, settings: dict[str, Element], ambiguous: list[str]
) -> Iterator[LaserStroke]:
    """Yield the strokes of a shape, or of the shapes in a group."""
    kind = shape.get("Type", "")
    matrix = shape.findtext("XForm")
    if matrix is None:
        ambiguous.append(f"a {kind} without XForm")
    transform = Transform(*map(float, (matrix or "1 0 0 1 0 0").split())).then(parent)
    drawn: Iterable[tuple[Point, list[Segment], bool]] = ()
    match kind:
        case "Group":
            for child in shape.findall("Children/Shape"):
                yield from _strokes(child, transform, settings, ambiguous)
        case "Path":
            drawn = _subpaths(shape, transform)
        case "Ellipse":
            drawn = (_ellipse(shape, transform, ambiguous),)
        case _:
            ambiguous.append(f"a shape of the kind {kind or 'none'}")
    layer = shape.get("CutIndex", "")
    setting = settings.get(layer)
    scanned = setting is not None and setting.get("type", setting.get("Type")) == "Scan"
    for start, segments, closed in drawn:
        stroke = make_stroke(start, segments, closed, StrokeStyle("", layer, scanned))
        if stroke is not None:
            yield stroke


def _ellipse(
    shape: Element, transform: Transform, ambiguous: list[str]
) -> tuple[Point, list[Segment], bool]:
    across, down = float(shape.attrib["Rx"]), float(shape.attrib["Ry"])
    scale = hypot(transform.a, transform.b)
    if abs(across - down) > 1e-9 or abs(scale - hypot(transform.c, transform.d)) > 1e-9:
        ambiguous.append("an ellipse that is not a circle")
    path = circle(transform.apply(Point(0, 0)), across * scale)
    return path.start, list(path.segments), True


def _subpaths(shape: Element, transform: Transform) -> Iterator[tuple[Point, list[Segment], bool]]:
    """Yield each subpath: its start, its segments, and whether it is closed."""
    vertices = [
        _vertex(*found.groups()) for found in _VERTEX.finditer(shape.findtext("VertList") or "")
    ]
    written = (shape.findtext("PrimList") or "").strip()
    if written in ("LineClosed", "LineOpen"):
        count = len(vertices) - (written == "LineOpen")
        steps = [("L", n, (n + 1) % len(vertices)) for n in range(count)]
    else:
        steps = [(one[1], int(one[2]), int(one[3])) for one in _STEP.finditer(written)]
    first = 0
    for number, (_, _, last) in enumerate(steps):
        if number + 1 == len(steps) or steps[number + 1][1] != last:
            run = steps[first : number + 1]
            segments: list[Segment] = [_segment(one, vertices, transform) for one in run]
            start = transform.apply(vertices[run[0][1]].at)
            yield start, segments, run[0][1] == last
            first = number + 1


def _segment(
    step: tuple[str, int, int], vertices: list[_Vertex], transform: Transform
) -> Line | Curve:
    kind, first, last = step
    here, there = vertices[first], vertices[last]
    end = transform.apply(there.at)
    if kind == "L":
        return Line(end)
    leaving, arriving = here.leaving or here.at, there.arriving or there.at
    return Curve(transform.apply(leaving), transform.apply(arriving), end)


def _vertex(x: str, y: str, controls: str) -> _Vertex:
    found = {(end, axis): float(value) for end, axis, value in _CONTROL.findall(controls)}
    leaving, arriving = (
        Point(found[end, "x"], found[end, "y"]) if (end, "y") in found else None for end in "01"
    )
    return _Vertex(Point(float(x), float(y)), leaving, arriving)
