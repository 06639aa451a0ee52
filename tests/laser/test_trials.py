"""Grids to find out what speed and power do, read back by MeerK40t: an operation a square."""

import importlib.util
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from helpers.gcode_reader import run as run_gcode
from shapely import box

from pnp.base.errors import UsageError
from pnp.base.path import path_bounds
from pnp.laser.gauges import GaugeOptions, make_laser_calibration
from pnp.laser.test_pieces import LETTERED, PALETTE, cut_test, power_grid, trial_look, trials_of
from pnp.make.options import read_options
from pnp.scene.laser_bed import BedStyle, OperationStyle, Step, shown_operations

LOOK = BedStyle({Step.OUTER: OperationStyle("#ff0000", 2)}, 0.01)
ASKED = {"speeds": "5,10,15", "powers": "40,60,80", "passes": "2"}
UNREAD = {f"laser-power-{name}" for name in ("lightburn.svg", "lightburn.dxf", "lightburn.lbrn2")}
GAUGES = {"kerf", "fit"}
CUTS = trials_of((5, 10, 15), (40, 60, 80), 2)


@pytest.mark.parametrize(
    ("trials", "draw", "filled"), [(LETTERED, power_grid, True), (CUTS, cut_test, False)]
)
def test_every_square_has_its_own_colour_and_layer_and_the_letters_another(trials, draw, filled):
    shown = list(shown_operations(draw(trials), trial_look(LOOK, trials, filled, ())))
    assert len(shown) == len(trials.settings) + 1
    assert len({step.color for _, step in shown}) == len(shown)
    assert {step.layer: step.color for _, step in shown}.items() <= dict(enumerate(PALETTE)).items()


@pytest.mark.parametrize("passes", [1, 3])
@pytest.mark.parametrize("draw", [power_grid, cut_test])
def test_no_letter_lies_in_a_square_and_no_square_in_another(draw, passes):
    letters, *squares = draw(trials_of((5, 12.5), (7.5, 100), passes)).operations
    cells = [path_bounds(one.paths[0]) for one in squares]
    boxes = [box(b.x, b.y, b.right, b.bottom) for b in cells]
    signs = [path_bounds(path) for path in letters.paths]
    taken = [*boxes, *(box(b.x, b.y, b.right, b.bottom) for b in signs)]
    assert all(one.distance(other) >= 2 for one in boxes for other in taken if one is not other)
    assert min(min(b.x, b.y) for b in signs) > 0


def test_a_grid_is_split_into_rows_or_squares_where_a_program_tells_few_colours_apart():
    assert list(CUTS.split(9)) == [""]
    rows = CUTS.split(5)
    assert list(rows) == ["-5mms", "-10mms", "-15mms"]
    assert [one.settings[0].speed for one in rows.values()] == [5, 10, 15]
    squares = CUTS.split(1)
    assert list(squares)[:2] == ["-5mms-40pc", "-5mms-60pc"]
    assert [str(one.settings[0]) for one in squares.values()][-1] == "15 mm/s 80 %"


def test_one_square_does_where_neither_settings_nor_colours_are_known():
    (square,) = LETTERED.split(1).values()
    (cell,) = power_grid(square).operations
    assert (cell.trial, len(cell.paths)) == (0, 1)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"speeds": "5,10"}, "--speeds: the test has rows of speeds and columns of powers"),
        ({"powers": "5,10"}, "--powers: "),
        ({"passes": "2"}, "--passes: goes with --speeds and --powers"),
        ({"speeds": "fast", "powers": "40"}, '--speeds: write numbers such as "5,10,15"'),
        ({"speeds": "0,5", "powers": "40"}, "--speeds: write numbers"),
        ({"speeds": "5,5", "powers": "40"}, "--speeds: write up to 5 different numbers"),
        ({"speeds": "1,2,3,4,5,6", "powers": "40"}, "--speeds: write up to 5 different numbers"),
        ({"speeds": "5", "powers": "40,120"}, "--powers: write per cent of full power"),
        ({"speeds": "5", "powers": "40", "passes": "0"}, "--passes: "),
    ],
)
def test_what_no_test_can_be_made_of_is_refused(asked, told):
    with pytest.raises(UsageError) as refusal:
        read_options(GaugeOptions, asked)
    assert str(refusal.value).startswith(told)


