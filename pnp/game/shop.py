"""Presets of print shops: what each asks of a card's picture."""

from pydantic import StrictInt

from pnp.base.geometry import Size
from pnp.base.units import MM_PER_UNIT, dimensions
from pnp.game.base import Model
from pnp.game.fields import Length, PieceSize


class Preset(Model):
    """A product of a shop: the size of a card, and of its picture with bleed.

    ``pixels`` are width and height with bleed, ``safe`` is the distance from the cut that anything
    important should keep. ``source`` is the page with the numbers, ``read`` the day on which it
    was read, ``known_through`` a second-hand source.
    """

    id: str
    shop: str
    title: str
    trim: PieceSize
    pixels: tuple[StrictInt, StrictInt]
    dpi: StrictInt
    safe: Length
    source: str
    read: str
    known_through: str
    notes: str

    @property
    def picture(self) -> Size:
        """The size of the picture with its bleed."""
        width, height = (side / self.dpi * MM_PER_UNIT["in"] for side in self.pixels)
        return Size(width, height)

    @property
    def bleed(self) -> Size:
        """The distance by which the picture extends past the cut on the left and at the top."""
        picture = self.picture
        return Size((picture.width - self.trim.width) / 2, (picture.height - self.trim.height) / 2)

    @property
    def size(self) -> str:
        """The trim as an argument of ``--size``."""
        return dimensions(*self.trim)
