"""Inserts of another material for what is engraved."""

import pytest
from helpers.simulated_laser import fallen, shape

from pnp.base.fit import Fit
from pnp.base.geometry import Point, Rect
from pnp.base.path import circle, polygon, rectangle
from pnp.laser.artwork import Artwork
from pnp.laser.inlay import inlay_for
from pnp.laser.kerf import inward, outward
from pnp.laser.scheme import Kerf

KERF = (0.12, 0.12)
TILE = rectangle(Rect(0, 0, 30, 45))


def cut(side):
    kerf = Kerf(*KERF)
    paths = [outward(side.outline, kerf), *(inward(hole, kerf) for hole in side.holes)]
    return max(fallen(paths, KERF), key=lambda one: one.area)


@pytest.mark.parametrize("fit", Fit)
def test_an_insert_is_narrower_than_its_pocket_by_the_fit_once_cut(fit):
    pip = circle(Point(10, 20), 3)
    ((insert,), _) = inlay_for(Artwork(TILE, engraved=(pip,)), fit.clearance, 1.0, 0.5, Kerf(*KERF))
    left, top, right, bottom = cut(insert.side).bounds
    assert right - left == pytest.approx(6 - fit.clearance, abs=0.002)
    assert bottom - top == pytest.approx(6 - fit.clearance, abs=0.002)
    middle = (insert.place.x + (left + right) / 2, insert.place.y + (top + bottom) / 2)
    assert middle == pytest.approx((10, 20), abs=0.002)


def test_an_insert_leaves_room_for_an_island_in_its_pocket():
    ring = (circle(Point(15, 20), 5), circle(Point(15, 20), 2.5))
    ((insert,), _) = inlay_for(Artwork(TILE, engraved=ring), 0.1, 1.0, 0.5, Kerf(*KERF))
    (hole,) = cut(insert.side).interiors
    assert hole.bounds[2] - hole.bounds[0] == pytest.approx(5.1, abs=0.002)


def test_what_is_engraved_on_an_island_gets_an_insert_of_its_own():
    target = tuple(circle(Point(15, 20), radius) for radius in (6, 4, 2))
    inserts, _ = inlay_for(Artwork(TILE, engraved=target), 0.1, 1.0, 0.5, Kerf(*KERF))
    assert sorted(len(one.side.holes) for one in inserts) == [0, 1]
    corners = [shape(one.side.outline).bounds[:2] for one in inserts]
    assert all(corner == pytest.approx((0, 0), abs=1e-3) for corner in corners)


def test_areas_too_fine_for_the_material_get_no_insert():
    corners = ((2, 30), (8, 30), (8, 33), (5.4, 33), (5.4, 35), (8, 35), (8, 38), (2, 38))
    corners += ((2, 35), (4.6, 35), (4.6, 33), (2, 33))
    neck = polygon(Point(*corner) for corner in corners)
    angle = ((12, 2), (18, 2), (18, 2.7), (12.7, 2.7), (12.7, 8), (12, 8))  # thin all along
    hook = polygon(Point(*corner) for corner in angle)
    fine = (rectangle(Rect(2, 2, 0.8, 10)), circle(Point(20, 20), 0.04), neck, hook)
    side = Artwork(TILE, engraved=(*fine, circle(Point(10, 20), 3)))
    inserts, too_fine = inlay_for(side, 0.1, 1.0, 0.5, Kerf(*KERF))
    assert (len(inserts), too_fine) == (1, 4)
