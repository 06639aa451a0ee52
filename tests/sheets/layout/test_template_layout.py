"""Pieces in the slots of sheets that have places of their own, as numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.errors import LayoutError
from pnp.base.geometry import Rect, Size
from pnp.sheets.layout.imposition import fits_slot, impose_on, remarks_on
from pnp.sheets.layout.margin import Slug
from pnp.sheets.layout.scheme import Duplex, Scheme, Template, back_place

A4 = Size(210, 297)
SLUG = Slug((57.0, 76.0), 3.2, 6.0)


def grid(left, top, columns, rows, pitch, size, **more) -> Template:
    slots = tuple(
        Rect(left + column * pitch[0], top + row * pitch[1], *size)
        for row in range(rows)
        for column in range(columns)
    )
    return Template("labels", A4, slots, **more)


CARDS = grid(15, 13.5, 2, 5, (95, 54), (85, 54), precut=True)
ROUND = grid(5, 15.5, 3, 4, (67.5, 67), (65, 65), precut=True, round=True)
LOPSIDED = grid(10, 20, 3, 3, (52, 71), (50, 70), precut=True)  # 56 mm free on the right
FULL = grid(0, 0, 3, 8, (70, 37.125), (70, 37.125), precut=True)


def laid(template, count, cell, duplex=Duplex.LONG_EDGE, skip=(), bleed=0.0):
    cell = Size(*cell)
    scheme = Scheme(A4, duplex, skip=skip, template=template)
    reach = (cell.width**2 + cell.height**2) ** 0.5 / 2
    return impose_on(template, count, cell, reach, bleed, scheme, SLUG)


@pytest.mark.parametrize("template", [CARDS, ROUND, LOPSIDED, FULL])
@given(data=st.data())
def test_a_piece_lies_in_the_middle_of_its_slot_and_keeps_its_size(template, data):
    slot = template.slots[0]
    most = slot.width / 2**0.5 if template.round else min(slot.size)
    cell = (data.draw(st.floats(10, most)), data.draw(st.floats(10, most)))
    count = data.draw(st.integers(1, 50))
    imposition = laid(template, count, cell)
    assert imposition.sheets == -(-count // len(template.slots))
    assert imposition.precut
    for own, room in zip(imposition.grid.slots, template.slots, strict=True):
        assert room.contains(own)
        assert own.size == cell
        assert own.center == pytest.approx(room.center)
    page = Rect(0, 0, *A4)
    places = [strip.place for strip, _ in filter(None, imposition.slug)]
    assert all(page.inset(5).contains(place) for place in places)
    assert not any(place.overlaps(room) for place in places for room in template.slots)


def test_ruler_and_label_stand_beside_the_slots_where_there_is_room():
    assert None not in laid(CARDS, 1, (85, 54)).slug
    assert laid(FULL, 1, (70, 37)).slug == (None, None)
    narrow = grid(8, 8, 1, 1, (1, 1), (194, 276.5), precut=True)
    ruler, label = laid(narrow, 1, (194, 276)).slug
    assert ruler is not None
    assert label is not None


def test_where_only_one_has_room_it_is_the_label():
    small = Template("odd", Size(120, 297), (Rect(2, 14, 116, 281),), precut=True)
    ruler, label = laid(small, 1, (100, 200)).slug
    assert (ruler is None, label is None) == (True, False)


def test_what_is_worth_knowing_is_reported():
    whole = laid(CARDS, 1, (85, 54))
    assert remarks_on(CARDS, Size(85, 54), whole.slug) == []
    assert remarks_on(CARDS, Size(44, 30), whole.slug) == [
        "pieces of 44x30mm are centred in the slots of labels (85x54mm)"
    ]
    assert remarks_on(FULL, Size(70, 37.125), (None, None)) == [
        "no room on labels for the ruler and the label",
        "slots of labels come closer than 5 mm to the paper's edge, which most printers "
        "cannot print",
    ]


@pytest.mark.parametrize(
    ("template", "cell", "words"),
    [
        (CARDS, (85.1, 54), "a piece of 85.1x54mm is larger than the slots of labels (85x54mm)"),
        (CARDS, (44, 68), "a piece of 44x68mm is larger than the slots of labels (85x54mm)"),
        (ROUND, (50, 50), "a piece of 50x50mm is larger than the slots of labels (65 mm across)"),
    ],
)
def test_a_piece_larger_than_a_slot_is_refused_and_never_made_smaller(template, cell, words):
    with pytest.raises(LayoutError) as refusal:
        laid(template, 1, cell)
    assert words in str(refusal.value)
    assert "nothing is made smaller" in str(refusal.value)


def test_in_a_round_slot_the_outline_counts_and_not_the_square_around_it():
    assert fits_slot(ROUND, Size(65, 65), reach=32.5)
    assert not fits_slot(ROUND, Size(65, 65), reach=33)
    assert not fits_slot(ROUND, Size(46, 46.1), reach=32.57)


@pytest.mark.parametrize("duplex", [Duplex.LONG_EDGE, Duplex.SHORT_EDGE], ids=str)
def test_a_sheet_turned_over_carries_its_slots_with_it_even_if_they_are_lopsided(duplex):
    imposition = laid(LOPSIDED, 9, (50, 70), duplex)
    for slot in imposition.grid.slots:
        back = back_place(slot, A4, duplex)
        turned = Rect(210 - slot.right, slot.y, 50, 70)
        if duplex is Duplex.SHORT_EDGE:
            turned = Rect(slot.x, 297 - slot.bottom, 50, 70)
        assert tuple(back.slot) == pytest.approx(tuple(turned))
    assert any(back_place(s, A4, duplex).slot not in LOPSIDED.slots for s in LOPSIDED.slots)


def test_backs_alone_need_slots_at_the_mirror_images():
    for template in (CARDS, FULL):
        laid(template, 1, (50, 30), Duplex.BACKS)
    with pytest.raises(LayoutError, match=r"mirror images of the slots of labels are not slots"):
        laid(LOPSIDED, 1, (50, 70), Duplex.BACKS)


@pytest.mark.parametrize("duplex", [Duplex.LONG_EDGE, Duplex.SHORT_EDGE], ids=str)
@given(skip=st.sets(st.integers(1, 10), max_size=9), count=st.integers(1, 40))
def test_skipped_slots_stay_empty_on_both_sides(duplex, skip, count):
    imposition = laid(CARDS, count, (85, 54), duplex, tuple(skip))
    holes = [CARDS.slots[number - 1] for number in skip]
    assert len(imposition.grid.slots) == 10 - len(skip)
    assert imposition.sheets == -(-count // (10 - len(skip)))
    assert not any(hole.overlaps(slot) for hole in holes for slot in imposition.grid.slots)
    backs = [back_place(slot, A4, duplex).slot for slot in imposition.grid.slots]
    behind = [back_place(hole, A4, duplex).slot for hole in holes]
    assert not any(hole.overlaps(back) for hole in behind for back in backs)


def test_a_slot_that_is_not_there_cannot_be_skipped():
    with pytest.raises(LayoutError, match="--skip: a sheet has 10 slots, 1 to 10, and none is"):
        laid(CARDS, 1, (85, 54), skip=(11,))
