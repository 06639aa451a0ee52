"""What is cut to find out what a machine does."""

import pytest
from shapely import LineString, Polygon, unary_union

from pnp.base.geometry import Rect
from pnp.base.path import flattened, path_bounds
from pnp.laser.gauge import BLOCKS, PALETTE, kerf_gauge, power_grid, trial_look
from pnp.laser.merge_cuts import burnt_twice
from pnp.scene.bed import BedStyle, OperationStyle, Step, shown_operations


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


def test_every_cell_of_the_grid_has_its_own_colour_and_layer():
    look = trial_look(BedStyle({Step.OUTER: OperationStyle("#ff0000", 2)}, 0.01))
    shown = list(shown_operations(power_grid(), look))
    trials = [step for operation, step in shown if operation.trial is not None]
    assert len(trials) == len(PALETTE) == 20
    assert len({step.color for _, step in shown}) == len(shown)
    assert len({step.layer for _, step in shown}) == len(shown)


def test_no_number_on_the_grid_is_a_speed_or_a_power():
    signs = power_grid().operations[0]
    assert signs.trial is None
    assert all(path_bounds(path).height < 5 for path in signs.paths)
