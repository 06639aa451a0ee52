"""Crop marks as numbers: outside the trim, clear of bleed where there is room."""

import pytest

from pnp.base.geometry import Rect, Size
from pnp.sheets.layout.imposition import centered_grid
from pnp.sheets.layout.margin import (
    UNPRINTABLE,
    Side,
    Slug,
    edges,
    mark_reaches,
    marks_at,
    place_slug,
)

A4 = Size(210, 297)


def marks(cell, columns, rows, bleed=0.0, taken=None):
    grid = centered_grid(A4, cell, 0, columns, rows)
    reaches = mark_reaches(grid.block, A4, 8, bleed, taken or {})
    return grid, marks_at(*edges(grid.slots), grid.block, reaches)


def test_every_line_between_cuts_has_a_mark_at_both_ends():
    _, lines = marks(Size(44, 68), 4, 4)
    assert len(lines) == 2 * 5 + 2 * 5


@pytest.mark.parametrize("bleed", [0.0, 3.0])
@pytest.mark.parametrize(
    ("cell", "columns", "rows"),
    [(Size(44, 68), 4, 4), (Size(63.5, 88.9), 3, 3), (Size(20, 20), 2, 2)],
)
def test_marks_lie_outside_the_block_and_where_printers_print(cell, columns, rows, bleed):
    grid, lines = marks(cell, columns, rows, bleed)
    printable = Rect(0, 0, A4.width, A4.height).inset(UNPRINTABLE)
    for start, end in lines:
        own = Rect(
            min(start.x, end.x), min(start.y, end.y), abs(start.x - end.x), abs(start.y - end.y)
        )
        assert printable.contains(own)
        assert not own.inset(-0.5).overlaps(grid.block)
        assert own.width + own.height >= 2.5 - 1e-9


def test_marks_keep_clear_of_bleed_where_there_is_room():
    grid, lines = marks(Size(20, 20), 2, 2, bleed=3)
    start, end = lines[0]
    assert grid.block.y - start.y == 3.5
    assert start.y - end.y == 4


def test_marks_stop_before_a_strip_that_is_in_use():
    grid, lines = marks(Size(44, 68), 4, 4, taken={Side.LEFT: 3.5})
    leftmost = min(end.x for _, end in lines)
    assert leftmost >= 8 + 3.5
    assert grid.block.x - leftmost >= 3.5


def test_only_strips_with_enough_room_are_free():
    grid = centered_grid(A4, Size(63.5, 88.9), 0, 3, 3)
    placed = place_slug(Slug((190, 190), 3.2, 6), grid.block, A4, 8, inner=3.8)
    assert [strip.side for strip, _ in placed] == [Side.BOTTOM, Side.TOP]
    assert placed[0][0].place == Rect(8, 285.8, 194, 3.2)
    assert place_slug(Slug((190, 190, 1), 3.2, 6), grid.block, A4, 8, inner=3.8) is None


def test_things_share_a_strip_until_it_is_full():
    grid = centered_grid(A4, Size(63.5, 88.9), 0, 3, 3)
    placed = place_slug(Slug((57, 76, 100), 3.2, 6), grid.block, A4, 8, 3.8)
    assert [(strip.side, start) for strip, start in placed] == [
        (Side.BOTTOM, 0),
        (Side.BOTTOM, 63),
        (Side.TOP, 0),
    ]
    assert place_slug(Slug((57, 300), 3.2, 6), grid.block, A4, 8, 3.8) is None


@pytest.mark.parametrize("bleed", [0, 3])
def test_cuts_without_any_other_mark_have_a_short_one_near_the_trim(bleed):
    letter, block = Size(215.9, 279.4), Rect(12.7, 6.35, 190.5, 266.7)
    reaches = mark_reaches(block, letter, 6.35, bleed, {Side.LEFT: 3.5})
    for side in (Side.TOP, Side.BOTTOM):
        assert reaches[side] == pytest.approx((0.35, 1.35))
    assert reaches[Side.RIGHT][1] - reaches[Side.RIGHT][0] >= 2.5


def test_a_short_mark_is_not_needed_where_the_other_end_has_one():
    block = Rect(6.5, 20, 180, 257)
    assert mark_reaches(block, A4, 5, 0, {})[Side.LEFT] == (1, 1)


def test_where_only_a_speck_would_fit_there_is_no_mark():
    block = Rect(6.2, 20, 197.6, 257)
    reaches = mark_reaches(block, A4, 5, 0, {})
    assert reaches[Side.LEFT] == (1, 1)
    assert reaches[Side.TOP] == (1, 5)
    lines = marks_at(*edges([block]), block, reaches)
    assert len(lines) == 2 + 2
    assert all(start.x == end.x for start, end in lines)
