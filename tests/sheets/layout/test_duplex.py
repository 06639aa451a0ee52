"""Backs behind fronts, for every way a sheet is turned."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.geometry import Rect, Size
from pnp.sheets.layout.scheme import Duplex, back_place, turned_sideways

UPRIGHT, LYING = Size(210, 297), Size(297, 210)
SLOT = Rect(20, 30, 44, 68)


@pytest.mark.parametrize(
    ("page", "duplex", "expected"),
    [
        (UPRIGHT, Duplex.LONG_EDGE, (Rect(146, 30, 44, 68), False)),
        (UPRIGHT, Duplex.SHORT_EDGE, (Rect(20, 199, 44, 68), True)),
        (LYING, Duplex.LONG_EDGE, (Rect(20, 112, 44, 68), True)),
        (LYING, Duplex.SHORT_EDGE, (Rect(233, 30, 44, 68), False)),
        (UPRIGHT, Duplex.FOLD, (Rect(146, 30, 44, 68), False)),
        (LYING, Duplex.FOLD, (Rect(233, 30, 44, 68), False)),
    ],
)
def test_a_back_lies_behind_its_front_and_stands_up_when_the_piece_is_turned(
    page, duplex, expected
):
    assert tuple(back_place(SLOT, page, duplex)) == expected


@given(
    x=st.floats(0, 100),
    y=st.floats(0, 100),
    duplex=st.sampled_from(Duplex),
    page=st.sampled_from([UPRIGHT, LYING]),
)
def test_turning_twice_brings_a_slot_back(x, y, duplex, page):
    slot = Rect(x, y, 44, 68)
    twice = back_place(back_place(slot, page, duplex).slot, page, duplex).slot
    assert tuple(twice) == pytest.approx(tuple(slot), abs=1e-9)


@pytest.mark.parametrize("duplex", Duplex)
def test_a_back_stands_on_its_head_just_when_the_sheet_goes_head_over_heels(duplex):
    for page in (UPRIGHT, LYING):
        place = back_place(SLOT, page, duplex)
        assert place.upside_down is not turned_sideways(page, duplex)
