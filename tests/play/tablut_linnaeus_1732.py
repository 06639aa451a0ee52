"""Tablut, played from its sheet."""

from collections import Counter
from random import Random  # noqa: TID251

from play.frame import Game, arrows, laid

SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
FORT = (5, 5)


class Play(Game):
    """Squares are columns and rows from 1; pieces are "king", "swedes" and "muscovites". The
    Muscovites are player 0.

    setup 1.1: Sit at opposite sides of the board.
    setup 1.2: One of you has the **Swedes** and their **king**, the other the **Muscovites**.
    setup 1.3: Draw lots for the first game. [reconstructed]
    turn 1.2: In your turn you must move one of your pieces.
    turn 2.3: Every other square is open to every piece, also the marked ones.
    end 1.5: Whoever has won has the Swedes in the next game. [disputed]
    end 1.6: After a draw, draw lots again. [reconstructed]
    """

    rule_set = "tablut/linnaeus-1732"
    characters = ("capture", "ways")

    def set_up(self):
        """setup 1.4: Put the king on the square in the middle, the **fort**, the
        {{ swedes|words }} Swedes on the cross around it, and the {{ muscovites|words }} Muscovites
        on the marked squares at the sides ([figure:setup]).
        turn 1.1: The Muscovites begin; then you take turns. [reconstructed]
        """
        self.board = self.shown("setup")
        self.seen = Counter()
        self.ended = None

    def turn(self, choose):
        """end 1.3: If you cannot move in your turn, you lose. [reconstructed]"""
        moves = list(self.moves())
        if not moves:
            self.ended = "won"
            return
        self.move(*choose(moves))
        self.next_player()
        self.check_repetition()

    def check_repetition(self):
        """end 1.4: A position that comes for the third time, with the same player to move, is a
        draw. [reconstructed]
        """
        position = self.player, frozenset(self.board.items())
        self.seen[position] += 1
        if self.seen[position] == self.number("repeats") and not self.ended:
            self.ended = "draw"

    def moves(self):
        """turn 1.3: It goes as far as you like over empty squares along its row or column, never
        diagonally, and never over another piece.
        """
        for square, piece in list(self.board.items()):
            if self.side(piece) == self.player:
                for side in SIDES:
                    for end in self.line(square, side):
                        yield square, end

    def line(self, square, side):
        """Yield the squares to which a piece can go on one side.

        turn 2.1: No piece may enter the fort, not even the king once he has left it. [disputed]
        turn 2.2: Nor may a piece pass over it. [reconstructed]
        """
        while on_board(square := beside(square, side)) and square not in self.board:
            if square == FORT:
                return
            yield square

    @staticmethod
    def side(piece):
        return 0 if piece == "muscovites" else 1

    def move(self, start, end):
        """turn 3.3: One move may capture several pieces. [derived]
        turn 3.4: A piece that itself moves between enemies is not captured. [derived]
        """
        piece = self.board[end] = self.board.pop(start)
        for side in SIDES:
            other = beside(end, side)
            if self.board.get(other) == "king":
                if self.player == 0 and self.takes_king(other, side):
                    self.ended = "won"
            elif self.takes(other, side):
                del self.board[other]
        if piece == "king" and self.at_edge(end):
            self.ended = "won"

    def takes(self, square, side):
        """Whether the piece that has moved encloses one beside it, which is no king.

        turn 3.1: If you move a piece beside a Swede or a Muscovite of your opponent's, and on the
        other side of that one, in the same row or column, stands another piece of yours, you
        **capture** it: take it off the board.
        turn 3.2: The king captures together with a Swede. [derived]
        special 1.1: In capturing, the fort counts as another piece of yours, whichever side you
        have.
        special 1.2: It does so only while it is empty. [reconstructed]
        special 5.1: While the king is in the fort with Muscovites on {{ captors_beside|words }}
        sides and a Swede on the fourth, a Muscovite that moves to the far side of this Swede
        captures it ([figure:guard]).
        """
        if square not in self.board or self.side(self.board[square]) == self.player:
            return False
        beyond = beside(square, side)
        if beyond == FORT and (self.player == 0 or FORT not in self.board):
            return FORT not in self.board or self.muscovites(FORT) == 3
        return beyond in self.board and self.side(self.board[beyond]) == self.player

    def takes_king(self, square, side):
        """special 2.1: The king is captured as other pieces are, between {{ captors|words }}
        Muscovites, except in or beside the fort. [disputed]
        special 3.1: In the fort he is captured only by {{ captors_fort|words }} Muscovites, one on
        each side of him.
        special 4.1: On a square beside the fort he is captured only by {{ captors_beside|words }}
        Muscovites, on his other sides ([figure:beside]).
        """
        if square == FORT:
            return self.muscovites(square) == self.number("captors_fort")
        if FORT in around(square):
            return self.muscovites(square) == self.number("captors_beside")
        return self.board.get(beside(square, side)) == "muscovites"

    def muscovites(self, square):
        return sum(self.board.get(one) == "muscovites" for one in around(square))

    @staticmethod
    def at_edge(square):
        """end 1.1: If the king reaches any square at the edge of the board, the Swedes win.
        [derived]
        """
        return bool({1, 9} & set(square))

    @property
    def over(self):
        """end 1.2: If he is captured, the Muscovites win."""
        return self.ended

    def in_play(self):
        return Counter(("pieces", piece) for piece in self.board.values())

    def king_ways(self):
        """Return the number of sides on which the king can reach the edge.

        turn 4.1: If a line of empty squares leads from your king to the edge at the end of your
        turn, he has a **way**: call *raichi*.
        turn 4.2: If he has {{ ways|words }}, call *tuichu*: your opponent can close only one.
        """
        (king,) = (square for square, piece in self.board.items() if piece == "king")
        return sum(any(map(self.at_edge, self.line(king, side))) for side in SIDES)

    def after(self, option, what):
        """Return what a method finds after a move, without making it."""
        before = self.board, self.ended
        self.board, self.ended = dict(self.board), None
        self.move(*option)
        found = what()
        self.board, self.ended = before
        return found

    def capture(self, option):
        """capturing whenever possible"""
        return self.after(option, lambda: (self.ended == "won", -len(self.board)))

    def ways(self, option):
        """opening the king's ways to the edge, or closing them"""

        def liking():
            sign = 1 if self.player else -1
            return self.ended == "won", sign * self.king_ways()

        return self.after(option, liking)

    @classmethod
    def replay(cls):
        game = cls(2, Random(0))
        game.follow("first", "d4")
        game.follow("second", "e4")
        assert game.king_ways() == 0
        game.follow("sixth", "")
        assert game.king_ways() == 1
        game.follow("last", "c5")
        assert game.over == "won"
        for example, taken in (("beside", "e4"), ("guard", "e4")):
            game = cls(2, Random(0))
            game.board = cls.shown(example)
            game.follow(example, taken)
            assert bool(game.over) == (example == "beside")

    def follow(self, example, taken):
        """Make the moves of an example, and compare what they capture."""
        gone = set()
        for start, end in arrows(type(self), example):
            start, end = square(start), square(end)
            self.player = self.side(self.board[start])
            assert (start, end) in list(self.moves())
            before = self.board.keys() - {start}
            self.move(start, end)
            gone |= before - self.board.keys()
        king = [one for one, piece in self.board.items() if piece == "king" and self.over]
        assert gone | set(king) == set(map(square, taken.split()))

    @classmethod
    def shown(cls, example):
        """Return the pieces on each square in a figure."""
        return {square(place): one[0].names[0] for place, one in laid(cls, example).items()}


def square(place):
    return ord(place[0]) - ord("a") + 1, int(place[1:])


def beside(square, side):
    return square[0] + side[0], square[1] + side[1]


def around(square):
    return [beside(square, side) for side in SIDES]


def on_board(square):
    return all(1 <= one <= 9 for one in square)
