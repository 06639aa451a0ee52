"""Positions resolved: pieces dealt, examples played out from what was before them."""

from collections import Counter

import pytest
from helpers.models import replace

from pnp.audit import check_game, scope_of
from pnp.definitions import find_game, load_game
from pnp.game.resolve import resolve
from pnp.game.rules import Arrow, Example, Lay, Reach
from pnp.positions.draw import draw_example


@pytest.fixture(scope="module")
def turno():
    return load_game(find_game("turno")).game


@pytest.fixture(scope="module")
def punt_match():
    return load_game(find_game("punt-match")).game


def example(board="checkers-mat", **keys):
    return Example(board=board, **keys)


def with_examples(game, rule_set_id, lay=None, **examples):
    """Return a game whose rule set has these examples, and perhaps another start."""
    rule_set = game.rule_sets[rule_set_id]
    setup = rule_set.setup if lay is None else replace(rule_set.setup, lay=lay)
    changed = replace(rule_set, setup=setup, examples=examples, turn=(), claims=())
    return replace(game, rule_sets={rule_set_id: changed}, cover=None)


def played(game, rule_set_id, one, **others):
    """Return what lies on each place in the end, by component and place."""
    game = with_examples(game, rule_set_id, one=one, **others)
    position = resolve(game, one, game.rule_sets[rule_set_id])
    assert position.faults == ()
    return position.pieces


def faults(game, rule_set_id, **examples):
    return "\n".join(check_game(with_examples(game, rule_set_id, **examples)).faults())


def tiles(name, *at):
    return Lay(component="tiles", pieces=(name,), at=at)


def pawn(name, *at):
    return Lay(component="pawns", pieces=(name,), at=at)


def test_pieces_named_place_by_place_are_not_dealt_again(turno):
    others = tuple(lay for lay in turno.rule_sets["checkers"].setup.lay if not lay.at)
    lay = (Lay(component="tiles", at=("a1-f5",)), tiles("3-5", "c6"), tiles("1-1", "a6"))
    lay = (*lay, Lay(component="tiles", at=("b6", "d6-f6")), *others)
    game = with_examples(turno, "checkers", lay)
    rule_set = game.rule_sets["checkers"]
    assert list(check_game(game).faults()) == []
    laid = resolve(game, rule_set.setup, rule_set).laid
    assert [piece.names for piece in laid if piece.place in ("c6", "a6")] == [("3-5",), ("1-1",)]
    assert len({piece.names for piece in laid}) == 36


def test_only_the_pieces_that_are_needed_are_dealt(punt_match):
    rule_set = punt_match.rule_sets["square"]
    lay = (Lay(component="pawns", at=("a1-b7", "f1-g7")),)
    game = with_examples(punt_match, "square", lay)
    position = resolve(game, game.rule_sets["square"].setup, rule_set)
    names = [name for piece in position.laid for name in piece.names]
    assert sorted(names) == ["black"] * 14 + ["white"] * 14


def test_an_example_after_the_start_changes_it_in_order(turno):
    start = resolve(turno, turno.rule_sets["checkers"].setup, turno.rule_sets["checkers"]).pieces
    one = example(
        after="setup",
        removed=("c5",),
        turned_over=("a1",),
        lay=(pawn("red", "a1"),),
        arrows=(Arrow(start="a1", to="a2", done=True), Arrow(start="a2", to="a4")),
    )
    found = played(turno, "checkers", one)
    assert ("tiles", "c5") not in found
    assert found["tiles", "a1"] == start["tiles", "a1"]._replace(turned_over=True)
    assert found["pawns", "a2"].names == ("red",)
    assert ("pawns", "a1") not in found
    assert len(found) == 35 + 1


def test_an_example_goes_on_from_another(turno):
    first = example(after="setup", lay=(pawn("red", "a1"),))
    second = example(after="first", arrows=(Arrow(start="a1", to="b1", done=True),))
    third = example(after="second", lay=(pawn("blue", "b1"),))
    found = played(turno, "checkers", third, first=first, second=second)
    assert found["pawns", "b1"].names == ("blue",)


