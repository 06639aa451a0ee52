"""Whole sheets as numbers: fewest pages, and always room for a ruler and a label."""

from math import dist, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import EPSILON
from pnp.game.paper import MARGIN
from pnp.sheets.layout.imposition import (
    UNDERLAP,
    bleed_areas,
    centered_grid,
    impose,
    most_on_page,
    too_large,
)
from pnp.sheets.layout.margin import Side, Slug
from pnp.sheets.layout.scheme import Duplex, Scheme, turned_sideways

A4, LETTER = Size(210, 297), Size(215.9, 279.4)
SLUG = Slug((57.0, 76.0), 3.2, 6.0)


def imposed(count, cell, paper=A4, duplex=Duplex.LONG_EDGE, bleed=0.0, gap=0.0):
    return impose(count, cell, bleed, Scheme(paper, duplex, gap=gap), SLUG)


@pytest.mark.parametrize(
    ("count", "cell", "paper", "sheets", "lies"),
    [
        (36, Size(44, 68), A4, 3, False),
        (49, Size(44, 68), A4, 4, False),
        (36, Size(30, 45), A4, 1, False),
        (36, Size(63.5, 88.9), A4, 4, False),
        (8, Size(57.15, 88.9), LETTER, 1, True),
        (6, Size(57.15, 88.9), LETTER, 1, False),
        (1, Size(200, 60), A4, 1, True),
    ],
)
def test_paper_lies_if_that_takes_fewer_sheets(count, cell, paper, sheets, lies):
    imposition = imposed(count, cell, paper)
    assert imposition.sheets == sheets
    assert (imposition.grid.page.width > imposition.grid.page.height) is lies


@pytest.mark.parametrize(
    ("cell", "most"),
    [(Size(44, 68), 16), (Size(63.5, 88.9), 9), (Size(30, 45), 36), (Size(70, 120), 4)],
)
def test_no_slot_is_given_up_for_ruler_and_label_on_the_usual_sizes(cell, most):
    for bleed in (0, 3):
        assert len(imposed(1000, cell, bleed=bleed).grid.slots) == most


def test_few_pieces_stand_in_the_middle_of_the_page():
    imposition = imposed(2, Size(40, 60))
    assert imposition.grid.block == Rect(65, 118.5, 80, 60)


def test_a_block_moves_only_along_the_axis_that_turning_does_not_mirror():
    cell = Size(30, 45)
    folded = imposed(36, cell, duplex=Duplex.FOLD, bleed=3)
    assert len(folded.grid.slots) == 18
    assert folded.grid.block.center.x == pytest.approx(105)
    assert folded.grid.block.center.y < 148.5


def test_what_is_not_turned_over_may_move_along_the_other_axis_rather_than_not_fit():
    cell, paper = Size(122, 190), Size(148, 210)
    alone = imposed(1, cell, paper, Duplex.FRONTS)
    assert alone.grid.block == Rect(11, 10, 122, 190)
    assert {strip.side for strip, _ in alone.slug} == {Side.RIGHT}
    with pytest.raises(LayoutError, match="122x190mm does not fit"):
        imposed(1, cell, paper, Duplex.LONG_EDGE)


def test_nothing_moves_along_the_other_axis_where_one_piece_fits_without():
    imposition = imposed(4, Size(60, 93), Size(148, 210), Duplex.FRONTS)
    assert imposition.sheets == 2
    assert imposition.grid.block.center.x == pytest.approx(imposition.grid.page.width / 2)


def test_a_full_page_gives_up_a_column_or_a_row_rather_than_its_ruler():
    imposition = imposed(100, Size(48.5, 70.25))
    assert len(imposition.grid.slots) == 12
    assert {strip.side for strip, _ in imposition.slug} == {Side.LEFT}


