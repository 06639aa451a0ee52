"""Areas of what is burnt."""

from math import pi

import pytest
from shapely import Polygon

from pnp.base.geometry import Point, Rect
from pnp.base.path import Arc, Line, Path, circle, ellipse, flattened, polygon, rectangle
from pnp.laser.areas import area, even_odd

ISLAND = [rectangle(Rect(0, 0, 40, 30), 3), circle(Point(20, 15), 10), circle(Point(20, 15), 4)]


def test_the_area_of_arcs_is_exact():
    assert area([circle(Point(50, 60), 7)]) == pytest.approx(49 * pi, abs=1e-9)
    corners = 4 * 9 - 9 * pi
    assert area([rectangle(Rect(5, 5, 40, 30), 3)]) == pytest.approx(1200 - corners, abs=1e-9)


def test_an_area_is_the_same_whichever_way_its_edge_goes():
    there = Path(Point(0, 0), (Line(Point(10, 0)), Arc(Point(0, 0), 5, clockwise=True)))
    back = Path(Point(0, 0), (Arc(Point(10, 0), 5, clockwise=False), Line(Point(0, 0))))
    assert area([there]) == pytest.approx(12.5 * pi)
    assert area([back]) == pytest.approx(12.5 * pi)


def test_curves_enclose_what_fine_chords_along_them_do():
    oval = ellipse(Rect(3, 4, 30, 18))
    assert area([oval]) == pytest.approx(Polygon(flattened(oval, 1e-6)).area, abs=1e-3)


def test_an_open_edge_is_closed_by_a_line():
    corners = (Point(5, 7), Point(13, 7), Point(13, 13))
    assert area([polygon(corners)._replace(closed=False)]) == pytest.approx(24)


def test_a_hole_counts_less_and_an_island_in_it_more():
    whole, hole, island = (area([path]) for path in ISLAND)
    assert area(ISLAND) == pytest.approx(whole - hole + island)
    signed = [(sign, path) for sign, path, _ in even_odd(reversed(ISLAND))]
    assert signed == list(zip((1, -1, 1), ISLAND, strict=True))
    assert area([]) == 0.0
