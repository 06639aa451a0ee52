"""Compartments of given sizes, slanted floors, and cards that stand: measured after the kerf."""

from itertools import combinations, pairwise
from math import cos, radians, sin

import pytest
from helpers.burnt_plates import edges_of, free_around, made, wood_along
from helpers.solids import area, in_space, shared_volume, span
from shapely import Polygon

from pnp.base.errors import LayoutError
from pnp.base.fit import Fit, Lid
from pnp.base.geometry import Size
from pnp.components.tray.arrange import PieceLot, grid, upright
from pnp.components.tray.box import PLAY, closed_box
from pnp.laser.joinery.tray import TrayStyle, tray_around

WIDTHS, DEPTHS, HIGH = (40.0, 25.5), (30.0, 52.0), 28.0
CARDS = PieceLot("cards", Size(66, 91), 0.5, 100)

of_each_plate = pytest.mark.parametrize(("t", "kerf"), [(3.0, 0.1), (4.0, 0.3)])


def spans(tray, place, t, cut):
    plates = [plate for plate in tray.plates if not plate.name.startswith(("slope", "card"))]
    return [free_around(plates, cut, place, axis, t) for axis in range(3)]


@of_each_plate
@pytest.mark.parametrize("lid", [Lid.NONE, Lid.SLIDE_IN])
def test_each_compartment_is_as_wide_and_deep_as_was_written(t, kerf, lid):
    tray = tray_around(grid(WIDTHS, DEPTHS, HIGH, t), t, TrayStyle(lid=lid))
    cut = made(tray, kerf)
    seen = []
    for one in tray.arrangement.compartments:
        at = (t + one.room.center.x, tray.size.front + one.room.center.y, t + 2)
        (x, right), (y, back), (floor, top) = spans(tray, at, t, cut)
        seen.append((right - x, back - y))
        assert floor == pytest.approx(t, abs=0.02)
        assert top - floor >= HIGH
        if lid is Lid.SLIDE_IN:  # below the lid, which lies on the inner walls
            assert top - floor == pytest.approx(HIGH, abs=0.02)
    assert seen == [pytest.approx((w, d), abs=0.02) for d in DEPTHS for w in WIDTHS]


@of_each_plate
@pytest.mark.parametrize("fit", Fit)
def test_the_fingers_of_plates_of_any_thickness_meet_with_the_fit_asked_for(t, kerf, fit):
    tray = tray_around(grid(WIDTHS, DEPTHS, HIGH, t), t, TrayStyle(fit, Lid.SLIDE_IN))
    cut, plates = made(tray, kerf), {plate.name: plate for plate in tray.plates}
    for one, other, line in edges_of(tray.size):
        wood = sorted(
            (stretch, name)
            for name in (one, other)
            for stretch in wood_along(plates[name], cut[name], line)
        )
        assert len(wood) >= 3
        for ((_, end), first), ((start, _), second) in pairwise(wood):
            assert first != second
            assert start - end == pytest.approx(fit.clearance / 2, abs=0.005), (one, other)


@of_each_plate
def test_a_lid_that_slides_in_has_its_play_once_it_is_cut(t, kerf):
    tray = tray_around(grid(WIDTHS, DEPTHS, HIGH, t), t, TrayStyle(lid=Lid.SLIDE_IN))
    cut, plates = made(tray, kerf), {plate.name: plate for plate in tray.plates}
    lid = in_space(plates["lid"], cut["lid"], 0, 1).bounds
    rest = [plate for plate in tray.plates if plate.name != "lid"]
    over = (tray.size.width / 2, t + 1.5, t + HIGH + t / 2)  # in the groove along the front
    front, _ = free_around(rest, cut, over, 1, t)
    _, back = free_around(rest, cut, over, 1, t)
    low, high = free_around(rest, cut, over, 2, t)
    left, _ = free_around(rest, cut, over, 0, t)
    assert high - low - t == pytest.approx(PLAY, abs=0.02)
    assert lid[1] - front == pytest.approx(PLAY, abs=0.02)
    assert back - lid[3] == pytest.approx(PLAY, abs=0.02)
    assert lid[0] - left == pytest.approx(PLAY, abs=0.02)
    assert lid[2] == pytest.approx(tray.size.width, abs=0.02)


