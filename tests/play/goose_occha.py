"""The Game of the Goose, played from its sheet."""

from itertools import count
from random import Random  # noqa: TID251

from play.frame import Game, arrows

START, END = 0, 63
GEESE = {5, 9, 14, 18, 23, 27, 32, 36, 41, 45, 50, 54, 59}


class Play(Game):
    """Who waits in the well or the prison is in ``held``, with the turn in which they came there.

    turn 1.1: You take turns, to the left. [reconstructed]
    turn 4.1: Do what the space you come to asks:
    """

    rule_set = "goose/occha"

    def set_up(self):
        """setup 1.1: Lay the board between you and take a piece each.
        setup 1.2: It begins beside the board, before space {{ board.first }} ([figure:setup]).
        setup 1.3: Each of you has {{ stakes_a_player|words }} stakes and puts one into the
        **pool**, on space {{ board.last }}. [reconstructed]
        setup 1.4: Draw lots for who begins.
        """
        self.leads = {
            self.number("bridge"): self.number("over_bridge"),
            self.number("maze"): self.number("out_of_maze"),
            self.number("death"): START,
        }
        self.at = [START] * self.players
        self.stakes = [self.number("stakes_a_player") - 1] * self.players
        self.pool = self.players
        self.held, self.guests, self.came = {}, set(), count()

    def turn(self, choose):
        """turn 1.2: Throw both dice and move your piece forward by their sum."""
        if not self.waits():
            self.move(self.throw(), self.throw())
        else:
            self.passes += 1
        if not self.over:
            self.next_player()

    def waits(self):
        """turn 6.1: **{{ inn }}, the inn:** Pay a stake and miss your next turn. [disputed]"""
        if self.player in self.guests:
            self.guests.remove(self.player)
            return True
        self.release_the_first()
        return self.player in self.held

    def release_the_first(self):
        """special 4.1: If only {{ players_least|words }} of you play, and one waits in the well and
        the other in the prison, whoever came first may leave by throwing. [reconstructed]
        """
        if len(self.held) == self.players:
            del self.held[min(self.held, key=self.held.get)]

    def move(self, one, other):
        start = self.at[self.player]
        self.settle(self.target(start, one, other), start)

    def target(self, start, one, other):
        """turn 2.1: If you throw a 9 with your piece beside the board, it does not go to
        {{ nine }}: a 6 and a 3 lead to space {{ six_three }}, a 5 and a 4 to space {{ five_four }}.
        [disputed]
        turn 2.2: If you come to {{ six_three }} or {{ five_four }} in another way, nothing happens.
        [reconstructed]
        turn 3.1: You never stop on a **goose**.
        turn 3.2: Move by the same sum once more, and so on from goose to goose.
        special 2.1: If your throw leads beyond {{ board.last }}, count the rest backwards from
        {{ board.last }}.
        special 2.2: If you come to a goose on the way back, move back by the whole sum once more.
        """
        total = one + other
        if start == START and total == self.number("nine"):
            return self.number("six_three" if 6 in (one, other) else "five_four")
        place, step = start + total, total
        while place > END or place in GEESE:
            if place > END:
                place, step = 2 * END - place, -total
            else:
                place += step
        return place

    def settle(self, place, start):
        """Put the piece where its turn ends.

        turn 5.1: **{{ bridge }}, the bridge:** Pay a stake into the pool and go to
        {{ over_bridge }}.
        turn 8.1: **{{ maze }}, the maze:** Pay a stake and go back to {{ out_of_maze }}. [disputed]
        turn 10.1: **{{ death }}, death:** Put your piece beside the board: it starts again from
        there.
        """
        if place in map(self.number, ("bridge", "inn", "well", "maze", "prison")):
            self.pay()
        place = self.leads.get(place, place)
        self.send_back_from(place, start)
        self.at[self.player] = place
        self.stay(place)

    def pay(self):
        """special 3.1: If you have no stake left, you pay nothing. [reconstructed]"""
        paid = min(1, self.stakes[self.player])
        self.stakes[self.player] -= paid
        self.pool += paid

    def send_back_from(self, place, start):
        """special 1.1: If another piece stands where yours ends its turn, it goes to the place from
        which yours began it. [disputed]
        special 1.2: So you draw it out of the well or the prison, or from the inn, and stay there
        yourself.
        special 1.3: A piece that is sent back like this pays nothing and does not wait, wherever it
        comes to. [reconstructed]
        """
        for other in range(self.players):
            if other != self.player and self.at[other] == place != START:
                self.at[other] = start
                self.held.pop(other, None)
                self.guests.discard(other)

    def stay(self, place):
        """turn 7.1: **{{ well }}, the well:** Pay a stake and stay there until another player comes
        to the well.
        turn 9.1: **{{ prison }}, the prison:** Pay a stake and stay there until another player
        comes to the prison.
        """
        if place == self.number("inn"):
            self.guests.add(self.player)
        elif place in (self.number("well"), self.number("prison")):
            self.held[self.player] = next(self.came)

    @property
    def over(self):
        """end 1.1: Whoever first comes to {{ board.last }} exactly wins and takes the pool."""
        return "won" if self.at[self.player] == END else None

    def in_play(self):
        stakes = self.pool + sum(self.stakes)
        assert stakes == self.players * self.number("stakes_a_player")
        places = [place for place in self.at if place]
        assert len(set(places)) == len(places)
        return {"pieces": self.players, "stakes": stakes, "dice": 2}

    @classmethod
    def replay(cls):
        game = cls(2, Random(0))  # Red and Blue
        game.throws((6, 3), at=26)
        game.throws((4, 2), at=12)
        game.throws((3, 2), at=31)
        assert arrows(cls, "goose") == [("12", "18"), ("18", "24")]
        game.throws((4, 2), at=24)
        assert game.waits()
        game.next_player()
        assert arrows(cls, "meet") == [("24", "31"), ("31", "24")]
        game.throws((5, 2), at=31)
        assert (game.at, game.held, game.pool) == ([24, 31], {1: 1}, 5)

    def throws(self, numbers, at):
        self.move(*numbers)
        assert self.at[self.player] == at
        self.next_player()
