"""Lots on beds: as many parts as fit, apart from one another, and none lost."""

from itertools import combinations
from math import ceil, hypot, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import circle, rectangle, regular_polygon
from pnp.laser.lots import lattices
from pnp.laser.nesting import Beds, LaserLot, nest
from pnp.laser.scheme import Kerf

SMALL, MIDDLE, LARGE = Size(300, 200), Size(400, 300), Size(600, 300)
SLACK = 1e-6


def placed(bed, lots, gap=0.15, margin=3, share=False, used=()):
    """Nest lots, each an outline and how many, ``gap`` apart; return beds, and size by part."""
    found, sizes = [], []
    for outline, count in lots:
        size = Rect.around(
            [outline.start, *(step.to for step in outline.segments)]
            if len(outline.segments) > 2
            else [Point(0, 0), Point(*[2 * outline.segments[0].radius] * 2)]
        ).size
        parts = tuple(range(len(sizes), len(sizes) + count))
        sizes += [size] * count
        ways = lattices(outline, Kerf(0, 0), Kerf(gap, gap), share)
        found.append(LaserLot(parts, size, ways))
    return nest(found, Beds(bed, margin, Size(gap, gap), used)), sizes


def tile(width, height):
    return rectangle(Rect(0, 0, width, height))


def disc(diameter):
    return circle(Point(diameter / 2, diameter / 2), diameter / 2)


def hexagon(flat, lies=False):
    return regular_polygon(Point(0, 0), 6, flat / sqrt(3), 30 if lies else 0)


def rooms(sheet, sizes):
    """The rectangles that parts take."""
    return [
        Rect(spot.x, spot.y, *(sizes[spot.part].turned() if spot.turned else sizes[spot.part]))
        for spot in sheet
    ]


def assert_fits(sheets, sizes, bed, gap, margin, touching=False):
    """Assert that all parts lie on the bed and apart, those of one block perhaps ``touching``."""
    assert sorted(spot.part for sheet in sheets for spot in sheet) == list(range(len(sizes)))
    inside = Rect(0, 0, *bed).inset(margin)
    for sheet in sheets:
        taken = rooms(sheet, sizes)
        assert all(inside.contains(room) for room in taken)
        for (a, one), (b, other) in combinations(zip(sheet, taken, strict=True), 2):
            beside = max(one.x - other.right, other.x - one.right)
            above = max(one.y - other.bottom, other.y - one.bottom)
            least = 0 if touching and a.block == b.block else gap
            assert max(beside, above) >= least - SLACK


def assert_apart(sheet, diameter, gap):
    for one, other in combinations(sheet, 2):
        assert hypot(one.x - other.x, one.y - other.y) >= diameter + gap - SLACK


def test_27_tiles_fill_four_fifths_of_a_small_bed():
    (sheet,), sizes = placed(SMALL, [(tile(30, 60), 27)])
    assert_fits([sheet], sizes, SMALL, 0.15, 3)
    assert len(sheet) * 30 * 60 / (SMALL.width * SMALL.height) == pytest.approx(0.81)


def test_parts_that_need_more_beds_get_them_in_order():
    sheets, _ = placed(SMALL, [(tile(30, 60), 60)])
    assert [len(sheet) for sheet in sheets] == [27, 27, 6]
    assert [spot.part for sheet in sheets for spot in sheet] == list(range(60))


def test_a_second_block_of_turned_parts_fills_the_rest():
    bed = Size(175, 150)
    (sheet,), sizes = placed(bed, [(tile(70, 30), 12)], gap=0, margin=0)
    assert len({spot.turned for spot in sheet}) == 2
    assert_fits([sheet], sizes, bed, 0, 0)


@pytest.mark.parametrize(
    ("diameter", "gap", "margin", "count"),
    [(20, 1, 5, 416), (25, 1, 5, 273), (20, 0, 3, 476), (20, 0, 0, 502)],
)
def test_discs_lie_in_staggered_rows(diameter, gap, margin, count):
    (sheet,), sizes = placed(LARGE, [(disc(diameter), count)], gap, margin)
    assert_apart(sheet, diameter, gap)
    inside = Rect(0, 0, *LARGE).inset(margin)
    assert all(inside.contains(room) for room in rooms(sheet, sizes))


def test_discs_lie_in_straight_rows_where_more_fit():
    (sheet,), _ = placed(Size(40, 40), [(disc(20), 4)], gap=0, margin=0)
    assert {(spot.x, spot.y) for spot in sheet} == {(0, 0), (20, 0), (0, 20), (20, 20)}


@pytest.mark.parametrize("lies", [False, True])
def test_hexagons_lie_in_a_honeycomb_a_gap_apart(lies):
    flat, gap = 20.0, 0.15
    (sheet,), sizes = placed(SMALL, [(hexagon(flat, lies), 120)], gap)
    assert_apart(sheet, flat, gap)
    inside = Rect(0, 0, *SMALL).inset(3)
    taken = rooms(sheet, sizes)
    assert all(inside.contains(room) for room in taken)
    near = min(
        hypot(a.center.x - b.center.x, a.center.y - b.center.y) for a, b in combinations(taken, 2)
    )
    assert near == pytest.approx(flat + gap)
    first, _ = placed(SMALL, [(hexagon(flat, lies), 999)], gap)
    by_bounds, _ = placed(SMALL, [(tile(*sizes[0]), 999)], gap)
    assert len(first[0]) >= 1.1 * len(by_bounds[0])


