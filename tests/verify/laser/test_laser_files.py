"""Laser files are read back, and every way in which one can be wrong is reported in words."""

import json
import re
import shutil
from pathlib import Path

import pytest
from verify.conftest import faults_of, findings
from verify.laser.laser_edits import EDITORS

from pnp.jobs.laser import make_laser
from pnp.jobs.laser_options import LaserOptions
from pnp.jobs.options import read_options
from pnp.verify import Status, verify_paths

FORMATS = ("svg", "dxf", "lbrn2")
EACH = pytest.mark.parametrize("form", FORMATS)
ONE = pytest.mark.parametrize("form", ["svg"])  # of what is judged once it is read
BED = 600.0

MADE = {  # game, component, and what is asked for
    "fronts": ("turno", "tiles", {"sides": "fronts"}),
    "in-place": ("turno", "tiles", {}),
    "flip": ("turno", "tiles", {"sides": "flip"}),
    "jig": ("turno", "tiles", {"sides": "jig"}),
    "tabs": ("turno", "tiles", {"tabs": "4x0.3mm", "sides": "fronts"}),
    "holes": ("turno", "tiles", {"holes": True, "sides": "fronts"}),
    "oval-beam": ("turno", "tiles", {"sides": "fronts", "kerf": "0.18x0.12", "bed": "200x150mm"}),
    "full-jig": ("turno", "tiles", {"sides": "jig", "bed": "200x150mm"}),
    "chips": ("turnio", "chips", {"sides": "flip"}),
    "hexagon": ("turno", "hexagon", {}),
    "hexagon-wide-kerf": ("turno", "hexagon", {"kerf": "0.3x0.1", "sides": "flip"}),
    "discs": ("compositie", "pieces", {"sides": "fronts"}),
    "discs-with-tabs": ("compositie", "pieces", {"tabs": "3x0.4mm"}),
    "board": ("tawula", "board", {}),
    "board-in-parts": ("punt-match", "square-board", {"bed": "150x150mm"}),
    "generic": ("turno", "tiles", {"client": "generic", "sides": "fronts"}),
    "ponoko": ("turno", "tiles", {"client": "ponoko"}),
    "single-parts": ("turno", "tiles", {"client": "part-shop", "sides": "fronts"}),
}


@pytest.fixture(scope="module")
def once(tmp_path_factory):
    """Return how to make files of one kind, once."""
    made: dict[str, Path] = {}

    def make(kind: str) -> Path:
        if kind not in made:
            game, component, asked = MADE[kind]
            out = tmp_path_factory.mktemp(kind)
            written = {"out": out, "components": [component]} | asked
            make_laser(game, read_options(LaserOptions, written))
            made[kind] = out / game
        return made[kind]

    return make


@pytest.fixture
def copied(once, tmp_path):
    """Return how to get a copy of made files, to damage it."""

    def copy(kind: str) -> Path:
        return Path(shutil.copytree(once(kind), tmp_path / once(kind).name))

    return copy


def wrong(file: Path) -> dict[str, str]:
    """Return the faults of a file except that of its checksum, which any change has."""
    faults = faults_of(file).get(file.name, {})
    return {what: words for what, words in faults.items() if what != "checksum"}


@pytest.fixture
def editor(copied):
    """Return how to open an editor of one file of a pass."""

    def open_file(form: str, kind: str = "in-place", one: str = "-fronts"):
        file = copied(kind) / "laser" / f"tiles-lightburn{one}.{form}"
        return EDITORS[form](file)

    return open_file


def saved(editor) -> dict[str, str]:
    editor.save()
    return wrong(editor.file)


def at(editor, step: str, x: float, y: float):
    """Return the path of a step whose middle is nearest to a place."""

    def far(path):
        cx, cy = editor.center(path)
        return (cx - x) ** 2 + (cy - y) ** 2

    return min(editor.paths(step), key=far)


def by(dx: float, dy: float):
    return lambda x, y: (x + dx, y + dy)


