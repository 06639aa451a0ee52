"""Reads LightBurn project files with Python's XML parser."""

import re
from collections.abc import Iterable, Iterator
from math import hypot
from typing import NamedTuple
from xml.etree.ElementTree import Element

from oracles.laser.strokes import LaserDrawing, LaserStroke, StrokeStyle, make_stroke

from pnp.base.errors import VerifyError
from pnp.base.geometry import Point, Transform
from pnp.base.path import Curve, Line, Path, Segment, circle
from pnp.base.units import Mm
from pnp.verify.findings import Finding, ok, read_xml, wrong

KINDS = ("Cut", "Scan", "Tool")
_NUMBER = r"[-+]?[\d.]+(?:[eE][-+]?\d+)?"
_VERTEX = re.compile(rf"V({_NUMBER}) ({_NUMBER})((?:c[01][xy]{_NUMBER})*)")
_CONTROL = re.compile(rf"c([01])([xy])({_NUMBER})")
_STEP = re.compile(r"([LB])(\d+) (\d+)")


class _Vertex(NamedTuple):
    """A corner of a shape, with the control points of the curves on either side."""

    at: Point
    leaving: Point
    arriving: Point


def read_lbrn2(content: bytes, height: Mm | None) -> LaserDrawing:
    """Return the drawing, with its lower edge at ``height``, or at 0 if that is unknown.

    Raises:
        VerifyError: If the file is not a LightBurn project, or a shape cannot be read.
    """
    root = read_xml(content, "LightBurnProject")
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
        faults = list(_layer_settings(settings, strokes))
    except (ValueError, LookupError) as error:
        raise VerifyError(f"contains a shape that cannot be read: {error}") from None
    good = ok("layer settings", f"{len(settings)}, none adds a kerf")
    return LaserDrawing(strokes, faults or [good], ambiguous)


def _value(setting: Element, name: str) -> str:
    found = setting.find(name)
    return found.get("Value", "") if found is not None else ""


def _priority(setting: Element | None) -> int:
    """Return the rank of a layer in the order of burning; the lowest burns first."""
    written = "" if setting is None else _value(setting, "priority")
    return int(written) if re.fullmatch(r"\d{1,4}", written) else 0


def _layer_settings(settings: dict[str, Element], strokes: list[LaserStroke]) -> Iterator[Finding]:
    """Check that each layer in use has settings of a known kind, a rank and no kerf."""
    for index in sorted({stroke.style.layer for stroke in strokes} - settings.keys()):
        yield wrong("layer settings", f"layer {index} has no CutSetting", "one for every layer")
    for index, setting in settings.items():
        kind = setting.get("type")
        if kind not in KINDS:
            written = "Type=" if setting.get("Type") else f"type={kind!r}"
            right = f"type= with {', '.join(KINDS)}"
            yield wrong("layer settings", f"layer {index} has {written}", right)
        kerf = _value(setting, "kerf")
        if kerf and float(kerf):
            found = f"layer {index} adds a kerf of {kerf}"
            yield wrong("layer settings", found, "0: the kerf is in the paths")
    ranks = [_value(setting, "priority") for setting in settings.values()]
    if len({*ranks}) < len(ranks) or not all(re.fullmatch(r"\d{1,4}", rank) for rank in ranks):
        found = f"priorities {', '.join(rank or 'none' for rank in ranks)}"
        yield wrong("layer settings", found, "a number of its own for every layer")


def _strokes(
    shape: Element, parent: Transform, settings: dict[str, Element], ambiguous: list[str]
) -> Iterator[LaserStroke]:
    """Yield the strokes of a shape, or of the shapes in a group."""
    kind = shape.get("Type", "")
    matrix = shape.findtext("XForm")
    if matrix is None:
        ambiguous.append(f"a {kind} without XForm")
    transform = Transform(*map(float, (matrix or "1 0 0 1 0 0").split())).then(parent)
    paths: Iterable[Path] = ()
    match kind:
        case "Group":
            for child in shape.findall("Children/Shape"):
                yield from _strokes(child, transform, settings, ambiguous)
        case "Path":
            paths = _paths(shape, transform)
        case "Ellipse":
            paths = (_ellipse(shape, transform, ambiguous),)
        case _:
            ambiguous.append(f"a shape of the kind {kind or 'none'}")
    layer = shape.get("CutIndex", "")
    setting = settings.get(layer)
    scanned = setting is not None and setting.get("type", setting.get("Type")) == "Scan"
    style = StrokeStyle("", layer, scanned, priority=_priority(setting))
    yield from filter(None, (make_stroke(path, style) for path in paths))


def _ellipse(shape: Element, transform: Transform, ambiguous: list[str]) -> Path:
    across, down = float(shape.attrib["Rx"]), float(shape.attrib["Ry"])
    scale = hypot(transform.a, transform.b)
    if abs(across - down) > 1e-9 or abs(scale - hypot(transform.c, transform.d)) > 1e-9:
        ambiguous.append("an ellipse that is not a circle")
    return circle(transform.apply(Point(0, 0)), across * scale)


def _paths(shape: Element, transform: Transform) -> Iterator[Path]:
    written = _VERTEX.finditer(shape.findtext("VertList") or "")
    vertices = [_vertex(found, transform) for found in written]
    primitives = (shape.findtext("PrimList") or "").strip()
    if primitives in ("LineClosed", "LineOpen"):
        count = len(vertices) - (primitives == "LineOpen")
        steps = [("L", n, (n + 1) % len(vertices)) for n in range(count)]
    else:
        steps = [(one[1], int(one[2]), int(one[3])) for one in _STEP.finditer(primitives)]
    begin, segments = 0, list[Segment]()
    for number, (kind, first, last) in enumerate(steps):
        begin = begin if segments else first
        here, there = vertices[first], vertices[last]
        curve = Curve(here.leaving, there.arriving, there.at)
        segments.append(Line(there.at) if kind == "L" else curve)
        if number + 1 == len(steps) or steps[number + 1][1] != last:
            yield Path(vertices[begin].at, tuple(segments), closed=begin == last)
            segments = []


def _vertex(written: re.Match[str], transform: Transform) -> _Vertex:
    at = Point(float(written[1]), float(written[2]))
    found = {(end, axis): float(value) for end, axis, value in _CONTROL.findall(written[3])}
    leaving, arriving = (
        Point(found[end, "x"], found[end, "y"]) if (end, "y") in found else at for end in "01"
    )
    return _Vertex(*map(transform.apply, (at, leaving, arriving)))
