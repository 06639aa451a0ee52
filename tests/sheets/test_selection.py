"""Picked pieces of a component, by place or by name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.errors import UsageError
from pnp.base.geometry import Size
from pnp.components.piece import Piece
from pnp.make.selection import Pick, pick_pieces, read_pieces
from pnp.scene import Scene

FACE = Scene(Size(30, 45), ())
PAIRS = [Piece(f"{a}-{b}", FACE) for a in range(1, 7) for b in range(1, 7)]
COUNTERS = [Piece("white", FACE, copies=15), Piece("black", FACE, copies=15)]


def picked(pieces, text) -> list[tuple[str, int]]:
    return [(p.name, p.copies) for p in pick_pieces(pieces, read_pieces(text), "g, c")]


@pytest.mark.parametrize(
    ("text", "picks"),
    [
        ("1-6", (Pick(1, 6),)),
        ("3", (Pick(3, 3),)),
        (" 1-2 , 9", (Pick(1, 2), Pick(9, 9))),
        ("name:3-4", (Pick(name="3-4"),)),
        ("red-3-4,name: 7", (Pick(name="red-3-4"), Pick(name="7"))),
        ("x", (Pick(name="x"),)),
    ],
)
def test_ranges_are_read_as_places_and_other_words_as_names(text, picks):
    assert read_pieces(text) == picks


def test_places_are_counted_in_the_order_of_printing_and_picked_once():
    assert picked(PAIRS, "1-2,2,8,name:1-2") == [("1-1", 1), ("1-2", 1), ("2-2", 1)]


def test_places_count_copies_and_a_name_picks_all_copies():
    assert picked(COUNTERS, "14-17") == [("white", 2), ("black", 2)]
    assert picked(COUNTERS, "black") == [("black", 15)]
    assert picked(COUNTERS, "black,1") == [("white", 1), ("black", 15)]


@given(first=st.integers(1, 30), more=st.integers(0, 29))
def test_range_picks_each_place_once(first, more):
    last = min(30, first + more)
    chosen = pick_pieces(COUNTERS, read_pieces(f"{first}-{last}"), "g, c")
    assert sum(piece.copies for piece in chosen) == last - first + 1


@pytest.mark.parametrize("text", ["1,,2", ",", "name:", "0", "6-1", "0-3", " "])
def test_empty_pick_is_refused(text):
    with pytest.raises(UsageError, match="--pieces: write places"):
        read_pieces(text)


def test_all_missing_pieces_are_reported_at_once():
    with pytest.raises(UsageError) as refusal:
        picked(COUNTERS, "1-31,whit,40")
    assert str(refusal.value).splitlines() == [
        "--pieces: g, c: has 30 pieces, 1 to 30, and none is number 31",
        "--pieces: g, c: has no piece 'whit'; did you mean 'white'? (it has: white, black)",
        "--pieces: g, c: has 30 pieces, 1 to 30, and none is number 40",
    ]


def test_a_number_that_no_place_has_may_be_a_name():
    pieces = [COUNTERS[0]._replace(name="30010")]
    with pytest.raises(UsageError, match=r"30010; write name:30010 for the one of that name$"):
        pick_pieces(pieces, read_pieces("30010"), "g, c")


def test_different_picks_give_different_file_names():
    texts = ("3,5,2", "3-5,2", "3,name:5-2", "3-5-2", "name:3,5,2", "name:5,3", "5,3")
    words = ["_".join(pick.word for pick in read_pieces(text)) for text in texts]
    assert len(set(words)) == len(texts), words


def test_repeated_pick_counts_once():
    assert read_pieces("1,1, 1,name:a,a") == (Pick(1, 1), Pick(name="a"))


def test_reversed_range_suggests_a_name():
    with pytest.raises(UsageError, match="or name:5-2 for a piece of that name"):
        read_pieces("5-2")
