"""Alquerque de doze, played from its sheet."""

from itertools import pairwise
from random import Random  # noqa: TID251

from play.frame import Game, arrows, laid

COLORS = ("white", "black")  # of the players; White begins
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))


class Play(Game):
    """``at`` is the player of the piece on each point, by its column and row.

    setup 1.1: Lay the board between you.
    setup 1.2: Its {{ board.cells }} **points** are the places where lines meet.
    setup 2.1: Each of you throws the die.
    """

    rule_set = "alquerque/alfonso-1283"
    bound = 23 * 40 + 40  # a capture of each piece but one, and as many turns as may lie between
    characters = ("most", "guard")

    def set_up(self):
        """setup 1.3: Each of you has {{ pieces_a_player|words }} pieces.
        setup 1.4: Put yours on the {{ full_rows|words }} rows nearest to you, and on the
        {{ points_beside|words }} points at your right in the middle row ([figure:setup]).
        [reconstructed]
        setup 1.5: The point in the middle, c3, stays empty.
        setup 2.2: Whoever throws more plays with White and begins; if the throws are equal, throw
        again. [reconstructed]
        """
        names = self.board_places("board")
        self.names = {(ord(name[0]) - ord("a"), int(name[1:]) - 1): name for name in names}
        middle = max(x for x, _ in self.names) // 2
        self.at = {
            (x, y): int(y > middle or (y == middle and x < middle))
            for x, y in self.names
            if (x, y) != (middle, middle)
        }
        assert [*self.at.values()].count(0) == self.number("pieces_a_player")
        self.quiet = 0

    def turn(self, choose):
        """turn 1.1: You take turns.
        turn 1.3: In each turn, do one of these with one of your pieces:
        """
        self.make(choose(self.options()))

    def options(self):
        """Return moves and captures, each as the points where a piece stands one after another.

        turn 1.2: White's first move can only lead to the middle, for no other point is empty.
        turn 6.1: You need not take, even if you can, and you need not go on. [disputed]
        """
        return [*((start, to) for start in self.own() for to in self.moves(start)), *self.gains()]

    def own(self):
        return [point for point, player in self.at.items() if player == self.player]

    def gains(self):
        return [way for start in self.own() for way in self.captures((start,), self.at)]

    def lines(self, point):
        """turn 4.1: All directions are allowed, backwards too. [disputed]"""
        return STRAIGHT + DIAGONAL if sum(point) % 2 == 0 else STRAIGHT

    def moves(self, start):
        """turn 2.1: **Move** it along a line to the next point, if that is empty."""
        (x, y) = start
        ends = [(x + dx, y + dy) for dx, dy in self.lines(start)]
        return [point for point in ends if point in self.names and point not in self.at]

    def captures(self, way, at):
        """Yield a way with each jump that can follow it.

        turn 3.1: **Take** with it: jump along a line over an enemy piece on the next point to the
        point just behind it in the same straight line, if that is empty.
        turn 4.2: Nobody jumps over a piece of their own.
        turn 5.1: If the piece that took can take once more, it may go on in the same turn.
        [disputed]
        turn 5.2: The next jump may follow another line. [reconstructed]
        """
        x, y = way[-1]
        for dx, dy in self.lines(way[-1]):
            over, to = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            if to in self.names and to not in at and at.get(over) == 1 - self.player:
                longer = (*way, to)
                yield longer
                after = {p: one for p, one in at.items() if p not in (way[-1], over)}
                yield from self.captures(longer, after | {to: self.player})

    def taken(self, way):
        """Return the points over which a way jumps."""
        middles = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise(way)]
        return [point for point in middles if point in self.names]

    def make(self, way):
        """turn 3.2: Take the enemy piece off the board.
        turn 6.2: A piece stays as it is, wherever it gets to. [disputed]
        """
        player = self.at.pop(way[0])
        taken = self.taken(way)
        for point in taken:
            assert self.at.pop(point) == 1 - player
        self.at[way[-1]] = player
        self.quiet = 0 if taken else self.quiet + 1
        self.next_player()

    @property
    def over(self):
        """end 1.1: If you have taken all the enemy pieces, you have won.
        end 1.2: If it is your turn and you can neither move nor take, you have lost.
        [reconstructed]
        end 2.1: If each of you has had {{ quiet|words }} turns in a row in which nothing was taken,
        the game is a draw. [reconstructed]
        """
        if not self.options():
            return "won"
        return "draw" if self.quiet >= 2 * self.number("quiet") else None

    def in_play(self):
        pieces = [*self.at.values()]
        return {
            "pieces": len(pieces),
            **{("pieces", color): pieces.count(player) for player, color in enumerate(COLORS)},
        }

    def most(self, way):
        """taking as many pieces as possible"""
        return len(self.taken(way))

    def guard(self, way):
        """taking more pieces than the answer can, or losing as few more as possible"""
        before = dict(self.at), self.player, self.quiet
        self.make(way)
        answer = max((len(one) - 1 for one in self.gains()), default=0)
        self.at, self.player, self.quiet = before
        return len(self.taken(way)) - answer

    @classmethod
    def replay(cls):
        game = cls(2, Random(0))
        assert game.shown() == cls.printed("setup")
        firsts = [(game.names[start], game.names[to]) for start, to in game.options()]
        assert sorted(firsts) == [(start, "c3") for start in ("b2", "c2", "d2", "d3")]
        for first in firsts:
            other = cls(2, Random(0))
            other.play(*first)
            answers = [way for way in other.options() if other.taken(way)]
            assert first[0] in [other.names[way[-1]] for way in answers]
        for example, over, *names in (
            ("first", "", "b2", "c3"),
            ("answer", "c3", "d4", "b2"),
            ("back", "b2", "a1", "c3"),
            ("corner", "a2", "a3", "a1"),
            ("waits", "", "b1", "b2"),
            ("careless", "", "c5", "d4"),
            ("double", "d4 b4", "e3", "c5", "a3"),
        ):
            if example == "waits":
                assert ("c3", "a3") in game.ways()
            lost = {name: game.shown()[name] for name in over.split()}
            assert arrows(cls, example) == [(names[0], names[-1])]
            game.play(*names)
            assert {**game.shown(), **lost} == cls.printed(example)
        assert game.shown() == cls.printed("end")
        assert not game.over

    def ways(self):
        return [tuple(map(self.names.get, way)) for way in self.options()]

    def play(self, *names):
        """Play a turn of the example, and be sure that it is allowed."""
        assert names in self.ways()
        points = {name: point for point, name in self.names.items()}
        self.make(tuple(points[name] for name in names))

    def shown(self):
        return {self.names[point]: COLORS[player] for point, player in self.at.items()}

    @classmethod
    def printed(cls, example):
        return {place: one[0].names[0] for place, one in laid(cls, example).items()}