def test_texts_use_the_numbers_of_what_an_example_shows_in_the_end(turno):
    one = example(lay=(tiles("5-2", "a1"),), turned_over=())
    two = example(after="one", turned_over=("a1",))
    game = with_examples(turno, "checkers", one=replace(one, other_deal=True), two=two)
    scope = scope_of(game, game.rule_sets["checkers"])
    assert scope["example_one"].figures["shown_a1"] == 5
    assert scope["example_two"].figures["shown_a1"] == 2
    assert scope["example_two"].figures["total_a1"] == 7
    assert scope["example_two"].value == 1


def test_what_an_arrow_passes_is_counted_when_its_move_begins(turno):
    lay = (tiles("5-2", "a1"), tiles("4-3", "a2"), pawn("red", "a1"))
    moves = (Arrow(start="a1", to="a2", done=True), Arrow(start="a2", to="a1", done=True))
    one = example(lay=lay, arrows=moves, other_deal=True)
    game = with_examples(turno, "checkers", one=one)
    figures = scope_of(game, game.rule_sets["checkers"])["example_one"].figures
    assert figures["dots"] == (4, 5)


def test_a_capture_takes_away_and_a_cap_lands_on_top(punt_match):
    lay = (pawn("white", "c4"), pawn("black", "d4"))
    taken = played(
        punt_match,
        "square",
        example("square-board", lay=lay, arrows=(arrow("c4", "d4", "capture"),)),
    )
    assert [piece.names for piece in taken.values()] == [("white",)]
    capped = played(
        punt_match, "square", example("square-board", lay=lay, arrows=(arrow("c4", "d4", "cap"),))
    )
    assert [(p.place, p.names, p.piled) for p in capped.values()] == [
        ("d4", ("black", "white"), True)
    ]


def arrow(start, to, kind="move", **more):
    return Arrow(start=start, to=to, kind=kind, done=True, **more)


def test_one_of_several_pieces_moves_and_the_others_stay(turno):
    lay = (pawn("red", "a1"),)
    one = example(lay=lay, arrows=(arrow("a1", "a2"),), other_deal=True)
    two = replace(one, lay=(Lay(component="pawns", pieces=("red",), at=("a1",), each=1),))
    assert played(turno, "checkers", two)["pawns", "a2"].names == ("red",)
    start = turno.rule_sets["loop"].setup
    assert len([lay for lay in start.lay if lay.component == "pawns"]) == 1
    walk = example("loop-mat", after="setup", arrows=(arrow("middle", "1", piece="red"),))
    found = played(turno, "loop", walk)
    assert found["pawns", "1"].names == ("red",)
    assert len(found["pawns", "middle"].names) == 5


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"removed": ("a1",)}, "removed: nothing lies on a1"),
        ({"turned_over": ("a1",)}, "turned_over: no single piece with two sides lies on a1"),
        ({"hidden": ("a3",)}, "hidden: no piece with two sides lies on a3"),
        ({"hidden": ("z3",)}, "there is no place z3"),
        ({"reach": (Reach(of="a3", to=("a4",)),)}, "reach: nothing stands on a3"),
        ({"reach": (Reach(of="c1", to=("a9",)),)}, "there is no place a9"),
        (
            {"arrows": (arrow("a3", "a4"),)},
            "arrow from a3 to a4 is done: nothing stands there",
        ),
        (
            {"arrows": (arrow("c1", "a4", piece="blue"),)},
            "arrow from c1 to a4 is done: blue does not stand there",
        ),
        (
            {"lay": (tiles("3-5", "a1"), tiles("5-3", "a2")), "arrows": (arrow("a1", "a2"),)},
            "arrow to a2 is done: tiles lie there",
        ),
        ({"arrows": (arrow("c1", "a4", "capture"),)}, "capture on a4: nothing is there"),
        ({"lay": (tiles("3-5", "a1"), tiles("3-5", "b1"))}, "'3-5' are laid and the box has 1"),
    ],
)
def test_what_cannot_be_played_out_is_reported(turno, changes, fault):
    first = example(lay=(tiles("6-6", "c1"), pawn("red", "c1")), other_deal=True)
    told = faults(turno, "checkers", first=first, one=example(after="first", **changes))
    assert fault in told
    assert "Example one" in told


