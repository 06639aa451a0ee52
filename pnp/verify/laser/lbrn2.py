"""Project files of LightBurn, read by an XML parser."""

import re
from collections.abc import Iterator
from math import atan2, hypot, tau
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from pnp.base.errors import VerifyError
from pnp.base.geometry import IDENTITY, Point, Transform
from pnp.base.units import Mm
from pnp.verify.findings import Finding, ok, wrong
from pnp.verify.laser.strokes import Bit, Drawing, Look, Round, Straight, Stroke, curve, joined

KINDS = ("Cut", "Scan", "Tool")
_NUMBER = r"[-+]?[\d.]+(?:[eE][-+]?\d+)?"
_VERTEX = re.compile(rf"V({_NUMBER}) ({_NUMBER})((?:c[01][xy]{_NUMBER})*)")
_CONTROL = re.compile(rf"c([01])([xy])({_NUMBER})")
_STEP = re.compile(r"([LB])(\d+) (\d+)")


class _Vertex(NamedTuple):
    at: Point
    leaving: Point | None
    coming: Point | None


def read_lbrn2(content: bytes, height: Mm | None) -> tuple[Drawing, list[Finding]]:
    """Read a drawing; its lower edge is at ``height``, or at 0 where that is not known.

    Raises:
        VerifyError: If it is no project of LightBurn, or its shapes are none.
    """
    try:
        root = ElementTree.fromstring(content)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise VerifyError(f"is not XML: {error}") from None
    if root.tag != "LightBurnProject":
        raise VerifyError(f"is XML, but of {root.tag[:60]}")
    strange = [
        f"{key} is {root.get(key)}" for key in ("MirrorX", "MirrorY") if root.get(key) == "True"
    ]
    settings = {_value(one, "index"): one for one in root.iter("CutSetting")}
    reading = _Reading(settings, strange)
    try:
        for shape in root.findall("Shape"):
            reading.read(shape, IDENTITY.then(Transform(d=-1.0, f=height or 0.0)))
    except (ValueError, LookupError) as error:
        raise VerifyError(f"has a shape that means nothing: {error}") from None
    drawing = Drawing(tuple(reading.strokes), None, tuple(dict.fromkeys(strange)))
    return drawing, _settings(settings, reading.strokes)


def _value(setting: Element, name: str) -> str:
    found = setting.find(name)
    return found.get("Value", "") if found is not None else ""


def _settings(settings: dict[str, Element], strokes: list[Stroke]) -> list[Finding]:
    """Judge the settings of layers: each used one has some, of the right kind, without a kerf."""
    bad = []
    used = sorted({stroke.look.layer for stroke in strokes})
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


class _Reading:
    def __init__(self, settings: dict[str, Element], strange: list[str]) -> None:
        self._settings = settings
        self._strange = strange
        self.strokes: list[Stroke] = []

    def read(self, shape: Element, into: Transform) -> None:
        kind = shape.get("Type", "")
        form = shape.findtext("XForm")
        if form is None:
            self._strange.append(f"a {kind} without XForm")
        own = Transform(*map(float, (form or "1 0 0 1 0 0").split())).then(into)
        match kind:
            case "Group":
                for child in shape.findall("Children/Shape"):
                    self.read(child, own)
            case "Path":
                for bits, closed in _paths(shape, own):
                    self._add(shape, bits, closed)
            case "Ellipse":
                self._add(shape, self._ellipse(shape, own), True)
            case _:
                self._strange.append(f"a shape of the kind {kind or 'none'}")

    def _ellipse(self, shape: Element, into: Transform) -> list[Bit]:
        across, down = float(shape.attrib["Rx"]), float(shape.attrib["Ry"])
        even = abs(hypot(into.a, into.b) - hypot(into.c, into.d)) < 1e-9
        if abs(across - down) > 1e-9 or not even:
            self._strange.append("an ellipse that is no circle")
        radius = across * hypot(into.a, into.b)
        return [Round(into.apply(Point(0, 0)), radius, atan2(into.b, into.a), tau)]

    def _add(self, shape: Element, bits: list[Bit], closed: bool) -> None:
        if bits:
            layer = shape.get("CutIndex", "")
            setting = self._settings.get(layer)
            kind = setting.get("type", setting.get("Type")) if setting is not None else None
            self.strokes.append(Stroke(bits, closed, Look("", layer, kind == "Scan")))


def _paths(shape: Element, into: Transform) -> Iterator[tuple[list[Bit], bool]]:
    """Yield the bits of each connected part of a shape, and whether it is closed."""
    vertices = [
        _vertex(*found.groups()) for found in _VERTEX.finditer(shape.findtext("VertList") or "")
    ]
    written = (shape.findtext("PrimList") or "").strip()
    if written in ("LineClosed", "LineOpen"):
        count = len(vertices) - (written == "LineOpen")
        steps = [("L", n, (n + 1) % len(vertices)) for n in range(count)]
    else:
        steps = [(one[1], int(one[2]), int(one[3])) for one in _STEP.finditer(written)]
    run: list[tuple[str, int, int]] = []
    for step in steps:
        if run and run[-1][2] != step[1]:
            yield _run(run, vertices, into)
            run = []
        run.append(step)
    if run:
        yield _run(run, vertices, into)


def _run(
    steps: list[tuple[str, int, int]], vertices: list[_Vertex], into: Transform
) -> tuple[list[Bit], bool]:
    bits: list[Bit] = []
    for kind, first, last in steps:
        here, there = vertices[first], vertices[last]
        a, d = into.apply(here.at), into.apply(there.at)
        if kind == "L":
            bits.append(Straight(a, d))
        else:
            bits += curve(
                a, into.apply(here.leaving or here.at), into.apply(there.coming or there.at), d
            )
    return joined(bits, bits[0].start, False), steps[0][1] == steps[-1][2]


def _vertex(x: str, y: str, controls: str) -> _Vertex:
    found = {(end, axis): float(value) for end, axis, value in _CONTROL.findall(controls)}
    leaving, coming = (
        Point(found[end, "x"], found[end, "y"]) if (end, "y") in found else None for end in "01"
    )
    return _Vertex(Point(float(x), float(y)), leaving, coming)