def outwards(editor, path, more: float):
    cx, cy = editor.center(path)

    def move(x, y):
        return x + (more if x > cx else -more), y + (more if y > cy else -more)

    return move


@pytest.mark.parametrize("kind", MADE)
def test_everything_in_laser_files_is_checked_and_right(once, kind):
    (report,) = verify_paths([once(kind)])
    assert {file.kind for file in report.files} == {"laser", "svg", "document"}
    for file in report.files:
        faults = [one for one in file.findings if one.status is Status.WRONG]
        assert faults == [], file.path
        unsure = [one.what for one in file.findings if one.status is Status.UNCHECKED]
        assert file.kind == "document" or unsure == [], file.path
    assert report.ok


def test_a_report_measures_what_a_file_burns(once):
    (report,) = verify_paths([once("in-place") / "laser/tiles-lightburn-fronts.svg"])
    lengths = report.files[0].measured["lengths_mm"]
    assert lengths["cut"] == pytest.approx(36 * (2 * 26 + 2 * 41 + 2.1 * 2 * 3.14159265), abs=0.01)


# --- Lines -----------------------------------------------------------------------------


@EACH
def test_an_open_outline_is_reported_and_that_its_part_is_not_set_free(editor, form):
    one = editor(form)
    one.open(at(one, "outer", 18, 25.5))
    found = saved(one)
    assert "1 line open (outer), from" in found["closed"]
    assert found["parts"].startswith("35 of 36: no cut goes all around 1-1 at 18.00, 25.50")
    assert set(found) == {"closed", "parts"}


@ONE
def test_an_outline_without_its_end_is_open_even_where_it_ends_as_it_began(editor, form):
    one = editor(form, "fronts", "")
    one.line("inner", (300, 200), (320, 200), (310, 220), (300, 200))
    assert "0.00 mm apart" in saved(one)["closed"]


@ONE
def test_a_shared_cut_that_is_missing_leaves_two_parts_together(editor, form):
    one = editor(form, "fronts", "")
    one.remove("outer", at(one, "outer", 33.1, 25.5))
    found = saved(one)
    assert found["parts"].startswith("34 of 36")
    assert "closed" not in found


@EACH
def test_an_outline_that_is_there_twice_is_burnt_twice(editor, form):
    one = editor(form)
    one.double("outer", at(one, "outer", 18, 25.5))
    found = saved(one)
    assert found["burnt twice"].startswith("147.19 mm of lines")
    assert set(found) == {"burnt twice"}


@EACH
def test_a_line_along_a_part_of_another_is_burnt_twice(editor, form):
    one = editor(form)
    one.line("outer", (10, 2.9), (20, 2.9))
    assert saved(one)["burnt twice"] == "10.00 mm of lines, first at (10.00, 2.90); nothing"


@ONE
def test_a_score_along_a_cut_is_burnt_twice(editor, form):
    one = editor(form)
    one.line("score", (12, 2.901), (31, 2.899))
    assert saved(one)["burnt twice"].startswith("19.00 mm of lines")


@EACH
def test_an_arc_on_an_arc_is_burnt_twice(editor, form):
    one = editor(form, "flip")
    one.double("inner", at(one, "inner", 5, 200), by(0.0005, 0))
    assert saved(one)["burnt twice"].startswith("8.80 mm of lines")


@ONE
def test_lines_that_cross_or_meet_are_not_burnt_twice(editor, form):
    one = editor(form)
    one.line("score", (300, 200), (320, 220))
    one.line("score", (300, 220), (320, 200))
    one.line("score", (320, 200), (340, 200.3))
    assert "burnt twice" not in saved(one)


@EACH
def test_an_area_that_is_engraved_twice_is_reported(editor, form):
    one = editor(form)
    one.double("engrave", one.paths("engrave")[0])
    assert "1 engraved areas" in saved(one)["burnt twice"]


