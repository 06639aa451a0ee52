"""Beds as LightBurn projects: read back by a few lines here that follow LightBurn's own files.

tests/laser has the reading of a program that drives lasers.
"""

import re
from math import hypot, pi
from xml.etree import ElementTree

import numpy as np
import pytest
from helpers.beds import BED, HEIGHT, LOOK, MEASURES

from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Arc, Path, circle, rectangle
from pnp.laser import lbrn2
from pnp.scene.laser_bed import Bed, BedStyle, Operation, OperationStyle, Step

VERTEX = re.compile(
    r"V(?P<x>[-\d.]+) (?P<y>[-\d.]+)"
    r"(?:c0x1(?=c1)|c0x(?P<ax>[-\d.]+)c0y(?P<ay>[-\d.]+))"
    r"(?:c1x1(?=V|$)|c1x(?P<bx>[-\d.]+)c1y(?P<by>[-\d.]+))"
)
SEGMENT = re.compile(r"([LB])(\d+) (\d+)")


def parsed(bed=BED, look=LOOK):
    return ElementTree.fromstring(lbrn2.render(bed, look))


def one(path, look=LOOK):
    bed = Bed(Size(200, 100), (Operation(Step.OUTER, (path,)),))
    (shape,) = parsed(bed, look).findall("Shape")
    return shape


def points_of(shape, steps=400):
    """Return the points along a shape, and whether it comes back to where it began."""
    x, y = map(float, shape.find("XForm").text.split()[4:])
    if shape.get("Type") == "Ellipse":
        angle = np.linspace(0, 2 * pi, 4 * steps + 1)
        radii = float(shape.get("Rx")), float(shape.get("Ry"))
        return np.array([x + radii[0] * np.cos(angle), y + radii[1] * np.sin(angle)]), True
    text = shape.find("VertList").text
    corners = list(VERTEX.finditer(text))
    assert "".join(corner[0] for corner in corners) == text
    text = shape.find("PrimList").text
    segments = SEGMENT.findall(text)
    assert "".join(f"{kind}{a} {b}" for kind, a, b in segments) == text
    assert [int(a) for _, a, _ in segments[1:]] == [int(b) for *_, b in segments[:-1]]
    t = np.linspace(0, 1, steps)
    lines = []
    for kind, a, b in segments:
        one, other = corners[int(a)], corners[int(b)]
        names = ["xy", "xy"] if kind == "L" else ["xy", ("ax", "ay"), ("bx", "by"), "xy"]
        ends = [one, other] if kind == "L" else [one, one, other, other]
        through = [[float(e[n]) for n in pair] for e, pair in zip(ends, names, strict=True)]
        weights = (
            [1 - t, t]
            if kind == "L"
            else [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3]
        )
        lines.append(np.array(through).T @ np.array(weights))
    return np.hstack(lines), segments[0][1] == segments[-1][2]


def test_the_file_is_a_lightburn_project():
    root = parsed()
    assert root.tag == "LightBurnProject"
    assert (root.get("FormatVersion"), root.get("MirrorX")) == ("1", "False")
    assert root.find("Notes").get("Notes") == "1-fronts & backs"


def test_every_layer_has_settings_in_order_of_priority():
    settings = [
        (cut.get("type"), *(cut.find(key).get("Value") for key in ("index", "name", "priority")))
        for cut in parsed().findall("CutSetting")
    ]
    assert settings == [
        ("Scan", "0", "Engrave", "0"),
        ("Cut", "1", "Score", "1"),
        ("Cut", "2", "Inner", "2"),
        ("Cut", "3", "Outer", "3"),
        ("Cut", "7", "Frame", "4"),
    ]


def test_there_is_no_speed_or_power_and_no_second_kerf():
    for cut in parsed().findall("CutSetting"):
        assert {child.tag for child in cut} == {"index", "name", "kerf", "priority"}
        assert cut.find("kerf").get("Value") == "0"


def test_steps_of_one_layer_share_its_settings():
    same = {Step.INNER: OperationStyle("#ff0000", 2), Step.OUTER: OperationStyle("#ff0000", 2)}
    root = parsed(look=BedStyle(same, 0.1))
    (cut,) = root.findall("CutSetting")
    assert cut.find("name").get("Value") == "Inner, outer"
    assert {shape.get("CutIndex") for shape in root.findall("Shape")} == {"2"}


@pytest.mark.parametrize("layer", [30, 31])
def test_a_tool_layer_is_not_cut(layer):
    look = BedStyle({Step.GUIDE: OperationStyle("#f36926", layer)}, 0.1)
    (cut,) = parsed(look=look).findall("CutSetting")
    assert cut.get("type") == "Tool"


def test_every_shape_is_on_the_layer_of_its_step():
    layers = [shape.get("CutIndex") for shape in parsed().findall("Shape")]
    wanted = [str(LOOK.steps[Step(name)].layer) for name, paths in MEASURES.items() for _ in paths]
    assert layers == wanted


def test_every_path_has_its_place_size_and_length_and_is_closed_where_it_should_be():
    shapes = parsed().findall("Shape")
    wanted = [path for paths in MEASURES.values() for path in paths]
    for shape, (x, y, width, height, length, closed) in zip(shapes, wanted, strict=True):
        along, comes_back = points_of(shape)
        assert along.min(axis=1) == pytest.approx((x, HEIGHT - y - height), abs=0.002)
        assert np.ptp(along, axis=1) == pytest.approx((width, height), abs=0.002)
        assert np.hypot(*np.diff(along)).sum() == pytest.approx(length, abs=0.005)
        assert comes_back == closed


def test_a_circle_is_an_ellipse_about_its_middle():
    shape = one(circle(Point(30, 40), 2.5))
    assert (shape.get("Type"), shape.get("Rx"), shape.get("Ry")) == ("Ellipse", "2.5", "2.5")
    assert shape.find("XForm").text == "1 0 0 1 30 60"


@pytest.mark.parametrize("radius", [0.5, 3, 20, 80])
def test_curves_follow_an_arc_within_a_thousandth_of_a_mm(radius):
    middle = Point(100, 50)
    arc = Arc(middle.moved(radius, 0), radius, clockwise=True)
    shape = one(Path(middle.moved(-radius, 0), (arc,), closed=False))
    along, _ = points_of(shape)
    off = np.hypot(along[0] - middle.x, along[1] - (100 - middle.y)) - radius
    assert abs(off).max() < 0.00115  # and what rounding to four decimals adds


def test_a_polygon_is_straight_lines_with_every_segment_written_out():
    shape = one(rectangle(Rect(10, 20, 30, 40)))
    assert shape.find("VertList").text == "".join(
        f"V{x} {y}c0x1c1x1" for x, y in [(10, 80), (40, 80), (40, 40), (10, 40)]
    )
    assert shape.find("PrimList").text == "L0 1L1 2L2 3L3 0"


def test_the_transform_of_a_shape_comes_first():
    for shape in parsed().findall("Shape"):
        assert shape[0].tag == "XForm"


def test_a_straight_open_path_stays_open():
    shape = one(Path(Point(10, 10), rectangle(Rect(10, 10, 5, 5)).segments[:2], closed=False))
    assert shape.find("PrimList").text == "L0 1L1 2"
    along, closed = points_of(shape)
    assert not closed
    assert hypot(*(along[:, -1] - along[:, 0])) == pytest.approx(hypot(5, 5))
