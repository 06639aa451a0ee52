"""Lids: they go on, and stay where they should."""

from itertools import combinations

import pytest
from helpers.solids import area, make_tray, shared_volume

from pnp.base.errors import LayoutError
from pnp.base.fit import Fit, Lid
from pnp.base.geometry import Rect, Size
from pnp.base.path import circle, path_bounds, rectangle
from pnp.components.tray.arrange import PieceLot, grid
from pnp.components.tray.box import PLAY
from pnp.laser.artwork import Artwork
from pnp.laser.joinery.panels import RIGHT, UP
from pnp.laser.joinery.tray import TrayStyle, tray_around

T = 3.0
TILES = PieceLot("tiles", Size(30, 45), 3.0, 36)
FACE = Artwork(rectangle(Rect(0, 0, 30, 45)), engraved=(circle(Rect(10, 10, 10, 10).center, 4.0),))


def closed(lid, **more):
    return make_tray([TILES], T, TrayStyle(lid=lid, name="TURNO", face=FACE, **more))


@pytest.mark.parametrize("lid", [Lid.LIFT_OFF, Lid.SLIDE_ON, Lid.SLIDE_IN])
@pytest.mark.parametrize("fit", [Fit.SLIDE, Fit.LOOSE])
def test_no_plate_of_a_lid_is_where_another_plate_is(lid, fit):
    for one, other in combinations(closed(lid, fit=fit).plates, 2):
        assert shared_volume(one, other, T) == pytest.approx(0, abs=1e-6), (one.name, other.name)


def test_a_lid_that_lifts_off_covers_the_box_and_touches_neither_wall_nor_piece():
    tray = closed(Lid.LIFT_OFF)
    plates = {plate.name: plate for plate in tray.plates}
    assert plates["lid"].size == (tray.size.width, tray.size.depth)
    assert plates["lid"].pose.corner.z - T == tray.size.height
    lowest = plates["rail 1"].pose.corner.z - plates["rail 1"].size.height
    assert lowest - T - tray.arrangement.stack == pytest.approx(PLAY)
    assert plates["rail 1"].pose.corner.y - T == pytest.approx(PLAY)
    assert tray.size.depth - T - plates["rail 2"].pose.corner.y - T == pytest.approx(PLAY)
    assert tray.size.width - 2 * T - plates["rail 1"].size.width == pytest.approx(2 * PLAY)


def test_a_sleeve_leaves_the_play_on_each_side_of_the_box():
    tray = closed(Lid.SLIDE_ON)
    plates = {plate.name: plate for plate in tray.plates}
    top, bottom = plates["sleeve top"], plates["sleeve bottom"]
    assert top.pose.corner.z - T - tray.size.height == pytest.approx(PLAY)
    assert bottom.pose.corner.z + T == pytest.approx(-PLAY)
    assert plates["sleeve front"].pose.corner.y + T == pytest.approx(-PLAY)
    assert plates["sleeve back"].pose.corner.y - T - tray.size.depth == pytest.approx(PLAY)
    moved = [
        plate._replace(pose=plate.pose.moved(UP, 0.1)) if "sleeve" not in plate.name else plate
        for plate in tray.plates
    ]
    assert all(shared_volume(a, b, T) == pytest.approx(0) for a, b in combinations(moved, 2))


def test_a_lid_that_lifts_off_a_box_without_room_for_its_rails_is_refused():
    style = TrayStyle(lid=Lid.LIFT_OFF)
    made = tray_around(grid((40.0,), (10.0,), 20.0, T), T, style)
    for one, other in combinations(made.plates, 2):
        assert shared_volume(one, other, T) == pytest.approx(0, abs=1e-6)
    with pytest.raises(LayoutError, match=r"is 9 mm deep inside, and the two rails .* need 9.6 mm"):
        tray_around(grid((40.0,), (9.0,), 20.0, T), T, style)


def test_a_lid_that_slides_in_has_the_play_in_its_grooves_and_passes_over_the_right_wall():
    tray = closed(Lid.SLIDE_IN)
    plates = {plate.name: plate for plate in tray.plates}
    lid, below = plates["lid"], plates["layer front"].pose.corner.z
    above = plates["strip front"].pose.corner.z - plates["strip front"].size.height
    assert lid.pose.corner.z - T == pytest.approx(below) == plates["right"].pose.corner.z
    assert above - lid.pose.corner.z == pytest.approx(PLAY)
    assert below - T >= tray.arrangement.stack
    assert tray.size.depth - 2 * T - lid.size.height == pytest.approx(2 * PLAY)
    assert lid.pose.corner.x - T == pytest.approx(PLAY)
    assert lid.pose.corner.x + lid.size.width == pytest.approx(tray.size.width)
    for far in (10.0, tray.size.width):  # half way, and out
        moved = lid._replace(pose=lid.pose.moved(RIGHT, far))
        assert all(shared_volume(moved, one, T) == 0 for one in tray.plates if one is not lid)
    assert tray.plates[-1] is lid
    for name in ("strip front", "strip back"):  # which keep it down
        up = lid._replace(pose=lid.pose.moved(UP, T))
        assert shared_volume(up, plates[name], T) > 0


def test_a_lid_that_slides_in_leaves_the_room_of_each_compartment_free():
    tray = closed(Lid.SLIDE_IN)
    plates = {plate.name: plate for plate in tray.plates}
    front, back = plates["layer front"], plates["layer back"]
    free = back.pose.corner.y - front.pose.corner.y - T
    assert free == pytest.approx(tray.arrangement.inner.height)
    assert front.size.height == pytest.approx(tray.arrangement.stack + tray.arrangement.over)


@pytest.mark.parametrize("lid", [Lid.LIFT_OFF, Lid.SLIDE_ON, Lid.SLIDE_IN])
def test_what_is_burnt_into_a_lid_stays_clear_of_its_joints(lid):
    tray = closed(lid)
    (plate,) = [one for one in tray.plates if one.name in ("lid", "sleeve top")]
    wood = area(plate).buffer(-T / 2)
    for path in (*plate.side.engraved, *plate.side.scored):
        bounds = path_bounds(path)
        assert all(wood.buffer(1e-6).contains(area_at(corner)) for corner in bounds.corners)
    assert len(plate.side.engraved) > len("TURNO")


def area_at(corner):
    from shapely import Point

    return Point(corner)


def test_an_open_tray_has_the_name_on_its_front_alone():
    tray = closed(Lid.NONE)
    assert [plate.name for plate in tray.plates if plate.side.engraved] == ["front"]
