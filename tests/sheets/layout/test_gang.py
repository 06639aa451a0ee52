"""Ganged layouts: everything on few sheets, nothing on top of anything else."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from pnp.base.errors import LayoutError
from pnp.base.geometry import Rect, Size
from pnp.sheets.layout.gang import STREET, Fold, Lot, gang
from pnp.sheets.layout.imposition import Slug, impose
from pnp.sheets.layout.margin import Side
from pnp.sheets.layout.scheme import Duplex, Scheme

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
    blocks = [block for sheet in sheets for block in sheet.blocks]
    assert sum((block.contents for block in blocks), Counter()) == {
        lot.name: lot.pieces for lot in lots
    }
    for lot in {block.lot for block in blocks}:
        own = [block for block in blocks if block.lot == lot]
        numbers = [n for b in own for n in range(b.first, b.first + b.pieces)]
        assert sorted(numbers) == list(range(lot.pieces))
    for sheet in sheets:
        for block in sheet.blocks:
            assert area.contains(block.place)
            assert all(block.place.contains(slot) for slot in block.slots)
            assert not any(a.overlaps(b) for a, b in combinations(block.slots, 2))
        for one, other in combinations(sheet.blocks, 2):
            assert not one.place.inset(-STREET).overlaps(other.place)


TILES = Lot("tiles", 36, Size(30, 45), 0.0, 3.0, False, 3.0)
HEXAGONS = Lot("tiles", 39, Size(40, 46.188), STREET, 3.0, False, 3.0)
TRACK = Lot("points", 1, Size(180, 106), 0.0, 0.0, False, 2.0)
COINS = (
    Lot("scores", 4, Size(14, 14), STREET, 1.5, False, 2.0),
    Lot("divers", 12, Size(12, 12), STREET, 1.5, False, 2.0),
)


@pytest.mark.parametrize(
    ("lots", "margin"),
    [((TILES,), 8.0), ((HEXAGONS, TRACK, *COINS), 5.0)],
    ids=["beside a block", "above many"],
)
def test_ruler_and_label_lie_along_edges_of_the_page_where_there_is_room(lots, margin):
    for sheet in gang(lots, A4, Slug((56.1, 50.1), 3.2, 6.0), margin, margin).sheets:
        for strip, _ in sheet.slug:
            place = strip.place
            ends = {
                Side.LEFT: place.x,
                Side.TOP: place.y,
                Side.RIGHT: A4.width - place.right,
                Side.BOTTOM: A4.height - place.bottom,
            }
            assert ends[strip.side] == pytest.approx(margin)


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


def test_pieces_of_one_size_share_a_grid_lying_or_upright():
    instants, references = Lot("instants", 5, Size(63, 88)), Lot("references", 4, Size(88, 63))
    (sheet,) = ganged(instants, references)
    (block,) = sheet.blocks
    assert block.contents == {"instants": 5, "references": 4}
    assert (block.columns, block.rows, block.cuts) == (3, 3, 8)


def test_pieces_share_no_grid_with_others_that_are_cut_or_folded_in_another_way():
    size = Size(40, 40)
    lots = [Lot("tiles", 4, size), Lot("discs", 4, size, STREET), Lot("pairs", 4, size, 0, 0, True)]
    (sheet,) = ganged(*lots)
    assert sorted(tuple(block.contents) for block in sheet.blocks) == [
        ("discs",),
        ("pairs",),
        ("tiles",),
    ]


SIZES = [Size(63, 88), Size(63.5, 88.9), Size(44, 68), Size(70, 120), Size(16, 16), Size(37, 128)]


@given(
    paper=st.sampled_from([A4, Size(215.9, 279.4), Size(148, 210)]),
    margin=st.sampled_from([5.0, 6.0, 8.0, 12.0]),
    bleed=st.sampled_from([0.0, 3.0]),
    folded=st.booleans(),
    sizes=st.lists(st.sampled_from(SIZES), min_size=1, max_size=2),
    counts=st.lists(st.integers(1, 14), min_size=1, max_size=4),
)
@example(A4, 8.0, 3.0, False, [SIZES[0]], [5, 4])
@example(Size(148, 210), 12.0, 3.0, False, [Size(30, 45)], [12, 4])
@example(Size(148, 210), 8.0, 0.0, False, [Size(100, 148), Size(37, 128)], [3, 11, 4, 7])
@example(Size(148, 210), 8.0, 3.0, True, [SIZES[1], SIZES[0]], [14, 2])
@settings(max_examples=60, deadline=None)
def test_shared_sheets_are_never_more_than_those_of_each_size_alone(
    paper, margin, bleed, folded, sizes, counts
):
    scheme = Scheme(paper, Duplex.FOLD if folded else Duplex.LONG_EDGE, margin=margin, gap=0.0)
    lots = [
        Lot(f"lot {n}", count, sizes[n % len(sizes)], 0.0, bleed, folded, max(2.0, bleed))
        for n, count in enumerate(counts)
    ]
    together = Counter(size for lot in lots for size in [lot.size] * lot.pieces)
    try:
        alone = [impose(n, size, bleed, scheme, SLUG).sheets for size, n in together.items()]
    except LayoutError:
        assume(False)
    sheets = gang(lots, paper, SLUG, margin, scheme.clearance).sheets
    assert len(sheets) <= sum(alone)


def test_the_same_lots_are_always_laid_out_the_same_way():
    lots = [Lot("a", 7, Size(40, 30)), Lot("b", 5, Size(30, 40)), Lot("c", 9, Size(20, 20), 4.0)]
    assert ganged(*lots) == ganged(*lots)


def test_a_piece_that_does_not_fit_is_named_with_the_paper_it_needs():
    with pytest.raises(LayoutError, match=r"^board: a piece of 250x250mm does not fit, with"):
        ganged(Lot("board", 1, Size(250, 250)))
