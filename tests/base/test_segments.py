"""Points on segments."""

import pytest

from pnp.base.geometry import Point
from pnp.base.path import Curve, curve_point, curve_points

BOW = Curve(Point(0, 30), Point(40, 30), Point(40, 0))
START = Point(0, 0)


def test_a_curve_starts_ends_and_peaks_where_it_should():
    assert curve_point(START, BOW, 0) == START
    assert curve_point(START, BOW, 1) == BOW.to
    assert curve_point(START, BOW, 0.5) == pytest.approx((20, 22.5))


@pytest.mark.parametrize("tolerance", [1.0, 0.1, 0.01])
def test_points_along_a_curve_end_at_its_end_and_get_denser_with_the_tolerance(tolerance):
    points = list(curve_points(START, BOW, tolerance))
    assert points[-1] == BOW.to
    assert len(points) < len(list(curve_points(START, BOW, tolerance / 10)))
