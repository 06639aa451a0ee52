"""Outlines as path data, read by svgelements."""

from math import dist

import pytest
import svgelements

from pnp.base.geometry import Point
from pnp.base.path import circle, quarter_commands


def test_a_circle_keeps_its_middle_though_its_numbers_are_rounded():
    radius = 3.56365  # half circles of 3.5637 between ends 7.1273 apart are 0.02 mm off
    data = quarter_commands(circle(Point(radius, radius), radius))
    arcs = [one for one in svgelements.Path(data) if isinstance(one, svgelements.Arc)]
    spots = [arc.point(share / 8) for arc in arcs for share in range(9)]
    away = [dist((radius, radius), (spot.x, spot.y)) for spot in spots]
    assert (min(away), max(away)) == pytest.approx((radius, radius), abs=0.001)
