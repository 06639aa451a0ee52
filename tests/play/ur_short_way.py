"""The Royal Game of Ur, played from its sheet."""

from random import Random  # noqa: TID251

from play.frame import Game, laid

COLORS = ("white", "black")
OFF = 15


class Play(Game):
    """``on[player]`` are the steps on the way, 1 to 14, where the player has pieces.

    setup 1.1: No rules have come down to us from Ur.
    setup 1.2: Those on this sheet are a proposal of our time, Irving Finkel's, and what it leaves
    open is marked. [reconstructed]
    setup 2.1: Lay the board between you, a long side before each of you.
    setup 2.3: White sits on the side of a1, Black on that of a3 ([figure:setup]).
    setup 4.1: Each of you throws the lots.
    setup 4.2: The higher number begins; if they are equal, throw again. [reconstructed]
    special 2.1: You need not enter pieces that were hit before you move others. [reconstructed]
    """

    rule_set = "ur/short-way"
    characters = ("hit", "rosette", "run", "enter")

    def set_up(self):
        """setup 2.2: Each of you takes the {{ pieces_a_player|words }} pieces of one colour and
        keeps them beside the board.
        setup 3.1: Your **way** has {{ way }} squares. [disputed]
        """
        self.way = [self.way_of(row) for row in (1, 3)]
        assert OFF == 1 + self.number("way") == 1 + len(self.way[0]) == 1 + len(self.way[1])
        assert {*self.way[0], *self.way[1]} == set(self.board_places("board"))
        self.pieces = self.number("pieces_a_player")
        self.new = [self.pieces, self.pieces]  # beside the board
        self.on = [set(), set()]

    def way_of(self, row):
        """setup 3.2: It begins on your start, the square with your mark, goes along your own row to
        the rosette in the corner, turns into the middle row, runs along all {{ shared|words }}
        squares of it, and turns back into your own row, where it ends on the last rosette.
        setup 3.3: Both ways use the middle row.
        """
        return (
            [f"{c}{row}" for c in "dcba"] + [f"{c}2" for c in "abcdefgh"] + [f"h{row}", f"g{row}"]
        )

    def throw(self):
        """turn 1.2: Throw the {{ lots_thrown|words }} lots: your number is how many of them show a
        mark. [disputed]
        """
        return sum(self.chance.randint(0, 1) for _ in range(self.number("lots_thrown")))

    def turn(self, choose):
        """turn 1.1: You take turns."""
        moved = False
        while not self.over and (steps := self.steps(self.throw())):
            start, end = choose(steps)
            self.make(start, end)
            moved = True
            if not self.is_rosette(end):
                break
        self.passes += not moved
        self.next_player()

    def is_rosette(self, step):
        """turn 7.1: If your piece lands on a rosette, throw again, and enter, move or bear off any
        of your pieces. [disputed]
        """
        rosettes = self.definition().components["board"].face
        return step != OFF and self.way[self.player][step - 1] in rosettes

    def steps(self, number):
        """Return from where to where pieces may go.

        turn 1.3: With none your turn is over. [reconstructed]
        turn 1.4: With any other number, do one of these:
        turn 2.1: **Enter** a piece from beside the board.
        turn 2.2: A 1 leads to the first square of your way, a 2 to the second, and so on.
        turn 3.1: **Move** one of your pieces on the board forward along your way by that many
        squares.
        turn 4.1: **Bear off** a piece (see the end).
        turn 5.1: You must, if you can; if you cannot, your turn is over. [reconstructed]
        turn 6.1: Pieces may pass any others. [reconstructed]
        """
        starts = sorted(self.on[self.player]) + [0] * bool(self.new[self.player])
        return [(start, start + number) for start in starts if number and self.may(start + number)]

    def may(self, end):
        """turn 6.2: You may not land on a piece of your own. [reconstructed]
        special 1.1: A piece on d2, the rosette of the middle row, is safe: an enemy piece may not
        land there ([figure:safe]).
        end 1.1: To bear off a piece you need the exact number: one more than the squares that are
        left before it on its way.
        end 1.2: So a 1 takes it off the last rosette, and a 3 off the end of the middle row.
        """
        if end >= OFF:
            return end == OFF
        return end not in self.on[self.player] and not (self.hits(end) and self.is_rosette(end))

    def hits(self, end):
        """turn 6.4: This can happen in the middle row alone. [derived]"""
        found = end in self.on[1 - self.player] and self.way[0][end - 1] == self.way[1][end - 1]
        assert not found or self.way[0][end - 1].endswith("2")
        return found

    def make(self, start, end):
        """turn 6.3: If you land on an enemy piece, you **hit** it: put it beside the board, from
        where it enters again.
        """
        player, enemy = self.player, 1 - self.player
        if start:
            self.on[player].remove(start)
        else:
            self.new[player] -= 1
        if end == OFF:
            return
        if self.hits(end):
            self.on[enemy].remove(end)
            self.new[enemy] += 1
        self.on[player].add(end)

    @property
    def over(self):
        """end 2.1: Whoever first has borne off all {{ pieces_a_player|words }} pieces wins."""
        return "won" if any(not self.new[p] and not self.on[p] for p in (0, 1)) else None

    def in_play(self):
        assert self.over or any(self.steps(number) for number in (1, 2)), "shut out"
        each = {("pieces", color): self.new[p] + len(self.on[p]) for p, color in enumerate(COLORS)}
        return {"pieces": sum(each.values()), "lots": self.number("lots_thrown"), **each}

    def hit(self, option):
        """hitting whenever possible"""
        return option[1] != OFF and self.hits(option[1])

    def rosette(self, option):
        """landing on a rosette whenever possible"""
        return self.is_rosette(option[1])

    def run(self, option):
        """moving the foremost piece whenever possible"""
        return option[0]

    def enter(self, option):
        """entering whenever possible"""
        return not option[0]

    @classmethod
    def replay(cls):
        game = cls(2, Random(0))
        assert game.shown() == cls.printed("setup") == {}
        game.play((4, "a1"), (2, "b2"))
        game.play((4, "a3"), (2, "b2"))
        assert game.shown() == cls.printed("hit") == {"b2": "black"}
        assert game.new == [7, 6]
        game.play((3, "b1"))
        game.play((2, "d2"), (0, None))
        game.play((1, "a1"), (4, None))
        assert game.shown() == cls.printed("safe")
        game.player, game.on[0] = 0, {12, 14}
        assert [game.way[0][step - 1] for step in (12, 14)] == ["h2", "g1"]
        assert (14, OFF) in game.steps(1)
        assert (12, OFF) in game.steps(3)

    def play(self, *throws):
        """Play a turn of the example: each number thrown, and where the piece lands, if any."""
        way = self.way[self.player]
        for place, (number, name) in enumerate(throws, start=1):
            landed = {end: (start, end) for start, end in self.steps(number)}
            if name is None:
                assert not landed
                continue
            start, end = landed[way.index(name) + 1]
            self.make(start, end)
            assert self.is_rosette(end) == (place < len(throws))
        self.next_player()

    def shown(self):
        return {
            self.way[p][step - 1]: color for p, color in enumerate(COLORS) for step in self.on[p]
        }

    @classmethod
    def printed(cls, example):
        return {place: one[0].names[0] for place, one in laid(cls, example).items() if place}