def test_hexagons_are_turned_where_more_fit():
    row = Size(100, 23.2)
    for lies in (False, True):
        (sheet,), _ = placed(row, [(hexagon(20, lies), 5)], 0, 0)
        assert {spot.turned for spot in sheet} == {lies}


def test_mixed_sizes_are_packed_on_few_beds():
    lots = [(tile(30 + n % 5 * 11, 20 + n % 7 * 9), 1) for n in range(60)]
    sheets, sizes = placed(MIDDLE, lots)
    assert_fits(sheets, sizes, MIDDLE, 0.15, 3)
    area = sum(size.width * size.height for size in sizes)
    assert len(sheets) == ceil(area / (MIDDLE.width * MIDDLE.height))
    assert placed(MIDDLE, lots) == (sheets, sizes)


def test_lots_share_beds_and_each_lies_in_one_block_if_it_can():
    lots = [(tile(30, 60), 36), (tile(30, 30), 40), (hexagon(30), 19), (disc(20), 12)]
    (sheet,), sizes = placed(LARGE, lots, gap=1.5, share=True)
    assert [len({spot.block for spot in sheet if sizes[spot.part] == size}) for size in sizes] == [
        1
    ] * len(sizes)
    assert len({spot.block for spot in sheet}) == 4
    for one, other in combinations(zip(sheet, rooms(sheet, sizes), strict=True), 2):
        if one[0].block != other[0].block:
            a, b = one[1], other[1]
            beside = max(a.x - b.right, b.x - a.right)
            above = max(a.y - b.bottom, b.y - a.bottom)
            assert max(beside, above) >= 1.5 - SLACK


@pytest.mark.parametrize(
    "lots",
    [
        # Each fits one bed in one of the ways that are tried, and in no other.
        [((150, 40), 4), ((90, 30), 4), ((100, 150), 1)],  # broken into several blocks
        [((120, 60), 4), ((110, 160), 1), ((160, 30), 1)],  # not in the blocks that share most
        [((140, 60), 1), ((120, 170), 2)],  # every part for itself
    ],
)
def test_lots_that_fit_one_bed_somehow_take_one(lots):
    sheets, sizes = placed(SMALL, [(tile(*size), count) for size, count in lots], gap=1)
    assert len(sheets) == 1
    assert_fits(sheets, sizes, SMALL, 1, 3)


def test_a_lot_is_broken_where_that_saves_a_bed():
    sheets, sizes = placed(SMALL, [(tile(200, 190), 2), (tile(80, 90), 4)], gap=1, share=True)
    assert_fits(sheets, sizes, SMALL, 1, 3, touching=True)
    assert [len(sheet) for sheet in sheets] == [3, 3]


def test_nothing_lies_on_what_is_used_of_the_first_bed():
    hole = Rect(100, 50, 80, 60)
    sheets, sizes = placed(SMALL, [(tile(30, 60), 30)], used=(hole, Rect(0, 0, 20, 200)))
    assert len(sheets) == 2
    free = [hole.inset(-3), Rect(0, 0, 23, 200)]
    assert not any(room.overlaps(one) for room in rooms(sheets[0], sizes) for one in free)
    assert any(room.overlaps(hole) for room in rooms(sheets[1], sizes))


def test_parts_are_packed_around_what_is_used_where_that_saves_a_bed():
    used = Rect(0, 0, 150, 80)
    sheets, sizes = placed(SMALL, [(tile(60, 40), 1), (tile(90, 60), 6)], used=(used,))
    assert_fits(sheets, sizes, SMALL, 0.15, 3)
    (sheet,) = sheets
    assert not any(room.overlaps(used.inset(-3)) for room in rooms(sheet, sizes))


def test_a_first_bed_that_is_used_up_is_refused():
    with pytest.raises(LayoutError, match="no part fits on the rest of the used sheet"):
        placed(SMALL, [(tile(30, 60), 3)], used=(Rect(20, 20, 260, 160),))


def test_a_part_that_fits_only_on_its_side_is_turned():
    ((spot,),), _ = placed(SMALL, [(tile(190, 290), 1)])
    assert spot == (0, 3, 3, True, 1)


@pytest.mark.parametrize("lots", [[(tile(295, 60), 3)], [(tile(9, 9), 1), (tile(295, 60), 1)]])
def test_a_part_larger_than_the_bed_is_refused_with_both_sizes(lots):
    with pytest.raises(LayoutError, match=r"295 x 60 mm .* 300 x 200 mm with a margin of 3 mm"):
        placed(SMALL, lots)


def test_a_disc_larger_than_the_bed_is_refused():
    with pytest.raises(LayoutError, match="200 x 200 mm does not fit"):
        placed(SMALL, [(disc(200), 1)])


def test_exact_fits_are_not_lost_to_rounding():
    assert len(placed(Size(0.9, 0.3), [(tile(0.1, 0.1), 27)], 0, 0)[0]) == 1


def test_no_parts_take_no_beds():
    assert placed(SMALL, [])[0] == ()


sides = st.floats(8, 120)
tiles = st.tuples(st.builds(tile, sides, sides), st.integers(1, 12))


@settings(max_examples=40, deadline=None)
@given(lots=st.lists(tiles, min_size=1, max_size=5), gap=st.floats(0, 2), share=st.booleans())
def test_parts_stay_on_the_bed_and_apart(lots, gap, share):
    sheets, sizes = placed(SMALL, lots, gap, share=share)
    assert_fits(sheets, sizes, SMALL, gap, 3, touching=share)