@EACH
def test_lines_off_the_bed_are_reported(editor, form):
    one = editor(form)
    one.moved(at(one, "outer", 18, 25.5), by(-4, 0))
    found = saved(one)
    assert found["on the bed"].startswith("1 line off it, from (-1.10, 2.90)")
    assert found["places"] == "1-1 is cut about 14.00, 25.50; 18.00, 25.50"


# --- Parts and kerf --------------------------------------------------------------------


@EACH
def test_a_kerf_that_was_taken_off_instead_of_added_is_reported(editor, form):
    one = editor(form)
    for path in one.paths("outer"):
        one.moved(path, outwards(one, path, -0.2))
    assert saved(one)["kerf"] == (
        "36 of 36: 1-1 is cut 29.80 mm wide: the kerf has been taken off instead of added; "
        "30.20 mm, for 30.00 mm when 0.20 mm are burnt"
    )


@ONE
def test_a_kerf_that_was_forgotten_is_reported(editor, form):
    one = editor(form)
    path = at(one, "outer", 18, 25.5)
    one.moved(path, outwards(one, path, -0.1))
    found = saved(one)
    assert found["kerf"].startswith(
        "1 of 36: 1-1 is cut 30.00 mm wide: the kerf has been forgotten"
    )
    assert set(found) == {"kerf"}


@ONE
def test_corners_of_another_roundness_are_reported_by_what_is_left(editor, form):
    one = editor(form)
    one.remove("outer", at(one, "outer", 18, 25.5))
    one.line("outer", (2.9, 2.9), (33.1, 2.9), (33.1, 48.1), (2.9, 48.1), closed=True)
    assert "1-1 is of another outline: 1350.00 mm2 are left" in saved(one)["kerf"]


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
    one.remove("outer", at(one, "outer", 18, 25.5))
    assert "35 of 36: no cut goes all around 1-1 at 18.00, 25.50" in saved(one)["parts"]


@EACH
def test_a_part_that_is_there_twice_is_reported(editor, form):
    one = editor(form)
    one.double("outer", at(one, "outer", 18, 25.5), by(200, 200))
    found = saved(one)
    assert found["parts"] == "37: one more at 218.00, 225.50; 36, as the report says"
    assert set(found) <= {"parts", "extents"}


@ONE
def test_a_missing_hole_and_one_too_many_are_reported(editor, form):
    one = editor(form, "holes", "")
    one.remove("inner", one.paths("inner")[0])
    assert " has " in saved(one)["holes"]


@EACH
def test_a_hole_below_what_the_material_can_hold_is_reported(editor, form):
    one = editor(form)
    one.line("inner", (10, 10), (10.3, 10), (10.3, 10.3), (10, 10.3), closed=True)
    found = saved(one)
    assert found["features"].startswith("the cuts of a hole of 1-1 are 0.30 mm apart; 0.5 mm or")
    assert found["holes"] == "1-1 has 1; none"


@ONE
def test_a_web_below_what_the_material_can_hold_is_reported(editor, form):
    one = editor(form)
    one.line("inner", (3.5, 20), (9, 20), (9, 25), (3.5, 25), closed=True)
    assert saved(one)["features"].startswith("0.40 mm are left standing beside a hole of 1-1")


@ONE
def test_cuts_of_neighbours_that_are_too_near_are_reported(editor, form):
    one = editor(form)
    one.moved(at(one, "outer", 18, 25.5), by(0.7, 0))
    assert "are 0.30 mm apart" in saved(one)["features"]


@EACH
def test_a_bridge_that_is_missing_is_reported(editor, form):
    one = editor(form, "tabs", "")
    assert len(one.paths("outer")) == 4 * 36
    one.line("outer", (2.9, 25.2), (2.9, 25.8))  # over the bridge in the left side of the first
    assert saved(one)["tabs"] == "1-1 is held by 3; 4"


