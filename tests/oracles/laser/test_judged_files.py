"""Laser files say what is on their beds, and each damage to one is seen."""

import pytest
from oracles.laser.conftest import MADE
from oracles.laser.files import file_faults, judge_file

from pnp.base.errors import VerifyError
from pnp.laser.files import bed_files, beds_of_files


@pytest.mark.parametrize("kind", MADE)
def test_files_have_no_faults(job, kind):
    assert file_faults(job(kind)) == []


def faults_of(job, form: str, before: str, after: str, number: int = 0) -> str:
    """Return what is wrong with a file of the first bed once a text in it is replaced."""
    layout = job.layouts[0]
    planned = next(one for one in layout.passes if one.kind in ("", "fronts"))
    client = job.settings.client
    bed = [bed for _, bed in beds_of_files("", planned.bed, client)][number]
    files = [text for name, text in bed_files("x", planned.bed, job.settings) if form in name]
    text = files[number].decode()
    assert before in text
    changed = text.replace(before, after).encode()
    try:
        return " | ".join(judge_file(changed, form, bed, client))
    except VerifyError as error:
        return f"file: {error}"


TEXT = '<text xmlns="http://www.w3.org/2000/svg" x="5" y="5">A</text></svg>'
ELLIPSE = '<Shape Type="Text" CutIndex="3"><XForm>1 0 0 1 0 0</XForm></Shape><Notes'
FAULTS = {
    "inches": ("svg", 'width="600mm"', 'width="23.622in"', "unit: 23.622in x 400mm"),
    "pixels": ("svg", 'width="600mm"', 'width="600px"', "unit: 600px"),
    "viewBox": ("svg", 'viewBox="0 0 600 400"', 'viewBox="0 0 1200 800"', "unit: viewBox"),
    "a text": ("svg", "</svg>", TEXT, "misread: <text>"),
    "a transform": ("svg", 'id="outer"', 'id="outer" transform="scale(1.1)"', "misread: transform"),
    "a style": ("svg", 'id="outer"', 'id="outer" style="stroke:red"', "misread: style"),
    "another colour": ("svg", "#00e000", "#00ff00", "steps: "),
    "a wide line": ("svg", 'stroke-width="0.1"', 'stroke-width="0.5"', "line width: [0.5]"),
    "no path": ("svg", 'd="M', 'd="X', "file: contains a path that cannot be read"),
    "a line elsewhere": ("svg", 'd="M', 'd="M1 1L', "mm instead of"),
    "no XML": ("svg", "</svg>", "", "file: is not XML"),
    "DXF in inches": ("dxf", "$INSUNITS\n 70\n4", "$INSUNITS\n 70\n1", "unit: $INSUNITS is 1"),
    "a layer of programs": ("dxf", "40_OUTER", "CUT_OUTER", "layer names: CUT_OUTER"),
    "a layer lost": ("dxf", "\n40_OUTER\n", "\n20_SCORE\n", "lines instead of"),
    "no setting": ("lbrn2", '<index Value="3"/>', '<index Value="9"/>', "layer 3 has no"),
    "a kerf": ("lbrn2", '<kerf Value="0"/>', '<kerf Value="0.1"/>', "adds a kerf of 0.1"),
    "a rank": ("lbrn2", '<priority Value="1"/>', '<priority Value="9"/>', "order: score after"),
    "no rank": ("lbrn2", '<priority Value="1"/>', "", "priorities 0, none, 2"),
    "a text of LightBurn": ("lbrn2", "<Notes", ELLIPSE, "misread: a shape of the kind Text"),
    "a mirror": ("lbrn2", 'MirrorX="False"', 'MirrorX="True"', "misread: MirrorX is True"),
    "another layer": ("lbrn2", 'CutIndex="3"', 'CutIndex="5"', "steps: "),
    "no project": ("lbrn2", "LightBurnProject", "Project", "file: is XML with the root Project"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_a_file_is_seen(job, fault):
    form, before, after, words = FAULTS[fault]
    assert words in faults_of(job("in-place"), form, before, after)


GCODE_FAULTS = {
    "on in a move": (-1, " S0\nG1", " S5\nG1", "laser: "),
    "too much power": (-1, "S900", "S1900", "laser: S1900 is not a power"),
    "left on": (-1, "M5 S0\nG0 X0 Y0", "G0 X0 Y0", "it is on at the end"),
    "inches": (-1, "G21 ", "", "unit: not stated"),
    "another step": (-1, "; outer", "; score", "cut: 0 lines"),
    "relative": (-1, "G90", "G91", "file: line"),
    "no sweeps": (0, "S300", "S0", "sweeps: 0.0 mm2"),
    "sweeps aside": (0, "X2", "X4", "beside the engraved areas"),
}


@pytest.mark.parametrize("fault", GCODE_FAULTS)
def test_a_fault_of_g_code_is_seen(job, fault):
    number, before, after, words = GCODE_FAULTS[fault]
    assert words in faults_of(job("g-code"), "gcode", before, after, number)
