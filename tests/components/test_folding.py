"""Nets folded in space: which side of a panel is seen, and where it comes to lie."""

from math import isclose

import pytest

from pnp.base.geometry import Point, Rect
from pnp.components.art.drawing import FROM_ABOVE, Look, Panel, Spot, View, drawn


def test_a_panel_folds_away_from_the_printed_side():
    base, side = Rect(0, 0, 10, 10), Rect(10, 0, 10, 10)
    hinge = Point(10, 0), Point(10, 10)
    lower = Panel(base.corners, panels=(Panel(side.corners, hinge, 90),))
    outside, inside = View(90, 0), View(-90, 0)  # from the right, and from the left
    (wall,) = [s for s in drawn(lower, outside) if Rect.around(s.points).height > 1]
    assert isclose(max(point.y for point in wall.points), 10)  # it hangs below the table
    assert wall.look is Look.PRINTED
    (wall,) = [s for s in drawn(lower, inside) if Rect.around(s.points).height > 1]
    assert wall.look is Look.BLANK


def test_the_folds_of_a_flat_net_are_dashed():
    base, side = Rect(0, 0, 10, 10), Rect(10, 0, 10, 10)
    flat = Panel(base.corners, panels=(Panel(side.corners, (Point(10, 0), Point(10, 10))),))
    looks = [stroke.look for stroke in drawn(flat, FROM_ABOVE)]
    assert looks == [Look.PRINTED, Look.PRINTED, Look.CREASE]
    assert View(0, 90).seen(Spot(3, 4)) == pytest.approx((3, 4))
