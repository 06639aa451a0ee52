"""Marks of every style as numbers: where they run, how thick they are, what they never touch."""

import itertools

import pytest

from pnp.base.geometry import Point, Rect, Size
from pnp.sheets.layout.crop_marks import (
    DOT_ON_PIECES,
    HAIRLINE,
    Dot,
    Marks,
    MarkStyle,
    cut_lines,
    dots,
    printable_area,
)
from pnp.sheets.layout.imposition import centered_grid
from pnp.sheets.layout.margin import Side, edges, mark_reaches, marks_at

A4 = Size(210, 297)
CARD = Size(44, 68)
GAPS = [0.0, 0.4, 2.0, 6.0]
AREA = printable_area(A4, 8, {})


def grid(gap, columns=3, rows=3, cell=CARD):
    return centered_grid(A4, cell, gap, columns, rows)


def inked(stroke) -> Rect:
    (x1, y1), (x2, y2), width = stroke
    half = width / 2
    if x1 == x2:
        return Rect(x1 - half, min(y1, y2), width, abs(y2 - y1))
    assert y1 == y2, "marks are upright or level"
    return Rect(min(x1, x2), y1 - half, abs(x2 - x1), width)


def strokes(style, slots, width=0.25):
    if style is MarkStyle.FULL:
        return cut_lines(slots, AREA, width)
    return cut_lines(slots, AREA, width, 2)


@pytest.mark.parametrize("width", [0.25, 1.0])
@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("style", [MarkStyle.FULL, MarkStyle.CROSS], ids=str)
def test_no_line_lies_on_a_piece_but_a_hairline_where_two_meet(style, gap, width):
    slots = grid(gap).slots
    found = strokes(style, slots, width)
    on_pieces = [s for s in found if any(inked(s).overlaps(slot) for slot in slots)]
    assert {s.width for s in on_pieces} == (set() if gap else {HAIRLINE})
    for stroke in on_pieces:
        for slot in slots:
            assert not inked(stroke).overlaps(slot.inset(HAIRLINE / 2))
    assert max(s.width for s in found) == width


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("style", [MarkStyle.FULL, MarkStyle.CROSS], ids=str)
def test_every_corner_of_every_slot_has_a_line_through_it_both_ways(style, gap):
    slots = grid(gap).slots
    found = [inked(stroke).inset(-0.06) for stroke in strokes(style, slots)]
    for slot in slots:
        for x, y in itertools.product((slot.x, slot.right), (slot.y, slot.bottom)):
            for dx, dy in ((1.9, 0), (-1.9, 0), (0, 1.9), (0, -1.9)):
                end = Rect(x + dx, y + dy, 0, 0)
                assert any(ink.contains(end) for ink in found), (x + dx, y + dy)


def test_full_lines_go_on_to_where_printers_stop():
    found = [inked(s) for s in cut_lines(grid(0).slots, AREA, 0.25)]
    assert min(i.y for i in found) == min(i.x for i in found) == 5
    assert max(i.bottom for i in found) == A4.height - 5
    assert max(i.right for i in found) == A4.width - 5


def test_full_lines_are_thick_in_the_margin_and_thin_along_pieces():
    block = grid(0)
    upright = [s for s in cut_lines(block.slots, AREA, 0.25) if s.start.x == s.end.x]
    inner = [s for s in upright if abs(s.start.x - block.slots[1].x) < 0.01]
    assert [(s.start.y, s.end.y, s.width) for s in inner] == [
        (5, block.block.y, 0.25),
        (block.block.y, block.block.bottom, HAIRLINE),
        (block.block.bottom, 292, 0.25),
    ]


def test_a_line_along_the_outside_of_the_block_lies_on_the_waste():
    block = grid(0)
    found = cut_lines(block.slots, AREA, 0.25)
    (left,) = [s for s in found if s.width == HAIRLINE and s.start.x == s.end.x < block.slots[0].x]
    assert left.start.x + HAIRLINE / 2 == pytest.approx(block.block.x)


def test_no_mark_runs_into_a_margin_that_is_in_use():
    area = printable_area(A4, 8, {Side.BOTTOM: 3.5, Side.LEFT: 5})
    assert area == Rect(13, 5, 192, 280.5)
    for found in (cut_lines(grid(0).slots, area, 0.25), cut_lines(grid(0).slots, area, 0.25, 2)):
        assert all(area.inset(-0.2).contains(inked(stroke)) for stroke in found)


