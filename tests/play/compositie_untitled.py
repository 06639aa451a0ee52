"""The third game for COM:POSITIE, played from its sheet."""

from collections import Counter
from random import Random  # noqa: TID251

from play.frame import Game, arrows, laid

SIDES = (("red", "blue"), ("green", "yellow"))
AGREED = 200  # turns without a step forward after which players see that nobody will win


class Play(Game):
    """Rows and columns are numbers from 1; the first player sits below.

    setup 1.1: Lay the board between you.
    setup 2.1: If you like, stand something across the middle of the board as a **screen**, such as
    an upright book.
    setup 2.5: They wait beside the board.
    setup 2.6: When you are both ready, take the screen away ([figure:setup]).
    turn 1.1: You take turns.
    """

    rule_set = "compositie/untitled"
    bound = 3000
    characters = ("capture", "advance")

    def set_up(self):
        """setup 1.2: One of you has the red and blue pieces, the other the green and yellow ones:
        {{ pieces_a_side }} each.
        setup 2.2: In secret, line up {{ lined_up|words }} of your pieces on the
        {{ rows_of_line_up|words }} rows nearest to you, one on a square.
        setup 2.3: You choose which pieces and where; {{ left_empty|words }} squares stay
        empty.[disputed]
        setup 2.4: The other {{ reserves|words }} pieces are your **reserves**.
        setup 2.7: Draw lots for who begins.[reconstructed]
        """
        board = self.definition().components["board"]
        self.rows, self.columns = board.rows, board.columns
        self.board, self.reserves, self.lost = {}, [], [False, False]
        self.sideways = 0  # turns in a row in which nobody went forward or captured
        box = self.definition().components["pieces"].pieces
        for player, colors in enumerate(SIDES):
            pieces = [color for color in colors for _ in range(box[color])]
            self.chance.shuffle(pieces)
            rows = range(self.number("rows_of_line_up"))
            first = [(c, self.row(player, r)) for r in rows for c in range(1, self.columns + 1)]
            places = self.chance.sample(first, self.number("lined_up"))
            self.board |= dict(zip(places, pieces, strict=False))
            self.reserves.append(Counter(pieces[len(places) :]))

    def row(self, player, ahead):
        """Return a row, counted from the one nearest to a player."""
        return self.rows - ahead if player else 1 + ahead

    def turn(self, choose):
        """turn 1.2: In your turn do this, in this order:
        special 1.3: If you cannot move, your turn passes.[reconstructed]
        """
        self.enter(choose)
        if moves := list(self.moves(self.player)):
            start, end = choose(moves)
            self.move(start, end)
            self.capture_with(end, choose)
        else:
            self.passes += 1
        self.next_player()

    def enter(self, choose):
        """turn 2.1: **Enter.**
        turn 2.2: If your opponent has just captured a piece of yours, put a reserve of your choice
        on an empty square of the row nearest to you.
        special 1.1: If you have no reserve left, or no empty square in your nearest row, you enter
        nothing and simply move.
        special 1.2: So leave squares free there: if you can enter nothing, your opponent wins by
        capturing {{ (lined_up - least_on_board + 1)|words }} pieces.
        """
        entries = self.entries(self.player) if self.lost[self.player] else []
        if entries:
            color, square = choose(entries)
            self.reserves[self.player][color] -= 1
            self.board[square] = color
        self.lost[self.player] = False

    def entries(self, player):
        row = ((column, self.row(player, 0)) for column in range(1, self.columns + 1))
        empty = [square for square in row if square not in self.board]
        return [(color, square) for color in +self.reserves[player] for square in empty]

    def moves(self, player):
        """turn 3.1: **Move.**
        turn 3.2: Move one of your pieces one step to an empty square: straight forward, diagonally
        forward, or sideways.
        turn 3.3: It never moves back.
        """
        ahead = -1 if player else 1
        steps = ((0, ahead), (-1, ahead), (1, ahead), (-1, 0), (1, 0))
        for (column, row), color in self.board.items():
            for dx, dy in steps if color in SIDES[player] else ():
                end = column + dx, row + dy
                if self.is_on_board(end) and end not in self.board:
                    yield (column, row), end

    def is_on_board(self, square):
        return 1 <= square[0] <= self.columns and 1 <= square[1] <= self.rows

    def move(self, start, end):
        assert (start, end) in self.moves(self.player)
        self.board[end] = self.board.pop(start)
        self.sideways = self.sideways + 1 if start[1] == end[1] else 0

    def capture_with(self, square, choose):
        """turn 4.1: **Capture**, if you like, one enemy piece with the piece you have just moved.
        turn 5.5: Take the enemy piece out of the game and put your piece on its square.
        """
        captures = [(square, end) for end in self.captures(square)]
        start, end = choose([*captures, (square, square)])
        if end != start:
            self.board[end] = self.board.pop(start)
            self.lost[1 - self.player] = True
            self.sideways = 0

    def captures(self, square):
        """Yield the squares on which the piece on a square captures.

        turn 5.1: You capture along a row, a column or a diagonal, in any direction, also backwards.
        turn 5.2: Between your piece and the enemy piece there must be exactly one piece.
        turn 5.3: That piece must be your own and of your other colour.
        turn 5.4: All other squares between them must be empty.
        turn 6.1: A colour captures only one other ([figure:captures]): red captures green, green
        captures blue, blue captures yellow, and yellow captures red.
        """
        color = self.board[square]
        prey = {"red": "green", "green": "blue", "blue": "yellow", "yellow": "red"}[color]
        (other,) = set(SIDES[self.player]) - {color}
        for direction in ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)):
            seen = [one for one in self.ray(square, direction) if one in self.board][:2]
            if [self.board[one] for one in seen] == [other, prey]:
                yield seen[1]

    def ray(self, square, direction):
        while self.is_on_board(square := (square[0] + direction[0], square[1] + direction[1])):
            yield square

    @property
    def over(self):
        """end 1.1: You win as soon as {{ to_win|words }} of your pieces stand on the row farthest
        from you, that is, fill it.
        end 1.2: You also win as soon as your opponent has fewer than {{ least_on_board|words }}
        pieces on the board.
        end 1.3: If neither of you can move, or if you agree that nobody will win, the game is a
        draw.[reconstructed]
        """
        for player, colors in enumerate(SIDES):
            last = self.row(1 - player, 0)
            there = [square for square, color in self.board.items() if color in colors]
            if sum(row == last for _, row in there) == self.number("to_win") == self.columns:
                return "won"
            if len(there) < self.number("least_on_board"):
                return "won"
        if self.sideways == AGREED:
            return "draw"
        stuck = not any(True for player in (0, 1) for _ in self.moves(player))
        return "draw" if stuck and not any(self.lost) else None

    def in_play(self):
        return {"pieces": len(self.board)} | {
            ("pieces", color): count
            for color, count in (
                Counter(self.board.values()) + sum(self.reserves, Counter())
            ).items()
        }

    def capture(self, option):
        """capturing whenever possible"""
        start, end = option
        return isinstance(start, tuple) and start != end and end in self.board

    def advance(self, option):
        """moving forward whenever possible"""
        start, end = option
        return isinstance(start, tuple) and abs(end[1] - start[1])

    @classmethod
    def replay(cls):
        game = cls(2, Random(0))
        game.board = cls.shown("setup")
        (start, end), capture = arrows(cls, "capture")
        game.step(start, end)
        assert game.board == cls.shown("capture")
        game.takes(*capture)
        game.lost[1] = True
        game.next_player()
        assert {square for _, square in game.entries(1)} == {(3, 6)}
        game.enter(lambda options: ("green", (3, 6)))
        (move,), (capture,) = arrows(cls, "turn-move"), arrows(cls, "turn-capture")
        game.step(*move)
        assert game.board == cls.shown("turn-move")
        game.takes(*capture)
        assert {square for _, square in game.entries(0)} == {(2, 1), (3, 1)}

    def step(self, start, end):
        self.move(square_of(start), square_of(end))

    def takes(self, start, end):
        assert square_of(end) in self.captures(square_of(start))
        self.board[square_of(end)] = self.board.pop(square_of(start))

    @classmethod
    def shown(cls, example):
        return {square_of(at): pieces[0].names[0] for at, pieces in laid(cls, example).items()}


def square_of(name):
    return ord(name[0]) - ord("a") + 1, int(name[1:])
