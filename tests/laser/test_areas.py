"""Areas within outlines that cross themselves, by both rules."""

from math import cos, pi, sin
from time import process_time

import pytest
from shapely import Point as Place

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point
from pnp.base.path import Path, polygon
from pnp.laser.areas import area_of


def star() -> Path:
    """Return the star of one line that winds round its middle twice."""
    return polygon(Point(10 * cos(0.8 * pi * i), 10 * sin(0.8 * pi * i)) for i in range(5))


def test_both_halves_of_a_figure_of_eight_are_within():
    eight = polygon([Point(0, 0), Point(10, 10), Point(10, 0), Point(0, 10)])
    assert area_of(eight).area == pytest.approx(50)


def test_the_rule_decides_on_the_middle_of_a_star():
    middle = Place(0, 0)
    assert area_of(star()).contains(middle)
    assert not area_of(star(), even_odd=True).contains(middle)


def test_a_line_there_and_back_has_no_area():
    assert area_of(polygon([Point(0, 0), Point(10, 0), Point(5, 0)])).area == 0


def test_an_outline_that_crosses_itself_a_million_times_is_refused_at_once():
    tangled = polygon(Point(i * 7919 % 20000 / 1e3, i * 104729 % 20000 / 1e3) for i in range(2000))
    begin = process_time()
    with pytest.raises(LayoutError, match="too complicated for a laser"):
        area_of(tangled)
    assert process_time() - begin < 3
