"""Turno Walk, played from its sheet, and its variant."""

from random import Random  # noqa: TID251

from play.frame import SECTIONS, arrows
from play.tiles import Tiles


class Play(Tiles):
    """Sentences that need no code of their own.

    setup 2.2: {{ loop_mat.spoke|words|capitalize }} tiles lead out from the hexagon, end to end;
    {{ sides_walked|words }} rows of {{ loop_mat.side|words }}, side by side, lead round it;
    {{ loop_mat.spoke|words }} lead back.
    special 1.1: Any number of pawns may stand on the same tile.
    special 1.2: They stay there when it is turned over. [reconstructed]
    """

    rule_set = "turno/loop"
    bound = 100_000  # tiles with many odd dots in a row are hard to pass

    def set_up(self):
        """setup 2.1: Mix the tiles and lay all {{ needs.tiles }} as a **track** around the hexagon,
        in any order and either way up, as in [figure:setup]. [reconstructed]
        setup 2.3: The places are numbered in walking order.
        setup 3.2: The youngest player starts; turns pass clockwise. [reconstructed]
        """
        tiles = self.mixed_tiles()
        self.track = {place: tiles.pop() for place in range(1, len(tiles) + 1)}
        self.last = len(self.track)
        self.places = self.pawns()

    def pawns(self):
        """setup 1.1: Lay the hexagon in the middle, either way up. [reconstructed]
        setup 3.1: Each of you stands a pawn on the hexagon.
        """
        return [0] * self.players

    def turn(self, choose):
        """turn 1.1: Throw the die.
        turn 6.1: Then your turn ends.
        """
        self.go(self.throw())

    def go(self, throw):
        place = self.forward(throw)
        if place <= self.last:
            shown, _ = self.track[place]
            place = self.even(place) if shown % 2 == 0 else self.odd(place, shown)
        self.reach(place)

    def forward(self, throw):
        """turn 2.1: Walk your pawn forward, as many tiles as you have thrown.
        turn 2.2: From the hexagon, the first tile of the track counts as one.
        turn 3.1: Count the dots on the tile that you have reached.
        """
        return self.places[self.player] + throw

    def even(self, place):
        """turn 4.1: **Even:** turn the tile over and walk forward again, one tile for each dot that
        it now shows.
        """
        shown, hidden = self.track[place]
        self.track[place] = hidden, shown
        return place + hidden

    def odd(self, place, steps):
        """turn 5.1: **Odd:** leave the tile as it lies and walk back. [disputed]
        turn 5.2: Go back one tile for each dot that it shows. [reconstructed]
        special 2.1: If you would walk back past the first tile, stop on the hexagon.
        special 2.2: You have not finished; set out again on your next turn. [reconstructed]
        """
        return max(0, place - steps)

    def reach(self, place):
        """turn 6.2: The tile that you reach last does nothing. [reconstructed]
        special 3.1: You need no exact number to finish.
        special 3.2: Steps left over are lost. [reconstructed]
        """
        self.places[self.player] = place
        if not self.over:
            self.next_player()

    @property
    def over(self):
        """end 1.1: From the last tile of the track, the next step takes you onto the hexagon.
        end 1.2: The first player who reaches it in this way wins at once, be it by the throw or by
        the dots of a tile turned over.
        """
        return "won" if max(self.places) > self.last else None

    def in_play(self):
        return {"tiles": len(self.track), "hexagon": 1, "pawns": len(self.places), "die": 1}

    @classmethod
    def replay(cls):
        game = cls(2, Random(0))
        game.track = {int(place): tile for place, tile in cls.tiles("setup").items()}
        game.go(4)
        assert [str(place) for place in (4, game.places[0])] == list(arrows(cls, "walk")[1])
        game.go(3)
        assert game.places == [7, 2]
        assert tuple(map(int, arrows(cls, "back")[1])) == (3, 2)
        assert game.track == {int(place): tile for place, tile in cls.tiles("back").items()}
        game.places[0] = 33
        game.go(5)
        assert game.over == "won"


class TheThrowDecides(Play):
    sections = (*SECTIONS, "variants")

    def go(self, throw):
        """variants 1.1: **The throw decides.**
        variants 1.2: An even throw takes you forward; on a tile with an even number of dots you
        turn it over and walk on, as above.
        variants 1.3: An odd throw takes you back as many tiles as you have thrown, and no tile is
        turned. [disputed]
        variants 1.4: A tile with an odd number does nothing, and an odd throw on the hexagon leaves
        you there. [reconstructed]
        """
        if throw % 2:
            self.passes += self.places[self.player] == 0
            self.reach(self.odd(self.places[self.player], throw))
            return
        place = self.forward(throw)
        if place <= self.last and self.track[place][0] % 2 == 0:
            place = self.even(place)
        self.reach(place)
