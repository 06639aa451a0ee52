"""What is counted in positions: the pairs of Turnio's chips, the totals of tiles."""

import pytest

from pnp.definitions import find_game, load_game
from pnp.model.readings import chip_pairs, fixed_places, readings
from pnp.model.setup import Example, Lay


@pytest.fixture(scope="module")
def turnio():
    return load_game(find_game("turnio")).game


def chips(*entries):
    """Lay chips: each a kind, a place and how many quarters it is turned."""
    lay = tuple(
        Lay(component="chips", pieces=(kind,), at=(place,), turned=turned)
        for kind, place, turned in entries
    )
    return Example(board="board", lay=lay)


@pytest.mark.parametrize(
    ("example", "pairs", "fixed"), [("half", 1, 0), ("three-quarters", 2, 1), ("whole", 4, 4)]
)
def test_half_a_symbol_is_one_pair_three_quarters_two_and_a_whole_four(
    turnio, example, pairs, fixed
):
    counted = readings(turnio, turnio.rule_sets["basic"].examples[example])
    assert (counted["pairs"], counted["fixed"]) == (pairs, fixed)
    assert counted["circle_pairs"] == pairs


@pytest.mark.parametrize("turned", range(4))
def test_a_pair_stays_a_pair_when_all_is_turned(turnio, turned):
    beside = [("c3", "d3"), ("d3", "d2"), ("d2", "c2"), ("c2", "c3")][turned]
    position = chips(("csoo-cw", beside[0], turned), ("ccss-cw", beside[1], (1 + turned) % 4))
    (pair,) = chip_pairs(turnio, position)
    assert pair.symbol == "S"
    assert set(pair.places) == set(beside)


def test_quarters_that_meet_at_a_corner_alone_are_no_pair(turnio):
    position = chips(("csoo-cw", "c3", 1), ("csoo-cw", "d4", 3))
    assert list(chip_pairs(turnio, position)) == []


def test_quarters_of_different_symbols_are_no_pair(turnio):
    position = chips(("csoo-cw", "c3", 0), ("csoo-cw", "d3", 0))
    assert list(chip_pairs(turnio, position)) == []


def test_chips_that_do_not_touch_are_no_pair(turnio):
    position = chips(("ccss-cw", "a1", 0), ("ccss-cw", "c1", 0))
    assert list(chip_pairs(turnio, position)) == []


def test_two_chips_may_have_two_pairs_across_one_edge_and_both_are_fixed(turnio):
    position = chips(("ccss-cw", "a1", 0), ("ccss-cw", "a2", 2))
    pairs = tuple(chip_pairs(turnio, position))
    assert [pair.symbol for pair in pairs] == ["C", "C"]
    assert fixed_places(pairs) == ("a1", "a2")


def test_an_x_has_no_quarters(turnio):
    lay = (
        Lay(component="chips", pieces=("ccss-cw",), at=("a1",)),
        Lay(component="x-chips", pieces=("x",), at=("a2",)),
    )
    assert readings(turnio, Example(board="board", lay=lay))["pairs"] == 0


def test_tiles_are_read_by_what_they_show_and_by_both_sides():
    turno = load_game(find_game("turno")).game
    lay = (
        Lay(component="tiles", pieces=("3-6",), at=("c4",)),
        Lay(component="tiles", pieces=("5-2",), at=("c5",)),
    )
    counted = readings(turno, Example(board="turnooi-mat", lay=lay))
    assert counted == {"shown_c4": 3, "total_c4": 9, "shown_c5": 5, "total_c5": 7}
