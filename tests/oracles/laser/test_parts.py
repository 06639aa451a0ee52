"""Missing, additional and weak parts are reported, and parts of the wrong size."""

import re

from oracles.laser.laser_edits import (
    EACH,
    ONE,
    Svg,
    at,
    by,
    first,
    first_cut,
    outwards,
    places,
    saved,
)
from oracles.laser.parts import CutPart, width_finding
from oracles.laser.reported import WantedPart
from shapely import Polygon

from pnp.base.geometry import Rect
from pnp.records.laser_report import ReportedMaterial


@EACH
def test_a_kerf_with_the_wrong_sign_is_reported(editor, form):
    one = editor(form)
    for path in one.paths("outer"):
        one.moved(path, outwards(one, path, -0.2))
    width = first(one).width
    assert saved(one)["kerf"] == (
        f"9 of 9: 1-1 is cut {width - 0.2:.2f} mm wide: the kerf has been taken off instead of "
        f"added; {width + 0.2:.2f} mm, for {width:.2f} mm when 0.20 mm are burnt"
    )


@ONE
def test_a_missing_kerf_is_reported(editor, form):
    one = editor(form)
    path = first_cut(one)
    one.moved(path, outwards(one, path, -0.1))
    found = saved(one)
    assert found["kerf"].startswith(
        f"1 of 9: 1-1 is cut {first(one).width:.2f} mm wide: the kerf has been forgotten"
    )
    assert set(found) == {"kerf"}


@ONE
def test_corners_with_another_radius_are_reported_by_area(editor, form):
    one = editor(form)
    one.remove("outer", first_cut(one))
    one.line("outer", *first(one).inset(-0.1).corners, closed=True)
    assert "1-1 is of another outline: 1350.00 mm2 are left" in saved(one)["kerf"]


@EACH
def test_another_outline_of_the_same_size_and_area_is_reported(editor, form):
    one = editor(form)
    one.remove("outer", first_cut(one))
    x, y, width, height = first(one).inset(-0.1)
    right, bottom, cut = x + width, y + height, 1.95  # two corners of four, twice as much of each
    corners = [(x + cut, y), (right, y), (right, bottom - cut), (right - cut, bottom)]
    one.line("outer", *corners, (x, bottom), (x, y + cut), closed=True)
    found = saved(one)
    assert re.match(r"1 of 9: 1-1 is of another outline: 0\.\d\d mm off at ", found["kerf"])


def finger_of(path) -> list[tuple[float, float]]:
    """Return the corners of a finger that points up or down."""
    corners = [(float(x), float(y)) for x, y in re.findall(r"[ML]([\d.]+) ([\d.]+)", path.get("d"))]
    for number in range(1, len(corners) - 4):
        (_, before), *finger, (_, after) = corners[number : number + 6]
        (a, b), (c, d), (e, f), (g, h) = finger
        if before == b == h == after and a == c and d == f != b and e == g:
            return finger
    raise AssertionError("no fingers")


def test_a_finger_of_a_tray_in_another_place_is_reported(copied):
    files = sorted((copied("rule-set") / "laser").glob("*[!w].svg"))
    file, floor = next(
        (file, part) for file in files for name, part in places(file) if name == "floor"
    )
    one = Svg(file)
    path = at(one, "outer", *floor.center)
    finger = finger_of(path)
    one.moved(path, lambda x, y: (x + 0.3, y) if (x, y) in finger else (x, y))
    assert "floor is of another outline: 0.30 mm off" in saved(one)["kerf"]


@EACH
def test_a_hole_whose_kerf_was_added_is_reported(editor, form):
    one = editor(form, "holes", "")
    path = one.paths("inner")[0]
    x, y = one.center(path)
    one.remove("inner", path)
    r = 2.85 + 0.1
    one.line("inner", (x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r), closed=True)
    found = saved(one)["holes"]
    assert "cut 5.90 mm wide: the kerf has been added instead of taken off; 5.50 mm" in found


@EACH
def test_a_missing_part_is_reported_by_name_and_place(editor, form):
    one = editor(form)
    one.remove("outer", first_cut(one))
    x, y = first(one).center
    assert f"8 of 9: no closed cut around 1-1 at {x:.2f}, {y:.2f}" in saved(one)["parts"]


