"""How far a laser sweeps over what it engraves, ours beside what MeerK40t does and tells."""

import importlib.util
import json
import os
import subprocess
import sys
from math import dist
from pathlib import Path

import pytest

from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import circle, polygon, rectangle
from pnp.laser.engraving import INTERVAL, OVERSCAN, sweep
from pnp.laser.passes import make_bed
from pnp.laser.presets import load_target
from pnp.laser.settings import bed_look
from pnp.render import bed_svg
from pnp.scene.laser_bed import Step

ORIGIN = Point(0, 0)
SQUARE = rectangle(Rect(10, 10, 20, 5))
LINES = 5 / INTERVAL


def test_every_line_is_as_long_as_the_area_and_the_overscan_on_both_sides():
    assert sweep([SQUARE], ORIGIN).length == pytest.approx(LINES * (20 + 2 * OVERSCAN))


def test_a_line_crosses_what_lies_between_its_first_and_its_last_area():
    areas = [SQUARE, rectangle(Rect(70, 10, 20, 5))]
    assert sweep(areas, ORIGIN).length == pytest.approx(LINES * (80 + 2 * OVERSCAN))
    ring = [SQUARE, rectangle(Rect(12, 11, 16, 3))]
    assert sweep(ring, ORIGIN).length == pytest.approx(sweep([SQUARE], ORIGIN).length)


def test_lines_without_any_area_are_left_out():
    areas = [SQUARE, rectangle(Rect(10, 100, 20, 5))]
    assert sweep(areas, ORIGIN).length == pytest.approx(2 * sweep([SQUARE], ORIGIN).length)


def test_sweeps_go_back_and_forth_so_that_little_lies_between_them():
    found = sweep([SQUARE], ORIGIN)
    to_the_first = dist((0, 0), (10 - OVERSCAN, 10 + INTERVAL / 2))
    assert found.between == pytest.approx(to_the_first + (LINES - 1) * INTERVAL)
    assert found.end == pytest.approx((10 - OVERSCAN, 15 - INTERVAL / 2))


def test_slanting_edges_shorten_the_lines():
    triangle = polygon([Point(0, 0), Point(40, 0), Point(0, 20)])
    lines = 20 / INTERVAL
    assert sweep([triangle], ORIGIN).length == pytest.approx(lines * (20 + 2 * OVERSCAN))


def test_nothing_to_engrave_takes_no_sweep():
    assert sweep([], ORIGIN) == (0, 0, ORIGIN)


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What MeerK40t does with four rows of pips, and what it tells its user."""
    if importlib.util.find_spec("meerk40t") is None and "CI" not in os.environ:
        pytest.skip("MeerK40t is not installed: make test installs it")
    folder = tmp_path_factory.mktemp("sweeps")
    look = bed_look(load_target("meerk40t"), "svg")
    bed = make_bed(Size(60, 50), [(Step.ENGRAVE, PIPS), (Step.OUTER, [rectangle(CUT)])])
    (folder / "pips.svg").write_bytes(bed_svg.render(bed, look))
    script = Path(__file__).with_name("meerk40t_sweeps.py")
    run = subprocess.run(
        [sys.executable, script, str(SPEED), str(OVERSCAN), folder / "pips.svg"],
        env={**os.environ, "HOME": str(folder)},  # where it would keep its settings
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(run.stdout.splitlines()[-1])


SPEED = 10
CUT = Rect(1, 1, 58, 48)
PIPS = [
    circle(Point(x, y), 2.85)
    for y, row in zip((8, 18, 28, 38), ((8, 50), (20,), (10, 30, 40), (30, 35.8)), strict=True)
    for x in row
]


def test_meerk40ts_plotter_takes_the_same_path_over_the_same_file(told):
    found = sweep(PIPS, ORIGIN)
    assert told["path"] == pytest.approx(found.length + found.between, rel=0.02)


def test_the_time_that_meerk40t_tells_is_that_of_the_whole_rectangle_around_all_areas(told):
    (left, right), (top, bottom) = (8 - 2.85, 50 + 2.85), (8 - 2.85, 38 + 2.85)
    whole = (right - left) * (bottom - top) / INTERVAL + (bottom - top)
    assert told["seconds"] == pytest.approx(whole / SPEED, abs=1.5)
    assert told["seconds"] > 1.3 * sweep(PIPS, ORIGIN).length / SPEED