@ONE
def test_a_bridge_that_is_thin_is_reported(editor, form):
    one = editor(form, "tabs", "")
    one.line("outer", (2.9, 25.0), (2.9, 25.4))
    assert saved(one)["tabs"] == "1-1 has one of 0.15 mm; 0.30 mm when it is burnt"


@ONE
def test_holes_for_pins_must_be_the_same_when_the_sheet_is_turned(editor, form):
    one = editor(form, "flip")
    one.moved(at(one, "inner", 5, 200), by(1, 0))
    assert "without its mirror image" in saved(one)["pins"]


@ONE
def test_a_pocket_with_the_wrong_kerf_is_reported(editor, form):
    one = editor(form, "jig", "-jig")
    path = at(one, "inner", 23, 30)
    one.moved(path, outwards(one, path, 0.2))
    found = saved(one)["kerf"]
    assert "the pocket of 1-1 is cut 30.40 mm wide: the kerf has been added instead" in found


# --- Faces -----------------------------------------------------------------------------


def places_of(editor, number: int) -> list[tuple[int, float, float]]:
    report = json.loads((editor.file.parent / "tiles-lightburn.json").read_text())
    return [(part, x, y) for part, x, y, _ in report["beds"][number]["places"]]


def on(editor, x: float, y: float) -> list:
    """Return what is engraved on the tile at a place."""
    found = []
    for path in editor.paths("engrave"):
        cx, cy = editor.center(path)
        if x < cx < x + 30 and y < cy < y + 45:
            found.append(path)
    return found


@EACH
@pytest.mark.parametrize("kind", ["in-place", "flip"])
def test_a_mirrored_back_is_reported_with_its_part(editor, form, kind):
    one = editor(form, kind, "-backs")
    _, x, y = places_of(one, 1)[1]
    for path in on(one, x, y):
        cx, _ = one.center(path)
        one.moved(path, by(2 * (x + 15 - cx), 0))
    assert saved(one) == {"backs": "1 of 36: 1-2 is mirrored; as it is seen from that side"}


@ONE
def test_a_front_beside_its_part_is_reported(editor, form):
    one = editor(form)
    for path in on(one, *places_of(one, 0)[0][1:]):
        one.moved(path, by(0, 5))
    assert saved(one)["fronts"].startswith("1 of 36: 1-1 has 25.5 burnt about 15.00, 27.50")


@pytest.mark.parametrize(("across", "down", "word"), [(-1, -1, "upside down"), (-1, 1, "mirrored")])
def test_a_turned_picture_is_distinguished_from_a_mirrored_one(copied, across, down, word):
    one = EDITORS["lbrn2"](copied("chips") / "laser/chips-lightburn-fronts.lbrn2")
    report = json.loads((one.file.parent / "chips-lightburn.json").read_text())
    size = report["shapes"][0]["size_mm"][0]
    leaning = [
        n for n, face in enumerate(report["faces"]) if abs((face["engraved"] or [0])[-1]) > 2
    ]
    number = next(n for n, part in enumerate(report["parts"]) if part["front"] in leaning)
    x, y = next(place[1:3] for place in report["beds"][0]["places"] if place[0] == number)
    cx, cy = x + size / 2, y + size / 2
    for path in one.paths("engrave"):
        px, py = one.center(path)
        if max(abs(px - cx), abs(py - cy)) < size / 2:
            one.moved(path, lambda x, y: (cx + across * (x - cx), cy + down * (y - cy)))
    assert saved(one)["fronts"].startswith(f"1 of 38: {report['parts'][number]['name']} is {word}")


@EACH
def test_backs_where_the_fronts_lie_are_reported(editor, form):
    one = editor(form, "flip", "-backs")
    for _, x, y in places_of(one, 1):
        for path in on(one, x, y):
            one.moved(path, by(1000 + BED - x - 30 - x, 0))
    for path in one.paths("engrave"):
        one.moved(path, by(-1000, 0))
    found = saved(one)
    assert (
        "the backs lie where the fronts lie; mirrored places: x becomes 600 - x" in found["backs"]
    )


