"""What kits hold: what rule sets need, at the number of players, and the aids asked for."""

import pytest

from pnp.base.errors import UsageError
from pnp.components.registry import draw_component
from pnp.definitions import built_in_games, find_game, load_game
from pnp.make.contents import kit_contents


@pytest.fixture(scope="module")
def turno():
    return load_game(find_game("turno")).game


def held(contents):
    return {part.component_id: part.pieces for part in contents.parts}


def test_a_kit_holds_what_the_rule_set_needs_and_no_more(turno):
    assert held(kit_contents(turno, ["loop"])) == {"tiles": 36, "hexagon": 1, "pawns": 6, "die": 1}


def test_fewer_players_get_fewer_pawns_and_as_many_tiles(turno):
    contents = kit_contents(turno, ["loop"], players=3)
    assert held(contents) == {"tiles": 36, "hexagon": 1, "pawns": 3, "die": 1}
    assert "pawns (3 of 6)" in map(str, contents.left_out)


def test_a_number_of_players_that_cannot_play_is_refused(turno):
    with pytest.raises(UsageError, match=r"^--players: turno/loop is for 2-6 players, not 7$"):
        kit_contents(turno, ["loop"], players=7)


@pytest.mark.parametrize("word", ["mat", "turnooi-mat", "grid"])
def test_aids_are_added_by_what_they_are_or_by_id(turno, word):
    assert held(kit_contents(turno, ["turnooi"], aids=[word])) == {"tiles": 36, "turnooi-mat": 1}


def test_all_aids_are_added_by_one_word(turno):
    contents = kit_contents(turno, ["turnooi"], aids=["all"])
    assert [p.component_id for p in contents.parts if p.aid] == ["turnooi-mat", "tracker", "pawns"]
    assert held(contents)["pawns"] == 1


def test_a_misspelt_aid_is_refused_with_what_was_probably_meant(turno):
    with pytest.raises(UsageError, match=r"^--with: 'mats' is not an aid; .*did you mean 'mat'\?"):
        kit_contents(turno, ["loop"], aids=["mats"])


def test_any_component_of_the_game_can_be_added(turno):
    assert held(kit_contents(turno, ["loop"], aids=["deck-36"]))["deck-36"] == 36


def test_what_is_left_out_says_whether_it_is_an_aid(turno):
    left = {one.component_id: one.aid for one in kit_contents(turno, ["loop"]).left_out}
    assert left["loop-mat"] is True
    assert left["star-mat"] is False


def test_pieces_that_a_need_names_are_those_that_are_printed():
    game = load_game(find_game("punt-match")).game
    pawns = kit_contents(game, ["hex-3"]).parts[1]
    chosen = pawns.chosen(draw_component(game, "pawns", folded=False))
    assert {piece.name: piece.copies for piece in chosen} == {"white": 11, "black": 11, "red": 11}


def test_rule_sets_together_get_the_most_that_any_of_them_needs():
    game = load_game(find_game("punt-match")).game
    parts = {part.component_id: part for part in kit_contents(game, ["square", "hex-3"]).parts}
    assert parts["pawns"].named == {"white": 14, "black": 14, "red": 11}
    assert parts["square-board"].pieces == parts["hex-board"].pieces == 1


@pytest.mark.parametrize("game_id", built_in_games())
def test_every_piece_that_is_needed_can_be_drawn(game_id):
    game = load_game(find_game(game_id)).game
    for part in kit_contents(game, list(game.rule_sets)).parts:
        drawn = part.chosen(draw_component(game, part.component_id, folded=False))
        assert sum(piece.copies for piece in drawn) == part.pieces
