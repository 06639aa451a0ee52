"""What is counted in examples: pairs of chips, totals of tiles, colours, piles and steps."""

import pytest
from helpers.models import example_figures

from pnp.components.chips import chip_pairs, fixed_places
from pnp.definitions import find_game, load_game
from pnp.game.resolve import resolve
from pnp.game.rules import Arrow, Example, Lay


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


def pairs_in(game, position):
    laid = [(game.components[one.component], one) for one in resolve(game, position).laid]
    return chip_pairs(laid, game.boards[position.board].neighbours)


@pytest.mark.parametrize(
    ("example", "circles", "squares", "fixed"),
    [("fixed", 1, 1, 1), ("half", 1, 0, 0), ("three-quarters", 2, 1, 2), ("whole", 4, 0, 4)],
)
def test_half_a_symbol_is_one_pair_three_quarters_two_and_a_whole_four(
    turnio, example, circles, squares, fixed
):
    rule_set = turnio.rule_sets["basic"]
    counted = example_figures(turnio, rule_set.examples[example], rule_set)
    assert (counted["circle_pairs"], counted["square_pairs"]) == (circles, squares)
    assert (counted["pairs"], counted["fixed"]) == (circles + squares, fixed)


@pytest.mark.parametrize("turned", range(4))
def test_a_pair_stays_a_pair_when_all_is_turned(turnio, turned):
    beside = [("c3", "d3"), ("d3", "d2"), ("d2", "c2"), ("c2", "c3")][turned]
    position = chips(("csoo-cw", beside[0], turned), ("ccss-cw", beside[1], (1 + turned) % 4))
    (pair,) = pairs_in(turnio, position)
    assert pair.symbol == "S"
    assert set(pair.places) == set(beside)


def test_quarters_that_meet_at_a_corner_alone_are_no_pair(turnio):
    position = chips(("csoo-cw", "c3", 1), ("csoo-cw", "d4", 3))
    assert list(pairs_in(turnio, position)) == []


def test_quarters_of_different_symbols_are_no_pair(turnio):
    position = chips(("csoo-cw", "c3", 0), ("csoo-cw", "d3", 0))
    assert list(pairs_in(turnio, position)) == []


def test_chips_that_do_not_touch_are_no_pair(turnio):
    position = chips(("ccss-cw", "a1", 0), ("ccss-cw", "c1", 0))
    assert list(pairs_in(turnio, position)) == []


def test_two_chips_may_have_two_pairs_across_one_edge_and_both_are_fixed(turnio):
    position = chips(("ccss-cw", "a1", 0), ("ccss-cw", "a2", 2))
    pairs = tuple(pairs_in(turnio, position))
    assert [pair.symbol for pair in pairs] == ["C", "C"]
    assert fixed_places(pairs) == ("a1", "a2")


def test_an_x_has_no_quarters(turnio):
    lay = (
        Lay(component="chips", pieces=("ccss-cw",), at=("a1",)),
        Lay(component="x-chips", pieces=("x",), at=("a2",)),
    )
    assert example_figures(turnio, Example(board="board", lay=lay))["pairs"] == 0


def test_tiles_are_read_by_what_they_show_and_by_both_sides():
    turno = load_game(find_game("turno")).game
    lay = (
        Lay(component="tiles", pieces=("3-6",), at=("c4",)),
        Lay(component="tiles", pieces=("5-2",), at=("c5",)),
    )
    counted = example_figures(turno, Example(board="turnooi-mat", lay=lay))
    assert counted == {"shown_c4": 3, "total_c4": 9, "shown_c5": 5, "total_c5": 7}


@pytest.fixture(scope="module")
def compositie():
    return load_game(find_game("compositie")).game


@pytest.fixture(scope="module")
def punt_match():
    return load_game(find_game("punt-match")).game


def pieces(*entries, **more):
    """Lay pieces of COM:POSITIE: each a colour and where it is."""
    lay = tuple(Lay(component="pieces", pieces=(name,), at=(at,)) for name, at in entries)
    return Example(board="board", lay=lay, **more)


