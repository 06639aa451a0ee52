"""What is cut to find out what a machine does."""

import pytest
from shapely import LineString, Polygon, unary_union

from pnp.base.geometry import Rect
from pnp.base.path import flattened, path_bounds
from pnp.laser.cuts import burnt_twice
from pnp.laser.test_pieces import BLOCKS, kerf_gauge
from pnp.scene.laser_bed import Step


def cuts():
    return [p for one in kerf_gauge().operations if one.step is Step.OUTER for p in one.paths]


@pytest.mark.parametrize("kerf", [0.05, 0.1, 0.2, 0.35])
def test_blocks_pushed_to_one_end_leave_one_kerf_more_than_there_are_blocks(kerf):
    burnt = unary_union([LineString(flattened(path, 0.001)).buffer(kerf / 2) for path in cuts()])
    gauge = Rect(0, 0, *kerf_gauge().size)
    left = Polygon([tuple(corner) for corner in gauge.corners]).difference(burnt)
    *blocks, sheet = sorted(left.geoms, key=lambda part: part.area)
    assert len(blocks) == BLOCKS
    slot = Polygon(sheet.interiors[0])
    room = slot.bounds[2] - slot.bounds[0]
    pushed = sum(block.bounds[2] - block.bounds[0] for block in blocks)
    assert (room - pushed) / (BLOCKS + 1) == pytest.approx(kerf, abs=1e-6)


def test_a_caliper_that_reads_0_05_mm_measures_the_kerf_to_0_005_mm():
    assert 0.05 / (BLOCKS + 1) < 0.005


def test_nothing_of_the_gauge_is_burnt_twice():
    assert burnt_twice(cuts()) == pytest.approx(0, abs=1e-9)


def test_the_scored_square_measures_50_mm():
    (square,) = [p for one in kerf_gauge().operations if one.step is Step.SCORE for p in one.paths]
    assert path_bounds(square).size == (50, 50)
