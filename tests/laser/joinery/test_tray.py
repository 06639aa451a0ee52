"""Trays as they come out of the laser: read from the made SVG, with the beam's burn taken off."""

from itertools import combinations, pairwise

import pytest
from helpers.burnt_plates import edges_of, made, wood_along
from helpers.solids import area, in_space, make_tray, normal, shared_volume, span
from shapely import Polygon, box

from pnp.base.fit import Fit, Lid
from pnp.base.geometry import Size
from pnp.components.tray.arrange import PieceLot
from pnp.laser.joinery.tray import TrayStyle

T = 3.0
TILES = PieceLot("tiles", Size(30, 45), 3.0, 36)
HEXAGON = PieceLot("hexagon", Size(52, 60), 3.0, 1)


@pytest.mark.parametrize("kerf", [0.15, 0.3])
@pytest.mark.parametrize(
    ("fit", "lid"), [*((fit, Lid.NONE) for fit in Fit), (Fit.SLIDE, Lid.SLIDE_IN)]
)
def test_every_finger_that_is_cut_sits_in_its_slot_with_the_fit_asked_for(fit, lid, kerf):
    tray = make_tray([TILES], T, TrayStyle(fit, lid))
    cut, plates = made(tray, kerf), {plate.name: plate for plate in tray.plates}
    for one, other, line in edges_of(tray.size):
        wood = [
            (stretch, name)
            for name in (one, other)
            for stretch in wood_along(plates[name], cut[name], line)
        ]
        wood.sort()
        assert len(wood) >= 3
        for ((_, end), first), ((start, _), second) in pairwise(wood):
            assert first != second
            assert start - end == pytest.approx(fit.clearance / 2, abs=0.005), (one, other)


def test_every_edge_of_the_box_has_the_fingers_of_one_plate_where_the_other_has_none():
    tray = make_tray([TILES, HEXAGON], T, TrayStyle())
    plates = {plate.name: plate for plate in tray.plates}
    met = []
    for one, other, line in edges_of(tray.size):
        stretches = [wood_along(plates[name], area(plates[name]), line) for name in (one, other)]
        assert all(stretches)
        axis = next(n for n, (a, b) in enumerate(zip(*line, strict=True)) if a != b)
        whole = sum(end - start for run in stretches for start, end in run)
        gaps = sum(map(len, stretches)) - 1
        assert whole + gaps * Fit.SLIDE.clearance / 2 == pytest.approx(
            line[1][axis] - line[0][axis], abs=0.11
        )
        met.append({one, other})
    assert len(met) == 8


@pytest.mark.parametrize("lots", [[TILES], [TILES, HEXAGON]], ids=["grid", "rows"])
@pytest.mark.parametrize("fit", [Fit.SLIDE, Fit.LOOSE])
def test_no_two_plates_of_a_tray_are_in_the_same_place(lots, fit):
    tray = make_tray(lots, T, TrayStyle(fit))
    for one, other in combinations(tray.plates, 2):
        assert shared_volume(one, other, T) == pytest.approx(0, abs=1e-6), (one.name, other.name)


@pytest.mark.parametrize("kerf", [0.15, 0.3])
@pytest.mark.parametrize("fit", Fit)
def test_tenons_sit_in_the_floor_and_dividers_lap_with_the_fit_asked_for(fit, kerf):
    tray = make_tray([TILES], T, TrayStyle(fit))
    cut, plates = made(tray, kerf), {plate.name: plate for plate in tray.plates}
    floor = in_space(plates["floor"], cut["floor"], 0, 1)
    holes = [Polygon(ring) for ring in floor.interiors]
    dividers = list(tray.plates[5:])
    tenons = 0
    for plate in dividers:
        low, high = span(plate, T)
        along = 1 - normal(plate)
        ends = [[0, 0, T / 2], [0, 0, T / 2]]
        ends[0][along], ends[1][along] = -5.0, 500.0
        for end in ends:
            end[normal(plate)] = (low + high) / 2
        for start, stop in wood_along(plate, cut[plate.name], ends):
            middle = [0, 0]
            middle[along], middle[1 - along] = (start + stop) / 2, (low + high) / 2
            (hole,) = [one for one in holes if one.contains(box(*middle, *middle).centroid)]
            sides = hole.bounds[along::2], hole.bounds[1 - along :: 2]
            assert sides[0][1] - sides[0][0] - (stop - start) == pytest.approx(
                fit.clearance, abs=0.01
            )
            assert sides[1][1] - sides[1][0] - T == pytest.approx(fit.clearance, abs=0.01)
            tenons += 1
    assert tenons == len(holes) == 4
    (across,) = [plate for plate in dividers if plate.name.startswith("across")]
    (along,) = [plate for plate in dividers if plate.name.startswith("along")]
    low, high = span(along, T)
    near, _ = span(across, T)
    top = tray.size.height - 1
    left, right = wood_along(across, cut["across 1"], ((-5, near, top), (500, near, top)))
    assert right[0] - left[1] - T == pytest.approx(fit.clearance, abs=0.01)
    front, back = wood_along(along, cut["along 1"], ((low, -5, T + 1), (low, 500, T + 1)))
    assert back[0] - front[1] - T == pytest.approx(fit.clearance, abs=0.01)


def test_pieces_fit_their_compartments_with_half_a_millimetre_around_them():
    tray = make_tray([TILES, HEXAGON], T, TrayStyle())
    free = box(T, T, tray.size.width - T, tray.size.depth - T)
    for plate in tray.plates[5:]:
        flat = in_space(plate, area(plate), *(n for n in range(3) if n != normal(plate)))
        low, high = span(plate, T)
        lower, _, upper, _ = flat.bounds
        bar = (low, lower, high, upper) if normal(plate) == 0 else (lower, low, upper, high)
        free = free.difference(box(*bar))
    kept = {TILES: 0, HEXAGON: 0}
    for one in tray.arrangement.compartments:
        x, y, wide, deep = one.room
        stack = sorted(one.lot.size)
        assert sorted((wide - 1, deep - 1)) >= stack
        assert free.buffer(0.06).contains(box(x + T, y + T, x + T + wide, y + T + deep))
        assert one.pieces * one.lot.high <= tray.arrangement.stack
        kept[one.lot] += one.pieces
    assert kept == {TILES: 36, HEXAGON: 1}


def test_the_room_within_is_that_of_the_compartments():
    tray = make_tray([TILES], T, TrayStyle())
    inner, size = tray.arrangement.inner, tray.size
    assert (size.width - 2 * T, size.depth - 2 * T) == inner
    assert size.height - T == pytest.approx(9 * T * 1.1)
    assert inner == (2 * 46 + T, 2 * 31 + T)
