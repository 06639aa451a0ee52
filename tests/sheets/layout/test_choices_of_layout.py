"""What a user may say of a sheet: how it lies, how near, how far apart, what stays empty."""

import itertools
from hashlib import sha256

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pnp.base.errors import LayoutError
from pnp.base.geometry import Rect, Size
from pnp.base.units import EPSILON
from pnp.game.paper import MARGIN
from pnp.sheets.layout.imposition import impose
from pnp.sheets.layout.margin import UNPRINTABLE, Slug, edges, mark_reaches, marks_at
from pnp.sheets.layout.poster import split_board
from pnp.sheets.layout.scheme import Duplex, Orientation, Scheme, back_place

A4, A5 = Size(210, 297), Size(148, 210)
CARD = Size(44, 68)
SLUG = Slug((57.0, 76.0), 3.2, 6.0)
BOTH_SIDES = [Duplex.LONG_EDGE, Duplex.SHORT_EDGE, Duplex.FOLD]

lengths = st.floats(12, 120)
margins = st.floats(0, 25)
gaps = st.floats(0, 12)


def laid(count, cell, bleed=0.0, **chosen):
    scheme = Scheme(chosen.pop("paper", A4), **chosen)
    return impose(count, cell, bleed, scheme, SLUG)


def nearest_to_edge(page: Size, slot: Rect) -> float:
    return min(slot.x, slot.y, page.width - slot.right, page.height - slot.bottom)


def apart(one: Rect, other: Rect) -> float:
    across = max(one.x - other.right, other.x - one.right)
    down = max(one.y - other.bottom, other.y - one.bottom)
    return max(across, down)


@given(
    width=lengths,
    height=lengths,
    count=st.integers(1, 60),
    margin=margins,
    gap=gaps,
    duplex=st.sampled_from(Duplex),
    orientation=st.sampled_from(Orientation),
    bleed=st.sampled_from([0.0, 3.0]),
)
def test_all_pieces_are_placed_inside_the_margin_and_a_gap_apart(
    width, height, count, margin, gap, duplex, orientation, bleed
):
    try:
        imposition = laid(
            count,
            Size(width, height),
            bleed,
            duplex=duplex,
            orientation=orientation,
            margin=margin,
            gap=gap,
        )
    except LayoutError:
        assume(False)
    grid = imposition.grid
    assert imposition.sheets * len(grid.slots) >= count > (imposition.sheets - 1) * len(grid.slots)
    if orientation is not Orientation.AUTO:
        assert (grid.page.width > grid.page.height) is (orientation is Orientation.LANDSCAPE)
    backs = [back_place(slot, grid.page, duplex).slot for slot in grid.slots]
    for slots in (grid.slots, backs):
        for slot in slots:
            assert slot.size == (width, height)
            assert nearest_to_edge(grid.page, slot) >= margin - EPSILON
        for one, other in itertools.combinations(slots, 2):
            assert apart(one, other) >= gap - EPSILON


@given(
    margin=margins,
    gap=gaps,
    width=lengths,
    height=lengths,
    bleed=st.sampled_from([0.0, 3.0]),
    duplex=st.sampled_from(Duplex),
)
def test_every_cut_keeps_a_mark_where_the_printer_prints(margin, gap, width, height, bleed, duplex):
    scheme = Scheme(A4, duplex, margin=margin, gap=gap)
    try:
        imposition = impose(500, Size(width, height), bleed, scheme, SLUG)
    except LayoutError:
        assume(False)
    grid = imposition.grid
    reaches = mark_reaches(
        grid.block, grid.page, scheme.clearance, bleed, imposition.taken, scheme.printable
    )
    lines = marks_at(*edges(grid.slots), grid.block, reaches)
    sides = {round(x, 2) for slot in grid.slots for x in (slot.x, slot.right)}
    assert {round(a.x, 2) for a, b in lines if abs(a.x - b.x) < 1e-9} >= sides
    sides = {round(y, 2) for slot in grid.slots for y in (slot.y, slot.bottom)}
    assert {round(a.y, 2) for a, b in lines if abs(a.y - b.y) < 1e-9} >= sides
    printed = Rect(0, 0, *grid.page).inset(min(margin, UNPRINTABLE))
    for a, b in lines:
        assert printed.contains(Rect(*a, 0, 0).union(Rect(*b, 0, 0)))
        assert abs(a.x - b.x) + abs(a.y - b.y) >= 1
    taken = [strip.place for strip, _ in imposition.slug]
    safe = Rect(0, 0, *grid.page).inset(margin if margin >= MARGIN else UNPRINTABLE)
    assert all(safe.contains(place) for place in taken)
    assert not any(place.overlaps(slot) for place in taken for slot in grid.slots)


def test_a_margin_of_nothing_makes_room_for_another_column():
    wide = Size(50, 70)
    assert [len(laid(99, wide, margin=m, duplex=Duplex.LONG_EDGE).grid.slots) for m in (8, 0)] == [
        12,
        16,
    ]


def test_a_block_as_wide_as_what_prints_leaves_no_room_for_marks_and_gives_up_a_column():
    full = Size(50, 70)  # four are 200 mm: all that is left between margins of 5 mm
    unmarked = impose(99, full, 0, Scheme(A4, margin=5), SLUG, marked=False)
    assert len(unmarked.grid.slots) == 16
    assert len(laid(99, full, margin=5).grid.slots) == 12


