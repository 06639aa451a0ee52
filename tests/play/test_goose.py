"""What the sheet of the Game of the Goose says of its rules, worked out."""

from random import Random  # noqa: TID251

from play.goose_occha import GEESE, Play


def test_whoever_counts_backwards_ends_no_lower_than_39_but_by_dying():
    game = Play(2, Random(0))
    starts = sorted(set(range(51, 63)) - GEESE - set(game.leads))
    throws = [(start, a, b) for start in starts for a in range(1, 7) for b in range(1, 7)]
    ends = {game.target(*throw) for throw in throws if sum(throw) > 63}
    assert min(game.leads.get(end, end) or 63 for end in ends) == 39


def test_of_two_players_in_the_well_and_the_prison_the_first_comes_free():
    game = Play(2, Random(0))
    for space in (31, 52):
        game.settle(space, 0)
        game.next_player()
    assert set(game.held) == {0, 1}
    assert not game.waits()
    assert set(game.held) == {1}
