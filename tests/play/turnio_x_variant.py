"""Turnio with X chips, played from its sheet."""

from random import Random  # noqa: TID251

from play.turnio_basic import Play as Basic


class Play(Basic):
    """What is free has no chip with symbols; ``crossed`` are the spaces with an X.

    setup 1.1: Lay the empty board between you.
    turn 1.1: You take turns.
    """

    rule_set = "turnio/x-variant"

    def set_up(self):
        """setup 1.2: Mix the {{ needs.chips }} chips with symbols face down beside it
        ([figure:setup]).
        setup 1.3: A bag to draw from serves as well. [reconstructed]
        setup 1.4: Put the {{ needs.x_chips|words }} chips marked with an *X* beside the board.
        setup 2.1: The younger player chooses a symbol, *circle* or *square*, and begins; the other
        player has the other one.
        """
        super().set_up()
        self.crossed = set()
        self.left = self.definition().components["x-chips"].count

    def free(self):
        """turn 3.1: **Place** it on a free space without an X, any way round.
        turn 3.2: It must share a side with a chip on the board; only the first chip of the game may
        lie anywhere.
        turn 3.3: An X is no neighbour. [reconstructed]
        """
        return [one for one in super().free() if one not in self.crossed]

    def turn_one(self, choose):
        """turn 4.1: **Turn** one chip on the board, if you like: a quarter turn in the direction of
        its arrow.
        turn 6.2: You may turn any chip that is not **fixed** (see "Special cases") and use either X
        chip, whoever placed it. [reconstructed]
        """
        super().turn_one(choose)
        self.crossed = set(choose(self.uses()))

    def uses(self):
        """Return the spaces that have an X after each way to use one, or none.

        turn 5.1: **Use** one X chip, if you like: put it on a free space, move it to another free
        space, or take it off the board.
        special 2.1: If your turn would end with an X on every free space, you must take one off
        instead.
        special 2.2: You must also take one off if otherwise your opponent could not place a chip
        anywhere. [reconstructed]
        """
        empty = [one for one in self.spaces if one not in self.board and one not in self.crossed]
        now = frozenset(self.crossed)
        taken_off = [now - {one} for one in sorted(now)]
        put = [now | {one} for one in empty if len(now) < self.left]
        moved = [here | {one} for here in taken_off for one in empty]
        free = set(super().free()) or {None}  # with a full board nobody needs a space
        if not free - now:
            return [one for one in taken_off if free - one]
        return [now, *taken_off, *(one for one in put + moved if free - one)]

    def may_turn(self, space):
        """special 1.1: A chip that is part of {{ pairs_that_fix|words }} pairs or more, of either
        symbol, is fixed: it may not be turned.
        special 1.2: It may be turned again once turning its neighbours has left it with fewer.
        """
        return super().may_turn(space)

    def pairs(self, space, corners=None):
        """turn 7.1: You play for **pairs**.
        turn 7.2: {{ quarters_a_pair|words|capitalize }} quarters of the same symbol make a pair if
        they lie side by side on neighbouring chips, never diagonally.
        """
        return super().pairs(space, corners)

    def check_for_good(self):
        """Nothing on this sheet speaks of it."""

    def points(self, around):
        """turn 7.4: So half a symbol is worth one point, a symbol that lacks one quarter
        {{ points_less_a_quarter|words }}, and a whole symbol {{ points_whole|words }}
        ([figure:symbols]).
        """
        return super().points(around)

    @property
    def over(self):
        """end 1.1: The game ends when the board is full of chips with symbols.
        end 1.2: Then each of you has had {{ turns_each }} turns, and {{ left_over|words }} chips
        are left over.
        end 1.4: Whoever has more pairs wins.
        end 1.5: Equal numbers are a draw.
        """
        assert not self.crossed & self.board.keys()
        return super().over

    def in_play(self):
        return super().in_play() | {"x-chips": len(self.crossed)}

    def made(self, option, symbol):
        return super().made(option, symbol) if isinstance(option, tuple) else 0

    @classmethod
    def replay(cls):
        game = cls(2, Random(0))
        game.board = cls.shown("symbols")
        assert list(map(game.points, game.corners())) == [4]
        assert game.score("C") == 1 + 2 + 4
        game = cls(2, Random(0))
        game.place("moved", (3, 3))
        assert frozenset({(2, 3)}) in game.uses()
        game.crossed = {(2, 3)}
        assert (2, 3) not in game.free()
        game.place("moved", (3, 4))
        assert game.score("S") == 1
        assert frozenset({(4, 3)}) in game.uses()
        game.crossed = {(4, 3)}
        game.place("circle", (3, 2))
        assert game.score("C") == 1
        assert frozenset() in game.uses()
        game.closes()

    def place(self, example, space):
        assert space in self.free()
        self.board[space] = self.shown(example)[space]

    def closes(self):
        """Play the end of the example, where an X lies on f6 and the last chip but one on a1."""
        chip = self.shown("moved")[3, 3]
        self.board = {one: chip for one in self.spaces if one != (6, 6)}
        self.crossed = {(6, 6)}
        assert self.shown("closed")[6, 6] == "X"
        assert self.uses() == [frozenset()]
        self.crossed = set()
        assert self.free() == [(6, 6)]