@ONE
def test_engraving_over_an_edge_is_reported(editor, form):
    one = editor(form, "jig", "-backs")
    one.moved(one.paths("engrave")[0], by(13, 0))
    assert "an area goes over the edge of a part" in saved(one)["engraving"]


@ONE
def test_backs_that_are_cut_again_are_reported(editor, form):
    one = editor(form, "in-place", "-backs")
    one.line("outer", (100, 200), (130, 200), (130, 245), closed=True)
    assert saved(one)["parts"] == "1 cuts; none: the parts are cut already"


# --- What programs misread -------------------------------------------------------------


@pytest.mark.parametrize("form", ["dxf", "lbrn2"])
def test_strokes_out_of_the_order_of_burning_are_reported(editor, form):
    one = editor(form)
    one.line("score", (300, 200), (320, 220))
    assert saved(one)["order"].startswith("score after outer; engrave, score")


TEXT = '<text xmlns="http://www.w3.org/2000/svg" x="5" y="5">A</text></svg>'
SVG_FAULTS = {
    "inches": ('width="600mm"', 'width="23.622in"', "unit", "23.622in x 400mm"),
    "no unit": ('width="600mm" height="400mm"', 'width="600" height="400"', "unit", "600 x 400"),
    "pixels": ('width="600mm"', 'width="600px"', "unit", "600px"),
    "viewBox": ('viewBox="0 0 600 400"', 'viewBox="0 0 1200 800"', "unit", "a user unit is 0.5"),
    "no viewBox": ('viewBox="0 0 600 400"', "", "unit", "viewBox None"),
    "bed": (
        'width="600mm" height="400mm" viewBox="0 0 600 400"',
        'width="500mm" height="400mm" viewBox="0 0 500 400"',
        "bed",
        "500x400mm; 600x400mm",
    ),
    "text": ("</svg>", TEXT, "misread", "<text>"),
    "image": ("</svg>", TEXT.replace("text", "image"), "misread", "<image>"),
    "use": ("</svg>", TEXT.replace("text", "use"), "misread", "<use>"),
    "transform": (
        'id="outer"',
        'id="outer" transform="scale(1.1)"',
        "misread",
        "transform of a <g",
    ),
    "style": ('id="outer"', 'id="outer" style="stroke:red"', "misread", "style of a <g>"),
    "class": ('id="outer"', 'id="outer" class="cut"', "misread", "class of a <g>"),
    "clip": ('id="outer"', 'id="outer" clip-path="url(#a)"', "misread", "clip-path of a <g>"),
    "colour": ("#00e000", "#00ff00", "steps", "lines of a line in #00ff00; those of LightBurn"),
    "line width": ('stroke-width="0.1"', 'stroke-width="0.5"', "line width", "0.5 mm; 0.1 mm"),
    "no path": ('d="M', 'd="X', "file", "has a path that cannot be read"),
    "no XML": ("</svg>", "", "file", "is not XML"),
}


@pytest.mark.parametrize("fault", SVG_FAULTS)
def test_a_fault_of_an_svg_is_reported(copied, fault):
    before, after, what, words = SVG_FAULTS[fault]
    file = copied("in-place") / "laser/tiles-lightburn-fronts.svg"
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after))
    assert words in wrong(file)[what]


def test_paths_of_any_notation_are_read(copied):
    file = copied("in-place") / "laser/tiles-lightburn-fronts.svg"
    text = file.read_text()
    start = text.index('d="', text.index('id="outer"'))
    end = text.index('"', start + 3)
    other = (
        'd="m5 2.9 h26 c1.1598 0 2.1 .9402 2.1 2.1 v41 a2.1,2.1,0,0,1-2.1 2.1'
        "H5 s-2.1 -.9402 -2.1 -2.1 V5 A2.1 2.1 0 0 1 5 2.9 z"
    )
    file.write_text(text[:start] + other + text[end:])
    found = wrong(file)
    assert set(found) <= {"kerf", "parts", "engraving"}


