"""Living hinges: a back that bends over and reaches the front, without touching the pieces."""

from itertools import combinations, pairwise
from math import atan, cos, dist, hypot, pi

import pytest
from helpers.solids import area, make_tray, shared_volume
from shapely import box

from pnp.base.fit import Fit, Lid
from pnp.base.geometry import Size
from pnp.base.path import path_bounds
from pnp.components.tray.arrange import PieceLot
from pnp.laser.joinery.lids import BRIDGE, rows_of
from pnp.laser.joinery.tray import TrayStyle

T, SLOT = 3.0, TrayStyle().slot
LOTS = {
    "tiles": [PieceLot("tiles", Size(30, 45), T, 36)],
    "one": [PieceLot("hexagon", Size(52, 60), T, 1)],
    "board": [PieceLot("chips", Size(30, 30), T, 40), PieceLot("board", Size(190, 190), T, 1)],
}


@pytest.fixture(params=LOTS)
def tray(request):
    return make_tray(LOTS[request.param], T, TrayStyle(lid=Lid.HINGE, name="TURNO"))


def plate(tray, name):
    (found,) = [one for one in tray.plates if one.name == name]
    return found


def test_no_two_plates_of_an_open_box_are_in_the_same_place(tray):
    for one, other in combinations(tray.plates, 2):
        assert shared_volume(one, other, T) == pytest.approx(0, abs=1e-4), (one.name, other.name)


def test_the_back_reaches_from_the_floor_over_the_bend_to_the_front(tray):
    size, back = tray.size, plate(tray, "back")
    flat = size.depth - T - size.bend  # on the walls, up to the outer face of the front
    bent = pi / 2 * (size.bend + T / 2)
    assert back.size.height == pytest.approx((size.height - size.bend) + bent + flat)
    assert back.size.width == pytest.approx(size.width)


def test_the_side_walls_are_round_where_the_back_bends(tray):
    size = tray.size
    for name in ("left", "right"):
        wood = area(plate(tray, name))
        x = T + size.bend if name == "left" else size.depth - T - size.bend
        side = -1 if name == "left" else 1
        ends = [
            (x, 0.0),
            (x + side * size.bend, size.bend),
            (x + side * size.bend / 2**0.5, size.bend * (1 - 0.5**0.5)),
        ]
        for end in ends:
            assert wood.boundary.distance(box(*end, *end).centroid) < 0.001
    assert shared_volume(plate(tray, "left"), plate(tray, "back"), T) == pytest.approx(0, abs=1e-4)


def test_no_piece_reaches_into_the_bend(tray):
    size, plan = tray.size, tray.arrangement
    middle = (size.depth - T - size.bend, size.height - size.bend)
    corner = (T + plan.inner.height, T + plan.stack + plan.over)
    inside = corner[0] <= middle[0] or corner[1] <= middle[1]
    assert inside or dist(corner, middle) <= size.bend + 1e-6


def test_links_have_room_to_turn_by_their_share_of_the_bend(tray):
    rows = rows_of(tray.size, SLOT)
    link = tray.size.hinge / rows - SLOT
    beside = atan(T / link) - pi / 2 / rows
    assert link >= 1.0  # what plywood of 3 mm bears
    assert hypot(T, link) * cos(beside) - link <= SLOT


def test_every_link_hangs_on_bridges_behind_the_middles_of_its_slots(tray):
    back, size = plate(tray, "back"), tray.size
    wood, rows = area(back), rows_of(size, SLOT)
    assert wood.geom_type == "Polygon"
    bridges: list = []
    for row in range(rows):
        y = size.lid + (row + 0.5) * size.hinge / rows
        left = wood.intersection(box(-1, y - 1e-6, size.width + 1, y + 1e-6))
        bridges.append([part.bounds[::2] for part in getattr(left, "geoms", [left])])
    for one, other in pairwise(bridges):
        assert all(end - start == pytest.approx(BRIDGE * T) for start, end in one)
        middles = [(start + end) / 2 for start, end in other]
        assert all(not start - T < middle < end + T for start, end in one for middle in middles)


def test_the_name_is_read_from_the_front_once_the_lid_is_closed(tray):
    letters = [path_bounds(path).center for path in plate(tray, "back").side.engraved]
    # Turned upside down on the upright back, the first letter is on the right as seen from behind.
    assert letters[0].x > letters[-1].x


def test_what_stays_of_a_wall_between_notches_is_two_plates_wide_or_more():
    rows = [PieceLot("tiles", Size(30, 45), T, 36), PieceLot("pawns", Size(16, 37), 15.0, 6)]
    for lid in Lid:
        tray = make_tray(rows, T, TrayStyle(lid=lid))
        for name in ("right",) if lid is Lid.SLIDE_IN else ("left", "right"):
            wood = area(plate(tray, name))
            top = wood.intersection(box(-1, T + 1.0, 1e3, T + 1.01))
            assert len(top.geoms) >= 2
            assert all(part.bounds[2] - part.bounds[0] > 1.9 * T for part in top.geoms)


@pytest.mark.parametrize("fit", Fit)
def test_a_hinge_is_there_in_every_fit(fit):
    made = make_tray(LOTS["tiles"], T, TrayStyle(fit, Lid.HINGE))
    assert len(plate(made, "back").side.holes) > 10
