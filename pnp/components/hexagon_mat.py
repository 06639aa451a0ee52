"""Place mats around a hexagon: tiles of one size, with play, about the middle."""

from functools import cached_property

from pnp.base.geometry import Size
from pnp.game.board import Board
from pnp.game.fields import Length, PieceSize, PositiveLength
from pnp.game.places import Place, around


class HexagonMat(Board):
    """A place mat for tiles about a hexagon; the parent of every kind, and none itself."""

    tile: PieceSize
    hexagon: PositiveLength
    play: Length = 0.5

    @property
    def size(self) -> Size:
        """The upright rectangle around all places, with its rim."""
        return around(self.about_middle, self.rim).size

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The tiles' places in their order, and the middle."""
        trim = around(self.about_middle, self.rim)
        return tuple(place.moved(-trim.x, -trim.y) for place in self.about_middle)

    @property
    def room(self) -> Size:
        """What a tile takes with its play."""
        return Size(self.tile.width + self.play, self.tile.height + self.play)

    @property
    def edge(self) -> float:
        """The edge of the hexagon's place."""
        return self.hexagon + self.play

    @property
    def about_middle(self) -> tuple[Place, ...]:
        """The places in their order, as they lie about the hexagon's middle."""
        raise NotImplementedError
