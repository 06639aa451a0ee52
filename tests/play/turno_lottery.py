"""Turno Lottery, played from its sheet."""

from random import Random  # noqa: TID251

from play.tiles import Tiles


class Play(Tiles):
    """Sentences that need no code of their own.

    setup 1.1: Lay the hexagon in the middle, either way up.
    setup 4.1: The youngest player starts; turns pass clockwise. [reconstructed]
    """

    rule_set = "turno/lottery"
    bound = 1000

    def set_up(self):
        """setup 2.1: Mix the tiles and lay all {{ needs.tiles }} as a star around it, as in
        [figure:setup], in any order and either way up. [reconstructed]
        setup 2.2: The star has {{ arms|words }} **arms**, one at each side of the hexagon.
        setup 2.3: Each arm is a row of {{ tiles_in_an_arm|words }} tiles that leads straight
        outward.
        setup 3.1: Each of you chooses an arm and stands a pawn at the edge of its outermost tile,
        so that the dots can be seen. [reconstructed]
        setup 3.2: An arm without a player takes no part. [reconstructed]
        """
        tiles, length = self.mixed_tiles(), self.number("tiles_in_an_arm")
        self.arms = [tiles[n * length : (n + 1) * length] for n in range(self.number("arms"))]

    def turn(self, choose):
        """turn 1.1: Throw the die."""
        self.compare(self.throw())

    def compare(self, throw):
        """turn 1.2: Compare the throw with the dots that you see on your outermost tile. [derived]
        turn 3.1: **Not equal:** nothing happens.
        turn 4.1: Then your turn ends, even after a throw that fits. [reconstructed]
        special 2.1: Your throw never changes another player's arm.
        """
        if throw == self.outermost():
            self.take()
        else:
            self.passes += 1
        if not self.over:
            self.next_player()

    def outermost(self):
        """special 1.1: Only your outermost tile counts.
        special 1.2: A throw that fits a tile further in does nothing.
        special 3.1: No tile is turned over: the dots underneath do not count. [reconstructed]
        """
        shown, _ = self.arms[self.player][-1]
        return shown

    def take(self):
        """turn 2.1: **Equal:** take this tile away, and move your pawn inward to the next tile of
        your arm.
        turn 2.2: That is now your outermost tile.
        """
        self.arms[self.player].pop()

    @property
    def over(self):
        """end 1.1: When you take away the last tile of your arm, your pawn steps onto the hexagon.
        end 1.2: The first player who reaches it wins at once.
        special 4.1: You need no throw to enter the hexagon, and its dots do not count.
        [reconstructed]
        """
        return None if all(self.arms[: self.players]) else "won"

    def in_play(self):
        return {"tiles": sum(map(len, self.arms)), "hexagon": 1, "pawns": self.players, "die": 1}

    @classmethod
    def replay(cls):
        game, tiles = cls(2, Random(0)), cls.tiles("setup")
        game.arms = [[tiles[f"{arm}{place}"] for place in range(1, 7)] for arm in "abcdef"]
        for throw in (3, 4, 4):
            game.compare(throw)
        left = cls.tiles("throw")
        assert [len(arm) for arm in game.arms] == [5, 6, 6, 6, 6, 6]
        assert game.arms[0] == [left[f"a{place}"] for place in range(1, 6)]
        game.player = 0
        assert game.outermost() == 3
        game.arms[0] = game.arms[0][:1]
        assert game.outermost() == 6
        game.compare(6)
        assert game.over == "won"
