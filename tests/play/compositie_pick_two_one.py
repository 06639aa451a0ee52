"""PICK Tw=O=ne, played from its sheet."""

from functools import cache
from itertools import combinations
from math import gcd
from random import Random  # noqa: TID251

from play.frame import Game, laid


class Play(Game):
    """Sentences that need no code of their own.

    turn 1.1: You take turns.
    special 1.1: A piece that you may not take along one line may be taken along another.
    """

    rule_set = "compositie/pick-two-one"
    bound = 36
    characters = ("two", "one")

    def set_up(self):
        """setup 1.1: Fill the board with all {{ needs.pieces }} pieces, one on each square
        ([figure:setup]).
        setup 1.2: How they lie is up to you; mix them well.[reconstructed]
        setup 1.3: Draw lots for who begins.[reconstructed]
        """
        pieces = self.definition().components["pieces"].pieces
        mixed = [color for color, count in pieces.items() for _ in range(count)]
        self.chance.shuffle(mixed)
        self.lay(dict(zip(self.board_places("board"), mixed, strict=True)))

    def lay(self, board):
        self.board = board
        self.options = [(line, n) for line in self.lines() for n in self.taken_from(line)]

    @classmethod
    @cache
    def lines(cls):
        """turn 2.1: A line runs straight through the middles of squares, from edge to edge of the
        board.[reconstructed]
        turn 2.2: It may be a row, a column or a diagonal of any length, but also a steeper or
        flatter line such as a1, b3, c5 ([figure:turn]).
        """
        squares = {(ord(one[0]), int(one[1:])): one for one in cls.board_places("board")}
        found = {}
        for (x, y), (right, up) in combinations(squares, 2):
            part = gcd(right - x, up - y)
            dx, dy = (right - x) // part, (up - y) // part
            line = [(x + n * dx, y + n * dy) for n in range(-6, 7)]
            found[frozenset(squares[one] for one in line if one in squares)] = True
        return tuple(sorted(map(sorted, found)))

    def taken_from(self, line):
        """Return how many pieces may be taken from a line.

        turn 3.1: Count the colours of the pieces on your line.
        turn 3.2: Empty squares do not interrupt it.[reconstructed]
        turn 4.1: {{ colors_for_most|words|capitalize }} colours or more: take one piece or
        {{ most_taken|words }}, as you like.
        turn 5.1: {{ colors_for_one|words|capitalize }} colours: take exactly one piece.
        turn 6.1: One colour: you may take nothing from this line.
        """
        colors = len({self.board[square] for square in line if square in self.board})
        if colors >= self.number("colors_for_most"):
            return range(1, self.number("most_taken") + 1)
        return range(1, 2) if colors == self.number("colors_for_one") else range(0)

    def turn(self, choose):
        """turn 1.2: In your turn, choose a **line** and take one piece or {{ most_taken|words }}
        from it.
        turn 1.3: You must take at least one.
        turn 7.1: You may take pieces of any colour and from any place on the line.
        turn 7.2: If you take {{ most_taken|words }}, both must come from the same line.
        """
        line, number = choose(self.options)
        there = [square for square in line if square in self.board]
        self.take(choose(combinations(there, number)))

    def take(self, squares):
        self.lay({place: color for place, color in self.board.items() if place not in squares})
        self.next_player()

    def two(self, option):
        """taking two pieces whenever possible"""
        return option[-1] == 2

    def one(self, option):
        """taking one piece whenever possible"""
        return -self.two(option)

    @property
    def over(self):
        """end 1.1: The game ends when nothing can be taken any more: all pieces that are left have
        the same colour.
        end 1.2: As long as {{ colors_for_one|words }} colours are left, some line has both.
        end 1.3: Whoever took the last piece wins.
        """
        if self.options:
            return None
        assert len(set(self.board.values())) == 1
        return "won"

    def in_play(self):
        return {"pieces": len(self.board)}

    @classmethod
    def replay(cls):
        game = cls(2, Random(0))
        game.lay(cls.shown("setup"))
        row = sorted(f"{letter}1" for letter in "abcdef")
        assert row in cls.lines()
        assert list(game.taken_from(row)) == [1, 2]
        game.take(["b1", "e1"])
        assert list(game.taken_from(row)) == [1, 2]
        game.take(["c1", "f1"])
        assert game.board == cls.shown("one-color")
        assert list(game.taken_from(row)) == []
        assert list(game.taken_from(["a1", "b3", "c5"])) == [1]
        assert ["a1", "b3", "c5"] in cls.lines()
        game.lay(cls.shown("last"))
        assert game.board == {"b2": "red", "d5": "red", "f3": "yellow"}
        (line,) = (one for one in cls.lines() if {"b2", "f3"} <= set(one))
        assert list(game.taken_from(line)) == [1]
        game.take(["f3"])
        assert game.over == "won"
        game.lay(cls.shown("last"))
        game.take(["b2"])
        assert not game.over
        game.take(["f3"])
        assert game.over == "won"

    @classmethod
    def shown(cls, example):
        return {place: pieces[0].names[0] for place, pieces in laid(cls, example).items()}
