"""Some pieces of a component, by place or by name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.errors import UsageError
from pnp.base.geometry import Size
from pnp.components.piece import Piece
from pnp.jobs.selection import Pick, pick_pieces, read_pieces
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
def test_two_numbers_are_places_and_any_other_word_is_a_name(text, picks):
    assert read_pieces(text) == picks


def test_places_are_counted_in_the_order_of_printing_and_picked_once():
    assert picked(PAIRS, "1-2,2,8,name:1-2") == [("1-1", 1), ("1-2", 1), ("2-2", 1)]


def test_copies_count_one_by_one_and_a_name_means_all_of_them():
    assert picked(COUNTERS, "14-17") == [("white", 2), ("black", 2)]
    assert picked(COUNTERS, "black") == [("black", 15)]
    assert picked(COUNTERS, "black,1") == [("white", 1), ("black", 15)]


@given(first=st.integers(1, 30), more=st.integers(0, 29))
def test_a_range_picks_as_many_as_it_spans(first, more):
    last = min(30, first + more)
    chosen = pick_pieces(COUNTERS, read_pieces(f"{first}-{last}"), "g, c")
    assert sum(piece.copies for piece in chosen) == last - first + 1


@pytest.mark.parametrize("text", ["1,,2", ",", "name:", "0", "6-1", "0-3", " "])
def test_a_word_that_picks_nothing_is_a_wrong_option(text):
    with pytest.raises(UsageError, match="--pieces: write places"):
        read_pieces(text)


def test_all_that_is_not_there_is_told_at_once_with_what_is():
    with pytest.raises(UsageError) as refusal:
        picked(COUNTERS, "1-31,whit,40")
    assert str(refusal.value).splitlines() == [
        "--pieces: g, c: has 30 pieces, 1 to 30, and none is number 31",
        "--pieces: g, c: has no piece 'whit'; did you mean 'white'? (it has: white, black)",
        "--pieces: g, c: has 30 pieces, 1 to 30, and none is number 40",
    ]


def test_picks_that_differ_have_other_words_for_a_files_name():
    texts = ("3,5,2", "3-5,2", "3,name:5-2", "3-5-2", "name:3,5,2", "name:5,3", "5,3")
    words = ["_".join(pick.word for pick in read_pieces(text)) for text in texts]
    assert len(set(words)) == len(texts), words


def test_what_is_picked_twice_is_one_pick():
    assert read_pieces("1,1, 1,name:a,a") == (Pick(1, 1), Pick(name="a"))


def test_a_range_that_runs_backwards_may_have_been_a_name():
    with pytest.raises(UsageError, match="or name:5-2 for a piece of that name"):
        read_pieces("5-2")
