"""The tiles of TURNO, as all engines of its games mix and read them."""

from play.frame import Game, laid


class Tiles(Game):
    """A game with tiles, each a pair: the dots that it shows and those that it hides."""

    def mixed_tiles(self):
        """Return all tiles in any order and either way up."""
        tiles = [
            tuple(map(int, name.split("-")))
            for name in self.definition().components["tiles"].pieces
        ]
        self.chance.shuffle(tiles)
        return [tile if self.chance.random() < 0.5 else tile[::-1] for tile in tiles]

    @classmethod
    def tiles(cls, example):
        """Return the tiles on their places in an example."""
        found = {}
        for place, pieces in laid(cls, example).items():
            for piece in pieces:
                if piece.component == "tiles":
                    shown, hidden = map(int, piece.names[0].split("-"))
                    found[place] = (hidden, shown) if piece.turned_over else (shown, hidden)
        return found