DXF_FAULTS = {
    "no unit": (lambda d: d.header.__setitem__("$INSUNITS", 0), "unit", "$INSUNITS is 0, none"),
    "inches": (lambda d: d.header.__setitem__("$INSUNITS", 1), "unit", "$INSUNITS is 1, inches"),
    "imperial": (lambda d: d.header.__setitem__("$MEASUREMENT", 0), "unit", "imperial; 1, metric"),
    "text": (lambda d: d.modelspace().add_text("A"), "misread", "TEXT on layer 0"),
    "long text": (lambda d: d.modelspace().add_mtext("A"), "misread", "MTEXT on layer 0"),
    "spline": (
        lambda d: d.modelspace().add_spline([(0, 0), (1, 2), (3, 3), (4, 0)]),
        "misread",
        "SPLINE on layer 0",
    ),
    "hatch": (lambda d: d.modelspace().add_hatch(), "misread", "HATCH on layer 0"),
    "block": (
        lambda d: d.modelspace().add_blockref(d.blocks.new("A").name, (0, 0)),
        "misread",
        "INSERT on layer 0",
    ),
    "layer 0": (
        lambda d: d.modelspace().add_line((1, 1), (2, 2)),
        "steps",
        "lines on layer 0; those of LightBurn: engrave 10_FILL",
    ),
    "name": (
        lambda d: d.modelspace().add_line((1, 1), (2, 2), {"layer": "CUT_OUTER"}),
        "layer names",
        "CUT_OUTER; names without CUT and ENGRAVE",
    ),
    "colour": (
        lambda d: setattr(d.modelspace().query("LWPOLYLINE")[-1], "rgb", (1, 2, 3)),
        "steps",
        "outer is #010203; #00e000",
    ),
}


@pytest.mark.parametrize("fault", DXF_FAULTS)
def test_a_fault_of_a_dxf_is_reported(editor, fault):
    edit, what, words = DXF_FAULTS[fault]
    one = editor("dxf")
    edit(one.document)
    assert words in saved(one)[what]


def test_extents_that_are_not_true_are_reported(copied):
    file = copied("in-place") / "laser/tiles-lightburn-fronts.dxf"
    text = file.read_text()
    file.write_text(re.sub(r"(\$EXTMAX\n 10\n)[\d.]+", r"\g<1>1058.33", text))
    assert wrong(file)["extents"].startswith("0.60, 0.60, 1058.33, 399.40; 0.60, 0.60, 599.40")


@pytest.mark.parametrize("form", ["dxf", "lbrn2"])
def test_a_drawing_in_another_unit_is_reported_by_its_size(editor, form):
    one = editor(form)
    one.scale(1 / 25.4)
    assert "so mm are taken for inches" in saved(one)["unit"]


LBRN2_FAULTS = {
    "no setting": ('<index Value="3"/>', '<index Value="9"/>', "layer settings", "layer 3 has no"),
    "kerf": ('<kerf Value="0"/>', '<kerf Value="0.1"/>', "layer settings", "adds a kerf of 0.1; 0"),
    "Type": (
        'CutSetting type="Cut"',
        'CutSetting Type="Cut"',
        "layer settings",
        "has Type=; type=",
    ),
    "text": (
        "<Notes",
        '<Shape Type="Text" CutIndex="3"><XForm>1 0 0 1 0 0</XForm></Shape><Notes',
        "misread",
        "a shape of the kind Text",
    ),
    "no XForm": ("<XForm>1 0 0 1 0 0</XForm>", "", "misread", "a Path without XForm"),
    "mirror": ('MirrorX="False"', 'MirrorX="True"', "misread", "MirrorX is True"),
    "layer": ('CutIndex="3"', 'CutIndex="5"', "steps", "lines on layer 5; those of LightBurn"),
    "scanned cut": ('type="Cut"', 'type="Scan"', "steps", "on layer 3; those of"),
    "no shape": ("<PrimList>L", "<PrimList>L9999 1L", "file", "has a shape that cannot be read"),
    "no project": ("LightBurnProject", "Project", "file", "is XML, but of Project"),
}