def test_a_cross_is_as_long_as_was_asked():
    (slot,) = grid(0, 1, 1).slots
    for length in (2, 5):
        found = [inked(s) for s in cut_lines([slot], AREA, 0.25, length / 2)]
        near = [i for i in found if i.inset(-length / 2).contains(Rect(slot.x, slot.y, 0, 0))]
        assert min(i.x for i in near) == pytest.approx(slot.x - length / 2)
        assert max(i.right for i in near) == pytest.approx(slot.x + length / 2)
        assert max(i.bottom for i in near) == pytest.approx(slot.y + length / 2)


def test_lines_that_would_run_over_a_piece_stop_before_it():
    slots = [Rect(20, 20, 60, 30), Rect(20, 50, 30, 30), Rect(50, 50, 30, 30)]
    found = [inked(stroke) for stroke in cut_lines(slots, AREA, 0.25)]
    assert not any(ink.overlaps(slots[0].inset(0.06)) for ink in found)
    assert any(ink.x < 50 < ink.right and ink.y >= 50 - 0.06 for ink in found)


def circle_reaches(dot: Dot, slot: Rect) -> float:
    """How far a dot reaches into a slot."""
    x = min(max(dot.center.x, slot.x), slot.right)
    y = min(max(dot.center.y, slot.y), slot.bottom)
    away = ((dot.center.x - x) ** 2 + (dot.center.y - y) ** 2) ** 0.5
    return dot.diameter / 2 - away


@pytest.mark.parametrize("gap", GAPS)
def test_dots_touch_their_corner_and_lie_on_no_piece_where_that_can_be(gap):
    slots = grid(gap).slots
    found = dots(slots, 0.8)
    corners = {
        (round(x, 3), round(y, 3)) for s in slots for x in (s.x, s.right) for y in (s.y, s.bottom)
    }
    assert len(found) == len(corners)
    for x, y in corners:
        assert any(
            abs(((d.center.x - x) ** 2 + (d.center.y - y) ** 2) ** 0.5) <= d.diameter / 2 + 1e-3
            for d in found
        )
    on_pieces = [d for d in found if any(circle_reaches(d, s) > 1e-6 for s in slots)]
    assert {d.diameter for d in on_pieces} == (set() if gap else {DOT_ON_PIECES})
    assert len(on_pieces) == (0 if gap else 4)  # the corners where four of the nine meet


def test_pieces_that_meet_corner_to_corner_share_a_small_dot():
    found = dots([Rect(20, 20, 30, 30), Rect(50, 50, 30, 30)], 0.8)
    (shared,) = [dot for dot in found if dot.center == Point(50, 50)]
    assert shared.diameter == DOT_ON_PIECES
    assert len(found) == 7


def test_a_dot_in_a_nook_between_three_pieces_is_small():
    three = [Rect(20, 20, 30, 30), Rect(50, 20, 30, 30), Rect(20, 50, 30, 30)]
    (nook,) = [dot for dot in dots(three, 0.8) if dot.diameter < 0.8]
    assert nook == Dot(Point(50, 50), DOT_ON_PIECES)


def test_crop_marks_are_as_long_as_was_asked_where_there_is_room():
    block = grid(0, 2, 2)
    for length in (1.0, 4.0, 12.0):
        reaches = mark_reaches(block.block, A4, 8, 3, {}, length=length)
        assert {end - begin for begin, end in reaches.values()} == {length}
    reaches = mark_reaches(centered_grid(A4, CARD, 0, 4, 4).block, A4, 8, 0, {}, length=12.0)
    assert reaches[Side.LEFT] == (1, 9), "no longer than the margin has room for"


def test_crop_marks_are_left_out_on_sides_without_a_reach():
    block = grid(0)
    reaches = mark_reaches(block.block, A4, 8, 0, {})
    del reaches[Side.RIGHT]
    found = marks_at(*edges(block.slots), block.block, reaches)
    assert len(found) == 2 * 4 + 4
    assert not any(start.x > block.block.right for start, end in found if start.y == end.y)


def test_a_style_has_a_thickness_of_its_own_until_one_is_chosen():
    assert Marks().thickness == 0.25
    assert Marks(MarkStyle.DOTS).thickness == 0.8
    assert Marks(MarkStyle.DOTS, width=0.4).thickness == 0.4
