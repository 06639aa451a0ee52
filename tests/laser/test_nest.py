"""Parts on beds: as many as fit, apart from one another, and none lost."""

from itertools import combinations
from math import ceil, hypot, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.errors import LayoutError
from pnp.base.geometry import Rect, Size
from pnp.laser.nest import discs, hexagons, mixed, rectangles

SMALL, MIDDLE, LARGE = Size(300, 200), Size(400, 300), Size(600, 300)
SLACK = 1e-6


def rooms(sheet, sizes):
    """The rectangles that parts take."""
    return [
        Rect(spot.x, spot.y, *(sizes[spot.part].turned() if spot.turned else sizes[spot.part]))
        for spot in sheet
    ]


def assert_fits(sheets, sizes, bed, gap, margin):
    assert sorted(spot.part for sheet in sheets for spot in sheet) == list(range(len(sizes)))
    inside = Rect(0, 0, *bed).inset(margin)
    for sheet in sheets:
        taken = rooms(sheet, sizes)
        assert all(inside.contains(room) for room in taken)
        for one, other in combinations(taken, 2):
            beside = max(one.x - other.right, other.x - one.right)
            above = max(one.y - other.bottom, other.y - one.bottom)
            assert max(beside, above) >= gap - SLACK


def test_27_tiles_fill_four_fifths_of_a_small_bed():
    (sheet,) = rectangles(SMALL, Size(30, 60), 27, gap=0.15, margin=3)
    assert_fits([sheet], [Size(30, 60)] * 27, SMALL, 0.15, 3)
    assert len(sheet) * 30 * 60 / (SMALL.width * SMALL.height) == pytest.approx(0.81)


def test_parts_that_need_more_beds_get_them_in_order():
    sheets = rectangles(SMALL, Size(30, 60), 60, gap=0.15, margin=3)
    assert [len(sheet) for sheet in sheets] == [27, 27, 6]
    assert [spot.part for sheet in sheets for spot in sheet] == list(range(60))
    assert sheets[1][0][1:] == sheets[0][0][1:]


def test_parts_lie_the_way_that_fits_more():
    (sheet,) = rectangles(Size(210, 100), Size(45, 100), 2, gap=0, margin=0)
    assert not any(spot.turned for spot in sheet)
    (sheet,) = rectangles(Size(100, 190), Size(45, 100), 4, gap=1, margin=0)
    assert all(spot.turned for spot in sheet)


def test_a_second_block_of_turned_parts_fills_the_rest():
    part = Size(70, 30)
    (sheet,) = rectangles(Size(175, 150), part, 12, gap=0, margin=0)
    assert len(sheet) == 12
    assert len({spot.turned for spot in sheet}) == 2
    assert_fits([sheet], [part] * 12, Size(175, 150), 0, 0)


def test_neighbours_in_a_grid_are_a_gap_apart_in_both_directions():
    (sheet,) = rectangles(SMALL, Size(20, 30), 30, gap=0.2, margin=3, gap_down=0.12)
    xs, ys = sorted({spot.x for spot in sheet}), sorted({spot.y for spot in sheet})
    assert xs[1] - xs[0] == pytest.approx(20.2)
    assert ys[1] - ys[0] == pytest.approx(30.12)
    assert (xs[0], ys[0]) == (3, 3)


@pytest.mark.parametrize(
    ("diameter", "gap", "margin", "count"),
    [(20, 1, 5, 416), (25, 1, 5, 273), (20, 0, 3, 476), (20, 0, 0, 502)],
)
def test_discs_lie_in_staggered_rows(diameter, gap, margin, count):
    (sheet,) = discs(LARGE, diameter, count, gap, margin)
    assert len(discs(LARGE, diameter, count + 1, gap, margin)) == 2
    assert_apart(sheet, diameter, gap)
    inside = Rect(0, 0, *LARGE).inset(margin)
    assert all(inside.contains(room) for room in rooms(sheet, [Size(diameter, diameter)] * count))


def test_discs_lie_in_straight_rows_where_more_fit():
    (sheet,) = discs(Size(40, 40), 20, 4, gap=0, margin=0)
    assert {(spot.x, spot.y) for spot in sheet} == {(0, 0), (20, 0), (0, 20), (20, 20)}


def assert_apart(sheet, diameter, gap):
    for one, other in combinations(sheet, 2):
        assert hypot(one.x - other.x, one.y - other.y) >= diameter + gap - SLACK


