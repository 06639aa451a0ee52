"""Beds as SVG: read back as XML and by svgelements, which evaluates the paths itself."""

import re
from xml.etree import ElementTree

import pytest
import svgelements
from helpers.beds import BED, LOOK, MEASURES

from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Arc, Path, circle, rectangle
from pnp.render import bed_svg
from pnp.scene.laser_bed import Bed, BedStyle, Operation, OperationStyle, Step

NAMESPACE = "{http://www.w3.org/2000/svg}"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
PX_PER_MM = 96 / 25.4


def parsed(bed=BED, look=LOOK):
    return ElementTree.fromstring(bed_svg.render(bed, look))


def groups(root):
    return {group.get("id"): list(group) for group in root.findall(f"{NAMESPACE}g")}


def one_step(step, *paths):
    return Bed(Size(100, 100), (Operation(step, paths),))


def commands(*paths, step=Step.OUTER):
    return [e.get("d") for e in groups(parsed(one_step(step, *paths)))[step.value]]


def test_width_and_height_are_in_mm_and_a_user_unit_is_a_mm():
    root = parsed()
    assert (root.get("width"), root.get("height")) == ("200mm", "160mm")
    assert root.get("viewBox") == "0 0 200 160"
    assert root.find(f"{NAMESPACE}title").text == "1-fronts & backs"


def test_only_groups_and_paths_are_written():
    allowed = {
        "svg": {"version", "width", "height", "viewBox"},
        "title": set(),
        "g": {"id", f"{INKSCAPE}groupmode", f"{INKSCAPE}label"},
        "path": {"d", "fill", "fill-rule", "stroke", "stroke-width"},
    }
    for element in parsed().iter():
        assert set(element.attrib) <= allowed[element.tag.removeprefix(NAMESPACE)]


def test_steps_are_groups_in_order_and_guides_are_left_out():
    assert list(groups(parsed())) == ["engrave", "score", "inner", "outer", "frame"]


def test_each_step_is_a_layer_of_inkscape_that_is_named_after_it():
    for group in parsed().findall(f"{NAMESPACE}g"):
        assert group.get(f"{INKSCAPE}groupmode") == "layer"
        assert group.get(f"{INKSCAPE}label") == group.get("id")


def test_another_reader_knows_the_layers_by_their_names():
    drawing = svgelements.SVG.parse(_file(bed_svg.render(BED, LOOK)))
    found = [one for one in drawing.elements() if isinstance(one, svgelements.Group)]
    labels = [one.values["attributes"].get(f"{INKSCAPE}label") for one in found]
    assert [label for label in labels if label] == ["engrave", "score", "inner", "outer", "frame"]


def test_every_path_has_its_own_style_attributes():
    for name, elements in groups(parsed()).items():
        look = LOOK.steps[Step(name)]
        for element in elements:
            if look.filled:
                assert element.get("fill") == look.color
                assert (element.get("fill-rule"), element.get("stroke")) == ("evenodd", "none")
            else:
                assert (element.get("fill"), element.get("stroke")) == ("none", look.color)
                assert element.get("stroke-width") == "0.1"


def test_another_reader_finds_every_path_with_its_size_and_length():
    drawing = svgelements.SVG.parse(_file(bed_svg.render(BED, LOOK)))
    found = [e for e in drawing.elements() if isinstance(e, svgelements.Path)]
    wanted = [path for paths in MEASURES.values() for path in paths]
    assert len(found) == len(wanted)
    for path, (x, y, width, height, length, closed) in zip(found, wanted, strict=True):
        left, top, right, bottom = (value / PX_PER_MM for value in path.bbox(with_stroke=False))
        corners = (left, top, right, bottom)
        assert corners == pytest.approx((x, y, x + width, y + height), abs=0.001)
        assert path.length(error=1e-6) / PX_PER_MM == pytest.approx(length, abs=0.002)
        assert isinstance(path[-1], svgelements.Close) == closed


def _file(content):
    from io import BytesIO

    return BytesIO(content)


def test_a_circle_is_four_quarter_arcs():
    (drawn,) = commands(circle(Point(30, 40), 2.5))
    assert drawn == (
        "M27.5 40A2.5 2.5 0 0 1 30 37.5A2.5 2.5 0 0 1 32.5 40A2.5 2.5 0 0 1 30 42.5"
        "A2.5 2.5 0 0 1 27.5 40Z"
    )


def test_no_arc_exceeds_a_quarter_turn_in_either_direction():
    for clockwise in (True, False):
        arc = Arc(Point(10, 30), 20, clockwise, large=not clockwise)
        (drawn,) = commands(Path(Point(30, 10), (arc,), closed=False))
        assert drawn.count("A") == (1 if clockwise else 3)
        assert set(re.findall(r"A20 20 0 (\d) (\d) ", drawn)) == {("0", f"{clockwise:d}")}


def test_the_closing_command_draws_the_last_side():
    (drawn,) = commands(rectangle(Rect(1, 2, 3, 4)))
    assert drawn == "M1 2L4 2L4 6L1 6Z"


def test_open_paths_stay_open():
    drawn = [e.get("d") for e in groups(parsed())["score"]]
    assert drawn
    assert not any("Z" in path for path in drawn)


def test_coordinates_have_four_decimals_at_most():
    third = rectangle(Rect(1 / 3, 2 / 3, 10 / 3, 10 / 3), 1 / 7)
    (drawn,) = commands(third)
    assert "0.3333" in drawn
    assert not re.search(r"\.\d{5}", drawn)


def test_engraved_paths_inside_others_are_holes():
    ring = (circle(Point(20, 20), 8), circle(Point(20, 20), 5))
    dot = circle(Point(60, 60), 3)
    filled = BedStyle({Step.ENGRAVE: OperationStyle("#000000", filled=True)}, 0.1)
    bed = one_step(Step.ENGRAVE, ring[0], dot, ring[1])
    drawn = [e.get("d") for e in groups(parsed(bed, filled))["engrave"]]
    assert [path.count("M") for path in drawn] == [1, 2]
    assert drawn[0].startswith("M57 60")


def test_areas_joined_by_a_third_are_one():
    left, right = rectangle(Rect(0, 0, 10, 10)), rectangle(Rect(20, 0, 10, 10))
    both = rectangle(Rect(5, 2, 20, 2))
    filled = BedStyle({Step.ENGRAVE: OperationStyle("#000000", filled=True)}, 0.1)
    elements = groups(parsed(one_step(Step.ENGRAVE, left, right, both), filled))["engrave"]
    assert [element.get("d").count("M") for element in elements] == [3]


def test_a_bed_without_a_name_has_no_title():
    assert parsed(Bed(Size(10, 10), ())).find(f"{NAMESPACE}title") is None