@pytest.mark.parametrize("fault", LBRN2_FAULTS)
def test_a_fault_of_a_lightburn_project_is_reported(copied, fault):
    before, after, what, words = LBRN2_FAULTS[fault]
    file = copied("in-place") / "laser/tiles-lightburn-fronts.lbrn2"
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after))
    assert words in wrong(file)[what]


# --- The report, and what lies beside it -----------------------------------------------


def edited(report: Path, edit) -> dict[str, str]:
    data = json.loads(report.read_text())
    edit(data)
    report.write_text(json.dumps(data))
    return wrong(report)


REPORT_FAULTS = {
    "cut": (lambda d: d["beds"][1].update(cut_mm=99.0), "figures", "cut_mm of backs is 99.0; 3463"),
    "area": (lambda d: d["beds"][0].update(engraved_mm2=9.9), "figures", "engraved_mm2 of fronts"),
    "twice": (
        lambda d: d["beds"][0].update(burnt_twice_mm=5),
        "figures",
        "burnt_twice_mm of front",
    ),
    "parts": (
        lambda d: d["beds"][0].update(parts=35),
        "figures",
        "35 parts on fronts; 36, by places",
    ),
    "unmirrored": (
        lambda d: d["beds"][1].update(places=d["beds"][0]["places"]),
        "places",
        "backs: 1-1 at 9, 9; 1-1 at 561, 9, turned by 0",
    ),
    "swapped": (
        lambda d: d["beds"][1]["places"].reverse(),
        "places",
        "backs: 6-6 at",
    ),
    "no places": (lambda d: d["beds"][0].pop("places"), "file", "is no report of laser files"),
    "no part": (lambda d: d["parts"].clear(), "file", "is no report of laser files"),
}


@pytest.mark.parametrize("fault", REPORT_FAULTS)
def test_a_fault_of_a_report_is_reported(copied, fault):
    edit, what, words = REPORT_FAULTS[fault]
    assert words in edited(copied("flip") / "laser/tiles-lightburn.json", edit)[what]


@EACH
def test_formats_that_disagree_are_reported_by_file(editor, form):
    one = editor(form)
    one.moved(at(one, "outer", 18, 25.5), by(0.1, 0))
    one.save()
    found = wrong(one.file.with_name("tiles-lightburn.json"))
    assert set(found) == {"formats"}
    assert "cut of tiles-lightburn-fronts." in found["formats"]


def test_a_changed_file_is_reported_by_its_checksum(editor):
    one = editor("svg")
    one.save()
    assert set(faults_of(one.file)) == {one.file.name}
    assert "so it was changed" in faults_of(one.file)[one.file.name]["checksum"]


@EACH
def test_a_file_alone_is_checked_by_itself_and_the_rest_is_not_checked(once, tmp_path, form):
    file = Path(shutil.copy(once("flip") / f"laser/tiles-lightburn-backs.{form}", tmp_path))
    found = findings(file)
    missing = {what for what, (status, _) in found.items() if status == "not checked"}
    assert {"checksum", "steps", "parts", "kerf", "backs", "features"} <= missing
    assert {found[what][0] for what in ("misread", "closed", "burnt twice")} == {"ok"}
    one = EDITORS[form](file)
    one.double("outer", one.paths("outer")[0])
    assert set(saved(one)) == {"burnt twice"}


def test_a_preview_is_a_picture_and_the_steps_are_a_document(once):
    folder = once("jig") / "laser"
    (report,) = verify_paths([folder / "tiles-lightburn-jig-preview.svg"])
    assert report.files[0].kind == "svg"
    (report,) = verify_paths([folder / "tiles-lightburn-steps.pdf"])
    assert report.files[0].kind == "document"
