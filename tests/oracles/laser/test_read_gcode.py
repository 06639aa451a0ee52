"""G-code is read back as GRBL runs it, and what would burn otherwise is found."""

import re
import shutil

import pytest
from oracles.folder import judged, wrong

from pnp.jobs.laser import make_laser
from pnp.jobs.laser_options import LaserOptions
from pnp.laser.scheme import Powers, Sides, Speeds

CUT, ENGRAVE = "hexagon-lasergrbl-2-cut.gcode", "hexagon-lasergrbl-1-engrave.gcode"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gcode")
    speeds, powers = Speeds(5, 40, 100, 200, passes=2), Powers(90, 15, 30)
    chosen = {"components": ("hexagon",), "client": "lasergrbl", "sides": Sides.FRONTS}
    make_laser("turno", LaserOptions(out=folder, speeds=speeds, powers=powers, **chosen))
    return folder / "turno/laser"


def told(made, tmp_path, name, change):
    """Change a file in a copy of the folder, and return what is wrong with it, but the checksum."""
    folder = tmp_path / "turno/laser"
    shutil.copytree(made.parent, folder.parent)
    file = folder / name
    text = file.read_text()
    changed = change(text)
    assert changed != text
    file.write_text(changed)
    return wrong(folder.parent)[name]


def test_all_files_of_a_pass_are_read_together(made):
    assert wrong(made.parent) == {}
    read = {file.path.rpartition("/")[2]: file for file in judged(made.parent)}
    for name in (CUT, ENGRAVE):
        said = {finding.what: finding.found for finding in read[name].findings}
        assert said["parts"] == "1"
        assert said["laser"] == "off in moves"
        assert float(said["sweeps"].split()[0]) > 1


def without_first(text, start):
    lines = text.splitlines()
    del lines[next(n for n, line in enumerate(lines) if line.startswith(start))]
    return "\n".join([*lines, ""])


@pytest.mark.parametrize(
    ("name", "change", "what"),
    [
        (CUT, lambda text: text.replace(" S0\nG1", " S5\nG1"), "laser"),
        (CUT, lambda text: text.replace("S900", "S1900"), "laser"),
        (CUT, lambda text: text.replace("M5 S0\nG0 X0 Y0", "G0 X0 Y0"), "laser"),
        (CUT, lambda text: text.replace("G21 ", ""), "unit"),
        (CUT, lambda text: without_first(text, "G1 X"), "parts"),
        (CUT, lambda text: text.partition("; pass 2")[0] + "M5 S0\n", "passes"),
        (CUT, lambda text: text.replace("; outer", "; score"), "parts"),
        (CUT, lambda text: text.replace("G90", "G91"), "file"),
        (ENGRAVE, lambda text: text.replace("S300", "S0"), "sweeps"),
    ],
    ids=["on in a move", "power", "left on", "inches", "gap", "one pass", "step", "G91", "sweeps"],
)
def test_what_would_burn_otherwise_is_found(made, tmp_path, name, change, what):
    assert what in told(made, tmp_path, name, change)


def test_sweeps_in_other_places_are_reported_by_the_picture_of_the_face(made, tmp_path):
    def moved(text):
        return re.sub(r"X([\d.]+)", lambda x: f"X{float(x[1]) + 3:.3f}", text)

    assert "as its face is drawn" in told(made, tmp_path, ENGRAVE, moved)["fronts"]
