"""Places on boards: their names, where they are, what they hold."""

from itertools import combinations, pairwise
from math import hypot, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.geometry import Point, Rect, Size
from pnp.components.grid import Grid
from pnp.components.hexhex import HexHex
from pnp.components.loop import Loop
from pnp.components.star import Star
from pnp.components.tables import Tables
from pnp.game.places import (
    Footprint,
    Place,
    column_name,
    hexagon_corners,
    rectangle_corners,
    spelled_out,
)

GRID = Grid(kind="grid", name="Grid", rows=3, columns=28, cell=Size(20, 31), play=0.5, rim=4.0)
HEX = HexHex(kind="hexhex", name="Hex", side=3, cell=20.0)
TABLES = Tables(kind="tables", name="Tables", point=18.0, length=74.0, middle=20.0)


def loop(width=30.0, height=45.0, hexagon=30.0, spoke=3, side=6):
    tile = Size(width, height)
    return Loop(kind="loop", name="Loop", tile=tile, hexagon=hexagon, spoke=spoke, side=side)


def star(width=30.0, height=45.0, hexagon=30.0, arm=6):
    return Star(kind="star", name="Star", tile=Size(width, height), hexagon=hexagon, arm=arm)


def overlap(one, other):
    """Return whether two convex places share more than a line: no edge of either parts them."""
    for a, b in [*one.edges(), *other.edges()]:
        dx, dy = b.x - a.x, b.y - a.y

        def along(place, dx=dx, dy=dy):
            return [dx * p.y - dy * p.x for p in place.corners]

        first, second = along(one), along(other)
        slack = 1e-6 * hypot(dx, dy)
        if max(first) <= min(second) + slack or max(second) <= min(first) + slack:
            return False
    return True


def disc(diameter):
    return Footprint((Point(0, 0),), diameter / 2)


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["c2"], ["c2"]),
        (["a1-b3"], ["a1", "a2", "a3", "b1", "b2", "b3"]),
        (["z9-aa10"], ["z9", "z10", "aa9", "aa10"]),
        (["7-9", "middle"], ["7", "8", "9", "middle"]),
        (["a-c"], ["a", "b", "c"]),
    ],
)
def test_a_range_stands_for_all_names_between_its_ends(words, names):
    assert list(spelled_out(words)) == names


@pytest.mark.parametrize(
    "word", ["", "-", "a1-", "-b2", "A1", "a 1", "1a", "b1-a2", "a2-b1", "a1-3"]
)
def test_a_word_that_is_neither_a_name_nor_a_range_is_refused(word):
    with pytest.raises(ValueError, match=r"write a place such as|goes from the lower name"):
        spelled_out([word])


def test_columns_past_the_alphabet_have_two_letters():
    assert [column_name(index) for index in (0, 25, 26, 51, 52)] == ["a", "z", "aa", "az", "ba"]


def test_a1_is_the_near_players_left_corner_of_a_grid():
    by_name = {place.name: place for place in GRID.places}
    assert len(by_name) == 3 * 28
    assert by_name["a1"].center == pytest.approx((4 + 20.5 / 2, GRID.size.height - 4 - 31.5 / 2))
    assert by_name["ab3"].center == pytest.approx((GRID.size.width - 4 - 20.5 / 2, 4 + 31.5 / 2))


def test_a_cell_has_room_for_its_piece_and_the_play():
    place = GRID.places[0]
    assert place.holds(Footprint(rectangle_corners(Size(20.5, 31.5))))
    assert not place.holds(Footprint(rectangle_corners(Size(20.6, 31))))
    assert not place.holds(Footprint(rectangle_corners(Size(31, 20))))


def test_rows_of_hexagons_have_letters_from_below_and_numbers_from_the_left():
    by_name = {place.name: place.center for place in HEX.places}
    assert list(by_name)[:4] == ["a1", "a2", "a3", "b1"]
    assert {name[0] for name in by_name} == set("abcde")
    assert by_name["c1"].x < by_name["a1"].x < by_name["a2"].x
    assert by_name["e1"].y < by_name["a1"].y


def test_a_hexagonal_place_holds_what_fits_between_its_flats():
    place = HEX.places[0]
    assert place.holds(disc(20))
    assert not place.holds(disc(20.01))
    assert place.holds(Footprint(hexagon_corners(20 / sqrt(3))))
    assert not place.holds(Footprint(rectangle_corners(Size(16, 16))))