def test_g_code_cuts_every_square_with_its_speed_and_its_power_in_each_pass(tmp_path):
    asked = read_options(GaugeOptions, {**ASKED, "client": "lasergrbl", "out": tmp_path})
    (file,) = [one for one in make_laser_calibration(asked) if "-cut-" in one.name]
    letters, *others = run_gcode(file.read_text("ascii")).burnt
    cut = Counter()
    for one in others:
        if one.step == "outer":
            cut[one.feed / 60, one.power / 10] += one.length
    assert cut == {(s, p): pytest.approx(2 * 40) for s in (5, 10, 15) for p in (40, 60, 80)}
    assert (letters.step, letters.feed / 60, letters.power / 10) == ("score", 4 * 15, 40)


def test_g_code_without_speeds_and_powers_is_refused(tmp_path):
    asked = GaugeOptions(client="lasergrbl", formats=("gcode",), out=tmp_path)
    with pytest.raises(UsageError, match="--format gcode: holds speeds"):
        make_laser_calibration(asked)


@pytest.fixture(scope="module")
def read(tmp_path_factory):
    """What MeerK40t makes of the grids of several clients, by the names of their files."""
    if importlib.util.find_spec("meerk40t") is None and "CI" not in os.environ:
        pytest.skip("MeerK40t is not installed: make test installs it")
    folder = tmp_path_factory.mktemp("trials")
    files = []
    for client in ("meerk40t", "lightburn", "epilog"):
        written = {**ASKED, "client": client, "out": folder}
        files += make_laser_calibration(read_options(GaugeOptions, written))
    files = [
        file for file in files if not GAUGES & {*file.name.split("-")} and file.name not in UNREAD
    ]
    run = subprocess.run(
        [sys.executable, Path(__file__).with_name("meerk40t_reads.py"), *files],
        env={**os.environ, "HOME": str(folder)},  # where it would keep its settings
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(run.stdout.splitlines()[-1])
    return {Path(file).name: reading for file, reading in told.items()}


def members(reading):
    """Return how many elements each operation has."""
    owners = [owner for element in reading["elements"] for owner in element["in"]]
    assert len(owners) == len(reading["elements"])  # none is burnt twice, or not at all
    return [owners.count(number) for number in range(len(reading["operations"]))]


@pytest.mark.parametrize("client", ["meerk40t", "lightburn"])
def test_every_square_is_an_operation_with_its_speed_and_its_power(read, client):
    reading = read[f"laser-cut-{client}.lbrn2"]
    _, *squares = members(reading)
    assert squares == [1] * 9
    wanted = [(speed, power) for speed in (5, 10, 15) for power in (40, 60, 80)]
    assert [tuple(one) for one in reading["settings"][1:]] == wanted
    assert reading["operations"][1] == ["cut", "5 mm/s 40 %"]


def test_every_square_to_engrave_is_an_operation_of_its_own(read):
    reading = read["laser-power-meerk40t.lbrn2"]
    assert members(reading)[1:] == [1] * 20
    assert {kind for kind, _ in reading["operations"]} == {"raster"}


@pytest.mark.parametrize("file", ["laser-cut-lightburn.svg", "laser-cut-lightburn.dxf"])
def test_lines_of_each_colour_are_an_operation_and_none_is_filled(read, file):
    reading = read[file]
    assert sorted(members(reading))[:-1] == [1] * 9
    assert {kind for kind, _ in reading["operations"]} == {"cut", "engrave"}


def test_five_colours_make_a_file_for_each_speed(read):
    for speed in (5, 10, 15):
        assert sorted(members(read[f"laser-cut-epilog-{speed}mms.svg"]))[:-1] == [1] * 3