@pytest.mark.parametrize("flat_top", [False, True])
def test_hexagons_lie_in_a_honeycomb_a_gap_apart(flat_top):
    flat, gap = 20.0, 0.15
    upright = Size(flat, 2 * flat / sqrt(3))
    part = upright.turned() if flat_top else upright
    (sheet,) = hexagons(SMALL, part, 120, gap, margin=3)
    assert_apart(sheet, flat, gap)
    inside = Rect(0, 0, *SMALL).inset(3)
    taken = rooms(sheet, [part] * 120)
    assert all(inside.contains(room) for room in taken)
    first, second = taken[0].center, taken[1].center
    assert hypot(first.x - second.x, first.y - second.y) == pytest.approx(flat + gap)
    most = len(hexagons(SMALL, part, 999, gap, margin=3)[0])
    by_bounds = len(rectangles(SMALL, part, 999, gap, margin=3)[0])
    assert most >= 1.1 * by_bounds
    lying = {spot.turned for spot in sheet}
    assert len(lying) == 1


def test_hexagons_are_turned_where_more_fit():
    upright = Size(20, 40 / sqrt(3))
    row = Size(100, 23.2)
    (sheet,) = hexagons(row, upright, 5, 0, 0)
    assert not sheet[0].turned
    (sheet,) = hexagons(row, upright.turned(), 5, 0, 0)
    assert sheet[0].turned


def test_mixed_sizes_are_packed_on_few_beds():
    sizes = [Size(30 + n % 5 * 11, 20 + n % 7 * 9) for n in range(60)]
    sheets = mixed(MIDDLE, sizes, gap=0.15, margin=3)
    assert_fits(sheets, sizes, MIDDLE, 0.15, 3)
    area = sum(size.width * size.height for size in sizes)
    assert len(sheets) <= ceil(area / (MIDDLE.width * MIDDLE.height)) + 1
    assert mixed(MIDDLE, sizes, gap=0.15, margin=3) == sheets


def test_mixed_parts_of_one_size_take_no_more_beds_than_a_grid():
    assert len(mixed(SMALL, [Size(30, 60)] * 27, gap=0.15, margin=3)) == 1


def test_a_part_that_fits_only_on_its_side_is_turned():
    ((spot,),) = mixed(SMALL, [Size(190, 290)], gap=0.15, margin=3)
    assert spot == (0, 3, 3, True)


@pytest.mark.parametrize(
    "place",
    [
        lambda bed: rectangles(bed, Size(295, 60), 3, 0.15, 3),
        lambda bed: mixed(bed, [Size(10, 10), Size(295, 60)], 0.15, 3),
        lambda bed: hexagons(bed, Size(295, 60), 1, 0.15, 3),
    ],
)
def test_a_part_larger_than_the_bed_is_refused_with_both_sizes(place):
    with pytest.raises(LayoutError, match=r"295 x 60 mm .* 300 x 200 mm with a margin of 3 mm"):
        place(SMALL)


def test_a_disc_larger_than_the_bed_is_refused():
    with pytest.raises(LayoutError, match="200 x 200 mm does not fit"):
        discs(SMALL, 200, 1, 0, 3)


def test_exact_fits_are_not_lost_to_rounding():
    assert len(rectangles(Size(0.9, 0.3), Size(0.1, 0.1), 27, 0, 0)) == 1
    assert len(mixed(Size(0.9, 0.3), [Size(0.3, 0.3)] * 3, 0, 0)) == 1


def test_no_parts_take_no_beds():
    assert rectangles(SMALL, Size(30, 60), 0, 0, 3) == ()
    assert mixed(SMALL, [], 0, 3) == ()


sides = st.floats(8, 120)


@given(sizes=st.lists(st.builds(Size, sides, sides), min_size=1, max_size=25), gap=st.floats(0, 2))
def test_mixed_parts_stay_on_the_bed_and_apart(sizes, gap):
    assert_fits(mixed(SMALL, sizes, gap, 3), sizes, SMALL, gap, 3)


@given(part=st.builds(Size, sides, sides), count=st.integers(1, 40), gap=st.floats(0, 2))
def test_equal_parts_stay_on_the_bed_and_apart(part, count, gap):
    assert_fits(rectangles(SMALL, part, count, gap, 3), [part] * count, SMALL, gap, 3)