def test_a_scaled_place_holds_what_a_place_of_that_size_would():
    place = GRID.places[5]
    assert place.holds(disc(10.25), scale=0.5)
    assert not place.holds(disc(10.26), scale=0.5)


def test_what_lies_turned_is_held_as_if_both_were_upright():
    room = Size(10, 20)
    turned = Place("x", Point(50, 60), rectangle_corners(room, Point(50, 60), 30), 30)
    assert turned.size == pytest.approx(room)
    assert turned.holds(Footprint(rectangle_corners(room)))
    assert not turned.holds(Footprint(rectangle_corners(room.turned())))


def test_tables_are_numbered_anticlockwise_from_the_far_right():
    by_name = {place.name: place for place in TABLES.places}
    assert len(by_name) == 24
    far_right, far_left = by_name["1"].center, by_name["12"].center
    near_left, near_right = by_name["13"].center, by_name["24"].center
    assert far_right.y == far_left.y < near_left.y == near_right.y
    assert far_right.x == pytest.approx(near_right.x)
    assert far_left.x == pytest.approx(near_left.x)
    assert far_left.x < far_right.x


def test_a_piece_at_the_foot_of_a_point_touches_the_boards_frame():
    for place in TABLES.places:
        box = Rect.around(place.corners)
        assert TABLES.field.contains(box)
        assert box.y == pytest.approx(TABLES.field.y) or box.bottom == pytest.approx(
            TABLES.field.bottom
        )


def test_the_track_starts_and_ends_at_the_hexagon_and_takes_all_36_tiles():
    *track, middle = loop().places
    assert [place.name for place in track] == [str(number) for number in range(1, 37)]
    hexagon = middle.center

    def away(place):
        return hypot(place.center.x - hexagon.x, place.center.y - hexagon.y)

    nearest = sorted(track, key=away)[:2]
    assert {place.name for place in nearest} == {"1", "36"}
    room = away(track[0]) - 45.5 / 2 - 30.5 * sqrt(3) / 2
    assert 0 <= room < 10


def test_who_walks_the_track_never_jumps():
    *track, _ = loop().places
    for here, there in pairwise(track):
        step = hypot(here.center.x - there.center.x, here.center.y - there.center.y)
        assert step < hypot(45.5, 45.5), (here.name, there.name)


@given(
    width=st.floats(15, 60),
    height=st.floats(15, 90),
    spoke=st.integers(1, 6),
    side=st.integers(1, 12),
)
def test_no_tile_of_a_track_lies_on_another_whatever_their_size(width, height, spoke, side):
    board = loop(width, height, width, spoke, side)
    assert len(board.places) == 2 * spoke + 5 * side + 1
    for one, other in combinations(board.places, 2):
        assert not overlap(one, other), (one.name, other.name)


@given(width=st.floats(15, 60), height=st.floats(15, 90), arm=st.integers(1, 6))
def test_no_tile_of_a_star_lies_on_another(width, height, arm):
    for one, other in combinations(star(width, height, width, arm).places, 2):
        assert not overlap(one, other), (one.name, other.name)


def test_each_arm_of_a_star_lies_against_a_side_of_the_hexagon():
    *tiles, middle = star().places
    sides = {tuple(sorted((round(p.x, 6), round(p.y, 6)) for p in edge)) for edge in middle.edges()}
    inner = [place for place in tiles if place.name.endswith("1")]
    touching = {
        tuple(sorted((round(p.x, 6), round(p.y, 6)) for p in edge))
        for place in inner
        for edge in place.edges()
    }
    assert len(inner) == 6
    assert sides <= touching


@pytest.mark.parametrize("board", [GRID, HEX, TABLES, loop(), star()], ids=lambda b: b.kind)
def test_all_places_lie_on_the_board_and_have_names_of_their_own(board):
    trim = Rect(0, 0, *board.size)
    assert all(trim.contains(Rect.around(place.corners)) for place in board.places)
    names = [place.name for place in board.places]
    assert len(set(names)) == len(names)
    assert all(spelled_out([name]) == (name,) for name in names)


@pytest.mark.parametrize("board", [loop(), star()], ids=lambda board: board.kind)
def test_a_mats_rim_is_the_same_on_all_sides(board):
    box = Rect.around([corner for place in board.places for corner in place.corners])
    assert (box.x, box.y) == pytest.approx((5, 5))
    assert (box.right, box.bottom) == pytest.approx((board.size.width - 5, board.size.height - 5))
