"""Turnio, played from its sheet."""

from random import Random  # noqa: TID251

from play.frame import Game, laid

NEIGHBOURS = ((1, 0), (0, -1), (-1, 0), (0, 1))
MEETING = (((1, 0), (2, 3)), ((2, 1), (3, 0)), ((3, 2), (0, 1)), ((0, 3), (1, 2)))
"""For each neighbour the corners that meet, own and other, clockwise from the upper left."""


class Play(Game):
    """Spaces are columns and rows from 1; a chip is its corners, clockwise from the upper left, and
    its turning direction. The first player has circles.

    setup 1.1: Lay the empty board between you.
    setup 1.2: Leave the {{ x_chips|words }} chips marked with an *X* in the box.
    turn 1.1: You take turns.
    """

    rule_set = "turnio/basic"
    bound = 36
    characters = ("gain", "spoil")

    def set_up(self):
        """setup 1.3: Mix the other {{ needs.chips }} chips face down beside the board
        ([figure:setup]).
        setup 1.4: A bag to draw from serves as well. [reconstructed]
        setup 2.1: The younger player chooses a symbol, *circle* or *square*, and begins; the other
        player has the other one.
        """
        kinds = self.definition().components["chips"].kinds
        self.pile = [(one.corners, one.turn) for one in kinds for _ in range(one.copies)]
        self.chance.shuffle(self.pile)
        columns, rows = self.number("columns"), self.number("rows")
        self.spaces = [(c, r) for r in range(1, rows + 1) for c in range(1, columns + 1)]
        self.board = {}
        self.for_good = set()  # spaces with chips that stay fixed

    def turn(self, choose):
        """turn 1.2: In your turn, in this order:
        turn 2.1: **Draw** one chip and turn it face up.
        turn 5.1: You must place the chip you draw.
        """
        corners, direction = self.pile.pop()
        space, turned = choose(
            (one, rotated(corners, quarter)) for one in self.free() for quarter in range(4)
        )
        self.board[space] = turned, direction
        self.turn_one(choose)
        self.check_for_good()
        self.next_player()

    def free(self):
        """turn 3.1: **Place** it on a free space, any way round.
        turn 3.2: It must share a side with a chip on the board; only the first chip of the game may
        lie anywhere.
        """
        free = [one for one in self.spaces if one not in self.board]
        return [one for one in free if not self.board or any(self.beside(one))]

    def beside(self, space):
        return (one for one in map(sum_of, [space] * 4, NEIGHBOURS) if one in self.board)

    def turn_one(self, choose):
        """turn 4.1: **Turn** one chip on the board, if you like: a quarter turn in the direction of
        its arrow.
        turn 5.2: You may turn any chip, whoever placed it, even the one you have just placed,
        unless it is **fixed** (see "Special cases").
        """
        options = [(space, self.after_turn(space)) for space in self.board if self.may_turn(space)]
        space, corners = choose([(None, None), *options])
        if space:
            self.board[space] = corners, self.board[space][1]

    def after_turn(self, space):
        corners, direction = self.board[space]
        return rotated(corners, 1 if direction == "clockwise" else -1)

    def may_turn(self, space):
        """special 1.1: A chip that is part of {{ pairs_that_fix|words }} pairs or more, of either
        symbol, is fixed: it may not be turned ([figure:fixed]).
        special 1.2: It may be turned again once turning its neighbours has left it with fewer.
        """
        return len(self.pairs(space)) < self.number("pairs_that_fix")

    def pairs(self, space, corners=None):
        """Return the pairs of the chip on a space, or of one with these corners: symbol, neighbour.

        turn 6.1: You play for **pairs**.
        turn 6.2: {{ quarters_a_pair|words|capitalize }} quarters of the same symbol make a pair if
        they lie side by side on neighbouring chips.
        turn 6.3: Quarters that meet only diagonally are no pair.
        """
        corners = corners or self.board[space][0]
        found = []
        for step, meeting in zip(NEIGHBOURS, MEETING, strict=True):
            if other := self.board.get(sum_of(space, step)):
                for own, its in meeting:
                    if corners[own] == other[0][its] != "-":
                        found.append((corners[own], step))
        return found

    def check_for_good(self):
        """special 1.3: Neighbours that form a pair at both ends of their common side stay fixed for
        good, and so do the chips around a whole symbol.
        """
        for space in self.board:
            beside = [step for _, step in self.pairs(space)]
            if len(set(beside)) < len(beside):
                self.for_good.add(space)
        self.for_good.update(*(around for around in self.corners() if self.points(around) == 4))
        assert not any(map(self.may_turn, self.for_good))

    def corners(self):
        """Yield the spaces around each corner inside the board."""
        for x, y in self.spaces:
            around = (x, y + 1), (x + 1, y + 1), (x + 1, y), (x, y)
            if all(one in self.board for one in around):
                yield around

    def points(self, around):
        """turn 6.5: So half a symbol is worth one point ([figure:half]), a symbol that lacks one
        quarter {{ points_less_a_quarter|words }} ([figure:three-quarters]), and a whole symbol
        {{ points_whole|words }} ([figure:whole]).
        """
        meeting = [self.board[space][0][(2 + place) % 4] for place, space in enumerate(around)]
        return sum(meeting[n] == meeting[n - 1] != "-" for n in range(4))

    @property
    def over(self):
        """end 1.1: The game ends when the board is full.
        end 1.2: Then each of you has had {{ turns_each }} turns, and {{ left_over|words }} chips
        are left over.
        end 1.4: Whoever has more pairs wins.
        end 1.5: Equal numbers are a draw.
        """
        if len(self.board) < len(self.spaces):
            return None
        assert self.turns == self.players * self.number("turns_each")
        assert len(self.pile) == self.number("left_over")
        circles, squares = map(self.score, "CS")
        return "draw" if circles == squares else "won"

    def score(self, symbol):
        """turn 6.4: Each pair is one point for the player of that symbol.
        end 1.3: Go from corner to corner of the spaces, also along the edge of the board, and count
        the pairs of each symbol.
        """
        found = [one for space in self.board for one, _ in self.pairs(space)]
        return found.count(symbol) // self.number("quarters_a_pair")

    def in_play(self):
        return {"chips": len(self.board) + len(self.pile)}

    def gain(self, option):
        """making pairs of their own"""
        return self.made(option, "CS"[self.player])

    def spoil(self, option):
        """breaking and avoiding pairs of the opponent"""
        return -self.made(option, "SC"[self.player])

    def made(self, option, symbol):
        """Return how many more pairs of a symbol there are after an option."""
        space, corners = option
        if space is None:
            return 0
        before = self.pairs(space) if space in self.board else []
        both = self.pairs(space, corners), before
        after, before = ([one for one, _ in pairs].count(symbol) for pairs in both)
        return after - before

    @classmethod
    def replay(cls):
        game = cls(2, Random(0))
        for example in ("fixed", "half", "three-quarters", "whole"):
            game.follow(example)
        assert game.score("C") == cls.number("points_whole")
        assert {(3, 3), (4, 3), (3, 4), (4, 4)} == game.for_good

    def follow(self, example):
        """Place and turn what an example shows that was not there before."""
        shown = self.shown(example)
        for space, chip in shown.items():
            if space not in self.board:
                assert space in self.free()
                self.board[space] = chip
            elif self.board[space] != chip:
                assert self.may_turn(space)
                assert self.after_turn(space) == chip[0]
                self.board[space] = chip
        fixed = [space for space in self.board if not self.may_turn(space)]
        expected = {"fixed": [(3, 3)], "half": [], "three-quarters": [(3, 3), (4, 3)]}
        assert sorted(fixed) == expected.get(example, sorted(self.board.keys() - {(2, 3)}))
        points = {"fixed": 1, "half": 1, "three-quarters": 2, "whole": 4}
        assert self.score("C") == points[example]
        self.check_for_good()

    @classmethod
    def shown(cls, example):
        chips = cls.definition().components["chips"]
        kinds = {str(kind): kind for kind in chips.kinds}
        found = {}
        for place, (piece, *_) in laid(cls, example).items():
            space = ord(place[0]) - ord("a") + 1, int(place[1:])
            kind = kinds.get(piece.names[0])
            found[space] = (rotated(kind.corners, piece.turned), kind.turn) if kind else "X"
        return found


def rotated(corners, quarters):
    return corners[-quarters % 4 :] + corners[: -quarters % 4]


def sum_of(space, step):
    return space[0] + step[0], space[1] + step[1]
