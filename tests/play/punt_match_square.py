"""Punt-Match on squares, played from its sheet."""

from random import Random  # noqa: TID251
from typing import NamedTuple

from play.frame import Game, arrows, laid

from pnp.game.places import spelled_out


class Move(NamedTuple):
    start: tuple
    to: tuple
    forward: bool
    caps: bool


class Play(Game):
    """Sentences that need no code of their own.

    setup 1.1: Sit at opposite sides of the board: White where the ring stands in the squares,
    Black where the star does.
    setup 2.2: It has a heavy line, with your sign beside it.
    turn 1.1: White begins; then you take turns.
    turn 6.3: You may cap your opponent's pawns and piles, and your own.
    """

    rule_set = "punt-match/square"
    bound = 1000
    characters = ("race", "cap", "avoid")
    colors = ("white", "black")
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    end_depth = 6

    def set_up(self):
        names = self.board_places(self.rules().setup.board)
        self.places = {name: self.position(name) for name in names}
        self.on_board = set(self.places.values())
        self.piles = {
            place: [player]
            for player in range(self.players)
            for place in self.on_board
            if self.starts(player, place)
        }
        self.ways = [self.ways_of(player) for player in range(self.players)]
        self.quiet = 0
        self.stuck = False

    def position(self, name):
        return ord(name[0]) - ord("a"), int(name[1:]) - 1

    def depth(self, player, place):
        """setup 1.2: **Rows** are the lines of squares parallel to your side of the board."""
        return place[1] if player == 0 else 6 - place[1]

    def starts(self, player, place):
        """setup 1.3: Your pawns fill the {{ start_rows|words }} rows nearest to you:
        {{ pawns_a_player }} pawns each, one on a square ([figure:setup]).
        """
        return self.depth(player, place) < self.number("start_rows")

    def at_end(self, player, place):
        """setup 2.1: The row farthest from you is your **end row**."""
        return self.depth(player, place) == self.end_depth

    def ways_of(self, player):
        """turn 2.1: Move in a straight line: either forward, towards your end row, or sideways,
        along the row.
        turn 2.2: You never move back and never diagonally ([figure:reach]).
        """
        here = self.depth(player, (0, 0))
        ahead = [(step, self.depth(player, step) - here) for step in self.steps]
        return [(step, forward == 1) for step, forward in ahead if forward >= 0]

    def farthest(self, height):
        """turn 3.1: A single pawn moves up to {{ single_moves|words }} squares.
        turn 4.1: A pile of {{ pair_size|words }} pawns moves up to {{ pair_moves|words }} squares.
        turn 5.1: A pile of {{ high_pile|words }} pawns or more moves {{ pile_moves|words }} square.
        """
        return {1: 3, 2: 2}.get(height, 1)

    def controlled(self, player):
        """turn 1.3: A pile is a stack of pawns; the colour on top controls it."""
        return [place for place, pile in self.piles.items() if pile[-1] == player]

    def movable(self, player):
        """turn 1.2: In your turn you must move one pawn of yours or one **pile** that you control.
        special 1.1: A pawn or pile that you control on your end row does not move again.
        """
        return [place for place in self.controlled(player) if not self.at_end(player, place)]

    def moves(self, player):
        """turn 6.1: All squares that you cross must be empty."""
        for start in self.movable(player):
            for (x, y), forward in self.ways[player]:
                to = start
                for _ in range(self.farthest(len(self.piles[start]))):
                    to = to[0] + x, to[1] + y
                    if to not in self.on_board:
                        break
                    yield Move(start, to, forward, to in self.piles)
                    if to in self.piles:
                        break

    def turn(self, choose):
        """end 1.1: The game ends at once when a player whose turn it is cannot move, because
        nothing that the player controls stands outside the end row.
        end 1.2: A player who controls nothing at all cannot move either.
        """
        if self.movable(self.player):
            self.move(choose(self.moves(self.player)))
        else:
            self.stuck = True

    def move(self, move):
        """turn 6.2: If you stop on a pawn or a pile, you **cap** it: put all that you moved on top
        of it.
        turn 6.4: A pile is never split.
        special 1.2: It may be capped, though; if your opponent does so, the pile is your opponent's
        and may move on.[reconstructed]
        """
        self.piles[move.to] = self.piles.get(move.to, []) + self.piles.pop(move.start)
        self.quiet = 0 if move.forward or move.caps else self.quiet + 1
        self.next_player()

    @property
    def over(self):
        """end 1.3: It also ends when {{ quiet_moves|words }} moves in a row, counting
        everybody's, went sideways and capped nothing.[reconstructed]
        """
        if self.quiet == self.number("quiet_moves"):
            return "blocked"
        return self.result() if self.stuck else None

    def result(self):
        """end 2.2: The higher number wins.
        end 2.3: Equal numbers are a draw.[reconstructed]
        """
        scores = [self.score(player) for player in range(self.players)]
        return "won" if scores.count(max(scores)) == 1 else "draw"

    def score(self, player):
        """end 2.1: On your end row you count your own single pawns and all pawns, of any colour,
        in the piles you control.[reconstructed]
        """
        home = (place for place in self.controlled(player) if self.at_end(player, place))
        return sum(len(self.piles[place]) for place in home)

    def in_play(self):
        pawns = [color for pile in self.piles.values() for color in pile]
        each = {("pawns", color): pawns.count(n) for n, color in enumerate(self.colors)}
        return {"pawns": len(pawns), **each}

    def race(self, move):
        """going forward whenever possible"""
        return move.forward, not move.caps

    def cap(self, move):
        """capping whenever possible"""
        return self.capped(move), move.forward

    def avoid(self, move):
        """capping only when nothing else is possible"""
        return not move.caps, move.forward

    def capped(self, move):
        """Return how many pawns a move caps that another player controls."""
        pile = self.piles.get(move.to, [self.player])
        return 0 if pile[-1] == self.player else len(pile)

    @classmethod
    def replay(cls):
        game = cls(len(cls.colors), Random(0))
        assert game.shown() == cls.drawn("setup")
        for start, to in (*arrows(cls, "moves"), *arrows(cls, "pile")):
            legal = {(move.start, move.to): move for move in game.moves(game.player)}
            game.move(legal[game.places[start], game.places[to]])
        assert game.shown() == cls.drawn("pile")
        cls.compare_reach(game, "pile")
        game.piles = {
            game.places[place]: [cls.colors.index(color) for color in pile]
            for place, pile in cls.drawn("reach").items()
        }
        cls.compare_reach(game, "reach")

    @classmethod
    def compare_reach(cls, game, example):
        names = {place: name for name, place in game.places.items()}
        for reach in cls.rules().examples[example].reach:
            start = game.places[reach.of]
            moves = game.moves(game.piles[start][-1])
            found = {names[move.to] for move in moves if move.start == start}
            assert found == set(spelled_out(reach.to))

    def shown(self):
        return {
            name: [self.colors[player] for player in self.piles[place]]
            for name, place in self.places.items()
            if place in self.piles
        }

    @classmethod
    def drawn(cls, example):
        return {
            place: [name for piece in pieces for name in piece.names]
            for place, pieces in laid(cls, example).items()
        }