@pytest.mark.parametrize("orientation", Orientation)
def test_a_board_on_several_pages_lies_as_asked(orientation):
    scheme = Scheme(A4, orientation=orientation)
    page = split_board(Size(350, 250), scheme, 0, Slug((18.0, 57.0, 76.0), 5.0, 6.0)).page
    assert (page == A4) is (orientation is not Orientation.LANDSCAPE)


def test_the_windows_of_a_poster_keep_a_larger_margin():
    poster = split_board(Size(350, 250), Scheme(A4, margin=20), 0, Slug((18.0, 57.0), 5.0, 6.0))
    assert nearest_to_edge(poster.page, poster.window) >= 20 - EPSILON


@pytest.mark.parametrize("duplex", BOTH_SIDES, ids=str)
@given(data=st.data())
def test_a_skipped_slot_is_empty_in_front_and_behind_and_the_others_stay(duplex, data):
    gap = data.draw(gaps)
    lies = data.draw(st.sampled_from([Orientation.PORTRAIT, Orientation.LANDSCAPE]))
    full = laid(999, CARD, duplex=duplex, gap=gap, orientation=lies).grid
    numbers = st.integers(1, len(full.slots))
    skip = tuple(data.draw(st.sets(numbers, max_size=len(full.slots) - 1)))
    count = data.draw(st.integers(1, 40))
    imposition = laid(count, CARD, duplex=duplex, gap=gap, skip=skip, orientation=lies)
    left = [slot for n, slot in enumerate(full.slots, start=1) if n not in skip]
    if skip:
        assert list(imposition.grid.slots) == left
    assert imposition.sheets == -(-count // len(imposition.grid.slots))
    empty = [back_place(full.slots[n - 1], full.page, duplex).slot for n in skip]
    backs = [back_place(slot, full.page, duplex).slot for slot in imposition.grid.slots]
    assert not any(hole.overlaps(back) for hole in empty for back in backs)


def test_numbers_of_slots_do_not_depend_on_how_many_pieces_there_are():
    few, many = laid(1, CARD, skip=(1,)), laid(99, CARD, skip=(1,))
    assert few.grid.slots == many.grid.slots
    assert few.grid.slots[0] == Rect(61, 12.5, 44, 68)


@pytest.mark.parametrize(
    ("skip", "message"),
    [
        ((17,), "--skip: a sheet has 16 slots, 1 to 16, and none is number 17"),
        ((3, 18, 40), "--skip: a sheet has 16 slots, 1 to 16, and none is number 18, 40"),
        (
            tuple(range(1, 17)),
            "--skip: a sheet has 16 slots, 1 to 16, and none would be left; skip fewer",
        ),
    ],
)
def test_slots_that_cannot_be_skipped_are_reported_with_how_many_there_are(skip, message):
    with pytest.raises(LayoutError) as refusal:
        laid(36, CARD, skip=skip)
    assert str(refusal.value) == message


def test_what_does_not_fit_names_the_margin_and_how_the_paper_lies():
    with pytest.raises(LayoutError, match=r"30 mm margins of 210x297mm landscape paper"):
        laid(1, Size(60, 160), margin=30, orientation=Orientation.LANDSCAPE)


# Pages, slots and slug of 360 jobs as they were before any of this could be chosen, in
# short: what is made when nothing is chosen must not move.
DEFAULTS = {
    Duplex.LONG_EDGE: "78975de8bda37b64",
    Duplex.SHORT_EDGE: "12e808392ddbabeb",
    Duplex.FOLD: "f52098cfd3fb5c90",
    Duplex.FRONTS: "22297d245a23b153",
}
CELLS = [
    (30, 45), (44, 68), (57.15, 88.9), (63.5, 88.9), (70, 120), (24, 24), (135.08, 200),
    (60, 51.96), (48.5, 70.25), (194, 50),
]  # fmt: skip


@pytest.mark.parametrize("duplex", DEFAULTS, ids=str)
def test_sheets_for_which_nothing_is_chosen_are_laid_out_as_ever(duplex):
    told: list[object] = []
    papers = (A4, A5, Size(215.9, 279.4))
    for paper, cell, count, (bleed, gap) in itertools.product(
        papers, CELLS, (1, 5, 36, 1000), ((0, 0), (3, 0), (3, 4))
    ):
        try:
            found = impose(count, Size(*cell), bleed, Scheme(paper, duplex, gap=gap), SLUG)
        except LayoutError:
            told.append("none")
            continue
        grid = found.grid
        numbers = [*grid.page, found.sheets, *grid.block, *itertools.chain(*grid.slots)]
        numbers += [n for strip, start in found.slug for n in (*strip.place, start)]
        told.append([round(n, 3) + 0.0 for n in numbers])
    assert sha256(repr(told).encode()).hexdigest()[:16] == DEFAULTS[duplex]


def test_the_defaults_of_a_scheme_are_what_the_documents_say():
    scheme = Scheme(A5)
    assert (scheme.margin, scheme.gap, scheme.skip, scheme.template) == (MARGIN, None, (), None)
    assert scheme.pages == (A5, A5.turned())
