"""Ganged layouts: everything on few sheets, nothing on top of anything else."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.base.errors import LayoutError
from pnp.base.geometry import Rect, Size
from pnp.sheets.layout.gang import STREET, Fold, Lot, gang
from pnp.sheets.layout.imposition import Slug

A4 = Size(210, 297)
SLUG = Slug((57.0, 80.0), 3.2, 6.0)


def ganged(*lots):
    return gang(lots, A4, SLUG, 8.0, 5.0).sheets


@st.composite
def some_lots(draw):
    lots = []
    for number in range(draw(st.integers(1, 4))):
        size = Size(draw(st.integers(10, 120)), draw(st.integers(10, 120)))
        folded = draw(st.booleans()) and max(size) < 90
        gap = draw(st.sampled_from([0.0, STREET]))
        pieces = draw(st.integers(1, 20))
        lots.append(Lot(f"lot {number}", pieces, size, gap, 3.0 * folded, folded, 3.0 * folded))
    return lots


@given(some_lots())
@settings(max_examples=15, deadline=None)
def test_every_piece_lies_once_inside_the_margins_and_a_street_from_other_blocks(lots):
    sheets = ganged(*lots)
    area = Rect(0, 0, *A4).inset(8)
    for lot in lots:
        blocks = [b for sheet in sheets for b in sheet.blocks if b.lot == lot]
        numbers = [n for b in blocks for n in range(b.first, b.first + b.pieces)]
        assert sorted(numbers) == list(range(lot.pieces))
    for sheet in sheets:
        for block in sheet.blocks:
            assert area.contains(block.place)
            assert all(block.place.contains(slot) for slot in block.slots)
            assert not any(a.overlaps(b) for a, b in combinations(block.slots, 2))
        for one, other in combinations(sheet.blocks, 2):
            assert not one.place.inset(-STREET).overlaps(other.place)


@given(some_lots())
@settings(max_examples=15, deadline=None)
def test_ruler_and_label_lie_on_free_paper_that_a_printer_reaches(lots):
    for sheet in ganged(*lots):
        places = [strip.place for strip, _ in sheet.slug]
        assert sorted(max(place.size) for place in places) == sorted(SLUG.lengths)
        for place in places:
            assert Rect(0, 0, *A4).inset(5).contains(place)
            assert not any(block.place.overlaps(place) for block in sheet.blocks)
        assert not places[0].overlaps(places[1])


def test_what_fits_on_one_sheet_is_on_one_sheet():
    board = Lot("board", 1, Size(194, 176))
    counters = Lot("counters", 33, Size(16, 16), STREET, 3.0)
    (sheet,) = ganged(board, counters)
    assert sheet.cuts == 4 + 33


def test_tiles_are_kept_in_one_block_that_straight_cuts_part():
    (sheet,) = ganged(Lot("tiles", 36, Size(30, 45), bleed=3.0))
    (block,) = sheet.blocks
    assert (block.columns, block.rows) == (6, 6)
    assert block.cuts == 14


def test_a_folded_block_has_room_for_its_backs_beyond_the_fold():
    (sheet,) = ganged(Lot("tiles", 9, Size(30, 45), folded=True, gutter=3.0))
    (block,) = sheet.blocks
    assert block.fold in Fold
    half = block.place.width if block.fold is Fold.UPRIGHT else block.place.height
    fronts = Rect.around([corner for slot in block.slots for corner in slot.corners])
    used = fronts.width if block.fold is Fold.UPRIGHT else fronts.height
    assert half == pytest.approx(2 * (used + 3.0))


def test_the_same_lots_are_always_laid_out_the_same_way():
    lots = [Lot("a", 7, Size(40, 30)), Lot("b", 5, Size(30, 40)), Lot("c", 9, Size(20, 20), 4.0)]
    assert ganged(*lots) == ganged(*lots)


def test_a_piece_that_does_not_fit_is_named_with_the_paper_it_needs():
    with pytest.raises(LayoutError, match=r"^board: a piece of 250x250mm does not fit, with"):
        ganged(Lot("board", 1, Size(250, 250)))
