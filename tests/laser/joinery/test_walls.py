"""Boxes in space: plates fill the shell of the box, and none is where another is."""

from itertools import combinations

import pytest
from helpers.solids import area, shared_volume

from pnp.components.tray.box import BoxSize
from pnp.laser.joinery.tray import box_plates

SIZES = [(101.0, 71.0, 33.0, 3.0), (101.0, 71.0, 9.0, 3.0), (55.0, 300.0, 60.0, 4.0)]


@pytest.mark.parametrize("size", SIZES)
def test_a_floor_and_four_walls_fill_the_shell_of_a_box_exactly_once(size):
    box = BoxSize(*size)
    t = box.thickness
    plates = box_plates(box, 0.0)
    outer = box.width * box.depth * box.height
    inner = (box.width - 2 * t) * (box.depth - 2 * t) * (box.height - t)
    assert sum(area(plate).area * t for plate in plates) == pytest.approx(outer - inner, abs=1e-6)
    for a, b in combinations(plates, 2):
        assert shared_volume(a, b, t) == pytest.approx(0, abs=1e-6), (a.name, b.name)


@pytest.mark.parametrize("clearance", [0.1, 0.3])
def test_clearance_takes_wood_away_from_every_joint(clearance):
    box = BoxSize(*SIZES[0])
    tight, wide = box_plates(box, 0.0), box_plates(box, clearance)
    for before, after in zip(tight, wide, strict=True):
        assert area(before).contains(area(after))
        assert area(after).area < area(before).area


def test_a_press_fit_makes_fingers_wider_than_their_slots():
    box = BoxSize(*SIZES[0])
    plates = {plate.name: plate for plate in box_plates(box, -0.06)}
    joined = shared_volume(plates["front"], plates["left"], box.thickness)
    assert joined > 0
    # an edge of five fingers: four flanks of 0.03 mm, as deep and as high as a plate is thick
    flanks = joined / (0.03 * box.thickness * box.thickness)
    assert flanks == pytest.approx(4, abs=1e-6)