@EACH
def test_an_additional_part_is_reported(editor, form):
    one = editor(form)
    one.double("outer", first_cut(one), by(200, 200))
    found = saved(one)
    x, y = first(one).center.moved(200, 200)
    assert found["parts"] == f"10: one more at {x:.2f}, {y:.2f}; 9, as the report says"
    assert set(found) <= {"parts", "extents"}


@ONE
def test_a_missing_hole_is_reported(editor, form):
    one = editor(form, "holes", "")
    one.remove("inner", one.paths("inner")[0])
    assert " has " in saved(one)["holes"]


@EACH
def test_a_hole_too_small_for_the_material_is_reported(editor, form):
    one = editor(form)
    one.line("inner", (10, 10), (10.3, 10), (10.3, 10.3), (10, 10.3), closed=True)
    found = saved(one)
    assert found["features"].startswith("the cuts of a hole of 1-1 are 0.30 mm apart; 0.5 mm or")
    assert found["holes"] == "1-1 has 1; none"


@ONE
def test_a_web_too_thin_for_the_material_is_reported(editor, form):
    one = editor(form)
    one.line("inner", (3.5, 20), (9, 20), (9, 25), (3.5, 25), closed=True)
    assert saved(one)["features"].startswith("a web of 0.40 mm beside a hole of 1-1")


@ONE
def test_cuts_too_close_to_each_other_are_reported(editor, form):
    one = editor(form)
    one.moved(first_cut(one), by(0, 1.9))
    assert "are 0.30 mm apart" in saved(one)["features"]


@EACH
def test_a_missing_tab_is_reported(editor, form):
    one = editor(form, "tabs", "")
    assert len(one.paths("outer")) == 4 * 9
    x, y = first(one).x - 0.1, first(one).center.y
    one.line("outer", (x, y - 0.3), (x, y + 0.3))  # over the bridge in the left side
    assert saved(one)["tabs"] == "1-1 is held by 3; 4"


@ONE
def test_a_thin_tab_is_reported(editor, form):
    one = editor(form, "tabs", "")
    x, y = first(one).x - 0.1, first(one).center.y
    one.line("outer", (x, y - 0.5), (x, y - 0.1))
    assert saved(one)["tabs"] == "1-1 has one of 0.15 mm; 0.30 mm after burning"


@ONE
def test_holes_for_pins_must_match_when_the_sheet_is_turned_over(editor, form):
    one = editor(form, "flip")
    one.moved(at(one, "inner", 5, 400 / 3), by(1, 0))
    assert "without a mirror image" in saved(one)["pins"]


@ONE
def test_a_pocket_with_the_wrong_kerf_is_reported(editor, form):
    one = editor(form, "jig", "-jig")
    path = at(one, "inner", 23, 30)
    one.moved(path, outwards(one, path, 0.2))
    found = saved(one)["kerf"]
    assert "the pocket of 1-1 is cut 30.40 mm wide: the kerf has been added instead" in found


def test_a_pocket_beside_the_place_of_its_back_is_reported(copied):
    (file,) = (copied("jig-for-two-shapes") / "laser").glob("*-jig.svg")
    name, part = places(file)[0]
    one = Svg(file, 0)
    pocket = at(one, "inner", *part.center)
    one.moved(pocket, by(0.1, 0))
    found = saved(one)["kerf"]
    assert f"the pocket of {name} is of another outline: 0.10 mm off" in found


def test_a_part_that_is_thin_all_along_is_reported():
    angle = Polygon([(0, 0), (20, 0), (20, 0.8), (0.8, 0.8), (0.8, 20), (0, 20)])
    part = CutPart(WantedPart("1", Rect(0, 0, 20, 20), angle.area, angle), angle, 0)
    plywood = ReportedMaterial(id="p", name="Plywood", thickness_mm=3, feature_mm=1, gap_mm=0.5)
    found = width_finding([part], (0.1, 0.1), plywood)
    assert found.found == "1 has a neck narrower than 1 mm"
