"""Areas, centroids and product moments of what is burnt."""

from math import pi

import pytest
from shapely import Polygon

from pnp.base.geometry import Point, Rect
from pnp.base.path import Arc, Line, Path, circle, ellipse, flattened, line, polygon, rectangle
from pnp.laser.moments import area, even_odd, moments_of_areas, moments_of_lines

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


CORNER = Point(0, 0)


def test_the_moments_of_an_area_are_those_of_the_textbook():
    """A right triangle with legs a, b has a product moment of -a² b² / 72 about its centroid."""
    triangle = polygon((Point(0, 0), Point(6, 0), Point(0, 4)))
    amount, x, y, product = moments_of_areas([triangle], CORNER)
    assert (amount, x, y) == pytest.approx((12, 2, 4 / 3))
    assert product * amount == pytest.approx(-(6**2) * 4**2 / 72)
    shifted = moments_of_areas([triangle], Point(-5, 3))
    assert shifted == pytest.approx((12, 7, 4 / 3 - 3, product))


def test_a_mirrored_area_has_the_opposite_product_moment():
    there = polygon((Point(0, 0), Point(6, 0), Point(0, 4)))
    mirrored = polygon((Point(0, 0), Point(-6, 0), Point(0, 4)))
    assert moments_of_areas([mirrored], CORNER).product == pytest.approx(
        -moments_of_areas([there], CORNER).product
    )


def test_a_hole_takes_its_moments_from_the_area_around_it():
    square, hole = rectangle(Rect(0, 0, 10, 10)), rectangle(Rect(6, 6, 2, 2))
    amount, x, y, product = moments_of_areas([square, hole], CORNER)
    assert amount == pytest.approx(96)
    assert (x, y) == pytest.approx(((500 - 28) / 96,) * 2)
    assert product == pytest.approx((2500 - 4 * 49) / 96 - x * y)


def test_the_moments_of_lines_are_weighted_by_length():
    lines = [line(Point(0, 0), Point(6, 0)), line(Point(0, 0), Point(0, 2))]
    amount, x, y, product = moments_of_lines(lines, CORNER)
    assert (amount, x, y) == pytest.approx((8, 18 / 8, 2 / 8))
    assert product == pytest.approx(-x * y)
    diagonal = moments_of_lines([line(Point(0, 0), Point(3, 3))], CORNER)
    assert diagonal.product == pytest.approx(9 / 12)


def test_nothing_has_no_moments():
    assert moments_of_areas([], CORNER) is None
    assert moments_of_lines([], CORNER) is None
