"""The moments of faces are measured by scanning, and agree with what geometry says of shapes."""

from math import pi

import pytest

from pnp.base.geometry import Point, Rect
from pnp.base.path import circle, polygon, rectangle
from pnp.verify.laser.faces import measure_areas, measure_lines
from pnp.verify.laser.strokes import LaserStroke, StrokeStyle

BLACK = StrokeStyle("#000000", filled=True)


def stroke(path) -> LaserStroke:
    return LaserStroke(path, BLACK)


def as_drawn(at: Point) -> Point:
    return at


def mirrored(at: Point) -> Point:
    return Point(20 - at.x, at.y)


L_SHAPE = polygon(map(Point._make, [(2, 3), (5, 3), (5, 9), (11, 9), (11, 12), (2, 12)]))


def test_a_rectangle_has_its_area_and_centroid_and_no_product_moment():
    found = measure_areas([stroke(rectangle(Rect(2, 3, 10, 0.3)))], as_drawn)
    assert found == pytest.approx((3.0, 7.0, 3.15, 0.0))


def test_a_shape_within_another_is_left_out():
    ring = [stroke(circle(Point(8, 9), radius)) for radius in (5, 3)]
    found = measure_areas(ring, as_drawn)
    assert found == pytest.approx((16 * pi, 8, 9, 0), abs=0.02)


def test_the_product_moment_tells_a_picture_from_its_mirror_image():
    # 3 x 9 about (3.5, 7.5) and 6 x 3 about (8, 10.5): 45 mm2 about (5.3, 8.7).
    product = (27 * (3.5 - 5.3) * (7.5 - 8.7) + 18 * (8 - 5.3) * (10.5 - 8.7)) / 45
    assert measure_areas([stroke(L_SHAPE)], as_drawn) == pytest.approx((45, 5.3, 8.7, product))
    found = measure_areas([stroke(L_SHAPE)], mirrored)
    assert found == pytest.approx((45, 14.7, 8.7, -product))


def test_lines_count_by_their_length():
    found = measure_lines([stroke(rectangle(Rect(2, 3, 10, 4)))], as_drawn)
    assert found == pytest.approx((28, 7, 5, 0), abs=1e-9)
    diagonal = polygon([Point(0, 0), Point(6, 8)])._replace(closed=False)
    assert measure_lines([stroke(diagonal)], as_drawn) == pytest.approx((10, 3, 4, 4), abs=0.001)


def test_nothing_has_no_moments():
    assert measure_areas([], as_drawn) is None
    assert measure_lines([], as_drawn) is None
