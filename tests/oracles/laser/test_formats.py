"""Whatever a program could misread in an SVG, a DXF or an LBRN2 is reported."""

import re

import pytest
from oracles.laser.laser_edits import saved, wrong


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
    "no path": ('d="M', 'd="X', "file", "contains a path that cannot be read"),
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


def test_wrong_extents_are_reported(copied):
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
    "priority": (
        '<priority Value="1"/>',
        '<priority Value="9"/>',
        "order",
        "score after outer by priority; engrave, score",
    ),
    "two priorities": (
        '<priority Value="2"/>',
        '<priority Value="0"/>',
        "layer settings",
        "priorities 0, 1, 0; a number of its own for every layer",
    ),
    "no priority": ('<priority Value="1"/>', "", "layer settings", "priorities 0, none, 2"),
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
    "no shape": (
        "<PrimList>L",
        "<PrimList>L9999 1L",
        "file",
        "contains a shape that cannot be read",
    ),
    "no project": ("LightBurnProject", "Project", "file", "is XML with the root Project"),
}


@pytest.mark.parametrize("fault", LBRN2_FAULTS)
def test_a_fault_of_a_lightburn_project_is_reported(copied, fault):
    before, after, what, words = LBRN2_FAULTS[fault]
    file = copied("in-place") / "laser/tiles-lightburn-fronts.lbrn2"
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after))
    assert words in wrong(file)[what]


@pytest.mark.parametrize(
    ("form", "before", "after", "words"),
    [
        ("svg", 'd="M', 'd="M1e9 0L', "a coordinate or radius that is not 0 to 10000 mm"),
        ("lbrn2", 'Rx="2.85"', 'Rx="1e9"', "a coordinate or radius that is not 0 to 10000 mm"),
        ("dxf", "\n 90\n0\n", "\n 90\n1e400\n", "is not a DXF that ezdxf can read"),
    ],
)
def test_an_absurd_number_is_refused_at_once(copied, form, before, after, words):
    file = copied("in-place") / f"laser/tiles-lightburn-fronts.{form}"
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after, 1))
    assert words in wrong(file)["file"]


def test_a_file_that_is_too_large_is_refused(copied, monkeypatch):
    monkeypatch.setenv("PNP_LIMITS", "laser_kb=5")
    file = copied("in-place") / "laser/tiles-lightburn-fronts.svg"
    assert "is too large: at most 5 kB" in wrong(file)["file"]
