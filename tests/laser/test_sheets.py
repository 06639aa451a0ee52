"""Sheets of material sawn to fit the bed."""

import pytest

from pnp.base.geometry import Size
from pnp.laser.sheets import SAW, ways_to_saw

K40 = Size(300, 200)


def test_sheet_that_fits_the_bed_is_not_sawn():
    (way,) = ways_to_saw(Size(300, 200), K40)
    assert (way.piece, way.pieces, way.turned) == (Size(300, 200), 1, False)


def test_sheet_that_fits_the_other_way_is_turned():
    (way,) = ways_to_saw(Size(180, 300), K40)
    assert (way.piece, way.pieces, way.turned) == (Size(300, 180), 1, True)


@pytest.mark.parametrize("sheet", [(600, 300), (500, 300), (1220, 610), (900, 150), (301, 60)])
def test_all_pieces_fit_the_bed_and_their_sheet_with_a_saw_between_them(sheet):
    for way in ways_to_saw(Size(*sheet), K40):
        assert way.piece.width <= 300
        assert way.piece.height <= 200
        across, down = way.piece.turned() if way.turned else way.piece
        assert way.columns * across + (way.columns - 1) * SAW <= sheet[0]
        assert way.rows * down + (way.rows - 1) * SAW <= sheet[1]


def test_a_sheet_is_sawn_into_pieces_as_large_as_the_bed_or_evenly():
    ways = ways_to_saw(Size(600, 300), K40)
    assert [(way.piece, way.columns, way.rows, way.turned) for way in ways] == [
        (Size(300, 200), 1, 1, False),
        (Size(300, 200), 2, 1, True),
        (Size(300, 198), 3, 1, True),
        (Size(298, 148), 2, 2, False),
    ]


def test_a_sheet_with_room_for_one_piece_is_sawn_too():
    ways = ways_to_saw(Size(350, 220), K40)
    assert not any(way.whole for way in ways)
    assert max(way.rest(1).width for way in ways) >= 350 - 300 - SAW
    assert all(way.whole for sheet in (K40, Size(150, 280)) for way in ways_to_saw(sheet, K40))


def test_as_many_sheets_are_needed_as_give_a_piece_to_each_bed():
    way = next(way for way in ways_to_saw(Size(600, 300), K40) if way.pieces == 3)
    assert [way.count(beds) for beds in (1, 3, 4, 6, 7)] == [1, 1, 2, 2, 3]


def test_the_rest_of_a_sheet_is_what_no_bed_needs():
    way = next(way for way in ways_to_saw(Size(600, 300), K40) if way.pieces == 3)
    assert way.rest(1) == Size(600 - 198 - SAW, 300)
    assert way.rest(2) == Size(600 - 2 * (198 + SAW), 300)
    assert max(way.rest(3)) * min(way.rest(3)) <= 0