@given(
    width=st.floats(12, 150),
    height=st.floats(12, 150),
    count=st.integers(1, 90),
    bleed=st.sampled_from([0.0, 3.0]),
    duplex=st.sampled_from(Duplex),
    paper=st.sampled_from([A4, LETTER, Size(148, 210), Size(297, 420)]),
)
def test_furniture_lies_in_the_safe_area_clear_of_pieces_and_of_itself(
    width, height, count, bleed, duplex, paper
):
    try:
        imposition = imposed(count, Size(width, height), paper, duplex, bleed)
    except LayoutError:
        return
    page = imposition.grid.page
    safe = Rect(0, 0, page.width, page.height).inset(MARGIN)
    taken: list[Rect] = []
    for (strip, start), length in zip(imposition.slug, SLUG.lengths, strict=True):
        place = strip.place
        if strip.side in (Side.TOP, Side.BOTTOM):
            own = Rect(place.x + start, place.y, length, place.height)
        elif strip.side is Side.LEFT:
            own = Rect(place.x, place.bottom - start - length, place.width, length)
        else:
            own = Rect(place.x, place.y + start, place.width, length)
        assert safe.contains(own)
        assert not own.overlaps(imposition.grid.block.inset(-bleed))
        assert not any(own.overlaps(other) for other in taken)
        taken.append(own)
    assert all(safe.contains(slot) for slot in imposition.grid.slots)
    assert imposition.sheets == -(-count // len(imposition.grid.slots))


def test_a_piece_larger_than_the_paper_names_both_and_says_what_would_help():
    with pytest.raises(LayoutError, match=r"300x68mm does not fit.*210x297mm.*larger paper"):
        imposed(1, Size(300, 68))


def test_a_piece_larger_than_half_the_paper_cannot_be_folded():
    with pytest.raises(LayoutError, match="one half of"):
        imposed(1, Size(150, 190), duplex=Duplex.FOLD)


A4, LETTER = Size(210, 297), Size(215.9, 279.4)
WIDE_MARGIN = 8


@pytest.mark.parametrize(
    ("page", "cell", "expected"),
    [
        (A4, Size(44, 68), (4, 4)),
        (A4, Size(63.5, 88.9), (3, 3)),
        (A4, Size(30, 45), (6, 6)),
        (A4, Size(70, 120), (2, 2)),
        (LETTER, Size(44, 68), (4, 3)),
        (LETTER, Size(57.15, 88.9), (3, 2)),
        (A4, Size(195, 45), (0, 6)),
    ],
)
def test_a_page_holds_as_many_as_fit_in_its_safe_area(page, cell, expected):
    assert most_on_page(page, WIDE_MARGIN, cell, gap=0) == expected


def test_an_exact_fit_is_not_lost_to_rounding():
    assert most_on_page(Size(0.3, 0.1), 0, Size(0.1, 0.1), gap=0) == (3, 1)


def test_half_of_a_folded_page_keeps_clear_of_the_fold():
    assert most_on_page(A4, WIDE_MARGIN, Size(44, 68), gap=0, gutter=2) == (2, 4)
    assert most_on_page(A4, WIDE_MARGIN, Size(48, 68), gap=0, gutter=2) == (1, 4)


lengths = st.floats(15, 90)


@given(width=lengths, height=lengths, gap=st.floats(0, 10), gutter=st.none() | st.floats(0, 6))
def test_slots_stay_inside_the_margin_and_apart(width, height, gap, gutter):
    cell = Size(width, height)
    columns, rows = most_on_page(A4, WIDE_MARGIN, cell, gap, gutter)
    grid = centered_grid(A4, cell, gap, columns, rows, gutter)
    safe = Rect(0, 0, A4.width, A4.height).inset(WIDE_MARGIN)
    assert len(grid.slots) == columns * rows
    for index, slot in enumerate(grid.slots):
        assert safe.contains(slot)
        assert grid.block.contains(slot)
        assert slot.size == cell
        assert not any(slot.overlaps(other) for other in grid.slots[:index])
        if grid.fold is not None:
            assert slot.right <= grid.fold - gutter + EPSILON


@given(width=lengths, height=lengths, gutter=st.none() | st.floats(0, 6))
def test_the_block_is_in_the_middle(width, height, gutter):
    columns, rows = most_on_page(A4, WIDE_MARGIN, Size(width, height), 0, gutter)
    block = centered_grid(A4, Size(width, height), 0, columns, rows, gutter).block
    assert block.center.x == pytest.approx(105)
    assert block.center.y == pytest.approx(148.5)


def corners(place):
    """The corners of an upright triangle on a place, as it lies there."""
    width, height = place.slot.size
    triangle = (Point(width / 2, 0), Point(width, height), Point(0, height))
    return [place.placement.apply(corner) for corner in triangle]


@pytest.mark.parametrize("gap", [0.0, 4.0])
def test_triangles_nest_upside_down_between_their_neighbours_a_gap_apart(gap):
    cell = Size(40, 20 * sqrt(3))
    columns, rows = most_on_page(A4, 5, cell, gap, None, 20.0)
    grid = centered_grid(A4, cell, gap, columns, rows, None, 20.0)
    places = grid.places()
    assert [place.upside_down for place in places[:4]] == [False, True, False, True]
    assert columns > most_on_page(A4, 5, cell, gap)[0] * 1.6
    up, down = (corners(place) for place in places[:2])
    (x, y), (u, v), at = up[0], up[1], down[1]  # the right side of one, the lower left of the next
    apart = ((u - x) * (at.y - y) - (v - y) * (at.x - x)) / dist(up[0], up[1])
    assert abs(apart) == pytest.approx(gap)
    assert all(grid.block.contains(slot) for slot in grid.slots)


@pytest.mark.parametrize("duplex", [Duplex.LONG_EDGE, Duplex.SHORT_EDGE])
@pytest.mark.parametrize("page", [A4, A4.turned()])
def test_the_back_of_a_nested_triangle_lies_behind_it(page, duplex):
    grid = centered_grid(page, Size(40, 20 * sqrt(3)), 4, 3, 2, None, 20.0)
    sideways = turned_sideways(page, duplex)
    for front, back in zip(grid.places(), grid.places(duplex), strict=True):
        for x, y in corners(front):
            seen = (page.width - x, y) if sideways else (x, page.height - y)
            assert min(dist(seen, corner) for corner in corners(back)) < 1e-6


def test_slots_come_in_reading_order():
    slots = centered_grid(A4, Size(60, 80), 0, 2, 2).slots
    assert [(slot.x < 105, slot.y < 148) for slot in slots] == [
        (True, True),
        (False, True),
        (True, False),
        (False, False),
    ]


def test_bleed_goes_outwards_in_full_and_half_way_to_a_neighbour():
    left, right = bleed_areas([Rect(20, 30, 40, 50), Rect(64, 30, 40, 50)], bleed=3)
    assert left == Rect(17, 27, 45, 56)
    assert right == Rect(62, 27, 45, 56)


def test_between_neighbours_that_touch_the_first_goes_on_below_the_second():
    slots = [Rect(20, 30, 40, 50), Rect(60, 30, 40, 50)]
    left, right = bleed_areas(slots, bleed=3)
    assert (left.right, right.x) == (pytest.approx(60 + UNDERLAP), 60)
    right, left = bleed_areas(slots[::-1], bleed=3)
    assert (left.right, right.x) == (60, pytest.approx(60 - UNDERLAP))


def test_a_piece_without_a_neighbour_bleeds_on_every_side():
    upper, _, lower = bleed_areas(
        [Rect(20, 30, 40, 50), Rect(60, 30, 40, 50), Rect(20, 80, 40, 50)], bleed=3
    )
    assert upper == Rect(17, 27, 43 + UNDERLAP, 53 + UNDERLAP)
    assert lower == Rect(17, 80, 46, 53)


@pytest.mark.parametrize(
    ("piece", "said"),
    [(Size(63, 88), True), (Size(88, 63), True), (Size(60, 86), True), (Size(64, 88), False)],
)
def test_a_piece_as_large_as_its_paper_is_told_how_to_be_printed_without_sheets(piece, said):
    way = ", or, if it is flat, --format faces --bleed 0mm for pages of its size"
    assert too_large(piece, 5, Size(63, 88)).values["alone"] == (way if said else "")
