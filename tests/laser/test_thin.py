"""What of a part would break or burn away is found before it is cut."""

import pytest

from pnp.base.geometry import Point, Rect
from pnp.base.path import circle, polygon, rectangle
from pnp.laser.artwork import Artwork, thin_places
from pnp.laser.scheme import Kerf

KERF = Kerf(0.2, 0.2)


def thin(outline, *holes):
    return list(thin_places(Artwork(outline, holes), KERF, 1.0, 0.5))


TILE = rectangle(Rect(0, 0, 20, 30))


def test_a_tile_with_holes_away_from_its_edge_is_sound():
    assert thin(TILE, circle(Point(10, 10), 2), circle(Point(10, 20), 2)) == []


@pytest.mark.parametrize(
    "hole", [circle(Point(2.5, 10), 2), rectangle(Rect(5, 29.5 - 4, 5, 4))], ids=["disc", "slot"]
)
def test_a_web_between_a_hole_and_the_edge_is_reported_once(hole):
    assert thin(TILE, hole) == ["a web of 0.50 mm beside a hole, and 1 mm is the least"]


def test_a_web_between_two_holes_is_reported():
    holes = circle(Point(10, 10), 2), circle(Point(10, 14.4), 2)
    assert thin(TILE, *holes) == ["a web of 0.40 mm beside a hole, and 1 mm is the least"]


def test_a_hole_that_burns_away_what_is_in_it_is_reported():
    told = "a hole whose cuts are 0.40 mm apart, and 0.5 mm is the least"
    assert thin(TILE, rectangle(Rect(5, 5, 0.6, 10))) == [told]


def test_a_strip_and_a_neck_are_reported():
    assert thin(rectangle(Rect(0, 0, 0.8, 30))) == ["a width of 0.80 mm, and 1 mm is the least"]
    corners = [(0, 0), (10, 0), (10, 4.6), (20, 4.6), (20, 0), (30, 0), (30, 10)]
    corners += [(20, 10), (20, 5.4), (10, 5.4), (10, 10), (0, 10)]
    dumbbell = polygon([Point(*corner) for corner in corners])
    assert thin(dumbbell) == ["a neck narrower than the least allowed width, 1 mm"]


def test_a_part_that_is_thin_all_along_is_told():
    corners = [(0, 0), (20, 0), (20, 0.7), (0.7, 0.7), (0.7, 20), (0, 20)]
    angle = polygon([Point(*corner) for corner in corners])
    assert thin(angle) == ["a neck narrower than the least allowed width, 1 mm"]
