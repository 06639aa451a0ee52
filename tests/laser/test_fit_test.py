"""The test of fits as a beam leaves it: a round one follows the file and burns its kerf away."""

import pytest
from shapely import LineString, box, unary_union
from svgelements import SVG
from svgelements import Path as SvgPath

from pnp.base.errors import UsageError
from pnp.base.fit import Fit
from pnp.base.path import path_bounds
from pnp.laser.gauges import GaugeOptions, make_laser_calibration
from pnp.laser.scheme import Kerf
from pnp.laser.test_pieces import LAP, fit_test
from pnp.make.options import read_options
from pnp.scene.laser_bed import Step

SCORED = "#0000ff"


def burnt_pieces(file, kerf):
    """Return the plate with slots and the one with a finger, as areas."""
    whole = SVG.parse(file, ppi=25.4)
    paths = [e for e in whole.elements() if isinstance(e, SvgPath) and e.stroke.hex != SCORED]
    assert [type(one).__name__ for path in paths for one in path].count("Close") == 2
    lines = [LineString([(at.x, at.y) for at in path.as_points()]) for path in paths]
    sheet = box(0, 0, float(whole.width), float(whole.height))
    left = sheet.difference(unary_union([line.buffer(kerf / 2) for line in lines]))
    return sorted((one for one in left.geoms if one.bounds[0] > 1), key=lambda one: one.bounds[1])


def widths(areas):
    return [round(one.bounds[2] - one.bounds[0], 6) for one in areas]


@pytest.mark.parametrize(
    ("asked", "kerf", "thickness"),
    [
        ({}, 0.2, 3),
        ({"kerf": "0.15", "thickness": "2.9"}, 0.15, 2.9),
        ({"kerf_from_gauge": (10, "1.65"), "client": "lasergrbl"}, 0.15, 3),
        ({"material": "acrylic-5", "kerf": "0.3"}, 0.3, 5),
        ({"material": "card-1", "kerf": "0.1"}, 0.1, 1),
    ],
)
def test_every_slot_is_as_wide_as_its_fit_asks_once_it_is_burnt(tmp_path, asked, kerf, thickness):
    made = make_laser_calibration(read_options(GaugeOptions, {**asked, "out": tmp_path}))
    *_, file = [one for one in made if "-fit-" in one.name and one.suffix == ".svg"]
    plate, tester = burnt_pieces(file, kerf)
    slots = sorted(plate.envelope.difference(plate).geoms, key=lambda one: one.bounds[0])
    above = [one for one in slots if one.bounds[1] < plate.bounds[1] + 0.01]
    below = [one for one in slots if one.bounds[3] > plate.bounds[3] - 0.01]
    tip = box(*tester.bounds[:3], tester.bounds[1] + thickness / 2)
    (finger,) = widths([tester.intersection(tip)])
    assert finger == pytest.approx(2.5 * thickness, abs=0.01)
    clearances = [fit.clearance for fit in Fit]
    assert [one - finger for one in widths(above)] == pytest.approx(clearances, abs=0.01)
    assert [one - thickness for one in widths(below)] == pytest.approx(clearances, abs=0.01)
    depths = {round(one.bounds[3] - one.bounds[1], 2) for one in above}
    assert depths == {thickness}
    assert {round(one.bounds[3] - one.bounds[1], 2) for one in below} == {LAP}


@pytest.mark.parametrize("thickness", [0.5, 1, 3, 6])
def test_words_lie_within_the_pieces_and_are_burnt_before_these_are_loose(thickness):
    words, cuts = fit_test(thickness, Kerf(0.2, 0.1)).operations
    assert (words.step, cuts.step) == (Step.SCORE, Step.OUTER)
    pieces = [path_bounds(path) for path in cuts.paths]
    for sign in map(path_bounds, words.paths):
        (around,) = [
            p for p in pieces if p.x < sign.x and sign.right < p.right and p.y < sign.y < p.bottom
        ]
        assert sign.bottom < around.bottom - 2


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"kerf": "1.5"}, "--kerf: 1.5 mm is wider than lasers burn"),
        ({"thickness": "5"}, "--thickness: 5 mm is not what Plywood of 3 mm"),
        ({"kerf": "0.1", "kerf_from_gauge": (10, "1.1")}, "--kerf-from-gauge: gives the kerf"),
    ],
)
def test_widths_that_are_likely_slips_are_asked_about(tmp_path, asked, told):
    with pytest.raises(UsageError) as refusal:
        make_laser_calibration(read_options(GaugeOptions, {**asked, "out": tmp_path}))
    assert str(refusal.value).startswith(told)
    assert not list(tmp_path.rglob("laser-*"))