ROW = (("red", "a1"), ("green", "b1"), ("red", "c1"), ("blue", "e1"))


@pytest.mark.parametrize(
    ("marked", "colors"), [((), 3), (("a1-c1",), 2), (("a1", "c1"), 1), (("d1", "f1"), 0)]
)
def test_colours_are_counted_on_the_marked_places_or_on_all(compositie, marked, colors):
    assert example_figures(compositie, pieces(*ROW, marked=marked))["colors"] == colors


def test_marked_places_are_counted_and_those_that_are_occupied(compositie):
    counted = example_figures(compositie, pieces(*ROW, marked=("a1-d1", "a1")))
    assert (counted["marked"], counted["occupied"]) == (4, 3)
    assert "numbers" not in counted
    assert "marked" not in example_figures(compositie, pieces(*ROW))


def test_pieces_between_the_ends_of_an_arrow_are_counted_and_each_colour_of_them(compositie):
    arrows = (Arrow(start="a1", to="e1"), Arrow(start="a1", to="b1"), Arrow(start="a2", to="e2"))
    counted = example_figures(compositie, pieces(*ROW, arrows=arrows))
    assert counted["between"] == (2, 0, 0)
    assert counted["between_green"] == counted["between_red"] == (1, 0, 0)
    assert counted["between_blue"] == (0, 0, 0)


def test_a_capture_is_counted_by_who_takes_whom_and_a_move_is_not(compositie):
    arrows = (
        Arrow(start="a1", to="b1", kind="capture"),
        Arrow(start="c1", to="b1", kind="capture"),
        Arrow(start="c1", to="e1"),
        Arrow(start="d1", to="e1", kind="capture"),
    )
    counted = example_figures(compositie, pieces(*ROW, arrows=arrows))
    assert {name: n for name, n in counted.items() if "takes" in name} == {"red_takes_green": 2}


def test_the_pawn_on_top_of_a_pile_takes_and_all_of_it_is_between(punt_match):
    lay = (
        Lay(component="pawns", pile=("white", "black"), at=("a1", "c1")),
        Lay(component="pawns", pieces=("red",), at=("e1",)),
    )
    arrow = Arrow(start="a1", to="e1", kind="capture")
    counted = example_figures(punt_match, Example(board="square-board", lay=lay, arrows=(arrow,)))
    assert (counted["height_a1"], counted["height_c1"]) == (2, 2)
    assert "height_e1" not in counted
    assert counted["black_takes_red"] == 1
    assert counted["between"] == (2,)
    assert counted["colors"] == 3


def test_steps_are_counted_for_every_arrow_and_which_of_them_end_on_marked_places(compositie):
    arrows = (Arrow(start="a1", to="d1"), Arrow(start="a1", via=("a3",), to="c3"))
    marked = ("a1", "b1", "d1", "a3", "f6")
    counted = example_figures(compositie, pieces(*ROW, arrows=arrows, marked=marked))
    assert counted["steps"] == (3, 4)
    assert counted["marked_steps"] == (2, 1)


def test_the_dots_of_the_tiles_stepped_onto_add_up():
    turno = load_game(find_game("turno")).game
    lay = tuple(
        Lay(component="tiles", pieces=(pair,), at=(at,))
        for pair, at in (("5-2", "c1"), ("3-6", "c2"), ("2-4", "d2"))
    )
    arrows = (Arrow(start="c1", via=("c2",), to="d2"), Arrow(start="d2", to="d3"))
    counted = example_figures(turno, Example(board="checkers-mat", lay=lay, arrows=arrows))
    assert counted["dots"] == (5, 0)


def test_marked_places_that_are_called_by_numbers_are_listed_in_rising_order():
    tawula = load_game(find_game("tawula")).game
    lay = (Lay(component="pieces", pieces=("white",), at=("1",), each=2),)
    counted = example_figures(tawula, Example(board="board", lay=lay, marked=("14", "2-4")))
    assert counted["numbers"] == (2, 3, 4, 14)
