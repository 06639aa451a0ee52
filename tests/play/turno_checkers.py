"""Turno Checkers, played from its sheet, and its variant."""

from random import Random  # noqa: TID251
from typing import NamedTuple

from play.frame import SECTIONS, arrows
from play.tiles import Tiles


class Walk(NamedTuple):
    to: tuple
    crossed: bool


class Play(Tiles):
    """Sentences that need no code of their own.

    setup 1.3: They stay as they lie for the whole game.
    setup 4.1: The youngest player starts; turns pass clockwise. [reconstructed]
    turn 3.5: So you may split a throw over several tiles.
    turn 4.1: Walk to the far side first, and then back to your home tile.
    special 4.1: Any number of pawns may stand on the same tile or have the same home tile.
    [reconstructed]
    """

    rule_set = "turno/checkers"
    bound = 100_000  # pawns without an aim wander
    characters = ("hurry",)

    def set_up(self):
        """setup 1.1: Mix the tiles.
        setup 1.2: Lay all {{ needs.tiles }} edge to edge as a board of {{ rows|words }} rows and
        {{ columns|words }} columns, as in [figure:setup], in any order and either way up.
        [reconstructed]
        """
        tiles = self.mixed_tiles()
        columns, rows = self.number("columns"), self.number("rows")
        self.dots = {(x, y): tiles.pop()[0] for x in range(columns) for y in range(rows)}
        self.near = [place for place in self.dots if place[1] == 0]
        self.homes, self.places = self.pawns()
        self.crossed = [False] * self.players
        self.winner = None

    def far(self, place):
        """setup 2.1: Choose a side of the board.
        setup 2.2: The row of tiles along it is the **near side** (a1 to f1 in [figure:setup]), the
        row along the opposite side the **far side** (a6 to f6).
        """
        return place[1] == self.number("rows") - 1

    def pawns(self):
        """setup 3.1: Take a pawn each and keep it beside the board until it enters."""
        return [None] * self.players, [None] * self.players

    def turn(self, choose):
        """turn 1.1: Throw the die.
        turn 2.4: Either way, your turn ends. [reconstructed]
        """
        throw = self.throw()
        if self.places[self.player] is None:
            self.enter(throw, choose)
        else:
            self.walk(choose([*sorted(self.walks(throw)), self.stay()]))
        if not self.over:
            self.next_player()

    def enter(self, throw, choose):
        """setup 2.3: All of you enter from the near side. [reconstructed]
        turn 2.1: **To enter:** if your pawn is beside the board, stand it on any tile of the near
        side that shows the number thrown. [disputed]
        turn 2.2: This is your **home tile**; remember it.
        turn 2.3: If no tile of the near side shows the number, your pawn waits.
        """
        fitting = [Walk(place, False) for place in self.near if self.dots[place] == throw]
        if fitting:
            self.homes[self.player] = self.places[self.player] = choose(fitting).to
        else:
            self.passes += 1

    def stay(self):
        """special 1.1: If no walk adds up to your throw, your pawn stays where it is.
        special 2.1: You may stay where you are even if you could move, but you must enter if you
        can. [reconstructed]
        """
        return Walk(self.places[self.player], self.crossed[self.player])

    def walks(self, throw):
        """turn 3.1: **To move:** if your pawn is on the board, walk from tile to tile.
        turn 3.4: The tile you leave does not count.
        """
        start = self.places[self.player]
        return set(self.walks_on(start, throw, self.crossed[self.player], {start}))

    def walks_on(self, place, left, crossed, stood):
        """turn 3.2: Each step goes to a tile that shares an edge with the one you are on, never
        diagonally.
        turn 3.3: The dots of the tiles you step onto must add up to exactly your throw.
        turn 4.2: You have reached the far side as soon as you step onto any tile of it.
        special 3.1: You may change direction between steps, but not return to a tile on which you
        have stood in the same turn, nor to the one you started it from. [reconstructed]
        """
        if not left:
            yield Walk(place, crossed)
            return
        x, y = place
        for to in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if to not in stood and self.dots.get(to, 7) <= left:
                yield from self.walks_on(
                    to, left - self.dots[to], crossed or self.far(to), stood | {to}
                )

    def walk(self, walk):
        """end 1.1: The first player who has reached the far side and then ends a walk on their home
        tile wins at once.
        end 1.2: The dots of the home tile count like any others, so the throw must come out
        exactly.
        end 1.3: Crossing the home tile is not enough. [reconstructed]
        """
        self.passes += walk == self.stay()
        moved = walk.to != self.places[self.player]
        self.places[self.player], self.crossed[self.player] = walk
        if moved and walk.crossed and walk.to == self.homes[self.player]:
            self.winner = self.player

    @property
    def over(self):
        return None if self.winner is None else "won"

    def in_play(self):
        return {"tiles": len(self.dots), "pawns": len(self.places), "die": 1}

    def hurry(self, walk):
        """by the shortest way"""
        x, y = walk.to
        if not walk.crossed:
            return y - 100
        home_x, home_y = self.homes[self.player]
        return -abs(x - home_x) - abs(y - home_y)

    @classmethod
    def board(cls, example):
        tiles = cls.tiles(example)
        return {(ord(name[0]) - ord("a"), int(name[1]) - 1): tiles[name][0] for name in tiles}

    @classmethod
    def replay(cls):
        game = cls(2, Random(0))
        game.dots = cls.board("setup")
        names = {f"{'abcdef'[x]}{y + 1}": (x, y) for x, y in game.dots}
        game.enter(5, lambda options: options[options.index(Walk(names["c1"], False))])
        ((start, to),) = arrows(cls, "walk")
        assert game.places[0] == names[start]
        assert Walk(names[to], False) in game.walks(5)
        assert all(walk.to != names["c2"] for walk in game.walks(5))
        game.walk(Walk(names[to], False))
        assert game.far(names["d6"])
        game.places[0], game.crossed[0] = names["c2"], True
        assert Walk(names["c1"], True) in game.walks(5)
        game.walk(Walk(names["c1"], True))
        assert game.over == "won"


class StartOnACorner(Play):
    sections = (*SECTIONS, "variants")

    def pawns(self):
        """setup 3.1: Take a pawn each and keep it beside the board until it enters.
        variants 1.1: **Start on a corner.**
        variants 1.2: Each of you chooses a corner tile of the near side as home tile and begins
        on it, without a throw. [disputed]
        variants 1.3: Several pawns may have the same corner. [reconstructed]
        """
        corners = [self.chance.choice([self.near[0], self.near[-1]]) for _ in range(self.players)]
        return corners, list(corners)
