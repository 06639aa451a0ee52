"""All positions of mū tōrere worked out, under each reading of the limit on moves to the pūtahi."""

from random import Random  # noqa: TID251

import pytest
from play.mu_torere_nihoniho_1912 import BoundToTheEnd, Play


class OnlyTheFirstMove(Play):
    def is_bound(self):
        return self.taken_turns[self.player] < 1


def key(game):
    return game.position(), tuple(min(n, 2) for n in game.taken_turns)


def outcome(kind):
    """Return "first", "second" or "draw", and the most moves to a win of the best play."""
    start = kind(2, Random(0))
    games, answers = {key(start): start}, {}
    waiting = [start]
    while waiting:
        game = waiting.pop()
        after = {key(one): one for one in map(game.after, game.moves())}
        answers[key(game)] = list(after)
        waiting += [one for name, one in after.items() if name not in games]
        games |= after
    lost, won, moves = set(), set(), 0
    while key(start) not in lost | won:
        new_won = {at for at, to in answers.items() if at not in won and lost & {*to}}
        new_lost = {at for at, to in answers.items() if at not in lost and won >= {*to}}
        if not new_won | new_lost:
            return "draw", len(games)
        won |= new_won
        lost |= new_lost
        moves += 1
    return ("first" if key(start) in won else "second"), moves - 1


@pytest.mark.parametrize("kind", [Play, BoundToTheEnd])
def test_neither_player_can_force_a_win(kind):
    assert outcome(kind)[0] == "draw"


def test_if_the_first_move_alone_were_bound_the_second_player_would_win_with_the_second_turn():
    assert outcome(OnlyTheFirstMove) == ("second", 4)
