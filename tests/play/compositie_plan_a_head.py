"""Plan-A-Head, played from its sheet."""

from itertools import product
from random import Random  # noqa: TID251

from play.frame import Game, laid


class Play(Game):
    """Sentences that need no code of their own.

    setup 1.1: Lay the empty board between you.
    turn 1.1: All of you play from the same selection.
    turn 4.1: A piece that has been placed stays where it is.
    """

    rule_set = "compositie/plan-a-head"
    bound = 36
    characters = ("crowd", "spread")

    def set_up(self):
        """setup 1.2: Sort the {{ needs.pieces }} pieces into {{ selections|words }} groups, called
        **selections** ([figure:setup]).
        setup 1.3: Each selection has one piece of each of the {{ colors|words }} colours.
        setup 1.4: Draw lots for who begins.[reconstructed]
        """
        places = {(ord(name[0]), int(name[1])): name for name in self.board_places("board")}
        around = [step for step in product((-1, 0, 1), repeat=2) if any(step)]
        self.near = {
            name: {places.get((x + dx, y + dy), name) for dx, dy in around} - {name}
            for (x, y), name in places.items()
        }
        self.selections = self.number("selections")
        self.colors = frozenset(self.definition().components["pieces"].pieces)
        self.board = {}
        self.selection = self.colors

    def crowd(self, option):
        """placing pieces close together"""
        return len(self.near[option[1]] & self.board.keys())

    def spread(self, option):
        """placing pieces far apart"""
        return -self.crowd(option)

    def options(self):
        """turn 2.1: Take a piece that is left of the selection.
        turn 2.2: You may choose which; if only one is left, you must take that one.
        turn 3.1: Place it on any free square where it touches no other piece of its own colour,
        neither along a side nor at a corner.
        turn 3.2: Pieces of different colours may touch.
        """
        return [
            (color, square)
            for square, near in self.near.items()
            if square not in self.board
            for color in sorted(self.selection - {self.board.get(one) for one in near})
        ]

    def turn(self, choose):
        """turn 1.3: In your turn:
        turn 4.2: You may not pass: if one colour fits nowhere, take another that is left of the
        selection.[reconstructed]
        """
        self.place(*choose(self.options()))

    def place(self, color, square):
        assert (color, square) in self.options()
        self.board[square] = color
        self.selection -= {color}
        if self.selection:
            self.next_player()
        else:
            self.begin_selection()

    def begin_selection(self):
        """turn 1.2: When all its pieces are on the board, go on with the next.
        special 1.1: With {{ players_least|words }} players, whoever placed the last piece of a
        selection also places the first piece of the next.
        special 2.1: With {{ players_most|words }} players, turns simply go on clockwise from one
        selection to the next.
        """
        if len(self.board) < self.selections * len(self.colors):
            self.selection = self.colors
        if self.players > 2:
            self.next_player()

    @property
    def over(self):
        """end 1.1: The game ends as soon as no piece that is left of the selection fits
        anywhere.[reconstructed]
        end 1.2: It also ends when all {{ needs.pieces }} pieces are on the board.
        end 1.3: Whoever placed the last piece wins.
        """
        return None if self.options() else "won"

    def in_play(self):
        on_board = list(self.board.values())
        return {"pieces": len(on_board)} | {
            ("pieces", color): on_board.count(color) for color in self.colors
        }

    @classmethod
    def replay(cls):
        game = cls(2, Random(0))
        for color, square, player in [
            ("red", "c3", 0), ("green", "d4", 1), ("blue", "c4", 0), ("yellow", "e2", 1),
        ]:  # fmt: skip
            assert game.player == player
            game.place(color, square)
        assert game.board == cls.shown("first-selection")
        assert {"b2", "b3", "b4", "c2", "d2", "d3"} == game.near["c3"] - game.board.keys()
        assert game.player == 1
        for color, square in [("red", "e3"), ("yellow", "b2"), ("green", "b4")]:
            game.place(color, square)
        assert {color for color, _ in game.options()} == {"blue"}
        game.place("blue", "e4")
        assert game.board == cls.shown("second-selection")
        assert game.player == 0
        game.board, game.selection = cls.shown("last-piece"), {"yellow"}
        assert game.over == "won"

    @classmethod
    def shown(cls, example):
        return {place: pieces[0].names[0] for place, pieces in laid(cls, example).items()}
