"""Turno Dominoes, played from its sheet, and its variant."""

from itertools import combinations
from random import Random  # noqa: TID251

from play.frame import SECTIONS
from play.tiles import Tiles


class Play(Tiles):
    """Sentences that need no code of their own.

    setup 1.1: Lay the hexagon in the middle, either way up ([figure:setup]). [derived]
    setup 1.2: Its dots do not count. [reconstructed]
    setup 2.4: With {{ players_most|words }} players there is no stock.
    setup 3.1: You may look at both faces of your own tiles at any time. [reconstructed]
    setup 4.1: The youngest player starts; turns pass clockwise. [reconstructed]
    turn 1.4: (On the mat, the number in a place is the number of dots that belongs there.)
    turn 3.3: You may not lay just one tile.
    """

    rule_set = "turno/domino"
    bound = 200
    characters = ("far",)
    tiles_a_turn = 2

    def set_up(self):
        """setup 2.1: Mix the tiles.
        setup 2.2: Each of you draws {{ hand|words }} with closed eyes, for tiles have dots on both
        faces.
        setup 2.3: The others are the **stock**. [reconstructed]
        """
        self.stock = self.mixed_tiles()
        hand = range(self.number("hand"))
        self.hands = [[self.stock.pop() for _ in hand] for _ in range(self.players)]
        self.laid = 0

    @property
    def due(self):
        """turn 1.1: From opposite sides of the hexagon, {{ rows_at_a_time|words }} **rows** grow
        outward at a time.
        turn 1.2: The first tile of a row shows one dot and every further tile one more, up to
        {{ tiles_in_a_row|words }}.
        turn 1.3: The number that comes next, the same in both rows, is the **number due**.
        turn 5.1: When both rows are complete, and not before, the next {{ rows_at_a_time|words }}
        begin with one dot again.
        turn 5.2: Whoever lays the first tiles of new rows chooses free sides of the hexagon that
        are opposite each other. [reconstructed]
        """
        return self.laid // 2 % 6 + 1

    def fitting(self, hand):
        """turn 2.3: Either face may lie up, and only this face counts. [reconstructed]"""
        return [tile for tile in hand if self.due in tile]

    def turn(self, choose):
        """turn 4.1: Then your turn ends."""
        fitting = self.fitting(self.hands[self.player])
        if len(fitting) >= self.tiles_a_turn:
            self.lay(choose(combinations(fitting, self.tiles_a_turn)))
        else:
            self.draw()
        if not self.over:
            self.next_player()

    def lay(self, tiles):
        """turn 2.1: **You can lay:** then you must.
        turn 2.2: Lay {{ rows_at_a_time|words }} of your tiles that show the number due, one at the
        outer end of each row, opposite each other.
        """
        for tile in tiles:
            self.hands[self.player].remove(tile)
        self.laid += len(tiles)

    def draw(self):
        """turn 3.1: **You cannot lay:** draw {{ rows_at_a_time|words }} tiles from the stock, again
        with closed eyes.
        turn 3.2: If the stock is empty, pass. [reconstructed]
        """
        if not self.stock:
            self.passes += 1
            return
        for _ in range(self.tiles_a_turn):
            self.hands[self.player].append(self.stock.pop())

    @property
    def over(self):
        """end 1.1: The first player who has no tiles left wins at once, even if rows are
        unfinished.
        end 2.1: If the stock is empty and nobody can lay, the player with the fewest tiles wins.
        """
        if not all(self.hands):
            return "won"
        able = any(len(self.fitting(hand)) >= self.tiles_a_turn for hand in self.hands)
        return None if self.stock or able else "blocked"

    def winners(self):
        """end 2.2: Of players with equally few, the one with the fewest dots wins, both faces
        counted.
        end 2.3: If these are equal too, they share the win. [reconstructed]
        """
        left = [(len(hand), sum(map(sum, hand))) for hand in self.hands]
        return [player for player, one in enumerate(left) if one == min(left)]

    def in_play(self):
        return {"tiles": len(self.stock) + sum(map(len, self.hands)) + self.laid, "hexagon": 1}

    def far(self, tiles):
        """keeping what is due soon"""
        others = [sum(tile) - self.due for tile in tiles]
        return sum((other - self.due) % 6 or 6 for other in others)

    @classmethod
    def replay(cls):
        rows = cls.tiles("rows")
        game = cls(2, Random(0))
        game.hands = [[rows[place] for place in ("b1", "e1", "b2", "e2")], [(2, 3), (4, 4)]]
        assert game.due == 1
        game.turn(list_first := lambda options: next(iter(options)))
        assert game.due == 2
        assert [rows["b2"][0], rows["e2"][0]] == [2, 2]
        game.turn(list_first)
        assert len(game.hands[1]) == 4
        assert game.due == 2
        game.hands[0].append((6, 6))
        game.turn(list_first)
        assert game.due == 3
        game.laid = 12
        assert game.due == 1


class OneTileATurn(Play):
    sections = (*SECTIONS, "variants")

    @property
    def tiles_a_turn(self):
        """variants 1.1: **One tile a turn.** [disputed]
        variants 1.2: Lay one tile, or draw one if you cannot.
        variants 1.3: Both rows must receive the number due before it goes up. [reconstructed]
        variants 1.4: With {{ many|words }} or {{ players_most|words }} players we suggest this
        game: it is seldom blocked, and you pass less often. [reconstructed]
        """
        return 1