@of_each_plate
@pytest.mark.parametrize("slope", [10, 25, 45])
def test_a_slanted_floor_rests_at_its_angle_and_clear_of_the_walls_beside_it(t, kerf, slope):
    plan = grid((40.0, 25.5), (30.0, 36.0), 45.0, t)._replace(slope=float(slope))
    tray = tray_around(plan, t, TrayStyle())
    cut, plates = made(tray, kerf), {plate.name: plate for plate in tray.plates}
    for number, one in enumerate(plan.compartments, start=1):
        x, y, right, bottom = cut[f"slope {number}"].bounds
        assert one.room.width - (right - x) == pytest.approx(2 * PLAY, abs=0.02)
        long = bottom - y
        angle = min(
            (n / 20 for n in range(1, 1400)),
            key=lambda a: abs(long * cos(radians(a)) + t * sin(radians(a)) - one.room.height),
        )
        assert angle == pytest.approx(slope, abs=0.3)
        pose = plates[f"slope {number}"].pose
        ends = [pose.at(point, deep) for point in outline(plates, number) for deep in (0.0, t)]
        assert min(end.z for end in ends) == pytest.approx(t)
        near, far = min(end.y for end in ends), max(end.y for end in ends)
        assert near - tray.size.front == pytest.approx(one.room.y)
        assert far - tray.size.front == pytest.approx(one.room.bottom)
        assert max(end.z for end in ends) <= t + plan.stack


def outline(plates, number):
    path = plates[f"slope {number}"].side.outline
    return [path.start, *(step.to for step in path.segments)]


@of_each_plate
def test_dividers_stand_in_any_row_of_slots_and_show_their_words(t, kerf):
    words = ("Fish", "Salt", "Tin", "Amber")
    tray = tray_around(upright([CARDS], 91.0, words, t, closed=False), t, TrayStyle())
    cut, plates = made(tray, kerf), {plate.name: plate for plate in tray.plates}
    floor = in_space(plates["floor"], cut["floor"], 0, 1)
    rows = sorted({round(Polygon(hole).bounds[1], 2) for hole in floor.interiors})
    assert len(rows) >= len(words)
    assert all(b - a >= 2 * t for a, b in pairwise(rows))  # wood enough between them
    inner = tray.arrangement.inner
    assert inner.height >= CARDS.copies * CARDS.high + len(words) * t
    assert inner.width == CARDS.size.width + 1
    for number in range(1, len(words) + 1):
        plate = plates[f"card {number}"]
        assert plate.side.engraved
        low, _ = span(plate, t)
        feet = wood_along(plate, cut[plate.name], ((-5, low + 1, t / 2), (500, low + 1, t / 2)))
        slots = [
            hole for hole in floor.interiors if abs(Polygon(hole).centroid.y - low - t / 2) < 1
        ]
        assert len(feet) == len(slots) > 0
        for (start, end), slot in zip(feet, sorted(s.bounds for s in slots), strict=True):
            assert slot[2] - slot[0] - (end - start) == pytest.approx(0.3, abs=0.01)
            assert slot[3] - slot[1] - t == pytest.approx(0.3, abs=0.01)
    for one, other in combinations(tray.plates, 2):
        assert shared_volume(one, other, t) == pytest.approx(0, abs=1e-6), (one.name, other.name)


def test_tabs_of_dividers_stand_side_by_side_if_their_words_fit_and_else_are_as_wide_as_these():
    def tabs(*words):
        tray = tray_around(upright([CARDS], 91.0, words, 3.0, closed=False), 3.0, TrayStyle())
        plates = [plate for plate in tray.plates if plate.name.startswith("card")]
        return [round(wood_along(p, area(p), top_of(p))[0][0]) for p in plates]

    def top_of(plate):
        corner = plate.pose.corner
        return tuple((x, corner.y, corner.z - 1) for x in (-5, 500))

    assert tabs("Fish", "Salt", "Tin", "Oil") == [3, 25, 48, 3]
    assert tabs("Fish from the sea", "Salt") == [3, 3]
    with pytest.raises(LayoutError, match=r"too long for a tab of 66 mm") as error:
        tabs("Fish", "Whatever the sea has washed ashore since last winter")
    assert "Whatever" in str(error.value)


def test_a_box_for_standing_cards_with_a_lid_is_higher_than_its_dividers():
    open_box, closed = (upright([CARDS], 91.0, ("Fish",), 3.0, closed=is_so) for is_so in (0, 1))
    assert open_box.stack < 91 < 91 + 12 < closed.stack
    assert closed_box(closed, 3.0, Lid.LIFT_OFF).height > 106 + 3


def test_dividers_between_slanted_floors_have_no_notch_through_which_tokens_slide():
    plain = grid(WIDTHS, (60.0,), HIGH, 3.0)
    sloped = plain._replace(slope=20.0)
    with_notch, without = (tray_around(plan, 3.0, TrayStyle()) for plan in (plain, sloped))
    wood = [
        next(area(p).area for p in tray.plates if p.name == "along 1")
        for tray in (with_notch, without)
    ]
    assert wood[1] > wood[0]
