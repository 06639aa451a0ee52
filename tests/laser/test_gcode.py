"""Beds as G-code, run by an interpreter, beside the SVG of the same bed read by svgelements."""

from math import dist, fsum, pi

import pytest
import svgelements
from helpers.beds import BED, HEIGHT, LOOK, PIPS
from helpers.gcode_reader import run

from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import circle, rectangle
from pnp.laser import gcode
from pnp.laser.engraving import INTERVAL, sweeps_of
from pnp.laser.scheme import Powers, Speeds
from pnp.laser.settings import burns_of
from pnp.render import bed_svg
from pnp.scene.laser_bed import Bed, Operation, Step

SPEEDS, POWERS = Speeds(cut=5, score=40, engrave=100, travel=200, passes=2), Powers(90, 15, 30)
BURNT = LOOK._replace(burns=burns_of(SPEEDS, POWERS))
OVERSCAN = 5.0
PX_PER_MM = 96 / 25.4


def ran(bed=BED, look=BURNT):
    areas = [path for one in bed.operations if one.step is Step.ENGRAVE for path in one.paths]
    return run(gcode.render(bed, look, sweeps_of(areas), OVERSCAN).decode())


@pytest.fixture(scope="module")
def done():
    return ran()


def paths_of(step, tmp_path):
    """Return the paths of a step in the SVG, as another reader sees them, in mm."""
    file = tmp_path / "bed.svg"
    file.write_bytes(bed_svg.render(BED, LOOK))
    drawing = svgelements.SVG.parse(str(file))
    color = LOOK.steps[step].color
    paths = [one for one in drawing.elements() if isinstance(one, svgelements.Path)]
    return [one for one in paths if one.stroke.value is not None and one.stroke.hex == color]


@pytest.mark.parametrize(
    ("step", "passes"), [("score", 1), ("inner", 2), ("outer", 2), ("frame", 2)]
)
def test_each_step_is_as_long_as_in_the_svg_once_for_each_pass(done, step, passes, tmp_path):
    wanted = fsum(p.length(error=1e-6) / PX_PER_MM for p in paths_of(Step(step), tmp_path))
    burnt = fsum(one.length for one in done.burnt if one.step == step)
    assert burnt == pytest.approx(passes * wanted, abs=0.01 * passes)


@pytest.mark.parametrize("step", ["score", "inner", "outer", "frame"])
def test_each_path_lies_where_the_svg_has_it_with_y_up(done, step, tmp_path):
    points = [at for one in done.burnt if one.step == step for at in one.points]
    for path in paths_of(Step(step), tmp_path):
        for share in range(7):
            x, y = (value / PX_PER_MM for value in path.point(share / 7, error=1e-6))
            near = min(_distance((x, HEIGHT - y), one) for one in done.burnt if one.step == step)
            assert near < 0.02
    xs, ys = zip(*points, strict=True)
    assert min(xs) >= 0
    assert max(xs) <= 200
    assert min(ys) >= 0
    assert max(ys) <= HEIGHT


def _distance(place, burnt):
    found = []
    for (ax, ay), (bx, by) in zip(burnt.points, burnt.points[1:], strict=False):
        dx, dy = bx - ax, by - ay
        share = ((place[0] - ax) * dx + (place[1] - ay) * dy) / (dx * dx + dy * dy or 1)
        share = min(1.0, max(0.0, share))
        found.append(abs(complex(ax + share * dx - place[0], ay + share * dy - place[1])))
    return min(found)


def test_sweeps_burn_the_areas_and_nothing_else(done):
    burnt = [one for one in done.burnt if one.step == "engrave"]
    area = fsum(one.length for one in burnt) * INTERVAL
    assert area == pytest.approx(len(PIPS) * pi * 4, rel=0.005)
    middles = [pip.start.moved(2, 0) for pip in PIPS]
    for one in burnt:
        (x0, y0), (x1, y1) = one.points
        assert y0 == y1
        for x in (x0, x1):  # on the edge of a pip
            reach = min(dist((x, HEIGHT - y0), middle) for middle in middles)
            assert reach == pytest.approx(2, abs=0.03)


def test_speeds_are_mm_a_minute_and_powers_of_a_thousand(done):
    settings = {one.step: (one.feed, one.power) for one in done.burnt}
    assert settings == {
        "engrave": (6000, 300),
        "score": (2400, 150),
        "inner": (300, 900),
        "outer": (300, 900),
        "frame": (300, 900),
    }


def test_steps_are_burnt_in_order_and_the_laser_ends_off_at_its_zero(done):
    steps = list(dict.fromkeys(one.step for one in done.burnt))
    assert steps == ["engrave", "score", "inner", "outer", "frame"]
    assert done.modes == {"G21", "G90", "G17", "G94"}
    assert (done.laser, done.places[-1]) == ("M5", (0, 0))


def test_sweeps_go_to_and_fro_beyond_what_they_burn_but_not_off_the_bed():
    bed = Bed(Size(40, 20), (Operation(Step.ENGRAVE, (rectangle(Rect(2, 5, 20, 1)),)),))
    done = ran(bed)
    assert {x for x, _ in done.places[1:-1]} == {0, 2, 22, 27}
    ways = [one.points[1][0] > one.points[0][0] for one in done.burnt]
    assert ways == [True, False] * 5


def test_what_lies_in_an_engraved_area_is_left_out_by_even_and_odd():
    ring = (circle(Point(10, 10), 5), circle(Point(10, 10), 3))
    done = ran(Bed(Size(20, 20), (Operation(Step.ENGRAVE, ring),)))
    area = fsum(one.length for one in done.burnt) * INTERVAL
    assert area == pytest.approx(pi * 16, rel=0.005)


def test_the_same_bed_gives_the_same_bytes():
    sweeps = sweeps_of(PIPS)
    assert gcode.render(BED, BURNT, sweeps, 5.0) == gcode.render(BED, BURNT, sweeps, 5.0)
