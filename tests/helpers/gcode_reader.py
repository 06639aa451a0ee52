"""A small interpreter of G-code, as GRBL runs it; it knows nothing of pnp.

It stops at whatever it does not know, so that a test fails for a command that was not meant.
"""

import re
from dataclasses import dataclass, field
from math import atan2, cos, dist, hypot, pi, sin, tau

WORD = re.compile(r"([A-Z])(-?\d*\.?\d+)")
MODES = {"G21", "G90", "G17", "G94"}


@dataclass
class Burnt:
    """A stretch that was burnt: its points, power (S), feed (mm a minute), length and step."""

    points: list
    power: float
    feed: float
    length: float
    step: str
    code: str


@dataclass
class Run:
    """What a program burnt and how far it went."""

    burnt: list = field(default_factory=list)
    places: list = field(default_factory=lambda: [(0.0, 0.0)])
    modes: set = field(default_factory=set)
    laser: str = "M5"


def run(text):
    """Run a program and return what it did."""
    done, step, motion, feed, power = Run(), "", "G0", 0.0, 0.0
    for line in text.splitlines():
        code, _, comment = line.partition(";")
        if found := re.match(r" (\w+): .* mm/s", comment):
            step = found[1]
        words = WORD.findall(code)
        assert "".join(a + b for a, b in words) == code.replace(" ", ""), line
        values = {letter: float(number) for letter, number in words if letter not in "GM"}
        assert not values.keys() - set("XYIJSF"), line
        for letter, number in words:
            if letter == "M":
                done.laser = f"M{number}"
                assert done.laser in ("M4", "M5"), line
            elif letter == "G" and f"G{number}" in MODES:
                done.modes.add(f"G{number}")
            elif letter == "G":
                motion = f"G{number}"
                assert motion in ("G0", "G1", "G2", "G3"), line
        feed, power = values.get("F", feed), values.get("S", power)
        if {"X", "Y"} & values.keys():
            _move(done, motion, values, (feed, power, step), line)
    return done


def _move(done, motion, values, settings, line):
    feed, power, step = settings
    start = done.places[-1]
    end = (values.get("X", start[0]), values.get("Y", start[1]))
    points, length = [start, end], dist(start, end)
    if motion in ("G2", "G3"):
        points, length = _arc(motion, start, end, (values["I"], values["J"]))
    done.places.append(end)
    if motion == "G0":
        assert power == 0, f"moves with the laser on: {line}"
    elif power and done.laser == "M4":
        assert feed > 0, line
        done.burnt.append(Burnt(points, power, feed, length, step, motion))


def _arc(motion, start, end, offset):
    middle = (start[0] + offset[0], start[1] + offset[1])
    radius = hypot(*offset)
    assert abs(dist(middle, end) - radius) < 0.005  # beyond this GRBL refuses an arc
    first, last = (atan2(at[1] - middle[1], at[0] - middle[0]) for at in (start, end))
    sweep = (first - last if motion == "G2" else last - first) % tau
    sign = -1 if motion == "G2" else 1
    angles = [first + sign * sweep * n / 64 for n in range(65)]
    points = [(middle[0] + radius * cos(a), middle[1] + radius * sin(a)) for a in angles]
    assert sweep <= pi / 2 + 1e-3, "more than a quarter"
    return points, radius * sweep
