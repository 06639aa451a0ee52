"""Mū tōrere, played from its sheet."""

from collections import Counter
from copy import copy
from random import Random  # noqa: TID251

from play.frame import SECTIONS, Game, arrows, laid

PUTAHI = "middle"
COLORS = ("black", "white")  # of the players; Black begins


class Play(Game):
    """``at`` is the player of the piece on each place; one place is empty.

    setup 1.1: Sit opposite each other, with the board between you.
    setup 2.1: One of you hides a white piece in one hand and a black one in the other.
    setup 2.2: The other points at a hand and plays with that colour. [reconstructed]
    turn 1.1: Black begins. [reconstructed]
    turn 5.1: You may not jump over a piece, and no piece is ever taken.
    """

    rule_set = "mu-torere/nihoniho-1912"
    characters = ("win", "go_in")

    def set_up(self):
        """setup 1.2: The ends of its {{ board.sectors|words }} arms, the **kāwai**, and the disc in
        the middle, the **pūtahi**, are the points on which pieces stand ([figure:setup]).
        setup 3.1: Each of you has {{ pieces_a_player|words }} pieces, the **perepere**.
        setup 3.2: White puts one on each of the arms a1 to a4, Black one on each of the arms a5 to
        a8.
        setup 3.3: The pūtahi stays empty.
        """
        *self.arms, middle = self.board_places("board")
        assert middle == PUTAHI
        count = self.number("pieces_a_player")
        self.at = {arm: int(self.arms.index(arm) < count) for arm in self.arms}
        self.taken_turns = [0, 0]
        self.seen = Counter([self.position()])

    @property
    def empty(self):
        return PUTAHI if PUTAHI not in self.at else next(a for a in self.arms if a not in self.at)

    def neighbours(self, arm):
        """setup 1.3: Arms are neighbours if no other lies between them."""
        here = self.arms.index(arm)
        return self.arms[here - 1], self.arms[(here + 1) % len(self.arms)]

    def moves(self):
        """Return the places from which the player can move to the empty one.

        turn 2.1: from an arm to the next arm, on either side;
        turn 3.1: from the pūtahi to any arm;
        turn 4.1: from an arm to the pūtahi.
        """
        empty = self.empty
        near = self.arms if empty == PUTAHI else (*self.neighbours(empty), PUTAHI)
        own = [place for place in near if self.at.get(place) == self.player]
        return [place for place in own if empty != PUTAHI or self.may_go_in(place)]

    def may_go_in(self, arm):
        """turn 6.1: In each of your first {{ bound_turns|words }} turns, a piece may go to the
        pūtahi only if an enemy piece stands on a neighbouring arm ([figure:ways]). [disputed]
        turn 6.2: After that, any piece may.
        """
        if not self.is_bound():
            return True
        return any(self.at[one] != self.player for one in self.neighbours(arm))

    def is_bound(self):
        return self.taken_turns[self.player] < self.number("bound_turns")

    def turn(self, choose):
        """turn 1.2: You take turns, and in each you move one of your pieces to the empty point:
        turn 5.2: If you can move, you must. [derived]
        """
        self.make(choose(self.moves()))

    def make(self, start):
        to = self.empty
        self.at[to] = self.at.pop(start)
        self.taken_turns[self.player] += 1
        self.next_player()
        self.seen[self.position()] += 1

    def after(self, start):
        """Return the game as it is after a move."""
        game = copy(self)
        game.at, game.seen, game.taken_turns = dict(self.at), Counter(), [*self.taken_turns]
        game.make(start)
        return game

    def position(self):
        return tuple(sorted(self.at.items())), self.player

    @property
    def over(self):
        """end 1.1: If it is your turn and you cannot move, you have lost.
        end 2.1: If a position comes back for the third time, with the same player to move, the game
        is a draw. [reconstructed]
        """
        if not self.moves():
            return "won"
        return "draw" if max(self.seen.values()) > 2 else None

    def in_play(self):
        assert [*self.at.values()].count(0) == [*self.at.values()].count(1) == len(self.arms) / 2
        return {"pieces": len(self.at)}

    def win(self, start):
        """winning at once whenever possible"""
        return not self.after(start).moves()

    def go_in(self, _):
        """moving to the pūtahi whenever possible"""
        return self.empty == PUTAHI

    @classmethod
    def replay(cls):
        game = cls(2, Random(0))
        assert game.shown() == cls.printed("setup")
        assert game.moves() == ["a5", "a8"]
        game.make("a5")
        assert game.shown() == cls.printed("opened")
        assert game.moves() == ["a4"]
        game.make("a4")
        assert game.moves() == [PUTAHI]
        game.make(PUTAHI)
        assert game.shown() == cls.printed("ways")
        assert game.moves() == [start for start, _ in arrows(cls, "ways")] == ["a1", "a3", "a5"]
        game.make("a3")
        assert game.moves() == ["a4"]
        game.make("a4")
        game.make(PUTAHI)
        assert "a7" in game.moves()
        assert game.win("a7")
        game.make("a3")
        game.make("a2")
        assert game.shown() == cls.printed("fourth")
        assert game.moves() == [PUTAHI]
        game.make(PUTAHI)
        assert [start for start in game.moves() if game.win(start)] == ["a4"]
        assert all(game.at[one] == game.player for one in game.neighbours("a4"))
        game.make("a4")
        assert game.shown() == cls.printed("last")
        assert game.over == "won"
        assert COLORS[1 - game.player] == "white"

    def shown(self):
        return {place: COLORS[player] for place, player in self.at.items()}

    @classmethod
    def printed(cls, example):
        return {place: one[0].names[0] for place, one in laid(cls, example).items()}


class BoundToTheEnd(Play):
    sections = (*SECTIONS, "variants")

    def is_bound(self):
        """variants 1.1: **Bound to the end.**
        variants 1.2: Most descriptions of today keep the limit for the whole game: in every turn,
        a piece may go to the pūtahi only if an enemy piece stands on a neighbouring arm. [disputed]
        variants 1.3: Agree on this before you begin.
        """
        return True
