"""Grids: what fits, where it goes, and how far bleed may go."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.geometry import Rect, Size
from pnp.base.units import EPSILON
from pnp.sheets.layout.grid import bleed_areas, centered_grid, most_on_page

A4, LETTER = Size(210, 297), Size(215.9, 279.4)
MARGIN = 8


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
    assert most_on_page(page, MARGIN, cell, gap=0) == expected


def test_an_exact_fit_is_not_lost_to_rounding():
    assert most_on_page(Size(0.3, 0.1), 0, Size(0.1, 0.1), gap=0) == (3, 1)


def test_half_of_a_folded_page_keeps_clear_of_the_fold():
    assert most_on_page(A4, MARGIN, Size(44, 68), gap=0, gutter=2) == (2, 4)
    assert most_on_page(A4, MARGIN, Size(48, 68), gap=0, gutter=2) == (1, 4)


lengths = st.floats(15, 90)


@given(width=lengths, height=lengths, gap=st.floats(0, 10), gutter=st.none() | st.floats(0, 6))
def test_slots_stay_inside_the_margin_and_apart(width, height, gap, gutter):
    cell = Size(width, height)
    columns, rows = most_on_page(A4, MARGIN, cell, gap, gutter)
    grid = centered_grid(A4, cell, gap, columns, rows, gutter)
    safe = Rect(0, 0, A4.width, A4.height).inset(MARGIN)
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
    columns, rows = most_on_page(A4, MARGIN, Size(width, height), 0, gutter)
    block = centered_grid(A4, Size(width, height), 0, columns, rows, gutter).block
    assert block.center.x == pytest.approx(105)
    assert block.center.y == pytest.approx(148.5)


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


def test_between_neighbours_that_touch_there_is_no_bleed():
    left, right = bleed_areas([Rect(20, 30, 40, 50), Rect(60, 30, 40, 50)], bleed=3)
    assert left.right == right.x == 60


def test_a_piece_without_a_neighbour_bleeds_on_every_side():
    upper, _, lower = bleed_areas(
        [Rect(20, 30, 40, 50), Rect(60, 30, 40, 50), Rect(20, 80, 40, 50)], bleed=3
    )
    assert upper == Rect(17, 27, 43, 53)
    assert lower == Rect(17, 80, 46, 53)