def test_a_piece_that_the_start_has_elsewhere_is_not_laid_again(turno):
    start = resolve(turno, turno.rule_sets["checkers"].setup, turno.rule_sets["checkers"]).pieces
    name = start["tiles", "f6"].names[0]
    told = faults(turno, "checkers", one=example(after="setup", lay=(tiles(name, "a1"),)))
    assert f"'{name}' of tiles lies on f6 and a1, and the box has 1" in told


def test_an_example_that_contradicts_the_start_says_so_or_is_a_fault(turno):
    start = resolve(turno, turno.rule_sets["checkers"].setup, turno.rule_sets["checkers"]).pieces
    name = start["tiles", "f6"].names[0]
    other = example(lay=(tiles(name, "a1"),))
    told = faults(turno, "checkers", one=other)
    assert f"the start position differs from the set-up: a1 shows {name} and not" in told
    assert 'begin with after = "setup", or write other_deal = true' in told
    assert faults(turno, "checkers", one=replace(other, other_deal=True)) == ""
    assert faults(turno, "checkers", one=example(lay=(tiles(name, "f6"),))) == ""


@pytest.mark.parametrize(
    ("examples", "fault"),
    [
        ({"one": {"after": "two"}}, "examples.one.after: there is no position 'two'"),
        ({"one": {"after": "two"}, "two": {"after": "one"}}, "goes in a circle"),
        ({"one": {"board": "star-mat", "after": "setup"}}, "write the same board"),
    ],
)
def test_an_example_comes_after_a_position_that_there_is(turno, examples, fault):
    made = {key: Example(**{"board": "checkers-mat", **keys}) for key, keys in examples.items()}
    with pytest.raises(ValueError, match=fault):
        with_examples(turno, "checkers", **made)


def test_an_example_has_pieces_of_its_own_or_comes_after_others():
    with pytest.raises(ValueError, match="lay: is missing"):
        Example(board="board")
    with pytest.raises(ValueError, match="removed: needs an earlier position"):
        Example(board="board", lay=(tiles("3-5", "a1"),), removed=("a1",))


def test_every_change_can_be_drawn(turno):
    one = example(
        after="setup",
        hidden=("b1", "c1"),
        turned_over=("c1",),
        lay=(pawn("red", "a1"), pawn("blue", "d1")),
        arrows=(arrow("a1", "a2", number=1), Arrow(start="beside", to="c1", number=2)),
        reach=(Reach(of="d1", to=("d2", "d3")),),
    )
    game = with_examples(turno, "checkers", one=one)
    assert list(check_game(game).faults()) == []
    assert draw_example(game, one, game.rule_sets["checkers"]).items


def test_what_is_chosen_on_the_board_is_not_dealt_beside_it():
    compositie = load_game(find_game("compositie")).game
    either = {"component": "pieces", "pieces": ("red", "blue")}
    rest = Lay(component="pieces", count=18)
    lay = (Lay(**either, at=("a1-f2",), count=9), Lay(**either, count=9), rest)
    game = with_examples(compositie, "untitled", lay)
    position = resolve(game, game.rule_sets["untitled"].setup, game.rule_sets["untitled"])
    beside = [name for entry in position.beside for name in entry.names]
    on_board = [name for piece in position.laid for name in piece.names]
    assert Counter(on_board + beside) == dict.fromkeys(("red", "green", "blue", "yellow"), 9)
