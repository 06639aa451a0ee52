"""Interprets G-code as GRBL does, to find what it cuts, scores and sweeps.

Comments name the next step and pass: ``; outer: 5 mm/s, 90 %``, ``; pass 2 of 2``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import dist, hypot, pi

from oracles.laser.strokes import SAME, LaserDrawing, LaserStroke, StrokeStyle, make_stroke

from pnp.base.errors import VerifyError
from pnp.base.geometry import Point
from pnp.base.path import Arc, Line, Path, Segment, line
from pnp.base.units import Mm
from pnp.verify.findings import Finding, ok, wrong

FULL = 1000.0
_WORD = re.compile(r"([A-Z])\s*(-?(?:\d+\.?\d*|\.\d+))")
_STEP = re.compile(r"\s*(engrave|score|inner|outer|frame): .* mm/s, .* %")
_PASS = re.compile(r"\s*pass (\d+) of (\d{1,3})")
_MODES = {"G21": "mm", "G90": "absolute"}
_IGNORED = {"G17", "G94"}  # as they are when GRBL starts
_ZERO = Point(0, 0)
_MOTIONS = ("G0", "G1", "G2", "G3")


@dataclass
class _Machine:
    """The state of the machine, and the paths of each step and pass so far."""

    height: Mm | None
    motion: str = "G0"
    laser: str = "M5"
    power: float = 0.0
    feed: float = 0.0
    at: Point = _ZERO
    step: str = ""
    number: int = 1
    passes: dict[str, int] = field(default_factory=dict)
    modes: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    sweeps: list[Path] = field(default_factory=list)
    begun: tuple[Point, list[Segment]] | None = None
    paths: list[tuple[str, int, Path]] = field(default_factory=list)

    def place(self, x: Mm, y: Mm) -> Point:
        """Return a point with y down, as in strokes."""
        return Point(x, y if self.height is None else self.height - y)


def read_gcode(content: bytes, height: Mm | None) -> LaserDrawing:
    """Return the drawing, with y down from the upper edge of a bed of that height.

    Raises:
        VerifyError: If a line is not G-code that GRBL would run here.
    """
    machine = _Machine(height)
    for number, text in enumerate(content.decode("ascii", "replace").splitlines(), start=1):
        _run(machine, text, number)
    _finish(machine)
    if machine.laser != "M5" or machine.power:
        machine.faults.append("it is on at the end")
    strokes, findings = _strokes_of(machine)
    missing = [f"{mode} ({word})" for mode, word in _MODES.items() if mode not in machine.modes]
    unit = wrong("unit", "not stated", ", ".join(missing)) if missing else ok("unit", "mm")
    faults = ", ".join(dict.fromkeys(machine.faults))
    laser = wrong("laser", faults, "off between lines") if faults else ok("laser", "off in moves")
    sweeps = [make_stroke(path, StrokeStyle("", "engrave")) for path in machine.sweeps]
    made = tuple(sweep for sweep in sweeps if sweep)
    return LaserDrawing(strokes, [unit, laser, *findings], [], sweeps=made)


def _run(machine: _Machine, text: str, number: int) -> None:
    code, _, comment = text.partition(";")
    if found := _STEP.fullmatch(comment):
        _finish(machine)
        machine.step, machine.number = found[1], 1
    elif found := _PASS.fullmatch(comment):
        _finish(machine)
        machine.number = int(found[1])
        machine.passes[machine.step] = int(found[2])
    words = _WORD.findall(code)
    if _WORD.sub("", code).strip():
        raise VerifyError(f"line {number} is not G-code: {text[:40]!r}")
    values: dict[str, float] = {}
    for letter, figure in words:
        name = f"{letter}{float(figure):g}"
        if letter == "G" and name in _MOTIONS:
            machine.motion = name
        elif letter == "G" and name in {*_MODES, *_IGNORED}:
            machine.modes.add(name)
        elif letter == "M" and name in ("M3", "M4", "M5"):
            machine.laser = name
        elif letter in "XYIJSF":
            values[letter] = float(figure)
        else:
            raise VerifyError(f"line {number} has {letter}{figure}, which is not for lasers")
    machine.power, machine.feed = values.get("S", machine.power), values.get("F", machine.feed)
    if not 0 <= machine.power <= FULL:
        machine.faults.append(f"S{machine.power:g} is not a power")
    if values.keys() & {"X", "Y"}:
        _move(machine, values)


def _move(machine: _Machine, values: dict[str, float]) -> None:
    """Move to a point, burning on the way if the laser is on."""
    x, y = machine.at
    to = Point(values.get("X", x), values.get("Y", y))
    on = machine.power > 0 and machine.laser != "M5"
    if machine.motion == "G0" or not on:
        _finish(machine)
        if machine.motion == "G0" and machine.power:
            machine.faults.append("it is on in a G0")
    elif machine.step == "engrave":
        machine.sweeps.append(line(machine.place(x, y), machine.place(*to)))
    else:
        if machine.feed <= 0:
            machine.faults.append("it has no speed")
        if machine.begun is None:
            machine.begun = machine.place(x, y), []
        machine.begun[1].append(_segment(machine, to, values))
    machine.at = to


def _segment(machine: _Machine, to: Point, values: dict[str, float]) -> Segment:
    place = machine.place(*to)
    if machine.motion == "G1":
        return Line(place)
    radius = hypot(values.get("I", 0.0), values.get("J", 0.0))
    middle = machine.at.moved(values.get("I", 0.0), values.get("J", 0.0))
    if abs(dist(middle, to) - radius) > 0.005:  # GRBL refuses these
        raise VerifyError(f"has an arc that does not end on its circle, at {to.x:g}, {to.y:g}")
    start, end = machine.at.moved(-middle.x, -middle.y), to.moved(-middle.x, -middle.y)
    cross = start.x * end.y - start.y * end.x
    large = cross > 0 if machine.motion == "G2" else cross < 0
    return Arc(place, radius, machine.motion == "G2", large and abs(cross) > pi * 1e-9)


def _finish(machine: _Machine) -> None:
    """Store the path burnt so far; it is closed if it ends where it began."""
    if machine.begun is None:
        return
    start, segments = machine.begun
    closed = len(segments) > 1 and dist(start, segments[-1].to) <= SAME
    machine.paths.append((machine.step, machine.number, Path(start, tuple(segments), closed)))
    machine.begun = None


def _strokes_of(machine: _Machine) -> tuple[list[LaserStroke], list[Finding]]:
    """Return the strokes of first passes, and the differences in later ones."""
    paths: dict[tuple[str, int], list[Path]] = {}
    for step, number, path in machine.paths:
        paths.setdefault((step, number), []).append(path)
    findings = [
        wrong("passes", f"pass {number} of {step} differs", "the same lines in each pass")
        for step, passes in machine.passes.items()
        for number in range(2, passes + 1)
        if paths.get((step, number)) != paths.get((step, 1))
    ]
    return list(_made(machine, 1)), findings


def _made(machine: _Machine, number: int) -> Iterator[LaserStroke]:
    for step, one, path in machine.paths:
        if one == number and (stroke := make_stroke(path, StrokeStyle("", step))):
            yield stroke
