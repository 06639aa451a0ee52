"""Which parts are equal, and how near one another they may lie."""

from math import sqrt

import pytest

from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import circle, placed, polygon, rectangle, regular_polygon
from pnp.laser.cuts import burnt_twice
from pnp.laser.kerf import outward
from pnp.laser.lots import lattices, same_outline
from pnp.laser.scheme import Kerf

ROUND, OVAL, APART = Kerf(0.15, 0.15), Kerf(0.15, 0.12), Kerf(2.3, 2.24)
HEXAGON = regular_polygon(Point(20, 20), 6, 30 / sqrt(3))


def test_an_outline_is_the_same_wherever_it_is_drawn():
    tile = rectangle(Rect(0, 0, 30, 45), 2)
    assert same_outline(tile) == same_outline(placed(tile, Transform.move(1 / 3, 1e5 / 7)))
    assert same_outline(tile) != same_outline(rectangle(Rect(0, 0, 30, 45), 2.01))
    assert same_outline(tile) != same_outline(rectangle(Rect(0, 0, 45, 30), 2))


@pytest.mark.parametrize("kerf", [ROUND, OVAL])
@pytest.mark.parametrize("outline", [HEXAGON, placed(HEXAGON, Transform.turn(90, Point(0, 0)))])
def test_neighbours_share_as_much_as_is_promised(outline, kerf):
    for lattice in lattices(outline, kerf, APART, share=True):
        turned = placed(outline, Transform.turn(90 if lattice.turned else 0, Point(0, 0)))
        shift = (lattice.across / 2 if lattice.staggered else 0, lattice.down)
        for length, (x, y) in ((lattice.beside, (lattice.across, 0)), (lattice.below, shift)):
            x, y = (y, x) if lattice.upended else (x, y)
            pair = [outward(placed(turned, Transform.move(*by)), kerf) for by in ((0, 0), (x, y))]
            assert burnt_twice(pair) == pytest.approx(length, abs=0.04)


def test_parts_that_may_not_share_lie_apart_in_both_directions():
    for lattice in lattices(rectangle(Rect(0, 0, 30, 45)), OVAL, APART, share=False):
        gap = (lattice.across - lattice.cell.width, lattice.down - lattice.cell.height)
        assert gap == pytest.approx(APART)
        assert lattice.beside == lattice.below == 0


def test_a_wall_with_fingers_shares_what_is_flat_on_both_sides():
    teeth = [(0, 3), (10, 3), (10, 0), (20, 0), (20, 3), (30, 3), (30, 0), (40, 0)]
    wall = polygon(Point(*at) for at in [*teeth, (40, 20), (0, 20)])
    upright, lying = lattices(wall, ROUND, APART, share=True)
    assert (upright.beside, upright.below) == pytest.approx((17.15, 2 * 10.15))
    assert (upright.across, upright.down) == pytest.approx((40.15, 20.15))
    assert (lying.beside, lying.below) == (upright.below, upright.beside)


def test_a_part_with_less_than_a_quarter_in_common_shares_nothing():
    for radius, shares in ((10, True), (12, False)):
        (lattice,) = lattices(rectangle(Rect(0, 0, 30, 30), radius), ROUND, APART, share=True)
        assert (lattice.beside > 0) is shares


def test_discs_share_nothing():
    for lattice in lattices(circle(Point(9, 9), 9), ROUND, APART, share=True):
        assert lattice.beside == lattice.below == 0
        assert lattice.across == pytest.approx(20.3)
